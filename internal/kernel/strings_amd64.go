//go:build !purego

package kernel

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/fast"
)

// WritesStrings reports whether WriteStrings uses vector instructions. If it does not, calling Escape for each string
// is as fast.
func WritesStrings() bool { return fast.Strings && useAVX2 && !raceDetector }

// WriteStrings writes the first strings of list, each in quotes and with a comma after it. done is the number of
// strings that it has written, and n the number of bytes. It stops before a string that is longer than 63 bytes, is
// not UTF-8, must be escaped according to set, or may not fit into the room bytes at dst. It may also stop before any
// string that is not ASCII.
//
// The caller guarantees that dst has room writable bytes, all of which may be overwritten.
func WriteStrings(dst unsafe.Pointer, list []string, room int, set *EscapeSet) (done, n int) {
	switch {
	case useAVX512:
		return writeStringsAVX512(dst, unsafe.Pointer(unsafe.SliceData(list)), len(list), room, set)
	case useAVX2:
		return writeStringsAVX2(dst, unsafe.Pointer(unsafe.SliceData(list)), len(list), room, set)
	}
	return writeStringsGeneric(dst, list, room, set)
}

//go:noescape
func writeStringsAVX512(dst, src unsafe.Pointer, count, room int, set *EscapeSet) (done, n int)

// writeStringsAVX2 also stops before a string of more than 31 bytes that is not ASCII.
//
//go:noescape
func writeStringsAVX2(dst, src unsafe.Pointer, count, room int, set *EscapeSet) (done, n int)
