//go:build !purego

package kernel

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/fast"
)

// WritesStrings reports whether WriteStrings is vector instructions here. Else Escape for each string is as fast.
func WritesStrings() bool { return fast.Strings && useAVX2 && !watched }

// WriteStrings writes the first strings of list, each with quotes around and a comma behind it, and returns how many
// those are and how many bytes they take. It stops in front of a string that is longer than 63 bytes, that is no UTF-8
// or not written as it is under set, or for which room may not do: the bytes that may be written at dst, some of them
// even if n is smaller. It may stop in front of any other that is not ASCII.
//
// Promise: dst has room writable bytes.
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

// writeStringsAVX2 also stops in front of a string of more than 31 bytes that is not ASCII.
//
//go:noescape
func writeStringsAVX2(dst, src unsafe.Pointer, count, room int, set *EscapeSet) (done, n int)
