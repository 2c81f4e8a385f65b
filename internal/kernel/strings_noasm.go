//go:build purego || !amd64

package kernel

import "unsafe"

// WritesStrings reports whether WriteStrings is vector instructions here. Else Escape for each string is as fast.
func WritesStrings() bool { return false }

// WriteStrings writes the first strings of list, each with quotes around and a comma behind it, and returns how many
// those are and how many bytes they take. It stops in front of a string that is longer than 63 bytes, that is no UTF-8
// or not written as it is under set, or for which room may not do: the bytes that may be written at dst, some of them
// even if n is smaller. It may stop in front of any other that is not ASCII.
//
// Promise: dst has room writable bytes.
func WriteStrings(dst unsafe.Pointer, list []string, room int, set *EscapeSet) (done, n int) {
	return writeStringsGeneric(dst, list, room, set)
}
