package encode

import (
	"slices"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/shape"
)

// Addresses of package netip are written directly into the buffer, in the form of their AppendText. An address
// without a zone fits into the margin, and its characters need no escapes. A zone, as in "fe80::1%eth0", may have any
// length and any characters. So the address's own method writes addresses with a zone, and also invalid addresses.
// The ops before and after write the quotes.

// putAddress writes the address at a to the memory at to, and returns the length of the text. It returns 0 for an
// address that the method must write.
type putAddress func(to, a unsafe.Pointer) int

// addressRow returns the row for a type of addresses in the table of special types.
func addressRow(put putAddress) special {
	return special{write: put.write, simple: true, key: put.key}
}

// addressExit is the data of an op that writes an address (runAddress).
type addressExit struct {
	exitInfo
	put putAddress
}

// write adds ops for an address in quotes.
func (put putAddress) write(w *builder, key blockKey, offset uintptr) {
	x := &addressExit{exitInfo{run: runAddress, word: mem.PointerWordOf(key.typ)}, put}
	w.write(`"`)
	w.exit(&x.exitInfo, offset)
	w.write(`"`)
}

// addressRoom is more than the longest text of an address without a zone, with a port or prefix length.
const addressRoom = num.HextetsRoom + num.Room

// putAddr writes an address without a zone at p and returns its length, or 0 for other addresses.
func putAddr(p, v unsafe.Pointer) int {
	a := (*shape.Address)(v)
	switch marks := shape.AddressMarks(); a.Mark {
	case marks.Four:
		return num.WriteOctets(p, [4]byte{byte(a.Bits.Low >> 24), byte(a.Bits.Low >> 16), byte(a.Bits.Low >> 8), byte(a.Bits.Low)})
	case marks.Sixteen:
		return num.WriteHextets(p, a.Bits.High, a.Bits.Low)
	}
	return 0
}

// putAddrPort writes an address with a port, such as 1.2.3.4:80 or [::1]:80, at p and returns its length. It returns
// 0 if the address has a zone or is not valid.
func putAddrPort(p, v unsafe.Pointer) (n int) {
	a := (*shape.AddressPort)(v)
	if a.Address.Mark == shape.AddressMarks().Sixteen {
		*(*byte)(p) = '['
		n = 1 + putAddr(unsafe.Add(p, 1), unsafe.Pointer(&a.Address))
		*(*byte)(unsafe.Add(p, n)) = ']'
		n++
	} else if n = putAddr(p, unsafe.Pointer(&a.Address)); n == 0 {
		return 0
	}
	*(*byte)(unsafe.Add(p, n)) = ':'
	return n + 1 + num.WriteUint(unsafe.Add(p, n+1), uint64(a.Port))
}

// putPrefix writes a prefix such as 10.0.0.0/8 at p and returns its length. It returns 0 if the prefix is not valid.
func putPrefix(p, v unsafe.Pointer) int {
	a := (*shape.AddressPrefix)(v)
	n := putAddr(p, unsafe.Pointer(&a.Address))
	if n == 0 || a.More == 0 {
		return 0
	}
	*(*byte)(unsafe.Add(p, n)) = '/'
	return n + 1 + num.WriteUint(unsafe.Add(p, n+1), uint64(a.More-1))
}

// runAddress writes an address. The address's method AppendTo writes an address with a zone, the zero address (as "")
// and an invalid prefix (as "invalid Prefix").
func runAddress(m *machine, info *exitInfo, p unsafe.Pointer, n int) int {
	if k := (*addressExit)(unsafe.Pointer(info)).put(unsafe.Add(m.base, n), p); k > 0 {
		return n + k
	}
	m.scratch = appendAddressBy(m.scratch[:0], info.word, p)
	return m.text(mem.Frozen(m.scratch), n)
}

// appendAddressBy calls the method AppendTo of the address at p; word is the type word of pointers to it.
func appendAddressBy(b []byte, word, p unsafe.Pointer) []byte {
	return mem.Interface(word, p).(interface{ AppendTo(b []byte) []byte }).AppendTo(b)
}

// key appends the text of the address at p, which is the key of a map, to b.
func (put putAddress) key(b []byte, word, p unsafe.Pointer) []byte {
	b = slices.Grow(b, addressRoom)
	if n := put(unsafe.Add(mem.Data(b), len(b)), p); n > 0 {
		return b[:len(b)+n]
	}
	return appendAddressBy(b, word, p)
}
