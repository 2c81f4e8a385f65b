//go:build !purego

package kernel

import "unsafe"

// CopyContainer copies the n bytes at src to dst. plain reports whether they are an array or object in the usual form
// of programs, without white space, escape sequences and exponents, and html whether anything in it may be escaped for
// HTML. A false plain means nothing: it is the result for all texts without suitable vector instructions, for those of
// more than 63 bytes, and for those near the end of a page. All [ContainerRoom] bytes at dst may be overwritten even
// then.
//
// Promise: src has n readable bytes, the first of which is { or [, and dst [ContainerRoom] writable ones.
func CopyContainer(dst, src unsafe.Pointer, n int) (plain, html bool) {
	switch at := uintptr(src) & (leastPage - 1); {
	case !useAVX2 || n < 2:
	case n <= 32 && at <= leastPage-32:
		return copyContainer32AVX2(dst, src, n)
	case n <= MostContainer && at <= leastPage-64:
		return copyContainer64AVX2(dst, src, n)
	}
	return false, false
}

// copyContainer32AVX2 reads 32 bytes, n is 2 to 32.
//
//go:noescape
func copyContainer32AVX2(dst, src unsafe.Pointer, n int) (plain, html bool)

// copyContainer64AVX2 reads 64 bytes, n is 2 to 63.
//
//go:noescape
func copyContainer64AVX2(dst, src unsafe.Pointer, n int) (plain, html bool)
