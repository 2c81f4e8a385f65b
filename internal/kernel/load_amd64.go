//go:build !purego

package kernel

import "unsafe"

// Load copies the n bytes at src to dst, and writes zeros after them up to the end of their last block, which is never
// full, and one block more. For the blocks before that one it does the work of [Masks].
//
// Promise: src has n readable bytes, dst n+128 writable ones, out 16 for each of n/64+1 blocks, aligned to 8.
func Load(dst, src unsafe.Pointer, n int, out unsafe.Pointer) (valid bool) {
	switch {
	case useAVX512 && n > 0:
		return loadAVX512(dst, src, n, out)
	case useAVX2 && endsInPage(src, n):
		return loadAVX2(dst, src, n, out)
	}
	return loadGeneric(dst, src, n, out)
}

//go:noescape
func loadAVX512(dst, src unsafe.Pointer, n int, out unsafe.Pointer) (valid bool)

// loadAVX2 reads all of the last block: call it only if endsInPage.
//
//go:noescape
func loadAVX2(dst, src unsafe.Pointer, n int, out unsafe.Pointer) (valid bool)

// leastPage is the smallest unit of memory that may or may not be read.
const leastPage = 4096

// endsInPage reports whether the last block of the n bytes at src, which is never full, ends in the page of the last
// byte, so that the bytes after the source may be read.
func endsInPage(src unsafe.Pointer, n int) bool {
	last, end := uintptr(src)+uintptr(n)-1, uintptr(src)+uintptr(n|63)
	return n > 0 && last^end < leastPage
}

// LoadHTML copies as Load does. For the blocks it does the work of [MasksHTML].
//
// Promise: as for Load.
func LoadHTML(dst, src unsafe.Pointer, n int, out unsafe.Pointer) (html bool) {
	switch {
	case useAVX512 && n > 0:
		return loadHTMLAVX512(dst, src, n, out)
	case useAVX2 && endsInPage(src, n):
		return loadHTMLAVX2(dst, src, n, out)
	}
	return loadHTMLGeneric(dst, src, n, out)
}

//go:noescape
func loadHTMLAVX512(dst, src unsafe.Pointer, n int, out unsafe.Pointer) (html bool)

//go:noescape
func loadHTMLAVX2(dst, src unsafe.Pointer, n int, out unsafe.Pointer) (html bool)
