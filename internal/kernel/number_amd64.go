//go:build !purego

package kernel

import "unsafe"

// CopyNumber copies the n bytes at src to dst. It reports whether they are a JSON number without an exponent. No
// branch depends on the form of the number, because a processor can't predict forms that alternate. A false result
// says nothing about the text: it is also the result without suitable vector instructions, for texts of more than 31
// bytes, and near the end of a memory page. All 32 bytes at dst may be overwritten in any case.
//
// The caller guarantees that src has n readable bytes, and dst 32 writable ones.
func CopyNumber(dst, src unsafe.Pointer, n int) (plain bool) {
	return useAVX2 && uint(n-1) < 31 && uintptr(src)&(leastPage-1) <= leastPage-32 && copyNumberAVX2(dst, src, n)
}

// copyNumberAVX2 is CopyNumber for n from 1 to 31. It always reads 32 bytes.
//
//go:noescape
func copyNumberAVX2(dst, src unsafe.Pointer, n int) (plain bool)
