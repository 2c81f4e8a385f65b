package jsonedit

import (
	"bytes"
	"slices"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/tree"
	"github.com/zetes-json/zetes/internal/wire"
	"github.com/zetes-json/zetes/jsondoc/internal/document"
)

// This file writes a changed document. Unchanged parts are copied with the white space around them. A new part gets the
// white space of an old one. In {"a": 1,\n "b": 2\n} the line end before the brace stays in place, whatever is inserted
// before it.

// write appends the JSON of an item to dst. The parameter most is the limit of its length.
func (e *edit) write(dst []byte, it *item, most int) ([]byte, error) {
	w := editWriter{limit: len(dst) + most}
	return w.all(dst, it)
}

type editWriter struct {
	source *edit // the Edit whose text is copied with comments and trailing commas; nil: JSON is written
	limit  int
	err    error
}

func (w *editWriter) all(dst []byte, it *item) ([]byte, error) {
	dst = w.item(dst, it, 0)
	if len(dst) > w.limit && w.err == nil {
		w.err = growthError{}
	}
	return dst, w.err
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
	c := it.t.Cells[it.cell]
	return w.text(dst, w.source.span(it.t, int(c.A), int(c.B)))
}

// text appends b to dst. It doubles dst's memory if that is too small; append would grow it in more and smaller steps.
func (w *editWriter) text(dst, b []byte) []byte {
	if n := len(dst) + len(b); n > w.limit {
		w.err = growthError{}
		return dst
	} else if n > cap(dst) {
		dst = slices.Grow(dst, max(len(b), min(2*len(dst), w.limit-len(dst))))
	}
	return append(dst, b...)
}

// layout has the white space around the parts of a container.
type layout struct {
	first, lead []byte // white space before the first part, and before all others
	colon       []byte // the colon with the white space around it
	tail        []byte // white space before the closing bracket
	last        int    // the cell of the last part that the container had in the original text

	// Comments are kept with the white space: in first, lead and tail, and in the following fields.
	open  []byte // the rest of the opening bracket's line, if it has a comment
	after []byte // text between the last part and its comma, or the tail
	end   []byte // the rest of the last part's line, if it has a comment
	comma bool   // the last part has a comma after it too
}

// blanksBefore returns where the white space before text[i] starts.
func blanksBefore(text []byte, i int) int { return len(bytes.TrimRight(text[:i], " \n\t\r")) }

// before returns the white space and comments between the last comma or bracket and position i of t, where a name or
// value starts. If the first line of this text has a comment, line is the text up to the line's end, and space is the
// rest.
func (w *editWriter) before(t *tree.Tape, i int) (line, space []byte) {
	return splitLine(w.source.span(t, blanksBefore(t.Text(), i), i))
}

// splitLine divides space, which is white space and comments. If its first line has a comment, line is the text up to
// the line's end, and rest is the text after it. Otherwise rest is all of space.
func splitLine(space []byte) (line, rest []byte) {
	if n := lineEnd(space); n < len(space) && hasComment(space[:n]) {
		return space[:n], space[n:]
	}
	return nil, space
}

func hasComment(space []byte) bool { return bytes.IndexByte(space, '/') >= 0 }

// lineEnd returns the position of the first line end or comma in space that is not in a comment, or the length of
// space.
func lineEnd(space []byte) int {
	i := 0
	for i < len(space) && space[i] != '\n' && space[i] != '\r' && space[i] != ',' {
		n := 1
		switch {
		case bytes.HasPrefix(space[i:], []byte("//")):
			if n = bytes.IndexAny(space[i:], "\r\n"); n < 0 {
				return len(space)
			}
		case bytes.HasPrefix(space[i:], []byte("/*")):
			n = 2 + len("*/") + max(bytes.Index(space[i+2:], []byte("*/")), 0)
		}
		i += n
	}
	return min(i, len(space))
}

// commaIn returns the position of the comma in space, which is white space and comments, or -1 if there is none.
func commaIn(space []byte) int {
	for i := 0; i < len(space); i++ {
		if i += lineEnd(space[i:]); i < len(space) && space[i] == ',' {
			return i
		}
	}
	return -1
}

// bare returns the white space for a new part. If space has comments, that is the last white space in it that begins
// with a line end, or a blank if there is no line end. Otherwise it is all of space.
func bare(space []byte) []byte {
	if !hasComment(space) {
		return space
	}
	last := []byte{' '}
	for i := 0; i < len(space); i++ {
		if i += lineEnd(space[i:]); i < len(space) && space[i] != ',' {
			n := i + 1
			for n < len(space) && bytes.IndexByte([]byte(" \t\n\r"), space[n]) >= 0 {
				n++
			}
			last, i = space[i:n], n-1
		}
	}
	return last
}

// layout returns the white space between the parts of b in the original text.
func (w *editWriter) layout(b *branch) (l layout) {
	l.colon, l.last = []byte{':'}, -1
	if b.t == nil {
		return l
	}
	t := b.t
	closing := int(t.Cells[b.cell].B) - 1
	if t.Cells[b.cell+1].B == 0 {
		if open := w.source.span(t, int(t.Cells[b.cell].A)+1, closing); hasComment(open) {
			l.open = open
			if text := bytes.TrimRight(open, " \t\r\n"); bytes.IndexByte(open[len(text):], '\n') >= 0 { // as indented text
				l.open, l.tail = text, open[len(text):]
				l.first = append(bytes.Clone(l.tail), "  "...)
				l.lead, l.colon = l.first, []byte(": ")
			}
		}
		return l
	}
	at, end := t.Inside(b.cell)
	l.open, l.first = w.before(t, int(t.Cells[at].A))
	l.first = bare(l.first)
	l.lead = l.first
	for n := 0; at < end; n++ {
		if n == 1 {
			_, lead := w.before(t, int(t.Cells[at].A))
			l.lead = bare(lead)
		}
		if b.object {
			if n == 0 {
				if l.colon = w.source.span(t, int(t.Cells[at].B), int(t.Cells[at+1].A)); hasComment(l.colon) {
					l.colon = []byte(": ")
				}
			}
			at++
		}
		l.last = at
		at = t.Next(at)
	}
	l.tail = w.source.span(t, blanksBefore(t.Text(), closing), closing)
	if i := commaIn(l.tail); i >= 0 {
		l.comma, l.after, l.tail = true, l.tail[:i], l.tail[i+1:]
	}
	l.end, l.tail = splitLine(l.tail)
	return l
}

