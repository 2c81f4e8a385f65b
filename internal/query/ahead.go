package query

import (
	"math"
	"slices"

	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/tree"
)

// A reader of a stream follows a query as far as its selectors need only the path to a value (OnTheWay). A filter, or
// an element that is counted from the end, needs text that comes later. For these a query is split (Ahead): the reader
// goes to each element, and the rest of the query is run on that element's text (Below).
//
// With $..a[?@.x] an element may hold further values that are named a. It is read only once, so what the query selects
// deeper is selected from the same text: {"a":[{"x":1,"a":[{"x":2}]},{"a":[{"x":3}]}]} has two results, the first
// element and {"x":3}.

// OnTheWay returns the segments of q for reading a stream. It returns an error if one of q's selectors depends on later
// parts of the document.
func (q *Query) OnTheWay() ([]follow.Segment, *Error) {
	if q == nil {
		return nil, &Error{Reason: "there is no query"}
	}
	list := make([]follow.Segment, len(q.segments))
	for i := range q.segments {
		g := &q.segments[i]
		list[i].Descend = g.descend
		for k := range g.selectors {
			x, reason := g.selectors[k].onTheWay()
			if reason != "" {
				return nil, &Error{q.text, 0, reason}
			}
			list[i].Selectors = append(list[i].Selectors, x)
		}
	}
	return list, nil
}

// Below is the second part of a query, after a part that a reader of a stream can follow. It is run on single elements
// or members, each of which is read into memory, since its selectors depend on later parts of the text.
type Below struct {
	Last int  // if it is not 0, it is run on the last Last elements of an array only
	One  bool // it is run on the first of these Last elements only

	filter   test
	segments []segment
	descends []segment   // the whole query, if it has a descent before this part; or nil
	used     tree.Budget // how much of leastSteps and leastMemory earlier texts took
}

// Of returns a Below that selects what the whole query q selects.
func (q *Query) Of() *Below {
	if q == nil {
		return &Below{}
	}
	return &Below{segments: q.segments}
}

// Ahead splits a query whose selectors depend on later parts of the text. It returns the segments that lead to all
// elements of an array, or members of an object, and the rest of the query, which is run on each of these values.
// $.a[?@.b].c is split into $.a[*], and the filter with .c. $.a[-1].c is split into $.a[*], and .c with Last = 1. The
// error says why a query can't be split.
func (q *Query) Ahead() (before []follow.Segment, below *Below, err *Error) {
	way := Query{text: q.String()}
	for i := range q.segments {
		g := &q.segments[i]
		way.segments = q.segments[:i+1]
		if _, err = way.OnTheWay(); err == nil {
			continue
		}
		below = &Below{segments: q.segments[i+1:]}
		if slices.ContainsFunc(way.segments, func(g segment) bool { return g.descend }) {
			below.descends = q.segments
		}
		x := &g.selectors[0]
		all := segment{selectors: []selector{{kind: bySlice, slice: slice{noEnd: true, step: 1}}}}
		switch {
		case len(g.selectors) > 1:
			return nil, nil, &Error{q.text, 0, "a filter or a number from the end stands beside other selectors, which needs the whole document: jsondoc.Select and stream.Selecting have it in memory"}
		case x.kind == byFilter:
			below.filter = x.filter
			all.selectors[0].kind, all.descend = byAny, g.descend
		case below.descends != nil:
			return nil, nil, &Error{q.text, 0, "elements counted from the end after .. need the whole document: jsondoc.Select and stream.Selecting have it in memory"}
		case x.kind == byIndex:
			below.Last, below.One = -x.index, true
		case x.slice.start < 0 && x.slice.noEnd && x.slice.step == 1:
			below.Last = -x.slice.start
		default:
			return nil, nil, err
		}
		if slices.ContainsFunc(q.segments[i:], segment.refersToRoot) {
			return nil, nil, &Error{q.text, 0, "a filter with $ needs the whole document: jsondoc.Select and stream.Selecting have it in memory"}
		}
		way.segments = append(way.segments[:i:i], all)
		before, err = way.OnTheWay()
		return before, below, err
	}
	return nil, nil, &Error{q.String(), 0, "it does not look ahead"}
}

// Run returns the cells that b selects from the root of t. The root is one of the elements or members to which the
// first part of the query leads. ok is false if the budget of a query is used up. Each text has a budget for its own
// length. All texts that b is run on share leastSteps and leastMemory, since a stream may have a million texts; if
// earlier texts have used these up, a small part of them remains for each later text.
//
// If the first part has a descent, as in $..a[?@.x], Run also selects the values deeper in t that the whole query
// selects, except for values inside a selected value. For this, marks has the segments of the query that apply to the
// children of the root.
func (b *Below) Run(t *tree.Tape, marks []follow.QueryMark) (cells []uint32, ok bool) {
	s := selectionIn(t, 0, 0)
	s.Steps -= b.used.Steps
	s.Bytes -= b.used.Bytes
	if b.filter != nil && !b.filter(s, 0) {
		ok = !s.Over()
	} else {
		cells, ok = s.run(b.segments)
	}
	if b.descends != nil {
		for i := 0; ok && i < len(marks); i++ {
			cells, ok = s.run(b.descends[marks[i].Segment:])
		}
		slices.Sort(cells)
		last := int64(-1) // the end of the last value that is kept
		cells = slices.DeleteFunc(cells, func(c uint32) bool {
			inside := int64(t.Cells[c].A) <= last
			if !inside {
				last = int64(t.Cells[c].B)
			}
			return inside
		})
	}
	// Steps and memory that this text took beyond the budget for its own length count as used. If it took less than
	// that budget, the difference is subtracted from the count. The count is at most 255/256 of leastSteps and 63/64 of
	// leastMemory, so that a small part remains for each later text.
	b.used.Steps = min(max(leastSteps-s.Steps, 0), leastSteps-leastSteps/256)
	b.used.Bytes = min(max(leastMemory-s.Bytes, 0), leastMemory-leastMemory/64)
	return cells, ok
}

// refersToRoot reports whether a filter in g has a query that begins at the root of the document.
func (g segment) refersToRoot() bool {
	return slices.ContainsFunc(g.selectors, func(x selector) bool { return x.rooted })
}

func (x *selector) onTheWay() (s follow.Selector, reason string) {
	switch x.kind {
	case byName:
		return follow.Selector{IsName: true, Name: x.name}, ""
	case byAny:
		return follow.Selector{Any: true}, ""
	case byFilter:
		return s, "a filter has to see the value before it is read"
	case byIndex:
		s = follow.Selector{Start: x.index, End: min(x.index, math.MaxInt-1) + 1, Step: 1}
	case bySlice:
		s = follow.Selector{Start: x.slice.start, End: x.slice.end, Step: x.slice.step}
		if x.slice.noEnd {
			s.End = math.MaxInt
		}
	}
	if s.Start < 0 || s.End < 0 || s.Step < 0 {
		return s, "elements counted from the end are not known before it is read"
	}
	return s, ""
}
