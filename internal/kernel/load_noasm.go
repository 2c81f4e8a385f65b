//go:build !amd64 || purego

package kernel

import "unsafe"

// Load does what it does in load_amd64.go.
func Load(dst, src unsafe.Pointer, n int, out unsafe.Pointer) (valid bool) {
	return loadGeneric(dst, src, n, out)
}

// LoadHTML does what it does in load_amd64.go.
func LoadHTML(dst, src unsafe.Pointer, n int, out unsafe.Pointer) (html bool) {
	return loadHTMLGeneric(dst, src, n, out)
}
