//go:build !purego

package kernel

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/fast"
)

// WritesIntegers reports whether WriteIntegers uses vector instructions. If it does not, the functions of package num
// are faster.
func WritesIntegers() bool { return fast.Integers && useAVX2 && !raceDetector }

// WriteIntegers writes count integers, each with a comma after it, and returns the number of bytes: for 1 and -20 it
// writes 1,-20, and returns 6. The integers are at src, and have size bytes each: 8, 4 or 2.
//
// The caller guarantees that dst has count*IntegerText+32 writable bytes.
func WriteIntegers(dst, src unsafe.Pointer, count, size int, signed bool) (n int) {
	switch {
	case !useAVX2:
		return writeIntegersGeneric(dst, src, count, size, signed)
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
