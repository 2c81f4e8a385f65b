//go:build !purego

package kernel

import "unsafe"

// encodeBase64 writes the characters of the first bytes and returns the number of these bytes, a multiple of 48.
func encodeBase64(dst, src unsafe.Pointer, n int) (done int) {
	if useNEON {
		return encodeBase64NEON(dst, src, n)
	}
	return 0
}

// decodeBase64 writes the bytes of the first characters and returns the number of these characters, a multiple of 32.
// Without vectors the caller's own code is as fast.
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
