//go:build !purego

package kernel

import "unsafe"

// CopyNumber copies the n bytes at src to dst and reports whether they are a JSON number without an exponent. No branch
// depends on the form of the number, which a processor could not predict if forms alternate. False means nothing: it is
// the result for all texts without suitable vector instructions, for those of more than 31 bytes, and for those near
// the end of a page. All [NumberRoom] bytes at dst may be overwritten even then.
//
// Promise: src has n readable bytes, dst [NumberRoom] writable ones.
func CopyNumber(dst, src unsafe.Pointer, n int) (plain bool) {
	return useAVX2 && uint(n-1) < mostNumber && uintptr(src)&(leastPage-1) <= leastPage-32 && copyNumberAVX2(dst, src, n)
}

// copyNumberAVX2 reads 32 bytes, n is 1 to 31.
//
//go:noescape
func copyNumberAVX2(dst, src unsafe.Pointer, n int) (plain bool)
