package doc

import (
	"sync"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// The walk goes down only where a path leads, member by member. The block scanner skips, and checks, all other values
// as wholes. The walk ends as soon as all paths are answered: if no caller needs the end of a value, it stops in its
// middle. Names are compared in place, by length and bytes; those with escapes are decoded first.

// walk is one pass over a text for the paths of a plan.
type walk struct {
	wire.Loading
	values []Value // the values at the paths
	data   []byte  // the text that values are parts of
	name   []byte  // a name that had escapes
	taken  []bool  // edges of nodes with many names, for all objects that the walk is in
	guided guided  // for the walk of a query
}

var walks = sync.Pool{New: func() any { return new(walk) }}

// Results of a walk that are not positions.
const (
	isBad  = -1 // not JSON, or too deep
	isDone = -2 // all paths are answered, and the end of the value is not needed
)

// value finds the paths of n in the value at p, and returns the position after the value. Without needEnd it may return
// isDone. room is the number of containers that may still be nested.
func (w *walk) value(n *node, p, room int, needEnd bool) (end int) {
	needEnd = needEnd || len(n.ends) > 0
	c := w.At(p)
	switch {
	case c == '{' && len(n.byName) > 0:
		end = w.object(n, p, room, needEnd)
	case c == '[' && len(n.byIndex) > 0:
		end = w.array(n, p, room, needEnd)
	case needEnd:
		end = w.Skip(p, room)
	case n.edges != nil && c != '{' && c != '[' && w.Skip(p, room) < 0:
		// No value starts here.
		return isBad
	default:
		return isDone
	}
	if end >= 0 {
		for _, i := range n.ends {
			w.values[i] = Value{text: w.data[p:end:end], at: p}
		}
	}
	return end
}

func (w *walk) object(n *node, p, room int, needEnd bool) int {
	if room <= 0 {
		return isBad
	}
	open := len(n.byName)
	var done uint64
	mark := len(w.taken)
	if n.lookup != nil {
		for range n.byName {
			w.taken = append(w.taken, false)
		}
		defer func() { w.taken = w.taken[:mark] }()
	}
	q, more := w.Enter(p)
	for more {
		name, e := w.nameAt(q)
		if e < 0 {
			return isBad
		}
		hit := -1
		if n.lookup != nil {
			if i := n.lookup.Find(mem.Frozen(name)); i >= 0 && !w.taken[mark+i] {
				hit = n.byName[i]
				w.taken[mark+i] = true
			}
		} else {
			for i := range n.byName {
				if x := &n.edges[n.byName[i]]; len(x.name) == len(name) && x.name == string(name) && done>>i&1 == 0 {
					hit = n.byName[i]
					done |= 1 << i
					break
				}
			}
		}
		if q = w.Colon(e); q < 0 {
			return isBad
		}
		if hit < 0 {
			e = w.Skip(q, room-1)
		} else {
			open--
			x := &n.edges[hit]
			if x.alsoName != nil && !w.also(x.alsoName, q, room-1) {
				return isBad
			}
			e = w.value(x.to, q, room-1, needEnd || open > 0)
		}
		if e < 0 {
			return e
		}
		if open == 0 {
			return w.rest(e, '}', room, needEnd)
		}
		if q, more = w.Next(e, '}'); q < 0 {
			return isBad
		}
	}
	return q
}

func (w *walk) array(n *node, p, room int, needEnd bool) int {
	if room <= 0 {
		return isBad
	}
	open := n.byIndex
	q, more := w.Enter(p)
	for at := 0; more; at++ {
		e, x := 0, &n.edges[open[0]]
		if x.index > at {
			passed := 0
			if q, passed = w.PassElements(q, x.index-at); q < 0 {
				return isBad
			}
			at += passed
		}
		if x.index != at {
			e = w.Skip(q, room-1)
		} else {
			open = open[1:]
			if x.alsoIndex != nil && !w.also(x.alsoIndex, q, room-1) {
				return isBad
			}
			e = w.value(x.to, q, room-1, needEnd || len(open) > 0)
		}
		if e < 0 {
			return e
		}
		if len(open) == 0 {
			return w.rest(e, ']', room, needEnd)
		}
		if q, more = w.Next(e, ']'); q < 0 {
			return isBad
		}
	}
	return q
}

// also follows another edge from the value at p, for which the walk goes over the value once more.
func (w *walk) also(x *edge, p, room int) (ok bool) {
	ok = w.value(x.to, p, room, false) != isBad
	w.Back(p)
	return ok
}

// member returns the position of the value of the first member with that name in the object at p, isDone if there is
// none, or isBad.
func (w *walk) member(p int, name string, room int) int {
	if room <= 0 {
		return isBad
	}
	q, more := w.Enter(p)
	for more {
		at, e := w.nameAt(q)
		if e < 0 {
			return isBad
		}
		if q = w.Colon(e); q < 0 {
			return isBad
		}
		if len(at) == len(name) && string(at) == name {
			return q
		}
		if e = w.Skip(q, room-1); e < 0 {
			return isBad
		}
		if q, more = w.Next(e, '}'); q < 0 {
			return isBad
		}
	}
	return isDone
}

// element returns the position of the element with that index in the array at p, isDone if there is none, or isBad.
func (w *walk) element(p, index, room int) int {
	if room <= 0 {
		return isBad
	}
	q, more := w.Enter(p)
	for ; more; index-- {
		passed := 0
		if q, passed = w.PassElements(q, index); q < 0 {
			return isBad
		}
		if index -= passed; index == 0 {
			return q
		}
		e := w.Skip(q, room-1)
		if e < 0 {
			return isBad
		}
		if q, more = w.Next(e, ']'); q < 0 {
			return isBad
		}
	}
	return isDone
}

// follow returns the start of the value at the end of steps and the position after it. If there is none, end is isBad,
// or it is isDone; then start is the position of the value that lacks the step with that number.
func (w *walk) follow(steps []step, room int) (start, end, number int) {
	p := w.Token(0)
	for i := range steps {
		s, q := &steps[i], isDone
		switch c := w.At(p); {
		case c == '{' && s.isName:
			q = w.member(p, s.name, room)
		case c == '[' && s.isIndex:
			q = w.element(p, s.index, room)
		case w.Skip(p, room) < 0:
			q = isBad // no value starts here
		}
		if q < 0 {
			return p, q, i
		}
		p = q
		room--
	}
	return p, w.Skip(p, room), 0
}

// rest continues after a value of a container in which nothing is left to look for.
func (w *walk) rest(p int, closing byte, room int, needEnd bool) int {
	if !needEnd {
		return isDone
	}
	return w.Leave(p, closing, room-1)
}

// nameAt returns the name at p and the position after it, or a negative one. The name is valid until the next call.
func (w *walk) nameAt(p int) (name []byte, end int) {
	if end = w.PlainString(p); end >= 0 {
		return w.data[p+1 : end-1], end
	}
	return w.oddName(p)
}

// oddName is nameAt for a name that is not plain: one with escapes or errors.
func (w *walk) oddName(p int) (name []byte, end int) {
	if w.At(p) != '"' {
		return nil, isBad
	}
	e := w.SkipString(p)
	if e < 0 {
		return nil, isBad
	}
	// The name is checked again in a copy, which no other code can write to.
	w.name = append(w.name[:0], w.data[p:e]...)
	n := len(w.name)
	if whole, st := wire.String(w.name, 0); st != wire.Done || whole != n {
		return nil, isBad
	}
	w.name = wire.AppendUnquote(w.name, w.name[:n])
	return w.name[n:], e
}

// end gives w back to the pool, without references to the text.
func (w *walk) end() {
	w.Forget()
	w.data, w.values, w.taken = nil, nil, w.taken[:0]
	if cap(w.name) > mem.MostPooled {
		w.name = nil
	}
	walks.Put(w)
}
