package wire

import (
	"bytes"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
)

// Decoding of strings that are not in an Input (text.go): "a\u00e9\n" becomes a, é and a line feed.

// Unquote returns the text of the JSON string raw, in new memory. A text with no or few escapes is copied once.
func Unquote(raw []byte) string {
	if bytes.IndexByte(raw, '\\') < 0 && kernel.ValidUTF8(raw) {
		return string(raw[1 : len(raw)-1])
	}
	text := AppendUnquote(make([]byte, 0, len(raw)), raw)
	if cap(text)-len(text) <= cap(text)/8 {
		return mem.Frozen(text)
	}
	return string(text)
}

// AppendUnquote appends the text of the JSON string raw, with its quotes, for which String has returned Done. It
// decodes escapes, and replaces halves of surrogate pairs and bytes that are not UTF-8 by U+FFFD. If another goroutine
// changes raw meanwhile, the text may be anything, but nothing beyond raw is read.
func AppendUnquote(dst, raw []byte) []byte { return AppendUnquoted(dst, raw[1:len(raw)-1]) }

// AppendUnquoted appends the text of a string like AppendUnquote. b has the bytes between the quotes, or a part of them
// that does not begin or end inside a character, an escape sequence or a surrogate pair.
func AppendUnquoted(dst, b []byte) []byte {
	valid := kernel.ValidUTF8(b)
	for {
		run := bytes.IndexByte(b, '\\')
		if run < 0 {
			run = len(b)
		}
		if valid {
			dst = append(dst, b[:run]...)
		} else {
			dst = appendValid(dst, b[:run])
		}
		for b = b[run:]; len(b) > 1 && b[0] == '\\'; {
			r, n := Escape(b)
			dst = utf8.AppendRune(dst, r)
			b = b[max(n, 1):]
		}
		if len(b) == 0 || len(b) == 1 && b[0] == '\\' {
			return dst
		}
	}
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

// pairLen is the length of the two escape sequences of a pair of surrogates, such as \ud83d\ude00.
const pairLen = 12

// Escape returns the character for the escape sequence at the start of b, and its length. b is a part of a string for
// which String has returned Done. Escape does not read beyond b.
func Escape(b []byte) (r rune, n int) {
	if c := unescaped[b[1]]; c != 0 {
		return rune(c), 2
	}
	if len(b) >= pairLen {
		return UnicodeEscape(mem.Data(b), 0)
	}
	var room [pairLen]byte
	copy(room[:], b)
	return UnicodeEscape(mem.Ptr(&room), 0)
}

// unescaped has the character of each escape sequence of two bytes, by its second byte. It is 0 for u, after which four
// digits follow, and for bytes that may not follow a backslash.
var unescaped = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}
