//go:build (amd64 || arm64) && !purego

package kernel

import "unsafe"

// Offsets that the assembly uses.
const (
	_ = -(unsafe.Offsetof(EscapeSet{}.classes) ^ 2048)
	_ = -(unsafe.Offsetof(EscapeSet{}.bad) ^ 2064)
	_ = -(unsafe.Offsetof(EscapeSet{}.lines) ^ 2072)
)

// Masks reads nblocks blocks of 64 bytes at src and writes two words for each to out: in the first, bit k is set if
// byte k is a quote, a backslash or below 0x20; in the second, if byte k is none of space, \t, \n, \r. It reports
// whether all the bytes together are valid UTF-8. Nothing outside the blocks is read.
//
// Promise: src has nblocks*64 readable bytes, out nblocks*16 writable ones, aligned to 8.
//
//go:noescape
func Masks(src unsafe.Pointer, nblocks int, out unsafe.Pointer) (valid bool)

// MasksHTML writes the words that Masks writes, and does not check UTF-8. It reports whether one of the bytes is <, >
// or &, or 0xe2, with which U+2028 and U+2029 begin: bytes that encoding/json may have to escape in JSON. Nothing
// outside the blocks is read.
//
// Promise: as for Masks.
//
//go:noescape
func MasksHTML(src unsafe.Pointer, nblocks int, out unsafe.Pointer) (html bool)

// Brackets reads nblocks blocks of 64 bytes at src and writes four words for each to out: in the first, bit k is set if
// byte k is a quote, in the second a backslash, in the third [ or {, in the fourth ] or }. Nothing outside the blocks
// is read.
//
// Promise: src has nblocks*64 readable bytes, out nblocks*32 writable ones, aligned to 8.
//
//go:noescape
func Brackets(src unsafe.Pointer, nblocks int, out unsafe.Pointer)

// Escape copies the n bytes at src to dst as the inside of a JSON string, as encoding/json writes it: the bytes of set
// escaped, U+2028, U+2029 and every byte that is not valid UTF-8 replaced as set says. It returns how many bytes it
// read and wrote. consumed is less than n only if fewer than 512 bytes of room are left; then the rest begins with a
// whole character. A string without escapes needs at most n+512 bytes of room, and any call with 1024 makes progress.
// Bytes of dst after those written, but within room, may be overwritten with bytes of the string, replacement texts,
// and zeros.
//
// Promise: dst has room writable bytes, src n readable ones, and they do not overlap.
//
//go:noescape
func Escape(dst, src unsafe.Pointer, n, room int, set *EscapeSet) (consumed, written int)

// SkipUnicode returns how many of the n bytes at src are consecutive escape sequences \uXXXX. More of them may follow,
// in less than 64 bytes after these. Nothing outside the n bytes is read.
//
// Promise: src has n readable bytes.
//
//go:noescape
func SkipUnicode(src unsafe.Pointer, n int) (passed int)

func validUTF8(p unsafe.Pointer, n int) bool {
	blocks := n / 64
	if blocks == 0 || !Vectors() {
		return validUTF8Generic(p, n)
	}
	if !utf8Blocks(p, blocks) {
		return false
	}
	// The end of the blocks may cut a character: the rest begins with it. It has at most four bytes.
	i := blocks*64 - 1
	for k := 0; k < 3 && *(*byte)(unsafe.Add(p, i))&0xc0 == 0x80; k++ {
		i--
	}
	return validUTF8Generic(unsafe.Add(p, i), n-i)
}
