//go:build !amd64 || purego

package kernel

import "unsafe"

// Load copies the n bytes at src to dst, and writes zeros after them up to the end of their last block, which is never
// full, and one block more. For the blocks before that one it does the work of [Masks].
//
// Promise: src has n readable bytes, dst n+128 writable ones, out 16 for each of n/64+1 blocks, aligned to 8.
func Load(dst, src unsafe.Pointer, n int, out unsafe.Pointer) (valid bool) {
	return loadGeneric(dst, src, n, out)
}

// LoadHTML copies as Load does. For the blocks it does the work of [MasksHTML].
//
// Promise: as for Load.
func LoadHTML(dst, src unsafe.Pointer, n int, out unsafe.Pointer) (html bool) {
	return loadHTMLGeneric(dst, src, n, out)
}