func (w *editWriter) branch(dst []byte, b *branch, depth int) []byte {
	if b.parts.count == 0 && b.t != nil && b.t.Cells[b.cell+1].B == 0 { // it was empty and still is
		return w.text(dst, w.source.span(b.t, int(b.t.Cells[b.cell].A), int(b.t.Cells[b.cell].B)))
	}
	l := w.layout(b)
	brackets := "[]"
	if b.object {
		brackets = "{}"
	}
	dst = append(dst, brackets[0])
	n, line := 0, l.open
	for _, p := range b.parts.all() {
		if p.deleted {
			continue
		}
		if n > 0 {
			dst = append(dst, ',')
		}
		if dst, line = w.part(dst, line, b, &l, p, n, depth); w.err != nil {
			return dst
		}
		n++
	}
	if n > 0 && l.comma {
		dst = append(dst, ',')
	}
	if n > 0 || hasComment(l.tail) || hasComment(line) {
		dst = w.text(w.line(dst, line, l.tail), l.tail)
	}
	return append(dst, brackets[1])
}

// line appends line, the rest of a line with a comment. next is the text that will be written after it. If the comment
// begins with // and next does not begin with a line end, it also appends a line end.
func (w *editWriter) line(dst, line, next []byte) []byte {
	if len(line) == 0 {
		return dst
	}
	dst = w.text(dst, line)
	if i := bytes.LastIndex(line, []byte("//")); i >= 0 && lineEnd(line[i:]) == len(line)-i && (len(next) == 0 || next[0] != '\n' && next[0] != '\r') {
		dst = append(dst, '\n')
	}
	return dst
}

// part appends p, the element or member with index n. The caller has written the bracket or comma before p. Before p
// part appends line, the rest of the line after that bracket or comma, which may have a comment. It returns the rest of
// the line after p, which is appended after the next comma.
func (w *editWriter) part(dst, line []byte, b *branch, l *layout, p *part, n, depth int) (out, rest []byte) {
	lead := l.lead
	if n == 0 {
		lead = l.first
	}
	if p.cell >= 0 {
		start := p.cell
		if b.object {
			start--
		}
		first, _ := b.t.Inside(b.cell)
		if _, space := w.before(b.t, int(b.t.Cells[start].A)); hasComment(space) || n > 0 && start != first {
			lead = space
		}
	}
	moved := p.cell < 0 && p.item.start > 0 && w.source != nil
	if moved {
		lead = w.lead(p.item, lead)
	}
	dst = w.text(w.line(dst, line, lead), lead)
	if p.cell < 0 {
		if b.object {
			dst = w.text(w.text(dst, mem.View(p.item.name)), l.colon)
		}
		if dst = w.item(dst, p.item, depth+1); moved {
			space, line, last := w.after(p.item.t, int(p.item.t.Cells[p.item.cell].B))
			if rest = line; last {
				rest, _ = splitLine(space)
			} else if hasComment(space) {
				dst = w.text(dst, space)
			}
		}
		return dst, rest
	}
	c := b.t.Cells[p.cell]
	if b.object {
		dst = w.text(dst, w.source.span(b.t, int(b.t.Cells[p.cell-1].A), int(c.A)))
	}
	if p.item == nil {
		dst = w.text(dst, w.source.span(b.t, int(c.A), int(c.B)))
	} else {
		dst = w.item(dst, p.item, depth+1)
	}
	if p.cell == l.last {
		return w.text(dst, l.after), l.end
	}
	space, rest, _ := w.after(b.t, int(c.B))
	return w.text(dst, space), rest
}

// lead returns the white space to write before an item: space, with the comments that stood before the item where it
// was moved from.
func (w *editWriter) lead(it *item, space []byte) []byte {
	_, old := w.before(it.t, int(it.t.Cells[it.start-1].A))
	if !hasComment(old) {
		return space
	}
	text := bytes.TrimSpace(old)
	end := old[bytes.LastIndex(old, text)+len(text):] // the white space between the comments and the item
	if lineEnd(end) < len(end) && lineEnd(space) < len(space) {
		end = space
	}
	return slices.Concat(space, text, end)
}

// after returns the white space and comments between the end of a value in t and its comma, or the closing bracket if
// the value is the last one and has none. If there is a comma, and the rest of its line has a comment, line is that
// rest.
func (w *editWriter) after(t *tree.Tape, end int) (space, line []byte, last bool) {
	text := t.Text()
	comma := end + wire.Space(text[end:])
	space, last = w.source.span(t, end, comma), text[comma] != ','
	if i := commaIn(space); i >= 0 { // a comma after the last value
		line, _ = splitLine(space[i+1:])
		return space[:i], line, false
	}
	if w.source != nil && !last {
		line, _ = w.before(t, comma+1+wire.Space(text[comma+1:]))
	}
	return space, line, last
}
