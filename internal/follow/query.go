package follow

import "github.com/zetes-json/zetes/internal/wire"

// One walk answers a query with one selector in each segment and without a descent, such as $.statuses[*].user.name:
// its values are in the order of the text, and each child is compared with one selector.

// Query finds the values that the segments select in the text. Each segment must have one selector and no descent. It
// returns the values in their order, and the position after the whole text's value, or Bad. The Spans are valid until
// the end of the walk.
func (w *Walk) Query(segments []Segment, room int) (found []wire.Span, end int) {
	end = w.selected(segments, w.Token(0), room)
	return w.spans, end
}

// selected appends the values that the segments select in the value at p to w.spans, and returns the position after
// that value, or Bad. room is the number of containers that may still be nested.
func (w *Walk) selected(segments []Segment, p, room int) (end int) {
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
			if end = w.selected(then, at, room-1); end >= 0 {
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
			end = w.selected(then, q, room-1)
		} else {
			end = w.Skip(q, room-1)
		}
		if !x.Any && end >= 0 && (at >= x.End-1 || x.Step == 0) {
			return w.Leave(end, ']', room-1)
		}
		q, more = w.next(end, c+2) // in ASCII a closing bracket is its opening bracket plus 2
	}
	return q
}
