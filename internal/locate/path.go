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
	index  int
	lo, hi int // where the name of the member at hand is, quotes included; in an array 0
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
	at   wire.Structure // where i is
	open []level        // the containers that it is in
	i    int            // between tokens
}

// Find is [Find] in the document.
func (w *Walk) Find(offset int) Path {
	if offset < w.i {
		w.at, w.open, w.i = wire.Structure{}, w.open[:0], 0
	}
	data := w.Data
	meter.Look(min(offset, len(data)) - w.i)
	for {
		w.i += wire.Space(data[w.i:])
		i := w.i
		if i == len(data) || i > offset || i == offset && !(data[i] == '"' && w.at.WantsName()) {
			return Path{Steps: w.steps(&w.at), Start: offset}
		}
		on, end := w.at, i+1
		switch on.Next(data[i]) {
		case wire.Open:
			w.open = append(w.open, level{})
		case wire.Close:
			if on.Depth() == 0 {
				return Path{Start: offset}
			}
			w.open = w.open[:len(w.open)-1]
		case wire.Separator:
			if data[i] == ',' {
				w.open[len(w.open)-1].index++
			}
		case wire.Name:
			n, st := wire.String(data[i:], 0)
			if st != wire.Done {
				return Path{Steps: w.steps(&w.at), Start: i}
			}
			top := &w.open[len(w.open)-1]
			top.lo, top.hi = i, i+n
			if end = i + n; end > offset {
				return Path{w.steps(&on), true, i}
			}
		case wire.Scalar:
			if end = scalar(data, i); end > offset || end < 0 {
				return Path{Steps: w.steps(&w.at), Start: i}
			}
		default:
			return Path{Steps: w.steps(&w.at), Start: i}
		}
		w.at, w.i = on, end
	}
}

// scalar returns where the string, number or literal at i ends in data, or -1 where it does not: it is cut, or a byte
// behind it looks like one of its own, as in 12x.
func scalar(data []byte, i int) int {
	n, st := wire.ScalarLen(data[i:])
	if st != wire.Done || data[i] != '"' && (i+n == len(data) || !delimits(data[i+n])) {
		return -1
	}
	return i + n
}

// delimits reports whether c ends a number or literal.
func delimits(c byte) bool {
	switch c {
	case ' ', '\t', '\n', '\r', ',', ']', '}', ':', '[', '{', '"':
		return true
	}
	return false
}

// steps returns the way to what comes next at that place in the containers that are open, or is there.
func (w *Walk) steps(at *wire.Structure) []Step {
	var path []Step
	for i := range w.open {
		l := &w.open[i]
		switch {
		case i == len(w.open)-1 && (at.Past() || at.WantsName()):
			return path
		case l.hi > 0:
			path = append(path, Step{Name: string(wire.AppendUnquote(nil, w.Data[l.lo:l.hi])), Index: -1})
		default:
			path = append(path, Step{Index: l.index})
		}
	}
	return path
}

// EscapeName returns a name as JSON Pointers have it: ~0 stands for ~, and ~1 for /.
func EscapeName(name string) string {
	if strings.IndexByte(name, '~') >= 0 {
		name = strings.ReplaceAll(name, "~", "~0")
	}
	if strings.IndexByte(name, '/') >= 0 {
		name = strings.ReplaceAll(name, "/", "~1")
	}
	return name
}

// Pointer returns the path as a JSON Pointer (RFC 6901).
func Pointer(path []Step) string {
	var b strings.Builder
	for _, s := range path {
		b.WriteByte('/')
		if s.Index >= 0 {
			b.WriteString(strconv.Itoa(s.Index))
		} else {
			b.WriteString(EscapeName(s.Name))
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
// len(data) where more should follow; -1 where nothing is wrong. With deep what is wrong is the nesting.
func Bad(data []byte) (offset int, deep bool) {
	var s wire.Scanner
	switch n, st := s.Scan(data); {
	case st == wire.Bad:
		return n, s.TooDeep()
	case st == wire.Done:
		if n += wire.Space(data[n:]); n < len(data) {
			return n, false
		}
	case !s.End():
		return len(data), false
	}
	return -1, false
}

// Alone returns a document that holds nothing but what the path leads to: the value at data[offset:] or, at a name,
// that name with null as its value, in which nothing else can be wrong. In data it lies moved bytes further on.
func Alone(data []byte, offset int, at Path) (doc []byte, moved int64) {
	steps := at.Steps
	if at.AtName {
		steps = steps[:len(steps)-1]
	}
	var end []byte
	for _, s := range steps {
		if s.Index >= 0 {
			doc, end = append(doc, '['), append(end, ']')
			continue
		}
		doc, end = append(doc, '{'), append(end, '}')
		doc = append(kernel.AppendString(doc, s.Name, &kernel.EscapeMinimal), ':')
	}
	if at.AtName {
		doc, end = append(doc, '{'), append(end, '}')
	}
	moved = int64(offset - len(doc))
	if at.AtName {
		n, _ := wire.String(data[offset:], 0)
		doc = append(append(doc, data[offset:offset+n]...), ":null"...)
	} else {
		var s wire.Scanner
		n, _ := s.Scan(data[offset:])
		doc = append(doc, data[offset:offset+n]...)
	}
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
