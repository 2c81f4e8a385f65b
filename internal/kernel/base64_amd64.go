//go:build !purego

package kernel

import "unsafe"

// encodeBase64 encodes the first bytes at src and returns their number, a multiple of 24.
func encodeBase64(dst, src unsafe.Pointer, n int) (done int) {
	if useAVX2 {
		return encodeBase64AVX2(dst, src, n)
	}
	return 0
}

// decodeBase64 decodes the first characters at src and returns their number, a multiple of 32. Without vector
// instructions it returns 0, since the caller's own code is then as fast.
func decodeBase64(dst, src unsafe.Pointer, n int) (done int) {
	if useAVX2 {
		return decodeBase64AVX2(dst, src, n)
	}
	return 0
}

//go:noescape
func encodeBase64AVX2(dst, src unsafe.Pointer, n int) (done int)

//go:noescape
func decodeBase64AVX2(dst, src unsafe.Pointer, n int) (done int)
