package query

import (
	"math"

	"github.com/zetes-json/zetes/internal/follow"
)

// OnTheWay returns the segments of q for reading a stream, or an error if one of its selectors depends on later parts
// of the document.
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
