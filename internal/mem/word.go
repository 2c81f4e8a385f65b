package mem

// LoadWord returns the uint64 that was stored at p+n, in the byte order of the machine.
func LoadWord(p Ptr, n int) uint64 { return *(*uint64)(Add(p, uintptr(n))) }

// bytes16 and bytes32 are structs, for arrays might overlap in part: they would be copied by a call of memmove.
type (
	bytes16 struct{ b [16]byte }
	bytes32 struct{ b [32]byte }
)

// Copy32 copies 32 bytes from src+m to dst+n. Promise: all of them are readable and writable, and they do not overlap.
func Copy32(dst Ptr, n int, src Ptr, m int) {
	*(*bytes32)(Add(dst, uintptr(n))) = *(*bytes32)(Add(src, uintptr(m)))
}

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
