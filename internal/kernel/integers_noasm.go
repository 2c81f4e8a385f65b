//go:build purego || !amd64

package kernel

import "unsafe"

// WritesIntegers reports whether WriteIntegers uses vector instructions. Otherwise package num is faster.
func WritesIntegers() bool { return false }

// WriteIntegers writes the count integers at src, each of size bytes, 8, 4 or 2, and each followed by a comma, and
// returns how many bytes that takes. For 1 and -20 it writes 1,-20, and returns 6.
//
// Promise: src has count integers, dst has count*IntegerText writable bytes and 32 more.
func WriteIntegers(dst, src unsafe.Pointer, count, size int, signed bool) (n int) {
	return writeIntegersGeneric(dst, src, count, size, signed)
}
