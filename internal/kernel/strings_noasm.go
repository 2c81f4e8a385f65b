//go:build purego || !amd64

package kernel

import "unsafe"

// WritesStrings reports whether WriteStrings uses vector instructions. Otherwise Escape for each string is as fast.
func WritesStrings() bool { return false }

// WriteStrings does what it does in strings_amd64.go.
func WriteStrings(dst unsafe.Pointer, list []string, room int, set *EscapeSet) (done, n int) {
	return writeStringsGeneric(dst, list, room, set)
}
