package locate

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/wire"
)

// This file finds the path to an offset: in {"a":[1,{"b":x}]} the path of x is /a/1/b. The text is read once from its
// start, with the open arrays and objects on a stack.

// Step is one level of a path into a JSON value.
type Step struct {
	Name  string // the name of the member
	Index int    // the index of the element, or -1 for a member
}

// Path is the path from the top of a document to a place in it.
type Path struct {
	Route
	AtName bool // the place is inside the name of the path's last step
	Start  int  // the start of the string, number or literal around the place; if there is none, the place itself
}

// A Route is a path as a string: a JSON Pointer in which names and indexes can be told apart, since ~2 (the constant
// named) stands before names that start with a digit. In {"0":[7]} the 7 has the route /~20/0, and the pointer /0/0.
type Route string

// named marks a name that starts with a digit. No JSON Pointer has it: only 0 and 1 follow ~ there.
const named = "~2"

func (r Route) Pointer() string {
	if strings.IndexByte(string(r), '~') < 0 { // most routes have no ~
		return string(r)
	}
	return Pointer(r.Steps())
}

func (r Route) Steps() []Step {
	if r == "" {
		return nil
	}
	steps := make([]Step, r.Len())
	for i := range steps {
		steps[i], r = r.Next()
	}
	return steps
}

func (r Route) Len() int { return strings.Count(string(r), "/") }

// Names returns the sum of the lengths of the names on the route.
func (r Route) Names() (n int) {
	for r != "" {
		var s Step
		s, r = r.Next()
		n += len(s.Name)
	}
	return n
}

// Next returns the first step of a route, which must not be empty, and the rest of the route.
func (r Route) Next() (s Step, rest Route) {
	end, escaped := 1, false // most names are too short for strings.IndexByte to be faster
	for ; end < len(r) && r[end] != '/'; end++ {
		escaped = escaped || r[end] == '~'
	}
	part, rest := string(r[1:end]), r[end:]
	if startsWithDigit(part) {
		s.Index, _ = strconv.Atoi(part)
		return s, rest
	}
	if escaped {
		part = UnescapeName(strings.TrimPrefix(part, named))
	}
	return Step{Name: part, Index: -1}, rest
}

// UnescapeName undoes EscapeName: ~1 stands for /, and ~0 for ~.
func UnescapeName(name string) string {
	return replaced(replaced(name, "~1", "/"), "~0", "~")
}

// replaced returns s with by in place of each old. strings.ReplaceAll would add 4 KB to a program.
func replaced(s, old, by string) string {
	before, rest, more := strings.Cut(s, old)
	if !more {
		return s
	}
	b := []byte(before)
	for more {
		before, rest, more = strings.Cut(rest, old)
		b = append(append(b, by...), before...)
	}
	return string(b)
}

// Within reports whether the route leads to the value of the route outer, or to a place in that value.
func (r Route) Within(outer Route) bool {
	rest, ok := strings.CutPrefix(string(r), string(outer))
	return ok && (rest == "" || rest[0] == '/')
}

func startsWithDigit[T string | []byte](name T) bool { return len(name) > 0 && name[0]-'0' <= 9 }

// level is an open container: for an array the index of the current element, for an object -1 minus the position at
// which the current member's name starts.
type level int

// Find returns the path to the value that contains data[offset]. If a value should start at the offset, it returns the
// path of that value; between two values, the path of their container. data must be JSON up to the offset.
func Find(data []byte, offset int) Path {
	w := Walk{Data: data}
	return w.Find(offset)
}

// RouteTo returns the route to f's place in data, and stores it in f.Route for the next call.
func RouteTo(data []byte, f *fault.Fault) Route {
	if !f.Routed {
		f.Route, f.Routed = string(Find(data, int(f.Offset)).Route), true
	}
	return Route(f.Route)
}

// A Walk finds the paths to several places in a document. It starts again only for a place before the last one.
//
// An array or object that ends before the place is skipped as a whole, which is fast. If the place is inside, the skip
// fails, after it has read all bytes up to the place, and may fail again for a container inside. When these wasted
// bytes reach the length of the document, the walk reads token by token.
type Walk struct {
	Data  []byte
	Texts *mem.Arena     // memory of the routes, or nil
	at    wire.Structure // the state of the grammar at position i
	i     int            // the position up to which the text is read; it lies between two tokens
	vain  int            // bytes read in failed attempts to skip a container
	few   [8]level       // the outermost containers around Data[i]
	more  []level        // the other containers around Data[i]
}

// level returns the container at depth n, counted from 1.
func (w *Walk) level(n int) *level {
	if n <= len(w.few) {
		return &w.few[n-1]
	}
	return &w.more[n-1-len(w.few)]
}

// enter pushes n nested containers. The innermost of them has the given depth.
func (w *Walk) enter(depth, n int) {
	at := depth - n
	for ; at < depth && at < len(w.few); at++ {
		w.few[at] = 0
	}
	if n = depth - at; n > 0 {
		w.more = w.more[:at-len(w.few)]
		if cap(w.more)-len(w.more) < n {
			w.more = slices.Grow(w.more, max(n, 3*len(w.more)+8))
		}
		w.more = append(w.more, make([]level, n)...)
	}
}

