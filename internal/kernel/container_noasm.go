//go:build purego || !amd64

package kernel

import "unsafe"

// CopyContainer copies the n bytes at src to dst. plain reports whether they are an array or object in the usual form
// of programs, and html whether anything in it may be escaped for HTML. A false plain means nothing: it is the result
// for all texts without suitable vector instructions.
//
// Promise: src has n readable bytes, the first of which is { or [, and dst [ContainerRoom] writable ones.
func CopyContainer(dst, src unsafe.Pointer, n int) (plain, html bool) { return false, false }
