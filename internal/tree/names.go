package tree

import (
	"bytes"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/index"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// Names on a tape are compared in place: by their bytes, or piece by piece if they have escapes. The methods of a
// Budget take the steps for this from the budget. The methods of a Tape with the same names have no limit.

// Tape is a document's text with its nodes. Its methods compare names and find members and elements.
type Tape struct{ index.Tape }

var tapes = sync.Pool{New: func() any { return new(Tape) }}

// NewTape returns a tape from the pool. The caller must call Build next.
func NewTape() *Tape { return tapes.Get().(*Tape) }

// Release gives t back to the pool.
func (t *Tape) Release() {
	t.Forget()
	tapes.Put(t)
}

// Size returns the size in bytes of t's memory.
func (t *Tape) Size() int { return t.Memory() + 8*cap(t.Cells) }

// KindOf returns the kind of the value in cell i of t.
func (t *Tape) KindOf(i int) codec.Kind { return Kinds[t.Kind(i)] }

// Kinds maps the first byte of a value to the value's kind, and other bytes to codec.Invalid.
var Kinds = func() (t [256]codec.Kind) {
	for _, c := range "-0123456789" {
		t[c] = codec.Number
	}
	t['"'], t['{'], t['['] = codec.String, codec.Object, codec.Array
	t['t'], t['f'], t['n'] = codec.Bool, codec.Bool, codec.Null
	return t
}()

// KindAt returns the kind of the value that text begins with.
func KindAt(text []byte) codec.Kind {
	if len(text) == 0 {
		return codec.Invalid
	}
	return Kinds[text[0]]
}

// nameIs reports whether the name in cell i has the text name.
func (left *Budget) nameIs(t *Tape, i int, name string) bool {
	raw := t.Span(i)
	left.Spend(1 + len(name)/BytesPerStep)
	if !t.Dirty && len(raw)-2 <= len(name) { // in UTF-8, the text of a name is not longer than its JSON
		// Equal bytes mean equal names, unless there is a backslash: the JSON "\n" does not spell a backslash and an n.
		return string(raw[1:len(raw)-1]) == name && strings.IndexByte(name, '\\') < 0
	}
	return left.Says(raw, name)
}

// Says reports whether the JSON string raw has the given text. It reads raw up to the first difference only, so a name
// of 40 KB with escapes costs no more than the part that equals text.
func (left *Budget) Says(raw []byte, text string) bool {
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
	left.Spend(len(raw) - len(b))
	return same && text == ""
}

// View returns the text of the string at cell i. It is valid as long as the tape's text is.
func (t *Tape) View(i int) string {
	all := NoLimit
	return all.Text(t, i)
}

// Text returns the text of the string at cell i of t. It returns "" if the budget is used up. A text with escapes takes
// at most twice its JSON's length from the budget for memory. If the text is not UTF-8 it takes more, since U+FFFD is
// longer than a wrong byte.
func (left *Budget) Text(t *Tape, i int) string {
	b := t.Span(i)
	if left.Spend(len(b) / BytesPerStep) {
		return ""
	}
	if !t.Dirty && bytes.IndexByte(b, '\\') < 0 {
		return mem.Frozen(b[1 : len(b)-1])
	}
	text := wire.Unquote(b)
	left.Take(len(b) + len(text) + 4*max(len(text)-len(b), 0))
	left.Spend(len(b))
	return text
}

// Member returns the cell of the first member with that name in the object i, or -1 if there is none.
func (t *Tape) Member(i int, name string) int {
	all := NoLimit
	return all.Member(t, i, name)
}

// Member returns the cell of the first member with that name in the object i of t. It returns -1 if there is none, or
// if the budget is used up.
func (left *Budget) Member(t *Tape, i int, name string) int {
	for at, end := t.Inside(i); at < end && !left.Over(); at = t.Next(at + 1) {
		if left.nameIs(t, at, name) {
			return at + 1
		}
	}
	return -1
}

// Element returns the cell of the element with that index in the array i, or -1 if there is none.
func (t *Tape) Element(i, index int) int {
	if uint(index) >= uint(t.Cells[i+1].B) {
		return -1
	}
	at, end := t.Inside(i)
	if end-at == int(t.Cells[i+1].B) {
		return at + index // if all elements are scalars, each takes one cell
	}
	for ; index > 0; index-- {
		at = t.Next(at)
	}
	return at
}

// Elements returns the cells of the elements of an array.
func (t *Tape) Elements(i int) []int {
	list := make([]int, 0, t.Cells[i+1].B)
	for at, end := t.Inside(i); at < end; at = t.Next(at) {
		list = append(list, at)
	}
	return list
}

// Firsts returns a function that reports whether a member of the object i is the first with its name. Call it once for
// each member, in order, with the name and the cell of the member's value.
func (t *Tape) Firsts(i int) func(name string, at int) bool {
	if t.Cells[i+1].B <= FewMembers {
		return func(name string, at int) bool { return t.Member(i, name) == at }
	}
	seen := make(map[string]bool, t.Cells[i+1].B)
	return func(name string, _ int) bool {
		n := len(seen)
		seen[name] = true
		return len(seen) > n
	}
}
