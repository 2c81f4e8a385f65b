//go:build !amd64 || purego

package kernel

import "unsafe"

// Load copies the n bytes at src to dst, makes their masks and reports whether they are valid UTF-8. The comment in
// load_amd64.go has the contract.
func Load(dst, src unsafe.Pointer, n int, out unsafe.Pointer) (valid bool) {
	return loadGeneric(dst, src, n, out)
}

// LoadHTML copies the n bytes at src to dst, makes their masks and reports whether a byte may have to be escaped for
// HTML. The comment in load_amd64.go has the contract.
func LoadHTML(dst, src unsafe.Pointer, n int, out unsafe.Pointer) (html bool) {
	return loadHTMLGeneric(dst, src, n, out)
}
