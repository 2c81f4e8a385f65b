//go:build !purego

package kernel

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/fast"
)

// WritesIntegers reports whether WriteIntegers may be called. The race detector does not see what it reads.
func WritesIntegers() bool { return fast.Integers && useAVX2 && !raceDetector }

// WriteIntegers writes count integers, each with a comma after it, and returns the number of bytes: for 1 and -20 it
// writes 1,-20, and returns 6. The integers are at src, and have size bytes each: 8, 4 or 2. No branch depends on the
// number of digits: where lengths vary at random, a processor mispredicts half of such branches.
//
// The caller guarantees that WritesIntegers returns true, and that dst has count*IntegerText+32 writable bytes.
func WriteIntegers(dst, src unsafe.Pointer, count, size int, signed bool) (n int) {
	switch {
	case size == 8 && useVBMI2:
		return writeIntegers64VBMI2(dst, src, count, signed)
	case size == 8:
		return writeIntegers64AVX2(dst, src, count, signed)
	case size == 4 && useVBMI2:
		return writeIntegers32VBMI2(dst, src, count, signed)
	case size == 4:
		return writeIntegers32AVX2(dst, src, count, signed)
	case useVBMI2:
		return writeIntegers16VBMI2(dst, src, count, signed)
	}
	return writeIntegers16AVX2(dst, src, count, signed)
}

//go:noescape
func writeIntegers64VBMI2(dst, src unsafe.Pointer, count int, signed bool) (n int)

//go:noescape
func writeIntegers32VBMI2(dst, src unsafe.Pointer, count int, signed bool) (n int)

//go:noescape
func writeIntegers16VBMI2(dst, src unsafe.Pointer, count int, signed bool) (n int)

//go:noescape
func writeIntegers64AVX2(dst, src unsafe.Pointer, count int, signed bool) (n int)

//go:noescape
func writeIntegers32AVX2(dst, src unsafe.Pointer, count int, signed bool) (n int)

//go:noescape
func writeIntegers16AVX2(dst, src unsafe.Pointer, count int, signed bool) (n int)

// WritesStrings reports whether WriteStrings may be called, like WritesIntegers.
func WritesStrings() bool { return fast.Strings && useAVX2 && !raceDetector }

// WriteStrings writes the first strings of list, each in quotes and with a comma after it. done is the number of
// strings written, and n the number of bytes. It stops before a string that is longer than 63 bytes, is not UTF-8, must
// be escaped according to set, or may not fit into the room bytes at dst, and perhaps before any that is not ASCII.
//
// The caller guarantees that WritesStrings returns true, and that WriteStrings may overwrite room bytes at dst.
func WriteStrings(dst unsafe.Pointer, list []string, room int, set *EscapeSet) (done, n int) {
	src := unsafe.Pointer(unsafe.SliceData(list))
	if useAVX512 {
		return writeStringsAVX512(dst, src, len(list), room, set)
	}
	return writeStringsAVX2(dst, src, len(list), room, set)
}

//go:noescape
func writeStringsAVX512(dst, src unsafe.Pointer, count, room int, set *EscapeSet) (done, n int)

// writeStringsAVX2 also stops before a string of more than 31 bytes that is not ASCII.
//
//go:noescape
func writeStringsAVX2(dst, src unsafe.Pointer, count, room int, set *EscapeSet) (done, n int)
