//go:build purego || !amd64

package kernel

import "unsafe"

// WritesStrings returns false: WriteStrings uses no vector instructions, so calling Escape for each string is as
// fast.
func WritesStrings() bool { return false }

// WriteStrings writes the first strings of list, each in quotes and with a comma after it, and stops before a string
// that cannot simply be copied. The comment in strings_amd64.go has the contract.
func WriteStrings(dst unsafe.Pointer, list []string, room int, set *EscapeSet) (done, n int) {
	return writeStringsGeneric(dst, list, room, set)
}
