package encode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/shape"
)

// Addresses of package netip are written directly into the buffer, in the form of their AppendText. Only the zone of an
// address can contain characters that JSON escapes, and can have any length: "fe80::1%eth0". All others fit into the
// margin, and their digits, points, colons and letters need no escapes. The ops around the exit write the quotes.
//
// Most addresses have four bytes, and are written from a table of numbers up to 255. The method writes values that have
// a zone, or are not addresses.

func writeAddr(w *builder, key blockKey, offset uintptr)     { w.text(runAddr, key.typ, offset) }
func writeAddrPort(w *builder, key blockKey, offset uintptr) { w.text(runAddrPort, key.typ, offset) }
func writePrefix(w *builder, key blockKey, offset uintptr)   { w.text(runPrefix, key.typ, offset) }

// addressRoom exceeds the length of the text of any address without a zone, with its port or bits.
const addressRoom = num.HextetsRoom + num.Room

// putAddr writes an address without a zone at p and returns its length. For others it returns 0.
func putAddr(p unsafe.Pointer, a *shape.Address) int {
	switch marks := shape.AddressMarks(); a.Mark {
	case marks.Four:
		return num.WriteOctets(p, [4]byte{byte(a.Bits.Low >> 24), byte(a.Bits.Low >> 16), byte(a.Bits.Low >> 8), byte(a.Bits.Low)})
	case marks.Sixteen:
		return num.WriteHextets(p, a.Bits.High, a.Bits.Low)
	}
	return 0
}

// putAddrPort writes 1.2.3.4:80 or [::1]:80 at p and returns its length. If the address has a zone it returns 0.
func putAddrPort(p unsafe.Pointer, a *shape.AddressPort) (n int) {
	if a.Address.Mark == shape.AddressMarks().Sixteen {
		*(*byte)(p) = '['
		n = 1 + putAddr(unsafe.Add(p, 1), &a.Address)
		*(*byte)(unsafe.Add(p, n)) = ']'
		n++
	} else if n = putAddr(p, &a.Address); n == 0 {
		return 0
	}
	*(*byte)(unsafe.Add(p, n)) = ':'
	return n + 1 + num.WriteUint(unsafe.Add(p, n+1), uint64(a.Port))
}

// putPrefix writes a prefix at p and returns its length. For an invalid one it returns 0.
func putPrefix(p unsafe.Pointer, a *shape.AddressPrefix) int {
	n := putAddr(p, &a.Address)
	if n == 0 || a.More == 0 {
		return 0
	}
	*(*byte)(unsafe.Add(p, n)) = '/'
	return n + 1 + num.WriteUint(unsafe.Add(p, n+1), uint64(a.More-1))
}

func runAddr(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	if k := putAddr(unsafe.Add(m.base, n), (*shape.Address)(p)); k > 0 {
		return n + k
	}
	return m.addressBy(x.word, p, n)
}

func runAddrPort(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	if k := putAddrPort(unsafe.Add(m.base, n), (*shape.AddressPort)(p)); k > 0 {
		return n + k
	}
	return m.addressBy(x.word, p, n)
}

func runPrefix(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	if k := putPrefix(unsafe.Add(m.base, n), (*shape.AddressPrefix)(p)); k > 0 {
		return n + k
	}
	return m.addressBy(x.word, p, n)
}

// addressBy lets the address's own method write a value that is not a plain address: the zero address as nothing,
// "invalid Prefix", and zones.
func (m *machine) addressBy(word, p unsafe.Pointer, n int) int {
	m.scratch = appendAddressBy(m.scratch[:0], word, p)
	return m.text(mem.Frozen(m.scratch), n)
}

// appendAddressBy calls AppendTo of the address at p; word is the type word of pointers to it.
func appendAddressBy(b []byte, word, p unsafe.Pointer) []byte {
	return mem.Interface(word, p).(interface{ AppendTo(b []byte) []byte }).AppendTo(b)
}

// appendAddr, appendAddrPort and appendPrefix append the names for keys.
func appendAddr(b []byte, word, p unsafe.Pointer) []byte {
	var room [addressRoom]byte
	if n := putAddr(unsafe.Pointer(&room), (*shape.Address)(p)); n > 0 {
		return append(b, room[:n]...)
	}
	return appendAddressBy(b, word, p)
}

func appendAddrPort(b []byte, word, p unsafe.Pointer) []byte {
	var room [addressRoom]byte
	if n := putAddrPort(unsafe.Pointer(&room), (*shape.AddressPort)(p)); n > 0 {
		return append(b, room[:n]...)
	}
	return appendAddressBy(b, word, p)
}

func appendPrefix(b []byte, word, p unsafe.Pointer) []byte {
	var room [addressRoom]byte
	if n := putPrefix(unsafe.Pointer(&room), (*shape.AddressPrefix)(p)); n > 0 {
		return append(b, room[:n]...)
	}
	return appendAddressBy(b, word, p)
}
