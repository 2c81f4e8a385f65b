//go:build purego || !(amd64 || arm64)

package kernel

import "unsafe"

// Masks reads nblocks blocks of 64 bytes at src and writes two words for each to out: in the first, bit k is set if
// byte k is a quote, a backslash or below 0x20; in the second, if byte k is none of space, \t, \n, \r. It reports
// whether all the bytes together are valid UTF-8. Nothing outside the blocks is read.
//
// Promise: src has nblocks*64 readable bytes, out nblocks*16 writable ones, aligned to 8.
func Masks(src unsafe.Pointer, nblocks int, out unsafe.Pointer) (valid bool) {
	return masksGeneric(src, nblocks, out)
}

// MasksHTML writes the words that Masks writes, and does not check UTF-8. It reports whether one of the bytes is <, >
// or &, or 0xe2, with which U+2028 and U+2029 begin: bytes that encoding/json may have to escape in JSON. Nothing
// outside the blocks is read.
//
// Promise: as for Masks.
func MasksHTML(src unsafe.Pointer, nblocks int, out unsafe.Pointer) (html bool) {
	return masksHTMLGeneric(src, nblocks, out)
}

// Brackets reads nblocks blocks of 64 bytes at src and writes four words for each to out: in the first, bit k is set if
// byte k is a quote, in the second a backslash, in the third [ or {, in the fourth ] or }. Nothing outside the blocks
// is read.
//
// Promise: src has nblocks*64 readable bytes, out nblocks*32 writable ones, aligned to 8.
func Brackets(src unsafe.Pointer, nblocks int, out unsafe.Pointer) {
	bracketsGeneric(src, nblocks, out)
}

// Escape copies the n bytes at src to dst as the inside of a JSON string, as encoding/json writes it: the bytes of set
// escaped, U+2028 and U+2029 escaped, every byte that is not valid UTF-8 replaced by U+FFFD. It returns how many bytes
// it read and wrote. consumed is less than n only if fewer than 512 bytes of room are left; then the rest begins with a
// whole character. A string without escapes needs at most n+512 bytes of room, and any call with 1024 makes progress.
// Bytes of dst after those written, but within room, may be overwritten with bytes of the string, replacement texts,
// and zeros.
//
// Promise: dst has room writable bytes, src n readable ones, and they do not overlap.
func Escape(dst, src unsafe.Pointer, n, room int, set *EscapeSet) (consumed, written int) {
	return escapeGeneric(dst, src, n, room, set)
}

// SkipUnicode returns how many of the n bytes at src are consecutive escape sequences \uXXXX. More of them may follow,
// in less than 64 bytes after these. Nothing outside the n bytes is read.
//
// Promise: src has n readable bytes.
func SkipUnicode(src unsafe.Pointer, n int) (passed int) { return skipUnicodeGeneric(src, n) }

// Vectors reports whether the kernels use vector instructions.
func Vectors() bool { return false }

func validUTF8(p unsafe.Pointer, n int) bool { return validUTF8Generic(p, n) }
