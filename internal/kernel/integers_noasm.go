//go:build purego || !amd64

package kernel

import "unsafe"

// WritesIntegers returns false: WriteIntegers uses no vector instructions, so the functions of package num are
// faster.
func WritesIntegers() bool { return false }

// WriteIntegers is documented in integers_amd64.go.
func WriteIntegers(dst, src unsafe.Pointer, count, size int, signed bool) (n int) {
	return writeIntegersGeneric(dst, src, count, size, signed)
}
