package wire

import (
	"bytes"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
)

// Decoding of strings that are not in an Input: "a\u00e9\n" becomes a, é and a line feed. For strings in an Input,
// AppendText uses the bitmaps.

// Unquote returns the text of the JSON string raw, in new memory. Most strings have no or few escapes: their text is
// copied once.
func Unquote(raw []byte) string {
	if bytes.IndexByte(raw, '\\') < 0 && isUTF8(raw) {
		return string(raw[1 : len(raw)-1])
	}
	text := AppendUnquote(make([]byte, 0, len(raw)), raw)
	if cap(text)-len(text) <= cap(text)/8 {
		return mem.Frozen(text)
	}
	return string(text)
}

// isUTF8 reports whether b is UTF-8. It calls a kernel only for longer texts.
func isUTF8(b []byte) bool {
	if len(b) < leastMasked {
		return utf8.Valid(b)
	}
	return kernel.ValidUTF8(b)
}

// AppendUnquote appends the text of the JSON string raw, with its quotes, for which String has returned Done. It
// decodes escapes, and replaces halves of surrogate pairs and bytes that are not UTF-8 by U+FFFD. If another goroutine
// changes raw meanwhile, the text may be anything, but nothing beyond raw is read.
func AppendUnquote(dst, raw []byte) []byte { return AppendUnquoted(dst, raw[1:len(raw)-1]) }

// AppendUnquoted appends the text of a string like AppendUnquote. b has the bytes between the quotes, or a part of them
// that WholeText has found.
func AppendUnquoted(dst, b []byte) []byte {
	valid := isUTF8(b)
	for {
		// Copy the text before the next escape.
		run := bytes.IndexByte(b, '\\')
		if run < 0 {
			run = len(b)
		}
		if valid {
			dst = append(dst, b[:run]...)
		} else {
			dst = appendValid(dst, b[:run])
		}
		// Several escapes often follow one another: some texts consist of them.
		for b = b[run:]; len(b) > 1 && b[0] == '\\'; {
			if c := unescaped[b[1]]; c != 0 {
				dst = append(dst, c)
				b = b[2:]
				continue
			}
			var r rune
			var n int
			if len(b) >= pairLen {
				r, n = UnicodeEscape(mem.Data(b), 0)
			} else {
				r, n = lastEscape(b)
			}
			dst = utf8.AppendRune(dst, r)
			b = b[max(n, 1):]
		}
		if len(b) == 0 || len(b) == 1 && b[0] == '\\' {
			return dst
		}
	}
}

// WholeText returns the length of the longest start of b that can be unquoted on its own. b is part of a string. It
// begins between two characters and may end anywhere: in an escape sequence, between the halves of a surrogate pair,
// or in the bytes of a character.
func WholeText(b []byte) int {
	n := len(b)
	for k := n - 1; k >= 0 && k > n-unicodeLen; k-- {
		if b[k] == '\\' {
			if (k+1 == n || b[k+1] == 'u') && beginsEscape(b, k) {
				n = k
			}
			break
		}
	}
	return WholeCharacters(b[:n])
}

// WholeCharacters is WholeText for a b that does not end inside an escape sequence.
func WholeCharacters(b []byte) int {
	if k := len(b) - unicodeLen; k >= 0 && b[k] == '\\' && b[k+1] == 'u' && Hex4(mem.Load32(mem.Data(b), k+2))>>10 == 0xD800>>10 && beginsEscape(b, k) {
		return k // the first half of a pair is text only together with the second
	}
	return WholeRunes(b)
}

// beginsEscape reports whether the backslash b[k] is not escaped itself.
func beginsEscape(b []byte, k int) bool {
	return (k-len(bytes.TrimRight(b[:k], `\`)))%2 == 0
}

// WholeRunes returns the length of b without a character at its end that is cut.
func WholeRunes(b []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(b); n++ {
		if last := b[len(b)-n:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				return len(b) - n
			}
			break
		}
	}
	return len(b)
}

// unicodeLen is the length of an escape sequence such as \u00e9.
const unicodeLen = 6

// pairLen is the length of the two escape sequences of a pair of surrogates, such as \ud83d\ude00.
const pairLen = 12

// Escape returns the character for the escape sequence at the start of b, and its length. b is a part of a string for
// which String has returned Done.
func Escape(b []byte) (r rune, n int) {
	if c := unescaped[b[1]]; c != 0 {
		return rune(c), 2
	}
	return lastEscape(b)
}

// lastEscape returns the character for the escape sequence at the start of b, and its length, like UnicodeEscape. It
// does not read beyond b.
func lastEscape(b []byte) (r rune, n int) {
	var room [pairLen]byte
	copy(room[:], b)
	return UnicodeEscape(mem.Ptr(&room), 0)
}

// unescaped has the character of each escape sequence of two bytes, by its second byte. It is 0 for u, after which four
// digits follow, and for bytes that may not follow a backslash.
var unescaped = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

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
			if r, n = UnicodeEscape(mem.Data(b), i); r == utf8.RuneError && Hex4(mem.Load32(mem.Data(b), i+2)) != utf8.RuneError {
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
		n, st := String(text[i:], 0)
		if st != Done {
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
