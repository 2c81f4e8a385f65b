//go:build purego || !amd64

package kernel

import "unsafe"

// CopyContainer copies the n bytes at src to dst and reports whether they are an array or object as programs write it,
// and whether anything in it may be escaped for HTML. False says nothing: it is said of all where there are no vector
// instructions for it.
//
// Promise: src has n readable bytes, of which the first is a { or [, dst [ContainerRoom] writable ones.
func CopyContainer(dst, src unsafe.Pointer, n int) (plain, html bool) { return false, false }
