package encode

import (
	"math/bits"
	"sync"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// base64Pairs has the two characters for each twelve bits, the first one in the low byte. loadPairs fills it where the
// first program with a []byte is made.
var base64Pairs [1 << 12]uint16

var loadPairs = sync.OnceFunc(func() {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	for i := range base64Pairs {
		base64Pairs[i] = uint16(digits[i>>6]) | uint16(digits[i&63])<<8
	}
})

// base64 writes a string of the base64 text of s: six bytes become eight characters in one store, of four pairs.
func (m *machine) base64(s []byte, n int) int {
	n = m.put1(n, '"')
	m.room(n, (len(s)+2)/3*4)
	in, out, left := mem.Data(s), unsafe.Add(m.base, n), len(s)
	pairs, at, to := &base64Pairs, 0, 0
	for ; left >= 8; left -= 6 {
		x := bits.ReverseBytes64(mem.Load64(in, at))
		a, b := uint64(pairs[x>>52])|uint64(pairs[x>>40&0xfff])<<16, uint64(pairs[x>>28&0xfff])|uint64(pairs[x>>16&0xfff])<<16
		mem.Store64(out, to, a|b<<32)
		at += 6
		to += 8
	}
	for ; left >= 3; left -= 3 {
		x := uint(mem.Load8(in, at))<<16 | uint(mem.Load8(in, at+1))<<8 | uint(mem.Load8(in, at+2))
		mem.Store32(out, to, uint32(pairs[x>>12])|uint32(pairs[x&0xfff])<<16)
		at += 3
		to += 4
	}
	switch left {
	case 1:
		mem.Store32(out, to, uint32(pairs[uint(mem.Load8(in, at))<<4])|'='<<16|'='<<24)
		to += 4
	case 2:
		x := uint(mem.Load8(in, at))<<8 | uint(mem.Load8(in, at+1))
		mem.Store32(out, to, uint32(pairs[x>>4])|uint32(uint8(pairs[x<<8&0xfff]))<<16|'='<<24)
		to += 4
	}
	return m.put1(n+to, '"')
}
