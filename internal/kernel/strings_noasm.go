//go:build purego || !amd64

package kernel

import "unsafe"

// WritesStrings returns false: WriteStrings uses no vector instructions, so calling Escape for each string is as
// fast.
func WritesStrings() bool { return false }

// WriteStrings is documented in strings_amd64.go.
func WriteStrings(dst unsafe.Pointer, list []string, room int, set *EscapeSet) (done, n int) {
	return writeStringsGeneric(dst, list, room, set)
}
