package wire

import (
	"bytes"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/mem"
)

// Strings by their bytes alone, for those that are not in an Input: "a\u00e9\n" becomes a, é and a line feed. The
// strings of an Input are read by AppendText, which has bitmaps.

// Unquote is AppendUnquote in memory of its own.
// A string without escapes that is UTF-8, which most are, is copied once.
func Unquote(raw []byte) string {
	if bytes.IndexByte(raw, '\\') < 0 && utf8.Valid(raw) {
		return string(raw[1 : len(raw)-1])
	}
	return string(AppendUnquote(make([]byte, 0, len(raw)), raw))
}

// AppendUnquote appends the text of the JSON string raw, quotes included, which String has found Done: escapes are
// resolved, and halves of surrogate pairs and bytes that are not UTF-8 become U+FFFD.
func AppendUnquote(dst, raw []byte) []byte {
	b := raw[1 : len(raw)-1]
	for start, i := 0, 0; ; {
		for i < len(b) && b[i] < utf8.RuneSelf && b[i] != '\\' {
			i++
		}
		// ASCII is copied in runs, up to an escape or a byte that may not be UTF-8.
		dst = append(dst, b[start:i]...)
		if i == len(b) {
			return dst
		}
		if b[i] != '\\' {
			r, n := utf8.DecodeRune(b[i:])
			dst = utf8.AppendRune(dst, r)
			i += max(n, 1)
			start = i
			continue
		}
		if c := unescaped[b[i+1]]; c != 0 {
			dst = append(dst, c)
			i += 2
		} else {
			// A quote or a whole escape sequence follows, so nothing behind raw is looked at.
			r, n := UnicodeEscape(mem.Data(b), i)
			dst = utf8.AppendRune(dst, r)
			i += max(n, 1)
		}
		start = i
	}
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
