package follow

import (
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// One walk can answer a query if none of its selectors depends on later parts of the text. For each value a Trail says
// whether the query selects the value or leads into it. The walk finds values in the order of the text. Linked lists
// bring them into the order of RFC 9535: for $..* in {"a":{"b":1},"c":2} the two members of the outer object are in one
// list, and b is in the list after it.
//
// A query with one selector in each segment and no descent, such as $.statuses[*].user.name, needs no Trail and no
// lists: its values are in order, and a loop that compares each child with one selector takes 0.71 of the instructions.

// Query is a JSONPath query that a walk can answer. It never changes.
type Query struct {
	Segments []Segment
	Straight bool // one selector in each segment, and no descent
	Descends bool
}

// HitSize is the number of bytes that a walk takes for a value that a query selects, unless the query is straight.
const HitSize = 24

// hit is a selected value.
type hit struct{ start, end, next int }

// hitBits is the logarithm to base 2 of the number of hits that are allocated together.
const hitBits = 7

// hits is a linked list of selected values: the numbers of its first and its last hit.
type hits struct{ first, last int }

// noHit in place of a number means that there is no hit.
const noHit = -1

// run is the state of a walk for a query.
type run struct {
	trail Trail
	most  int // the largest number of hits to store
	hits  []*[1 << hitBits]hit
	count int    // number of hits so far
	lists []hits // the lists of the trail
}

// hit returns the hit of that number.
func (r *run) hit(i int) *hit { return &r.hits[i>>hitBits][i%(1<<hitBits)] }

// begin starts a query at the root of a document.
func (r *run) begin(q *Query, most int) {
	r.most = most
	r.trail.Queries, r.trail.Ordered = append(r.trail.Queries, q.Segments), true
	r.trail.Lists = append(r.trail.Lists, List{})
	r.lists = append(r.lists, hits{noHit, noHit})
	r.trail.Top()
}

// end drops the query. It keeps memory for the next query, unless it is large.
func (r *run) end() {
	r.trail.Reset()
	if len(r.hits) > mem.MostPooled>>5>>hitBits {
		r.hits = nil
	}
	if cap(r.lists) > mem.MostPooled>>5 {
		r.lists = nil
	}
	r.count, r.lists = 0, r.lists[:0]
}

// add appends the value at p to a list.
func (r *run) add(list, p int) {
	n := r.count
	if r.count++; n >= r.most {
		return
	}
	if n>>hitBits == len(r.hits) {
		r.hits = append(r.hits, new([1 << hitBits]hit))
	}
	*r.hit(n) = hit{start: p, next: noHit}
	r.join(list, hits{n, n})
}

// join appends the hits in more to a list.
func (r *run) join(list int, more hits) {
	l := &r.lists[list]
	if l.first == noHit {
		l.first = more.first
	} else {
		r.hit(l.last).next = more.first
	}
	l.last = more.last
}

// enter opens a container.
func (r *run) enter(array bool) {
	r.trail.Enter(array)
	for len(r.lists) < len(r.trail.Lists) {
		r.lists = append(r.lists, hits{noHit, noHit})
	}
}

// leave closes the innermost container. Its lists are appended to the lists of the containers around it.
func (r *run) leave() {
	first := r.trail.ListsHere()
	for i := first; i < len(r.lists); i++ {
		if r.lists[i].first != noHit {
			r.join(r.trail.Lists[i].Of, r.lists[i])
		}
	}
	r.lists = r.lists[:first]
	r.trail.Leave()
}

// Query finds the values that q selects in the text, and returns the position after the whole value and the number of
// selected values. [Walk.First] and [Walk.Selected] return the values, unless there are more than most of them and q is
// not straight.
func (w *Walk) Query(q *Query, room, most int) (end, count int) {
	if q.Straight {
		end = w.straight(q.Segments, w.Token(0), room)
		return end, len(w.spans)
	}
	w.query.begin(q, most)
	end = w.selected(w.Token(0), room)
	return end, w.query.count
}

// First returns the number of the first selected value in the order of RFC 9535, or a negative number if there is none.
func (w *Walk) First() int {
	switch {
	case len(w.spans) > 0:
		return 0
	case len(w.query.lists) > 0:
		return w.query.lists[0].first
	}
	return noHit
}

// Selected returns the selected value with number i, and the number of the next selected value, which is negative at
// the end.
func (w *Walk) Selected(i int) (at wire.Span, next int) {
	if uint(i) < uint(len(w.spans)) {
		if next = i + 1; next == len(w.spans) {
			next = noHit
		}
		return w.spans[i], next
	}
	h := w.query.hit(i)
	return wire.Span{Start: h.start, End: h.end}, h.next
}

// selected walks over the value at p. The trail has the marks for its children. It returns the position after the
// value, or Bad. room is the number of containers that may still be nested.
func (w *Walk) selected(p, room int) (end int) {
	if c := w.At(p); c|0x20 == '{' && w.query.trail.LeadsInto(c == '[') {
		return w.children(p, room, c)
	}
	return w.Skip(p, room)
}

// children walks over the container at p, which begins with c.
func (w *Walk) children(p, room int, c byte) int {
	r := &w.query
	q, more := w.enter(p, room)
	array, closing := c == '[', c+2 // in ASCII the code of a closing bracket is that of its opening bracket plus two
	r.enter(array)
	for at := 0; more; at++ {
		var name []byte
		if !array {
			if name, q = w.member(q); q < 0 {
				break
			}
		}
		found, first := r.trail.To(mem.Frozen(name), at, array), r.count
		for i := range found {
			r.add(found[i].List, q)
		}
		after := min(r.count, r.most)
		e := w.selected(q, room-1)
		for i := first; i < after; i++ {
			r.hit(i).end = e
		}
		if e >= 0 && r.trail.Exhausted(at, array) {
			r.leave()
			return w.Leave(e, closing, room-1)
		}
		q, more = w.next(e, closing)
	}
	r.leave()
	return q
}

// straight finds the values that straight segments select in the value at p, and returns the position after that value,
// or Bad.
func (w *Walk) straight(segments []Segment, p, room int) (end int) {
	if len(segments) == 0 {
		if end = w.Skip(p, room); end >= 0 {
			w.spans = append(w.spans, wire.Span{Start: p, End: end})
		}
		return end
	}
	x, c, then := &segments[0].Selectors[0], w.At(p), segments[1:]
	switch {
	case c|0x20 != '{' || !x.Any && x.IsName != (c == '{'):
		return w.Skip(p, room)
	case x.IsName:
		at, end := w.named(p, 0, x.Name, room)
		if at >= 0 {
			if end = w.straight(then, at, room-1); end >= 0 {
				end = w.Leave(end, '}', room-1)
			}
		}
		return end
	}
	q, more := w.enter(p, room)
	for at := 0; more; at++ {
		if c == '{' {
			if _, q = w.member(q); q < 0 {
				return Bad
			}
		}
		if x.Any || x.selects("", at, true) {
			end = w.straight(then, q, room-1)
		} else {
			end = w.Skip(q, room-1)
		}
		if !x.Any && end >= 0 && (at >= x.End-1 || x.Step == 0) {
			return w.Leave(end, ']', room-1)
		}
		q, more = w.next(end, c+2)
	}
	return q
}