// Find does what the function [Find] does, for w.Data.
func (w *Walk) Find(offset int) Path {
	if offset < w.i {
		w.at, w.i = wire.Structure{}, 0
	}
	data, before := w.Data, w.Data[:min(offset, len(w.Data))]
	meter.Look(len(before) - w.i)
	for {
		i := w.i
		if i < len(data) && data[i] <= ' ' {
			i += wire.Space(data[i:])
			w.i = i
		}
		if i == len(data) || i > offset || i == offset && !(data[i] == '"' && w.at.WantsName()) {
			return w.path(offset)
		}
		c, end := data[i], i+1
		switch {
		case c == ',' && w.at.Comma():
			if top := w.level(w.at.Depth()); *top >= 0 {
				*top++
			}
		case !wire.EndsScalar(c):
			for array := w.at.Depth() > 0 && !w.at.InObject(); ; i, end = w.i, w.i+1 {
				for end < len(data) && !wire.EndsScalar(data[end]) {
					end++
				}
				next := end + 1
				if next < len(before) && data[next] == ' ' {
					next++
				}
				if !array || next >= len(before) || data[end] != ',' || wire.EndsScalar(data[next]) {
					break
				}
				*w.level(w.at.Depth())++ // count a comma: lists of numbers are long
				w.i = next
			}
			if end >= offset {
				if n, st := wire.ScalarLen(data[i:]); end > offset || st != wire.Done || i+n != end || end == len(data) {
					return w.path(i)
				}
			}
			w.at.Passed()
		case c == '"':
			n, st := wire.String(data[i:], 0)
			end = i + n
			name := w.at.WantsName()
			if st != wire.Done || !name && end > offset {
				return w.path(i)
			}
			if !name {
				w.at.Passed()
				break
			}
			if *w.level(w.at.Depth()) = level(-1 - i); end > offset {
				due := w.at
				w.at.PassedName(false)
				path := w.path(i)
				path.AtName, w.at = true, due
				return path
			}
			colon := end < len(data) && data[end] == ':'
			if w.at.PassedName(colon); colon {
				end++
			}
		default:
			if c|0x20 == '{' && w.at.Depth() > 0 && w.vain < len(data) { // [ and { differ in the bit 0x20
				if after := wire.PassUnchecked(before, end, 1); after > 0 {
					w.at.Passed()
					end = after
					break
				}
				w.vain += len(before) - i
			}
			switch w.at.Next(c) {
			case wire.Wrong:
				return Path{Start: offset}
			case wire.Open:
				n := 1
				// A hostile text may be nothing but brackets. Without this step the bad requests of the command bench
				// load, one of which has 100,000 brackets, take 1.8 times as long.
				if c == '[' && w.vain >= len(data) {
					for end < len(before) && data[end] == '[' {
						n, end = n+1, end+1
					}
					w.at.Arrays(n - 1)
				}
				if w.enter(w.at.Depth(), n); c == '{' {
					*w.level(w.at.Depth()) = -1
				}
			}
		}
		w.i = end
	}
}

// path returns the path to the value that starts at position start, or should start there, by the stack of containers.
func (w *Walk) path(start int) Path {
	n := w.at.Depth()
	if n > 0 && (w.at.WantsName() || w.at.Past()) {
		n--
	}
	var few [128]byte
	text := few[:0]
	if n > len(few)/4 {
		text = make([]byte, 0, 2*n+len(few))
	}
	for i := range n {
		l := *w.level(i + 1)
		if uint(l) < 10 {
			text = append(text, '/', '0'+byte(l))
			continue
		}
		if text = append(text, '/'); l >= 0 {
			text = strconv.AppendInt(text, int64(l), 10)
			continue
		}
		raw, before := w.Data[-1-l:], len(text)
		if n := plainName(raw); n > 0 {
			text = append(text, raw[1:n]...)
			continue
		}
		if n, st := wire.String(raw, 0); st == wire.Done { // a method may have changed the text after the walk
			text = wire.AppendUnquote(text, raw[:n])
		}
		if name := text[before:]; startsWithDigit(name) || bytes.IndexByte(name, '~') >= 0 || bytes.IndexByte(name, '/') >= 0 {
			escaped := EscapeName(string(name))
			if text = text[:before]; startsWithDigit(escaped) {
				text = append(text, named...)
			}
			text = append(text, escaped...)
		}
	}
	return Path{Route: Route(w.Texts.Keep(text)), Start: start}
}

// plainName returns the position of the quote that ends the name at the start of raw, if the name has only letters and
// underscores. Most names are such names, and a route has them unchanged. For other names it returns 0.
func plainName(raw []byte) int {
	for i := 1; i < len(raw); i++ {
		if c := raw[i]; c == '"' {
			return i
		} else if (c|0x20)-'a' > 'z'-'a' && c != '_' {
			break
		}
	}
	return 0
}

// EscapeName returns a name in the form of JSON Pointers: ~0 stands for ~, and ~1 for /.
func EscapeName(name string) string {
	return replaced(replaced(name, "~", "~0"), "/", "~1")
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

// Bad returns the offset of the first byte of data that is not allowed in one JSON value. It returns len(data) if the
// value is not complete, and -1 if nothing is wrong. deep reports that the byte is a bracket that nests too deep.
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
	if i := strings.IndexByte(`{"tf[n`, c); i >= 0 {
		return [...]string{"object", "string", "bool", "bool", "array", "null"}[i]
	}
	return "number"
}
