package follow

import (
	"sync"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/scan"
	"github.com/zetes-json/zetes/internal/wire"
)

// A Walk goes down only where a path or a query leads, member by member. All other values are skipped, and checked, by
// the faster functions of wire.Input. A walk for paths ends once it has found the values of all paths, perhaps in the
// middle of a value whose end the caller does not need. Names are compared in place; names with escapes are decoded
// first.
//
// Each loop over the children of a container consists of three steps: the methods enter, member for the members of
// objects, and next.

// Walk is one pass over a text.
type Walk struct {
	scan.Loading
	text  []byte
	name  []byte      // memory for a name that is decoded because it has escapes
	spans []wire.Span // the values at the paths of a plan, or of a query that selects them in order
	taken []bool      // whether each name of a node was found, for all objects that the walk is in
}

var walks = sync.Pool{New: func() any { return new(Walk) }}

// Results of a walk that are not positions.
const (
	Bad  = -1 // the text is not JSON, or is nested too deep
	Done = -2 // the values of all paths are found and no end is needed, or there is no such value
)

// Begin begins a walk over text, and [Walk.End] ends it. If checks is false, the syntax of arrays and objects that the
// walk skips is not checked.
func Begin(text []byte, checks bool) *Walk { return begin(text, 0, checks) }

// begin does what Begin does, for a walk that never looks at the text before p.
func begin(text []byte, p int, checks bool) *Walk {
	w := walks.Get().(*Walk)
	w.text = text
	w.Loading.Begin(text, p, checks)
	return w
}

// End gives w back to the pool, without references to the text.
func (w *Walk) End() {
	w.Forget()
	w.text, w.taken, w.spans = nil, w.taken[:0], w.spans[:0]
	if cap(w.name) > mem.MostPooled {
		w.name = nil
	}
	if cap(w.spans) > mem.MostPooled>>4 {
		w.spans = nil
	}
	walks.Put(w)
}

// Last returns end, or Bad if more than white space follows it.
func (w *Walk) Last(end int) int {
	if end >= 0 && w.Token(end) < len(w.text) {
		return Bad
	}
	return end
}

// enter opens the container at p. It returns the position of the first element, or of the first member's name, and
// true. If there is none, it returns the position after the container, or Bad, and false. room is the number of
// containers that may be nested from here on, this one included.
func (w *Walk) enter(p, room int) (q int, more bool) {
	if room <= 0 {
		return Bad, false
	}
	return w.Enter(p)
}

// next continues after a value of a container, which ends at e. Its results are those of enter. If e is negative, it
// returns e and false.
func (w *Walk) next(e int, closing byte) (q int, more bool) {
	if e < 0 {
		return e, false
	}
	return w.Next(e, closing)
}

// member returns the name at p and the position of its value, or Bad. The name is valid until the next call.
func (w *Walk) member(p int) (name []byte, value int) {
	if name, value = w.nameAt(p); value >= 0 {
		value = w.Colon(value)
	}
	return name, value
}

// nameAt returns the name at p and the position after it, or Bad.
func (w *Walk) nameAt(p int) (name []byte, end int) {
	if end = w.PlainString(p); end >= 0 {
		return w.text[p+1 : end-1], end
	}
	return w.oddName(p)
}

// oddName returns the results of nameAt for a name with escapes or errors.
func (w *Walk) oddName(p int) (name []byte, end int) {
	if w.At(p) != '"' {
		return nil, Bad
	}
	e := w.SkipString(p)
	if e < 0 {
		return nil, Bad
	}
	// The name is checked again in a copy, which no other code can write to.
	w.name = append(w.name[:0], w.text[p:e]...)
	n := len(w.name)
	if whole, st := wire.String(w.name, 0); st != wire.Done || whole != n {
		return nil, Bad
	}
	w.name = wire.AppendUnquote(w.name, w.name[:n])
	return w.name[n:], e
}

// down takes the step s from the place that from describes. It returns the position of the value that s leads to, Done
// if there is no such value, or Bad if the text is wrong. It takes the first of several members with one name. With
// Done, from.Index is the number of elements of an array.
func (w *Walk) down(from *Progress, s *Step, room int) int {
	p, c := from.Start, byte(0)
	if from.Child > 0 {
		c = w.text[p] // the Walk began after p, so At can't look there
	} else {
		c = w.At(p)
	}
	at, end := Bad, 0
	switch {
	case c == '{' && s.IsName:
		at, end = w.named(p, from.Child, s.Name, room)
	case c == '[' && s.IsIndex:
		left := 0
		at, end, left = w.element(p, from.Child, s.Index-from.Index, room)
		from.Index = s.Index - left
	default:
		end = w.Skip(p, room) // Skip finds out whether there is a value at all
	}
	if at < 0 && end >= 0 {
		return Done
	}
	return at
}

