//go:build purego || !amd64

package kernel

import "unsafe"

// WritesStrings reports whether WriteStrings uses vector instructions. Otherwise Escape for each string is as fast.
func WritesStrings() bool { return false }

// WriteStrings writes the first strings of list, each with quotes around it and a comma after it. It returns the number
// of these strings and of the bytes that they take. It stops before a string that is longer than 63 bytes, that is not
// UTF-8, that is escaped under set, or for which room may be too small, and it may stop before any other that is not
// ASCII. room is the number of bytes at dst that may be written; even if n is smaller, some of them may be overwritten.
//
// Promise: dst has room writable bytes.
func WriteStrings(dst unsafe.Pointer, list []string, room int, set *EscapeSet) (done, n int) {
	return writeStringsGeneric(dst, list, room, set)
}
