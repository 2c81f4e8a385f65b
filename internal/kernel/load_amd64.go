//go:build !purego

package kernel

import "unsafe"

// Load copies the n bytes at src to dst, writes zeros behind them up to the end of their last block, which is never
// full, and one block more, and does with the blocks before that one what [Masks] does.
//
// Promise: src has n readable bytes, dst n+128 writable ones, out 16 for each of n/64+1 blocks, aligned to 8.
func Load(dst, src unsafe.Pointer, n int, out unsafe.Pointer) (valid bool) {
	if useAVX512 && n > 0 {
		return loadAVX512(dst, src, n, out)
	}
	return loadGeneric(dst, src, n, out)
}

//go:noescape
func loadAVX512(dst, src unsafe.Pointer, n int, out unsafe.Pointer) (valid bool)

// LoadHTML copies as Load does, and does with the blocks what [MasksHTML] does.
//
// Promise: as for Load.
func LoadHTML(dst, src unsafe.Pointer, n int, out unsafe.Pointer) (html bool) {
	switch {
	case useAVX512 && n > 0:
		return loadHTMLAVX512(dst, src, n, out)
	case useAVX2 && hasWholeTail(src, n):
		return loadHTMLAVX2(dst, src, n, out)
	}
	return loadHTMLGeneric(dst, src, n, out)
}

//go:noescape
func loadHTMLAVX512(dst, src unsafe.Pointer, n int, out unsafe.Pointer) (html bool)

// loadHTMLAVX2 reads the last of the blocks as a whole, as hasWholeTail allows it.
//
//go:noescape
func loadHTMLAVX2(dst, src unsafe.Pointer, n int, out unsafe.Pointer) (html bool)

// page is the least that a page has.
const page = 4 << 10

// hasWholeTail reports whether the last block of the n bytes at src has any, and may be read as a whole: memory comes
// by pages, so that up to the end of one there is some.
func hasWholeTail(src unsafe.Pointer, n int) bool {
	return n&63 != 0 && (uintptr(src)+uintptr(n&^63))&(page-1) <= page-64
}
