//go:build purego || !amd64

package kernel

import "unsafe"

// CopyNumber copies the n bytes at src to dst and reports whether they are a JSON number without an exponent. False
// means nothing: it is the result for all texts without suitable vector instructions.
//
// Promise: src has n readable bytes, dst [NumberRoom] writable ones.
func CopyNumber(dst, src unsafe.Pointer, n int) (plain bool) { return false }
