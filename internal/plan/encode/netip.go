package encode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/shape"
)

// Addresses of package netip are written as their AppendText writes them, straight into the buffer. Only the zone of an
// address can hold characters that JSON escapes, and be of any length: "fe80::1%eth0". All others fit into the margin,
// and their digits, points, colons and letters need no escapes. The quotes around them belong to the ops beside the
// exit.
//
// Addresses of four bytes are most of all, and are written from a table of numbers up to 255. What has a zone, or is no
// address, is written by the method.

func writeAddr(w *builder, key blockKey, offset uintptr)     { w.text(runAddr, key.typ, offset) }
func writeAddrPort(w *builder, key blockKey, offset uintptr) { w.text(runAddrPort, key.typ, offset) }
func writePrefix(w *builder, key blockKey, offset uintptr)   { w.text(runPrefix, key.typ, offset) }

// addressRoom is more than the text of any address without a zone has, with its port or bits.
const addressRoom = num.HextetsRoom + num.Room

// putAddr writes an address without a zone at p and returns its length, which is 0 for others.
func putAddr(p unsafe.Pointer, a *shape.Address) int {
	switch marks := shape.AddressMarks(); a.Mark {
	case marks.Four:
		return num.WriteOctets(p, [4]byte{byte(a.Bits.Low >> 24), byte(a.Bits.Low >> 16), byte(a.Bits.Low >> 8), byte(a.Bits.Low)})
	case marks.Sixteen:
		return num.WriteHextets(p, a.Bits.High, a.Bits.Low)
	}
	return 0
}

// putAddrPort writes 1.2.3.4:80 or [::1]:80 at p and returns its length, which is 0 where the address has a zone.
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

// putPrefix writes a prefix at p and returns its length, which is 0 for an invalid one.
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

// addressBy has the address's own method write what is no plain address: nothing for the zero one, "invalid Prefix",
// and zones.
func (m *machine) addressBy(word, p unsafe.Pointer, n int) int {
	m.scratch = appendAddressBy(m.scratch[:0], word, p)
	return m.text(mem.Frozen(m.scratch), n)
}

// appendAddressBy calls AppendTo of the address at p, whose pointers have that type word.
func appendAddressBy(b []byte, word, p unsafe.Pointer) []byte {
	return mem.Interface(word, p).(interface{ AppendTo(b []byte) []byte }).AppendTo(b)
}

// appendAddr, appendAddrPort and appendPrefix append the names of keys.
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
