package locate

import (
	"strconv"
	"strings"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/wire"
)

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
	meter.Look(min(offset, len(data)))
	var open []level
	top := &level{done: true}
	enter := func(object bool) {
		open = append(open, level{object: object})
		top = &open[len(open)-1]
	}
	i := 0
	for i < offset && i < len(data) {
		n := 1
		switch c := data[i]; c {
		case ' ', '\t', '\n', '\r':
		case '{', '[':
			enter(c == '{')
		case '}', ']':
			if open = open[:max(len(open)-1, 0)]; len(open) == 0 {
				return Path{Start: offset}
			}
			top = &open[len(open)-1]
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
					return Path{Steps: steps(data, open), Start: i}
				}
				top.named, top.lo, top.hi = true, i, i+m
				if i+m > offset {
					return Path{steps(data, open), true, i}
				}
			} else {
				if !whole || i+m > offset {
					return Path{Steps: steps(data, open), Start: i}
				}
				top.done = true
			}
			n = m
		default:
			for i+n < len(data) && !delimits(data[i+n]) {
				n++
			}
			if i+n > offset || i+n == len(data) || i+n == offset && !scalar(data[i:i+n]) {
				return Path{Steps: steps(data, open), Start: i}
			}
			top.done = true
		}
		i += n
	}
	if i < len(data) && data[i] == '"' && top.object && !top.named && len(open) > 0 {
		if m, st := wire.String(data[i:], 0); st == wire.Done {
			top.named, top.lo, top.hi = true, i, i+m
			return Path{steps(data, open), true, i}
		}
	}
	return Path{Steps: steps(data, open), Start: offset}
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

func steps(data []byte, open []level) []Step {
	var path []Step
	for i := range open {
		l := &open[i]
		switch {
		case l.done && i == len(open)-1, l.object && !l.named:
			return path
		case l.object:
			path = append(path, Step{Name: string(wire.AppendUnquote(nil, data[l.lo:l.hi])), Index: -1})
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
