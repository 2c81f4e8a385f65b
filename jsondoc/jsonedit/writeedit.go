package jsonedit

import (
	"bytes"
	"slices"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
	"github.com/zetes-json/zetes/jsondoc/internal/document"
)

// Writing a changed document: unchanged parts are copied with the white space around them. A new part gets the white
// space of an old one. In {"a": 1,\n "b": 2\n} the line end before the brace stays in place, whatever is inserted
// before it.

// write appends it to dst, at most most bytes.
func (e *edit) write(dst []byte, it *item, most int) ([]byte, error) {
	w := editWriter{limit: len(dst) + most}
	dst = w.item(dst, it, 0)
	if len(dst) > w.limit && w.err == nil {
		w.err = growthError{}
	}
	return dst, w.err
}

type editWriter struct {
	limit int
	err   error
}

func (w *editWriter) item(dst []byte, it *item, depth int) []byte {
	if depth > wire.MaxDepth {
		w.err = document.ErrDepth
	}
	switch {
	case w.err != nil:
		return dst
	case it.open != nil:
		return w.branch(dst, it.open, depth)
	case it.raw != nil:
		return w.text(dst, it.raw)
	}
	return w.text(dst, it.t.Span(it.cell))
}

// text appends b. It doubles memory that is too small; append would grow it in more and smaller steps.
func (w *editWriter) text(dst, b []byte) []byte {
	if n := len(dst) + len(b); n > w.limit {
		w.err = growthError{}
		return dst
	} else if n > cap(dst) {
		dst = slices.Grow(dst, max(len(b), min(2*len(dst), w.limit-len(dst))))
	}
	return append(dst, b...)
}

// layout is the white space of a container's parts.
type layout struct {
	first, lead []byte // before the first part, and before all others
	colon       []byte // between a name and its value
	tail        []byte // before the closing bracket
	last        int    // the cell of the last part that the container had at first
}

// before returns the white space before text[i].
func before(text []byte, i int) []byte { return text[len(bytes.TrimRight(text[:i], " \n\t\r")):i] }

// layout returns the white space of the original b.
func (b *branch) layout() (l layout) {
	l.colon, l.last = []byte{':'}, -1
	if b.t == nil || b.t.Cells[b.cell+1].B == 0 {
		return l
	}
	text := b.t.Text()
	at, end := b.t.Inside(b.cell)
	l.first = before(text, int(b.t.Cells[at].A))
	l.lead = l.first
	for n := 0; at < end; n++ {
		if n == 1 {
			l.lead = before(text, int(b.t.Cells[at].A))
		}
		if b.object {
			if n == 0 {
				l.colon = text[b.t.Cells[at].B:b.t.Cells[at+1].A]
			}
			at++
		}
		l.last = at
		at = b.t.Next(at)
	}
	l.tail = before(text, int(b.t.Cells[b.cell].B)-1)
	return l
}

func (w *editWriter) branch(dst []byte, b *branch, depth int) []byte {
	l := b.layout()
	brackets := "[]"
	if b.object {
		brackets = "{}"
	}
	dst = append(dst, brackets[0])
	n := 0
	for _, p := range b.parts.all() {
		if p.gone {
			continue
		}
		if n > 0 {
			dst = append(dst, ',')
		}
		if dst = w.part(dst, b, &l, p, n, depth); w.err != nil {
			return dst
		}
		n++
	}
	if n > 0 {
		dst = append(dst, l.tail...)
	}
	return append(dst, brackets[1])
}

// part appends the part p, which is written as number n.
func (w *editWriter) part(dst []byte, b *branch, l *layout, p *part, n, depth int) []byte {
	lead := l.lead
	if n == 0 {
		lead = l.first
	} else if p.cell >= 0 {
		start := p.cell
		if b.object {
			start--
		}
		if first, _ := b.t.Inside(b.cell); start != first {
			lead = before(b.t.Text(), int(b.t.Cells[start].A))
		}
	}
	dst = w.text(dst, lead)
	if p.cell < 0 {
		if b.object {
			dst = w.text(w.text(dst, mem.View(p.item.name)), l.colon)
		}
		return w.item(dst, p.item, depth+1)
	}
	c := b.t.Cells[p.cell]
	text := b.t.Text()
	if b.object {
		dst = append(dst, text[b.t.Cells[p.cell-1].A:c.A]...)
	}
	if p.item == nil {
		dst = w.text(dst, text[c.A:c.B])
	} else {
		dst = w.item(dst, p.item, depth+1)
	}
	if p.cell != l.last {
		dst = append(dst, text[c.B:][:wire.Space(text[c.B:])]...)
	}
	return dst
}
