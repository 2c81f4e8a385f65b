package encode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/shape"
)

// Addresses of package netip are written directly into the buffer, in the form of their AppendText. An address without
// a zone fits into the margin, and its characters need no escapes. A zone, as in "fe80::1%eth0", may have any length
// and any characters, so the address's own method writes it, and also invalid addresses. The ops before and after write
// the quotes.

func writeAddr(w *builder, key blockKey, offset uintptr)     { w.text(runAddr, key.typ, offset) }
func writeAddrPort(w *builder, key blockKey, offset uintptr) { w.text(runAddrPort, key.typ, offset) }
func writePrefix(w *builder, key blockKey, offset uintptr)   { w.text(runPrefix, key.typ, offset) }

// addressRoom is more than the longest text of an address without a zone, with a port or prefix length.
const addressRoom = num.HextetsRoom + num.Room

// putAddr writes an address without a zone at p and returns its length, or 0 for other addresses.
func putAddr(p unsafe.Pointer, a *shape.Address) int {
	switch marks := shape.AddressMarks(); a.Mark {
	case marks.Four:
		return num.WriteOctets(p, [4]byte{byte(a.Bits.Low >> 24), byte(a.Bits.Low >> 16), byte(a.Bits.Low >> 8), byte(a.Bits.Low)})
	case marks.Sixteen:
		return num.WriteHextets(p, a.Bits.High, a.Bits.Low)
	}
	return 0
}

// putAddrPort writes an address with a port, such as 1.2.3.4:80 or [::1]:80, at p and returns its length, or 0 if it
// has a zone or is not valid.
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

// putPrefix writes a prefix such as 10.0.0.0/8 at p and returns its length, or 0 if it is not valid.
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

// addressBy writes the value at p by its method AppendTo: addresses with a zone, the zero address as "", and an invalid
// prefix as "invalid Prefix".
func (m *machine) addressBy(word, p unsafe.Pointer, n int) int {
	m.scratch = appendAddressBy(m.scratch[:0], word, p)
	return m.text(mem.Frozen(m.scratch), n)
}

// appendAddressBy calls the method AppendTo of the address at p; word is the type word of pointers to it.
func appendAddressBy(b []byte, word, p unsafe.Pointer) []byte {
	return mem.Interface(word, p).(interface{ AppendTo(b []byte) []byte }).AppendTo(b)
}

// appendAddr, appendAddrPort and appendPrefix append the names for map keys of their types.
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
