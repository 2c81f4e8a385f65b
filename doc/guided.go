package doc

import (
	"math"

	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/mem"
)

// A query with several selectors in a level, or with a descent, is answered by one walk too, if none of its selectors
// looks ahead: for each value a follow.Trail says whether the query selects it or leads into it. Values are found in
// the order of the text. Lists, which are joined and never copied, put them into the order of RFC 9535: for $..* in
// {"a":{"b":1},"c":2} the two members of the outer object are in one list, and b is in the list after it.
//
// The budget of a query is for work that looks at a value repeatedly. A query with two descents does so, and many
// selectors in a row may do so; for these the tape is made. All other queries stay within the budget, whatever the text
// is.

// prepareGuide finds out whether one walk can answer q within the budget of a query.
func (q *Query) prepareGuide() {
	times, steps := 1, 0
	for i := range q.segments {
		g := &q.segments[i]
		if g.descend && q.descends {
			return
		}
		q.descends = q.descends || g.descend
		// Each selector looks at a value and selects it, as often as the value's container was selected.
		if steps += times * (2*len(g.selectors) + 1); steps > stepsPerNode {
			return
		}
		times *= len(g.selectors)
	}
	var err error
	q.guide, err = q.onTheWay()
	q.isGuided = err == nil
}

// hit is a selected value.
type hit struct{ start, end, next int }

// hitBits is the logarithm of the number of hits that are allocated together.
const hitBits = 7

// hits is a list of selected values, by their numbers.
type hits struct{ first, last int }

// noHit is the number of no value.
const noHit = -1

// guided is the state of a walk that a query guides.
type guided struct {
	trail follow.Trail
	hits  []*[1 << hitBits]hit
	count int    // of hits
	lists []hits // the lists of the trail
	left  budget
}

// hit returns the hit of that number.
func (g *guided) hit(i int) *hit { return &g.hits[i>>hitBits][i%(1<<hitBits)] }

// begin starts the query with these segments at the root of a document of n bytes.
func (g *guided) begin(segments []follow.Segment, n int) {
	g.left = budget{math.MaxInt64, int64(leastMemory + memoryPerByte*n)}
	g.trail.Queries, g.trail.Ordered = append(g.trail.Queries, segments), true
	g.trail.Lists = append(g.trail.Lists, follow.List{})
	g.lists = append(g.lists, hits{noHit, noHit})
	g.trail.Top()
}

// end resets g, but keeps some memory.
func (g *guided) end() {
	g.trail.Reset()
	if len(g.hits) > mem.MostPooled>>5>>hitBits {
		g.hits = nil
	}
	if cap(g.lists) > mem.MostPooled>>5 {
		g.lists = nil
	}
	g.count, g.lists = 0, g.lists[:0]
}

// add appends the value at p to a list, unless the budget is used up.
func (g *guided) add(list, p int) {
	if g.left.take(bytesPerHit) {
		return
	}
	n := g.count
	if n>>hitBits == len(g.hits) {
		g.hits = append(g.hits, new([1 << hitBits]hit))
	}
	*g.hit(n) = hit{start: p, next: noHit}
	g.count++
	g.append(list, hits{n, n})
}

// append appends more to a list.
func (g *guided) append(list int, more hits) {
	l := &g.lists[list]
	if l.first == noHit {
		l.first = more.first
	} else {
		g.hit(l.last).next = more.first
	}
	l.last = more.last
}

// enter opens a container.
func (g *guided) enter(array bool) {
	g.trail.Enter(array)
	for len(g.lists) < len(g.trail.Lists) {
		g.lists = append(g.lists, hits{noHit, noHit})
	}
}

// leave closes the innermost container. Its lists are joined to those around them.
func (g *guided) leave() {
	first := g.trail.ListsHere()
	for i := first; i < len(g.lists); i++ {
		if g.lists[i].first != noHit {
			g.append(g.trail.Lists[i].Of, g.lists[i])
		}
	}
	g.lists = g.lists[:first]
	g.trail.Leave()
}

// selectGuided returns the values that the query with these segments selects in data.
func (o *Options) selectGuided(data []byte, segments []follow.Segment) ([]Value, error) {
	data, room, err := o.open(data)
	if err != nil {
		return nil, err
	}
	w := o.walk(data)
	defer w.end()
	g := &w.guided
	g.begin(segments, len(data))
	defer g.end()
	end := w.guidedValue(w.Token(0), room)
	if end >= 0 && o.checks() {
		end = w.last(end)
	}
	if end < 0 {
		return nil, syntaxError(data)
	}
	if g.left.over() {
		return nil, ErrBudget
	}
	values := make([]Value, 0, g.count)
	for i := g.lists[0].first; i != noHit; i = g.hit(i).next {
		h := g.hit(i)
		values = append(values, Value{text: data[h.start:h.end:h.end], at: h.start})
	}
	return values, nil
}

// guidedValue walks over the value at p, whose children the trail has marked, and returns the position after it, or
// isBad. room is the number of containers that may still be nested.
func (w *walk) guidedValue(p, room int) (end int) {
	if c := w.At(p); c|0x20 == '{' && w.guided.trail.LeadsInto(c == '[') {
		return w.guidedContainer(p, room, c == '[')
	}
	return w.Skip(p, room)
}

func (w *walk) guidedContainer(p, room int, array bool) int {
	if room <= 0 {
		return isBad
	}
	g := &w.guided
	g.enter(array)
	closing := w.At(p) + 2
	q, more := w.Enter(p)
	for at := 0; more; at++ {
		var found []follow.QueryMark
		if array {
			found = g.trail.To("", at, true)
		} else {
			name, e := w.nameAt(q)
			if e < 0 {
				return isBad
			}
			found = g.trail.To(mem.Frozen(name), 0, false)
			if q = w.Colon(e); q < 0 {
				return isBad
			}
		}
		first := g.count
		for i := range found {
			g.add(found[i].List, q)
		}
		behind := g.count
		e := w.guidedValue(q, room-1)
		if e < 0 {
			return isBad
		}
		for i := first; i < behind; i++ {
			g.hit(i).end = e
		}
		if g.trail.Exhausted(at, array) {
			g.leave()
			return w.Leave(e, closing, room-1)
		}
		if q, more = w.Next(e, closing); q < 0 {
			return isBad
		}
	}
	g.leave()
	return q
}
