package kernel

import "unsafe"

// loadGeneric is Load in portable Go. Tests compare the assembly with it.
func loadGeneric(dst, src unsafe.Pointer, n int, out unsafe.Pointer) (valid bool) {
	return Masks(dst, fill(dst, src, n), out)
}

// fill copies the n bytes at src to dst. After them it writes zeros up to the end of the block, at least one zero, and
// then one more block of zeros. It returns the number of blocks without the additional block.
func fill(dst, src unsafe.Pointer, n int) (blocks int) {
	blocks = n>>6 + 1
	copy(unsafe.Slice((*byte)(dst), n), unsafe.Slice((*byte)(src), n))
	clear(unsafe.Slice((*byte)(unsafe.Add(dst, n)), (blocks+1)<<6-n))
	return blocks
}
