package kernel

import "unsafe"

// loadGeneric is the specification of Load.
func loadGeneric(dst, src unsafe.Pointer, n int, out unsafe.Pointer) (valid bool) {
	blocks := n>>6 + 1
	copy(unsafe.Slice((*byte)(dst), n), unsafe.Slice((*byte)(src), n))
	clear(unsafe.Slice((*byte)(unsafe.Add(dst, n)), (blocks+1)<<6-n))
	return Masks(dst, blocks, out)
}
