//go:build purego || !amd64

package kernel

import "unsafe"

// WritesIntegers reports whether WriteIntegers uses vector instructions. Otherwise package num is faster.
func WritesIntegers() bool { return false }

// WriteIntegers does what it does in integers_amd64.go.
func WriteIntegers(dst, src unsafe.Pointer, count, size int, signed bool) (n int) {
	return writeIntegersGeneric(dst, src, count, size, signed)
}
