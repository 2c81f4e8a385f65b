package locate

import (
	"strconv"
	"strings"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/wire"
)

// From an offset to a path: in {"a":[1,{"b":x}]} the x stands at /a/1/b. The text is walked once from its start,
// with the open arrays and objects on a stack; a Walk goes on from one offset to the next.

// Step is one level of a path into a JSON value.
type Step struct {
	Name  string // of a member
	Index int    // of an element, or -1 for a member
}

// Path is the way from the top of a document to a place in it.
type Path struct {
	Steps  []Step
	AtName bool // the place is in the name that is the last step
	Start  int  // of the string, number or literal that the place is in, or the place
}

// level is a container that is open where the walk is.
type level struct {
	object bool
	done   bool // behind the value of a member or element, before the comma
	named  bool // the member's name has been read
	index  int
	lo, hi int // the name, quotes included
}

// Find returns the path to the value that starts at data[offset] or has begun there and not ended: where a value
// ought to start, the path of that; between values, the path of what holds them. data must be JSON up to the
// offset.
func Find(data []byte, offset int) Path {
	w := Walk{Data: data}
	return w.Find(offset)
}

// A Walk finds the paths to several places in a document. It goes on from place to place, and begins anew only for
// one that lies before the last.
type Walk struct {
	Data []byte
	open []level // the containers that i is in
	i    int     // between tokens
}

// Find is [Find] in the document.
func (w *Walk) Find(offset int) Path {
	if offset < w.i {
		w.open, w.i = w.open[:0], 0
	}
	data := w.Data
	meter.Look(min(offset, len(data)) - w.i)
	outside := level{done: true}
	top := &outside
	if len(w.open) > 0 {
		top = &w.open[len(w.open)-1]
	}
	for w.i < offset && w.i < len(data) {
		i, n := w.i, 1
		switch c := data[i]; c {
		case ' ', '\t', '\n', '\r':
		case '{', '[':
			w.open = append(w.open, level{object: c == '{'})
			top = &w.open[len(w.open)-1]
		case '}', ']':
			if len(w.open) <= 1 {
				return Path{Start: offset}
			}
			w.open = w.open[:len(w.open)-1]
			top = &w.open[len(w.open)-1]
			top.done = true
		case ',':
			top.done, top.named = false, false
			top.index++
		case ':':
		case '"':
			m, st := wire.String(data[i:], 0)
			whole := st == wire.Done
			if top.object && !top.named {
				if !whole {
					return Path{Steps: w.steps(), Start: i}
				}
				if i+m > offset {
					return w.atName(i, m)
				}
				top.named, top.lo, top.hi = true, i, i+m
			} else {
				if !whole || i+m > offset {
					return Path{Steps: w.steps(), Start: i}
				}
				top.done = true
			}
			n = m
		default:
			for i+n < len(data) && !delimits(data[i+n]) {
				n++
			}
			if i+n > offset || i+n == len(data) || i+n == offset && !scalar(data[i:i+n]) {
				return Path{Steps: w.steps(), Start: i}
			}
			top.done = true
		}
		w.i += n
	}
	if i := w.i; i < len(data) && data[i] == '"' && top.object && !top.named && len(w.open) > 0 {
		if m, st := wire.String(data[i:], 0); st == wire.Done {
			return w.atName(i, m)
		}
	}
	return Path{Steps: w.steps(), Start: offset}
}

// atName returns the path to the name of n bytes at i, before which the walk is.
func (w *Walk) atName(i, n int) Path {
	top := &w.open[len(w.open)-1]
	top.named, top.lo, top.hi = true, i, i+n
	p := Path{w.steps(), true, i}
	top.named = false
	return p
}

// delimits reports whether c ends a number or literal.
func delimits(c byte) bool {
	switch c {
	case ' ', '\t', '\n', '\r', ',', ']', '}', ':', '[', '{', '"':
		return true
	}
	return false
}

// scalar reports whether b is a number or literal.
func scalar(b []byte) bool {
	if n, st := wire.Literal(b); st == wire.Done {
		return n == len(b)
	}
	n, st := wire.Number(b)
	return st == wire.More && n == len(b) && wire.Complete(b)
}

func (w *Walk) steps() []Step {
	var path []Step
	for i := range w.open {
		l := &w.open[i]
		switch {
		case l.done && i == len(w.open)-1, l.object && !l.named:
			return path
		case l.object:
			path = append(path, Step{Name: string(wire.AppendUnquote(nil, w.Data[l.lo:l.hi])), Index: -1})
		default:
			path = append(path, Step{Index: l.index})
		}
	}
	return path
}

var escapes = strings.NewReplacer("~", "~0", "/", "~1")

// Pointer returns the path as a JSON Pointer (RFC 6901).
func Pointer(path []Step) string {
	var b strings.Builder
	for _, s := range path {
		b.WriteByte('/')
		if s.Index >= 0 {
			b.WriteString(strconv.Itoa(s.Index))
		} else {
			b.WriteString(escapes.Replace(s.Name))
		}
	}
	return b.String()
}

// Dotted returns the path as names and indexes between dots. With alone it is the path in the document that Alone
// makes.
func Dotted(path []Step, alone bool) string {
	var b strings.Builder
	for i, s := range path {
		if i > 0 {
			b.WriteByte('.')
		}
		switch {
		case s.Index < 0:
			b.WriteString(s.Name)
		case alone:
			b.WriteByte('0')
		default:
			b.WriteString(strconv.Itoa(s.Index))
		}
	}
	return b.String()
}

// Bad returns the offset of the first byte of data that cannot stand there if data is to be one JSON value;
// len(data) where more should follow; -1 where nothing is wrong.
func Bad(data []byte) int {
	var s wire.Scanner
	switch n, st := s.Scan(data); {
	case st == wire.Bad:
		return n
	case st == wire.Done:
		if n += wire.Space(data[n:]); n < len(data) {
			return n
		}
	case !s.End():
		return len(data)
	}
	return -1
}

// Alone returns a document that holds nothing but what the path leads to, data[offset:] being its value or, at a
// name, its member. In data it lies moved bytes further on.
func Alone(data []byte, offset int, at Path) (doc []byte, moved int64) {
	var end []byte
	for _, s := range at.Steps {
		if s.Index >= 0 {
			doc, end = append(doc, '['), append(end, ']')
			continue
		}
		doc, end = append(doc, '{'), append(end, '}')
		doc = append(kernel.AppendString(doc, s.Name, &kernel.EscapeMinimal), ':')
	}
	if at.AtName {
		n, _ := wire.String(data[offset:], 0)
		offset += n
		offset += wire.Space(data[offset:]) + 1 // and the colon
		offset += wire.Space(data[offset:])
	}
	moved = int64(offset - len(doc))
	var s wire.Scanner
	n, _ := s.Scan(data[offset:])
	doc = append(doc, data[offset:offset+n]...)
	for i := len(end) - 1; i >= 0; i-- {
		doc = append(doc, end[i])
	}
	return doc, moved
}

// Kind returns encoding/json's name for the kind of value that starts with c.
func Kind(c byte) string {
	switch c {
	case '{':
		return "object"
	case '"':
		return "string"
	case 't', 'f':
		return "bool"
	case '[':
		return "array"
	case 'n':
		return "null"
	}
	return "number"
}
