package doc

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/index"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// tape is a document's text with its nodes.
type tape struct{ index.Tape }

// nameIs reports whether the name at cell i is name.
func (t *tape) nameIs(i int, name string) bool {
	raw := t.Span(i)
	if !t.Dirty && len(raw)-2 <= len(name) { // only bytes that are not UTF-8 become longer text
		// Equal bytes mean equal names, unless there is a backslash: the JSON "\n" does not spell a backslash and an n.
		return string(raw[1:len(raw)-1]) == name && strings.IndexByte(name, '\\') < 0
	}
	return says(raw, name)
}

// says reports whether the JSON string raw has the given text. It reads raw up to the first difference only, so a name
// of 40 KB with escapes costs no more than the part that equals text.
func says(raw []byte, text string) bool {
	for b := raw[1 : len(raw)-1]; len(b) > 0; {
		r, n := rune(b[0]), 1
		if r == '\\' {
			r, n = wire.Escape(b)
		} else if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(b)
		}
		if c, size := utf8.DecodeRuneInString(text); c != r || size != utf8.RuneLen(r) {
			return false
		}
		b, text = b[n:], text[utf8.RuneLen(r):]
	}
	return text == ""
}

// view returns the text of the string at cell i. It is valid as long as the tape's text.
func (t *tape) view(i int) string {
	b := t.Span(i)
	if t.Dirty || bytes.IndexByte(b, '\\') >= 0 {
		return wire.Unquote(b)
	}
	return mem.Frozen(b[1 : len(b)-1])
}

// member returns the first member with that name in the object, or -1.
func (t *tape) member(i int, name string) int {
	for at, end := t.Inside(i); at < end; at = t.Next(at + 1) {
		if t.nameIs(at, name) {
			return at + 1
		}
	}
	return -1
}

// element returns the element with that index in the array, or -1.
func (t *tape) element(i, index int) int {
	if uint(index) >= uint(t.Cells[i+1].B) {
		return -1
	}
	at, end := t.Inside(i)
	if end-at == int(t.Cells[i+1].B) {
		return at + index // all elements are scalars
	}
	for ; index > 0; index-- {
		at = t.Next(at)
	}
	return at
}
