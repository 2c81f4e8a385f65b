package doc

import (
	"bytes"

	"github.com/zetes-json/zetes/internal/index"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// tape is a document's text with its nodes.
type tape struct{ index.Tape }

// nameIs reports whether the name at cell i is that.
func (t *tape) nameIs(i int, name string) bool {
	b := t.Span(i)
	b = b[1 : len(b)-1]
	// An escape makes a name longer than what it says, and what is not UTF-8 becomes three bytes. A name that is
	// spelled by the bytes of that one is another where these are an escape: "\n" spells no backslash.
	if len(b) == len(name) && !t.Dirty {
		return string(b) == name && bytes.IndexByte(b, '\\') < 0
	}
	return (t.Dirty || len(b) > len(name) && bytes.IndexByte(b, '\\') >= 0) && wire.Unquote(t.Span(i)) == name
}

// view returns the text of the string at cell i. It is valid as long as the tape's text.
func (t *tape) view(i int) string {
	b := t.Span(i)
	if t.Dirty || bytes.IndexByte(b, '\\') >= 0 {
		return wire.Unquote(b)
	}
	return mem.Frozen(b[1 : len(b)-1])
}

// member returns the first member of that name in the object, or -1.
func (t *tape) member(i int, name string) int {
	for at, end := t.Inside(i); at < end; at = t.Next(at + 1) {
		if t.nameIs(at, name) {
			return at + 1
		}
	}
	return -1
}

// element returns the element of that index in the array, or -1.
func (t *tape) element(i, index int) int {
	if uint(index) >= uint(t.Cells[i+1].B) {
		return -1
	}
	at, end := t.Inside(i)
	if end-at == int(t.Cells[i+1].B) {
		return at + index // nothing but scalars
	}
	for ; index > 0; index-- {
		at = t.Next(at)
	}
	return at
}
