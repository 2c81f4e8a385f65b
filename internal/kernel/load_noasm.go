//go:build !amd64 || purego

package kernel

import "unsafe"

// Load is documented in load_amd64.go.
func Load(dst, src unsafe.Pointer, n int, out unsafe.Pointer) (valid bool) {
	return loadGeneric(dst, src, n, out)
}

// LoadHTML is documented in load_amd64.go.
func LoadHTML(dst, src unsafe.Pointer, n int, out unsafe.Pointer) (html bool) {
	return loadHTMLGeneric(dst, src, n, out)
}
