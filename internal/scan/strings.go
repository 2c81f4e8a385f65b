package scan

import (
	"bytes"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// unicodeLen is the length of an escape sequence such as \u00e9.
const unicodeLen = 6

// WholeText returns the length of the longest start of b that can be unquoted on its own. b is part of a string. It
// begins between two characters and may end anywhere: in an escape sequence, between the halves of a surrogate pair,
// or in the bytes of a character.
func WholeText(b []byte) int {
	n := len(b)
	for k := n - 1; k >= 0 && k > n-unicodeLen; k-- {
		if b[k] == '\\' {
			if (k+1 == n || b[k+1] == 'u') && beginsEscape(b, k) {
				b = b[:k]
			}
			break
		}
	}
	k := len(b) - unicodeLen
	if k >= 0 && b[k] == '\\' && b[k+1] == 'u' && wire.Hex4(mem.Load32(mem.Data(b), k+2))>>10 == 0xD800>>10 && beginsEscape(b, k) {
		return k // the first half of a pair is text only together with the second
	}
	return wire.WholeRunes(b)
}

// beginsEscape reports whether the backslash b[k] is not escaped itself.
func beginsEscape(b []byte, k int) bool {
	return (k-len(bytes.TrimRight(b[:k], `\`)))%2 == 0
}

// IsExact reports whether the JSON string raw can be decoded without replacing anything by U+FFFD: raw is UTF-8 and
// has no half of a surrogate pair. "\ud83d\ude00" and "\ufffd" are exact; "\ud83d" alone and a byte 0xFF are not.
func IsExact(raw []byte) bool {
	if !utf8.Valid(raw) {
		return false
	}
	b := raw[1 : len(raw)-1]
	for i := bytes.IndexByte(b, '\\'); i >= 0 && i < len(b); {
		n := 2
		if b[i+1] == 'u' {
			var r rune
			if r, n = wire.UnicodeEscape(mem.Data(b), i); r == utf8.RuneError && wire.Hex4(mem.Load32(mem.Data(b), i+2)) != utf8.RuneError {
				return false
			}
		}
		next := bytes.IndexByte(b[i+n:], '\\')
		if next < 0 {
			break
		}
		i += n + next
	}
	return true
}

// Inexact returns the start of the first string in text that is not exact, or -1. text is JSON, or a part of it between
// tokens. It may also be unchecked output of the user's methods: the search ends at the first string that is not JSON.
// Inexact then returns the start of this string if the rest of text is not UTF-8, and otherwise -1.
func Inexact(text []byte) int {
	if kernel.ValidUTF8(text) && !bytes.Contains(text, []byte(`\ud`)) && !bytes.Contains(text, []byte(`\uD`)) {
		return -1
	}
	for i := 0; i < len(text); {
		if text[i] != '"' {
			i++
			continue
		}
		n, st := wire.String(text[i:], 0)
		if st != wire.Done {
			if utf8.Valid(text[i:]) {
				return -1
			}
			return i
		}
		if !IsExact(text[i : i+n]) {
			return i
		}
		i += n
	}
	return -1
}
