package locate

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

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

	pointer string // JSON Pointer, or "" where names have to be escaped for that
}

// Pointer returns the path as a JSON Pointer.
func (p *Path) Pointer() string {
	if p.pointer != "" {
		return p.pointer
	}
	return Pointer(p.Steps)
}

// level is a container that is open where the walk is: of an array the index of the element, of an object -1 less where
// the name of the member at hand starts.
type level int

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
	next due     // what may come at i
	open []level // the containers that it is in
	i    int     // between tokens
	few  [8]level
}

// due is what a walk may meet next.
type due uint8

const (
	dueValue due = iota
	dueName
	dueEnd // a comma, or the end of what is open
)

// Find is [Find] in the document.
func (w *Walk) Find(offset int) Path {
	if offset < w.i {
		w.next, w.open, w.i = dueValue, w.open[:0], 0
	}
	data := w.Data
	meter.Look(min(offset, len(data)) - w.i)
	for {
		i := w.i
		for i < len(data) && data[i] <= ' ' {
			i++
		}
		w.i = i
		if i == len(data) || i > offset || i == offset && !(data[i] == '"' && w.next == dueName) {
			return w.path(offset)
		}
		end := i + 1
		switch c := data[i]; c {
		case '{', '[':
			if w.open == nil {
				w.open = w.few[:0]
			}
			if len(w.open) == cap(w.open) {
				w.open = slices.Grow(w.open, len(w.open)) // deep nesting takes little more than it needs
			}
			w.open, w.next = append(w.open, 0), dueValue
			if c == '{' {
				w.open[len(w.open)-1], w.next = -1, dueName
			}
		case '}', ']':
			if len(w.open) <= 1 {
				return Path{Start: offset}
			}
			w.open, w.next = w.open[:len(w.open)-1], dueEnd
		case ',':
			if len(w.open) == 0 {
				return Path{Start: offset}
			}
			if top := &w.open[len(w.open)-1]; *top >= 0 {
				*top++
				w.next = dueValue
			} else {
				w.next = dueName
			}
		case ':':
		case '"':
			n, st := wire.String(data[i:], 0)
			if end = i + n; st != wire.Done || w.next != dueName && end > offset {
				return w.path(i)
			}
			if w.next == dueName {
				w.open[len(w.open)-1], w.next = level(-1-i), dueValue
				if end > offset {
					path := w.path(i)
					path.AtName, w.next = true, dueName
					return path
				}
			} else {
				w.next = dueEnd
			}
		default:
			for end < len(data) && !delimits(data[end]) {
				end++
			}
			if end > offset || end == offset && scalar(data, i) != end {
				return w.path(i)
			}
			w.next = dueEnd
		}
		w.i = end
	}
}

// scalar returns where the number or literal at i ends in data, or -1 where it does not: it is cut, or a byte
// behind it looks like one of its own, as in 12x.
func scalar(data []byte, i int) int {
	n, st := wire.ScalarLen(data[i:])
	if st != wire.Done || i+n == len(data) || !delimits(data[i+n]) {
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

// path returns the way to what comes next in the containers that are open, or is there, which starts at start.
func (w *Walk) path(start int) Path {
	open := w.open
	if n := len(open) - 1; n >= 0 && w.next != dueValue {
		open = open[:n]
	}
	if len(open) == 0 {
		return Path{Start: start}
	}
	// The names lie in the pointer. While it is made an Index is what stands behind it, less than 0 for a name.
	steps, escapes := make([]Step, len(open)), false
	var few [64]byte
	text := few[:0]
	if len(open) > len(few)/4 {
		text = make([]byte, 0, 4*len(open))
	}
	for i, l := range open {
		text = append(text, '/')
		switch before := len(text); {
		case l >= 10:
			text = strconv.AppendInt(text, int64(l), 10)
			steps[i].Index = int(l)
		case l >= 0:
			text = append(text, '0'+byte(l))
			steps[i].Index = int(l)
		default:
			raw := w.Data[-1-l:]
			if n, st := wire.String(raw, 0); st == wire.Done { // a method may have changed the text since it was walked over
				text = wire.AppendUnquote(text, raw[:n])
			}
			escapes = escapes || bytes.ContainsAny(text[before:], "~/")
			steps[i].Index = -len(text)
		}
	}
	p := Path{Steps: steps, Start: start, pointer: string(text)}
	at := 0
	for i := range steps {
		s := &steps[i]
		if at++; s.Index < 0 {
			end := -s.Index
			s.Name, s.Index, at = p.pointer[at:end], -1, end
			continue
		}
		for at < len(text) && text[at] != '/' {
			at++
		}
	}
	if escapes {
		p.pointer = ""
	}
	return p
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
	var few [64]byte
	b := few[:0]
	for _, s := range path {
		b = append(b, '/')
		if s.Index >= 0 {
			b = strconv.AppendInt(b, int64(s.Index), 10)
		} else {
			b = append(b, EscapeName(s.Name)...)
		}
	}
	return string(b)
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
