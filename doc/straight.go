package doc

import (
	"slices"

	"github.com/zetes-json/zetes/internal/follow"
)

// A query that goes straight down, with one selector in each level and none that looks ahead, is answered by one walk
// over the text, like a path: $.statuses[*].user.name selects values in the order of the text. No tape is made, and
// values that no selector leads to are skipped as wholes.

// straightDown returns the selectors of a query that goes straight down, outermost first.
func straightDown(segments []segment) (list []follow.Selector, ok bool) {
	list = make([]follow.Selector, len(segments))
	for i := range segments {
		g := &segments[i]
		if g.descend || len(g.selectors) != 1 {
			return nil, false
		}
		var reason string
		if list[i], reason = g.selectors[0].onTheWay(); reason != "" {
			return nil, false
		}
	}
	return list, true
}

// selectStraight returns the values that the selectors select in data.
func (o *Options) selectStraight(data []byte, selectors []follow.Selector) ([]Value, error) {
	data, room, err := o.open(data)
	if err != nil {
		return nil, err
	}
	w := o.walk(data)
	w.values = []Value{}
	end := w.selected(selectors, w.Token(0), room)
	if end >= 0 && o.checks() {
		end = w.last(end)
	}
	values := w.values
	w.end()
	if end < 0 {
		return nil, syntaxError(data)
	}
	return values, nil
}

// selected adds the values that the selectors select in the value at p to the walk's values. It returns the position
// after that value, or isBad. room is the number of containers that may still be nested.
func (w *walk) selected(selectors []follow.Selector, p, room int) (end int) {
	if len(selectors) == 0 {
		if end = w.Skip(p, room); end >= 0 {
			if n := len(w.values); n == cap(w.values) {
				// Append would grow the list by a quarter, and leave four times as much garbage.
				w.values = slices.Grow(w.values, min(n+leastNodes, (len(w.data)-p)/2+1))
			}
			w.values = append(w.values, Value{text: w.data[p:end:end], at: p})
		}
		return end
	}
	x := &selectors[0]
	switch c := w.At(p); {
	case c == '{' && (x.Any || x.IsName):
		return w.selectedMembers(x, selectors[1:], p, room)
	case c == '[' && !x.IsName:
		return w.selectedElements(x, selectors[1:], p, room)
	}
	return w.Skip(p, room)
}

func (w *walk) selectedMembers(x *follow.Selector, then []follow.Selector, p, room int) int {
	if room <= 0 {
		return isBad
	}
	q, more := w.Enter(p)
	for more {
		name, e := w.nameAt(q)
		if e < 0 {
			return isBad
		}
		hit := x.Any || len(name) == len(x.Name) && string(name) == x.Name
		if q = w.Colon(e); q < 0 {
			return isBad
		}
		if !hit {
			e = w.Skip(q, room-1)
		} else {
			e = w.selected(then, q, room-1)
		}
		if e < 0 {
			return isBad
		}
		if hit && !x.Any {
			return w.Leave(e, '}', room-1) // of members with the same name the first one counts
		}
		if q, more = w.Next(e, '}'); q < 0 {
			return isBad
		}
	}
	return q
}

func (w *walk) selectedElements(x *follow.Selector, then []follow.Selector, p, room int) int {
	if room <= 0 {
		return isBad
	}
	q, more := w.Enter(p)
	for at := 0; more; at++ {
		e := 0
		if x.Any || x.Step > 0 && at >= x.Start && at < x.End && (at-x.Start)%x.Step == 0 {
			e = w.selected(then, q, room-1)
		} else {
			e = w.Skip(q, room-1)
		}
		if e < 0 {
			return isBad
		}
		if !x.Any && (at >= x.End-1 || x.Step == 0) {
			return w.Leave(e, ']', room-1)
		}
		if q, more = w.Next(e, ']'); q < 0 {
			return isBad
		}
	}
	return q
}
