package mem

import "math/bits"

// LoadWord returns the uint64 that was stored at p+n, in the byte order of the machine.
func LoadWord(p Ptr, n int) uint64 { return *(*uint64)(Add(p, uintptr(n))) }

// bytes16 and bytes32 are structs: arrays could overlap partly, so the compiler would copy them by a call of memmove.
type (
	bytes16 struct{ b [16]byte }
	bytes32 struct{ b [32]byte }
)

// Copy32 copies 32 bytes from src+m to dst+n. Promise: the source is readable, the target writable, and they are apart.
func Copy32(dst Ptr, n int, src Ptr, m int) {
	*(*bytes32)(Add(dst, uintptr(n))) = *(*bytes32)(Add(src, uintptr(m)))
}

// Pattern is a text of up to 16 bytes, stored as two words. To compare memory with it, masks first remove the bytes
// after the text. The zero Pattern matches everything.
type Pattern struct {
	word0, mask0 uint64
	word1, mask1 uint64
}

// NoPattern matches nothing: it requires a bit that its mask removes.
var NoPattern = Pattern{word0: 1}

// PatternAt returns the pattern of the n bytes at p. It uses at most the first 16 of them. 16 bytes must be readable.
func PatternAt(p Ptr, n int) Pattern {
	mask0, mask1 := LowBytes(n), LowBytes(n-8)
	return Pattern{Load64(p, 0) & mask0, mask0, Load64(p, 8) & mask1, mask1}
}

// Differs reports whether memory differs from x. w0 and w1 have its first and next 8 bytes, as Load64 returns them.
func (x *Pattern) Differs(w0, w1 uint64) bool {
	return ((w0&x.mask0)^x.word0)|((w1&x.mask1)^x.word1) != 0
}

// DiffersAt reports whether the memory at p differs from x. 16 bytes must be readable.
func (x *Pattern) DiffersAt(p Ptr) bool { return x.Differs(Load64(p, 0), Load64(p, 8)) }

// Mix combines both words of x to one, to be used in a hash.
func (x *Pattern) Mix() uint64 { return x.word0 ^ bits.RotateLeft64(x.word1, 29) }

// LowBytes returns a mask of the n low bytes of a word.
func LowBytes(n int) uint64 {
	switch {
	case n <= 0:
		return 0
	case n >= 8:
		return 1<<64 - 1
	}
	return 1<<(8*n) - 1
}
