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
func (left *budget) nameIs(t *tape, i int, name string) bool {
	raw := t.Span(i)
	left.spend(1 + len(name)/bytesPerStep)
	if !t.Dirty && len(raw)-2 <= len(name) { // only bytes that are not UTF-8 become longer text
		// Equal bytes mean equal names, unless there is a backslash: the JSON "\n" does not spell a backslash and an n.
		return string(raw[1:len(raw)-1]) == name && strings.IndexByte(name, '\\') < 0
	}
	return left.says(raw, name)
}

// says reports whether the JSON string raw has the given text. It reads raw up to the first difference only, so a name
// of 40 KB with escapes costs no more than the part that equals text.
func (left *budget) says(raw []byte, text string) bool {
	b, same := raw[1:len(raw)-1], true
	for same && len(b) > 0 {
		r, n := rune(b[0]), 1
		if r == '\\' {
			r, n = wire.Escape(b)
		} else if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(b)
		}
		c, size := utf8.DecodeRuneInString(text)
		if same = c == r && size == utf8.RuneLen(r); same {
			b, text = b[n:], text[size:]
		}
	}
	left.spend(len(raw) - len(b))
	return same && text == ""
}

// view returns the text of the string at cell i. It is valid as long as the tape's text.
func (t *tape) view(i int) string {
	all := noLimit
	return all.text(t, i)
}

// text is view within a budget, and returns "" after the budget is used up. Unquote allocates a text with escapes
// twice at most. A text that is not UTF-8 becomes longer than its capacity, which grows in steps.
func (left *budget) text(t *tape, i int) string {
	b := t.Span(i)
	if left.spend(len(b) / bytesPerStep) {
		return ""
	}
	if !t.Dirty && bytes.IndexByte(b, '\\') < 0 {
		return mem.Frozen(b[1 : len(b)-1])
	}
	text := wire.Unquote(b)
	left.take(len(b) + len(text) + 4*max(len(text)-len(b), 0))
	left.spend(len(b))
	return text
}

// member returns the first member with that name in the object, or -1.
func (t *tape) member(i int, name string) int {
	all := noLimit
	return all.member(t, i, name)
}

// member is the method of the tape within a budget, and returns -1 after the budget is used up.
func (left *budget) member(t *tape, i int, name string) int {
	for at, end := t.Inside(i); at < end && !left.over(); at = t.Next(at + 1) {
		if left.nameIs(t, at, name) {
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
