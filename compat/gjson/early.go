package gjson

import (
	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/mem"
)

// This file follows a path byte by byte, through the start of a text, as package follow does for names and indexes.

// early returns the place of the value at the end of steps, if it lies near the starts of the arrays and objects around
// it. Without it start is negative. It checks what it passes over if checks is set.
func early(json string, steps []step, checks bool) (start, end int) {
	if len(steps) == 0 {
		return follow.Unknown, 0
	}
	b := mem.View(json)
	start = follow.Token(b, 0)
	for n := range steps {
		if start = child(b, start, &steps[n], n, checks); start < 0 {
			if n > 0 {
				start = follow.Unknown
			}
			return start, 0
		}
	}
	end, sure := follow.Pass(b, start, len(steps), checks)
	if end < 0 || !sure && !follow.Sound(b[start:end], len(steps)) {
		start = follow.Unknown
	}
	return start, end
}

// child returns the start of the value that s leads to in the value at i, or a negative result of follow.Child.
func child(b []byte, i int, s *step, outer int, checks bool) int {
	switch {
	case s.query != nil:
		return chosen(b, i, s.query, outer, checks)
	case s.wild:
		return follow.Child(b, i, &s.Step, matches, outer, checks)
	}
	return follow.Child(b, i, &s.Step, nil, outer, checks)
}

// chosen returns the start of the first element that q selects in the array at i, or follow.Unknown.
func chosen(b []byte, i int, q *query, outer int, checks bool) int {
	if len(b)-i > follow.NearBytes || i >= len(b) || b[i] != '[' {
		return follow.Unknown
	}
	top, sure, checked := i, true, true
	for now := q.prepared(mostMade(len(b))); ; {
		start := follow.Token(b, i+1)
		if i, checked = follow.Pass(b, start, outer+1, checks); i < 0 {
			return follow.Unknown
		}
		if now.selects(mem.Frozen(b[start:i])) {
			if !sure && !follow.Sound(b[top:start], outer) {
				return follow.Unknown
			}
			return start
		}
		sure = sure && checked
		if i = follow.Token(b, i); i >= len(b) || b[i] != ',' {
			return follow.Unknown
		}
	}
}