// named returns the position of the value of the first member with that name in the object at p, from the member at q
// on if q is not 0. If there is none, at is negative, and end is the position after the object, or Bad.
func (w *Walk) named(p, q int, name string, room int) (at, end int) {
	more := true
	if q == 0 {
		q, more = w.enter(p, room)
	}
	for more {
		has, e := w.nameAt(q)
		if e < 0 {
			return Bad, Bad
		}
		is := len(has) == len(name) && string(has) == name
		if q = w.Colon(e); is || q < 0 {
			return q, q
		}
		q, more = w.next(w.Skip(q, room-1), '}')
	}
	return Bad, q
}

// element returns the position of the element with that index in the array at p. If there is none, at is negative, and
// end is the position after the array, or Bad. If q is not 0, the index counts from the element at q. left is the index
// minus the number of elements that have been passed.
func (w *Walk) element(p, q, index, room int) (at, end, left int) {
	more := true
	if q == 0 {
		q, more = w.enter(p, room)
	}
	for ; more; index-- {
		passed := 0
		if q, passed = w.PassElements(q, index, room-1); q < 0 || passed == index {
			return q, q, 0
		}
		index -= passed
		q, more = w.next(w.Skip(q, room-1), ']')
	}
	return Bad, q, index
}

// onward follows steps[at.Steps:] from the place that at describes. Its results are those of [Find].
func (w *Walk) onward(at Progress, steps []Step, room int) (_ Progress, end int) {
	for at.Steps < len(steps) {
		p := w.down(&at, &steps[at.Steps], room-at.Steps)
		if p < 0 {
			return at, p
		}
		at = Progress{Start: p, Steps: at.Steps + 1}
	}
	return at, w.Skip(at.Start, room-len(steps))
}

// Only follows steps from the value at p. It returns the place of the value that they lead to, and the position after
// the value at p, which it walks over to its end. The position is negative if the steps lead to no value, if an object
// on the path has two members with the name of a step, or if the text is not JSON.
func (w *Walk) Only(p int, steps []Step, room int) (found wire.Span, after int) {
	if len(steps) == 0 {
		end := w.Skip(p, room)
		return wire.Span{Start: p, End: end}, end
	}
	s, array := &steps[0], w.At(p) == '['
	q := w.down(&Progress{Start: p}, s, room)
	if q < 0 {
		return found, q
	}
	if found, q = w.Only(q, steps[1:], room-1); q >= 0 && array {
		return found, w.Leave(q, ']', room-1)
	}
	q, more := w.next(q, '}')
	for more {
		name, at := w.member(q)
		if at < 0 || string(name) == s.Name {
			return found, Bad
		}
		q, more = w.next(w.Skip(at, room-1), '}')
	}
	return found, q
}

// Children calls yield for each child of the container that the text consists of, until yield returns false. If object
// is true, the children are members, and yield gets their names as JSON; otherwise they are elements. If the text is
// not JSON, the iteration may end early.
func (w *Walk) Children(object bool, yield func(name []byte, start, end int) bool) {
	closing := byte(']') // not taken from the first byte, which the program may have changed
	if object {
		closing = '}'
	}
	p, more := w.Enter(0)
	for more {
		var name []byte
		if object {
			e := w.SkipString(p)
			if e < 0 {
				return
			}
			if name, p = w.text[p:e], w.Colon(e); p < 0 {
				return
			}
		}
		e := w.Skip(p, wire.MaxDepth)
		if e < 0 || !yield(name, p, e) {
			return
		}
		p, more = w.next(e, closing)
	}
}

// Text returns the text of the JSON string raw, and whether raw is a JSON string.
func Text(raw []byte) (text string, ok bool) {
	w := walks.Get().(*Walk)
	defer w.End()
	if w.name, ok = w.AppendUnquote(w.name[:0], raw); ok {
		text = string(w.name)
	}
	return text, ok
}

// AppendText appends the text of the JSON string raw to dst, and reports whether raw is a JSON string.
func AppendText(dst, raw []byte) (text []byte, ok bool) {
	w := walks.Get().(*Walk)
	defer w.End()
	if text, ok = w.AppendUnquote(dst, raw); !ok {
		return dst, false
	}
	return text, true
}
