//go:build (amd64 || arm64) && !purego

package kernel

import (
	"unicode/utf8"
	"unsafe"
)

// The assembly uses these offsets of fields. If an offset changes, this does not compile.
const (
	_ = -(unsafe.Offsetof(EscapeSet{}.classes) ^ 2048)
	_ = -(unsafe.Offsetof(EscapeSet{}.bad) ^ 2064)
	_ = -(unsafe.Offsetof(EscapeSet{}.lines) ^ 2072)
)

// Masks reads nblocks blocks of 64 bytes at src and writes two words for each to out. In the first word, bit k is set
// if byte k is a quote, a backslash or below 0x20; in the second, if byte k is not a space, \t, \n or \r. It reports
// whether all the bytes together are valid UTF-8. Nothing outside the blocks is read.
//
// The caller guarantees that src has nblocks*64 readable bytes, and out nblocks*16 writable ones, aligned to 8.
//
//go:noescape
func Masks(src unsafe.Pointer, nblocks int, out unsafe.Pointer) (valid bool)

// MasksHTML writes the same words as Masks, but does not check UTF-8. It reports whether one of the bytes is <, > or &,
// or 0xe2, the first byte of U+2028 and U+2029: bytes that encoding/json may have to escape. Nothing outside the blocks
// is read. The caller's guarantees are those of Masks.
//
//go:noescape
func MasksHTML(src unsafe.Pointer, nblocks int, out unsafe.Pointer) (html bool)

// Brackets reads nblocks blocks of 64 bytes at src, and nothing else, and writes four words for each to out. Bit k of
// the first word is set if byte k is a quote. The second word shows backslashes, the third [ and {, the fourth ] and }.
//
// The caller guarantees that src has nblocks*64 readable bytes, and out nblocks*32 writable ones, aligned to 8.
//
//go:noescape
func Brackets(src unsafe.Pointer, nblocks int, out unsafe.Pointer)

// Escape copies the n bytes at src to dst as the text of a JSON string, without quotes. The set says which bytes are
// escaped, and what replaces U+2028, U+2029 and bytes that are not valid UTF-8. Escape returns the number of bytes read
// and written. It stops early, before a whole character, only if fewer than 512 of the room bytes at dst are left. A
// string without escapes needs a room of at most n+512. A call with a room of 1024 or more reads at least one
// character. Any of the room bytes may be overwritten.
//
// The caller guarantees that dst has room writable bytes, that src has n readable ones, and that they do not overlap.
//
//go:noescape
func Escape(dst, src unsafe.Pointer, n, room int, set *EscapeSet) (consumed, written int)

// SkipUnicode returns the length of the escape sequences \uXXXX that follow one another at the start of the n bytes at
// src, which must be readable; it reads nothing else. It may stop up to 63 bytes before the last sequence ends.
//
//go:noescape
func SkipUnicode(src unsafe.Pointer, n int) (passed int)

// encodeBase64 encodes some of the first bytes at src, and returns their number, a multiple of 3. n is at least 28.
//
//go:noescape
func encodeBase64(dst, src unsafe.Pointer, n int) (done int)

// decodeBase64 decodes some of the first characters at src, and returns their number, a multiple of 4. It stops before
// a character that is not in the alphabet. n is at least 32.
//
//go:noescape
func decodeBase64(dst, src unsafe.Pointer, n int) (done int)

// ValidUTF8 reports whether b is valid UTF-8, as unicode/utf8.Valid does.
func ValidUTF8(b []byte) bool {
	blocks := len(b) / 64
	if blocks == 0 || !Vectors() {
		return utf8.Valid(b)
	}
	if !utf8Blocks(unsafe.Pointer(unsafe.SliceData(b)), blocks) {
		return false
	}
	// The blocks may end inside a character of up to four bytes. Check the bytes from its first byte on.
	i := blocks*64 - 1
	for k := 0; k < 3 && !utf8.RuneStart(b[i]); k++ {
		i--
	}
	return utf8.Valid(b[i:])
}
