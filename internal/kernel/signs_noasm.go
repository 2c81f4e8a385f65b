//go:build purego || !amd64

package kernel

import "unsafe"

// LoadsSigns reports whether LoadSigns is vector instructions here.
func LoadsSigns() bool { return false }

// LoadSigns does what [LoadHTML] does, and makes the Signs of each block.
//
// Promise: as for LoadHTML, and signs has room for n/64+1.
func LoadSigns(dst, src unsafe.Pointer, n int, out unsafe.Pointer, signs *Signs) (html bool) {
	return loadSignsGeneric(dst, src, n, out, signs)
}
