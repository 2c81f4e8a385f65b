package doc

import (
	"math"

	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/loan"
)

// Inside returns what packages of this module do with queries. It is not for other programs, which can't make its
// argument.
func Inside(c loan.Caller) inside {
	c.Check()
	return inside{}
}

// inside has the functions of this package for package stream.
type inside struct{}

// OnTheWay returns the segments of q for reading a stream, or an error if one of its selectors depends on later parts
// of the document.
func (inside) OnTheWay(q *Query) ([]follow.Segment, error) { return q.onTheWay() }

// onTheWay is the OnTheWay of [Inside].
func (q *Query) onTheWay() ([]follow.Segment, error) {
	if q == nil {
		return nil, &QueryError{Reason: "there is no query"}
	}
	list := make([]follow.Segment, len(q.segments))
	for i := range q.segments {
		g := &q.segments[i]
		list[i].Descend = g.descend
		for k := range g.selectors {
			x, reason := g.selectors[k].onTheWay()
			if reason != "" {
				return nil, &QueryError{q.text, 0, reason}
			}
			list[i].Selectors = append(list[i].Selectors, x)
		}
	}
	return list, nil
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
