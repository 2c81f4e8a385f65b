//go:build purego || !amd64

package kernel

import "unsafe"

// WritesIntegers returns false: WriteIntegers uses no vector instructions, so the functions of package num are
// faster.
func WritesIntegers() bool { return false }

// WriteIntegers writes count integers, each with a comma after it, and returns the number of bytes. The comment in
// integers_amd64.go has the contract.
func WriteIntegers(dst, src unsafe.Pointer, count, size int, signed bool) (n int) {
	return writeIntegersGeneric(dst, src, count, size, signed)
}
