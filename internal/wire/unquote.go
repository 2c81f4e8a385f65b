package wire

import (
	"bytes"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
)

// Strings by their bytes alone, for those that are not in an Input: "a\u00e9\n" becomes a, é and a line feed. The
// strings of an Input are read by AppendText, which has bitmaps.

// Unquote is AppendUnquote in memory of its own.
// A string without escapes that is UTF-8, which most are, is copied once. So is one that has few of them.
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

// isUTF8 reports whether b is UTF-8. Few bytes are not worth the beginning of a kernel.
func isUTF8(b []byte) bool {
	if len(b) < leastMasked {
		return utf8.Valid(b)
	}
	return kernel.ValidUTF8(b)
}

// AppendUnquote appends the text of the JSON string raw, quotes included, which String has found Done: escapes are
// resolved, and halves of surrogate pairs and bytes that are not UTF-8 become U+FFFD. Where raw is the caller's memory
// another goroutine may change it meanwhile: the text may be anything then, and nothing behind raw is looked at.
func AppendUnquote(dst, raw []byte) []byte {
	b := raw[1 : len(raw)-1]
	valid := isUTF8(b)
	for {
		// What stands before the next escape is copied as a whole.
		run := bytes.IndexByte(b, '\\')
		if run < 0 {
			run = len(b)
		}
		if valid {
			dst = append(dst, b[:run]...)
		} else {
			dst = appendValid(dst, b[:run])
		}
		// Escapes come in runs: whole texts are written in them.
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

// pairLen is the length of the escape sequences of a pair of surrogates, as \ud83d\ude00.
const pairLen = 12

// Escape returns the character that the escape sequence at the start of b stands for, and its length. b is a part of a
// string that String has found Done.
func Escape(b []byte) (r rune, n int) {
	if c := unescaped[b[1]]; c != 0 {
		return rune(c), 2
	}
	return lastEscape(b)
}

// lastEscape is UnicodeEscape at the start of b, behind which nothing may be looked at.
func lastEscape(b []byte) (r rune, n int) {
	var room [pairLen]byte
	copy(room[:], b)
	return UnicodeEscape(mem.Ptr(&room), 0)
}

// unescaped holds the character that each byte behind a backslash stands for on its own, or 0.
// u, which needs four digits more, has 0 too.
var unescaped = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// IsExact reports whether the JSON string raw, as of AppendUnquote, is UTF-8 and has no half of a surrogate pair:
// nothing of it is replaced.
// So "\ud83d\ude00" and "\ufffd" are exact, for U+FFFD is what the second one says; "\ud83d" alone is not, nor is
// a byte 0xFF.
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

// Inexact returns where the first string of JSON, or of a part of it between tokens, starts that is not exact, or -1.
// Text may be no JSON, as what callers have others write unchecked: behind a string that is none, bytes are looked at
// alone.
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
