//go:build !purego

package kernel

import "unsafe"

// Load copies the n bytes at src to dst. After them it writes zeros up to the end of the block, at least one zero, and
// then one more block of zeros. For the n/64+1 blocks before that block it does what [Masks] does.
//
// The caller guarantees that src has n readable bytes, that dst has n+128 writable bytes, and that out has 16
// writable bytes for each of the n/64+1 blocks, aligned to 8.
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

// loadAVX2 reads all 64 bytes of the last block, so it may be called only if endsInPage returns true.
//
//go:noescape
func loadAVX2(dst, src unsafe.Pointer, n int, out unsafe.Pointer) (valid bool)

// leastPage is the size of the smallest memory pages. Either all bytes of a page are readable, or none.
const leastPage = 4096

// endsInPage reports whether the last block at src ends in the page of byte n-1, so that all of it can be read.
func endsInPage(src unsafe.Pointer, n int) bool {
	last, end := uintptr(src)+uintptr(n)-1, uintptr(src)+uintptr(n|63)
	return n > 0 && last^end < leastPage
}

// LoadHTML copies as Load does, but makes masks as [MasksHTML] does. The caller must guarantee the same as for Load.
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
