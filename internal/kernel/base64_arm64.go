//go:build !purego

package kernel

import "unsafe"

// encodeBase64 encodes the first bytes at src and returns their number, a multiple of 48.
func encodeBase64(dst, src unsafe.Pointer, n int) (done int) {
	if useNEON {
		return encodeBase64NEON(dst, src, n)
	}
	return 0
}

// decodeBase64 decodes the first characters at src and returns their number, a multiple of 32. Without vector
// instructions it returns 0, since the caller's own code is then as fast.
func decodeBase64(dst, src unsafe.Pointer, n int) (done int) {
	if useNEON {
		return decodeBase64NEON(dst, src, n)
	}
	return 0
}

//go:noescape
func encodeBase64NEON(dst, src unsafe.Pointer, n int) (done int)

//go:noescape
func decodeBase64NEON(dst, src unsafe.Pointer, n int) (done int)
