//go:build purego || !amd64

package kernel

import "unsafe"

// LoadsSigns reports whether LoadSigns is vector instructions here that pay for n bytes.
func LoadsSigns(int) bool { return false }

// LoadSigns does what [LoadHTML] does, and makes the Signs of the text.
//
// Promise: as for LoadHTML, and n is less than 64.
func LoadSigns(dst, src unsafe.Pointer, n int, out unsafe.Pointer, signs *Signs) (html bool) {
	return loadSignsGeneric(dst, src, n, out, signs)
}
