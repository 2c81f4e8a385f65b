//go:build !purego

package kernel

import "unsafe"

// leastSigned is the length from which on the signs of a text pay with AVX-512, by which a few tokens are looked at one
// by one in less time. With AVX2 they pay for all.
const leastSigned = 24

// LoadsSigns reports whether LoadSigns is vector instructions here that pay for n bytes.
func LoadsSigns(n int) bool { return useAVX2 && (n >= leastSigned || !useAVX512) }

// LoadSigns does what [LoadHTML] does, and makes the Signs of the text.
//
// Promise: as for LoadHTML, and n is less than 64.
func LoadSigns(dst, src unsafe.Pointer, n int, out unsafe.Pointer, signs *Signs) (html bool) {
	switch {
	case useAVX512 && n > 0:
		return loadSignsAVX512(dst, src, n, out, signs)
	case !useAVX2:
		return loadSignsGeneric(dst, src, n, out, signs)
	case !endsInPage(src, n):
		fill(dst, src, n)
		src = dst
	}
	return loadSignsAVX2(dst, src, n, out, signs)
}

//go:noescape
func loadSignsAVX512(dst, src unsafe.Pointer, n int, out unsafe.Pointer, signs *Signs) (html bool)

// loadSignsAVX2 reads all of the block at src, which endsInPage has to allow.
//
//go:noescape
func loadSignsAVX2(dst, src unsafe.Pointer, n int, out unsafe.Pointer, signs *Signs) (html bool)

// The assembly knows the words and their order.
const _ = -(unsafe.Sizeof(Signs{}) ^ 12*8)
