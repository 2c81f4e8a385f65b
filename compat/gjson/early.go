package gjson

import (
	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/scan"
)

// This file follows a path byte by byte, through the start of a text, as package follow does for names and indexes.

// nearBytes is the part of an array or object that is looked at, apart from the last value in it.
const nearBytes = 1024

// early follows steps, and returns the position after the value at their end, if it is near the starts of the arrays
// and objects around it. Otherwise end is follow.Bad, or follow.Done if there is no such value. early checks what it
// passes over if checks is set.
func early(json string, steps []step, checks bool) (at follow.Progress, end int) {
	if len(steps) == 0 {
		return at, follow.Bad
	}
	b := mem.View(json)
	at.Start = scan.SpaceEnd(b, 0)
	for at.Steps < len(steps) {
		switch s := &steps[at.Steps]; {
		case s.query != nil:
			end = choose(&at, b, s.query, checks)
		case s.wild:
			end = at.Down(b, &s.Step, matches, at.Start+nearBytes, checks)
		default:
			end = at.Down(b, &s.Step, nil, at.Start+nearBytes, checks)
		}
		if end < 0 {
			return at, end
		}
	}
	return at, scan.ValueEnd(b, at.Start, at.Steps, checks)
}

// choose moves at from an array to the first element that q selects, and returns 0. It returns follow.Bad if it finds
// none.
func choose(at *follow.Progress, b []byte, q *query, checks bool) (end int) {
	i := at.Start
	if len(b)-i > nearBytes || i >= len(b) || b[i] != '[' {
		return follow.Bad
	}
	for now := q.prepared(mostMade(len(b))); ; {
		start := scan.SpaceEnd(b, i+1)
		if i = scan.ValueEnd(b, start, at.Steps+1, checks); i < 0 {
			return i
		}
		if now.selects(mem.Frozen(b[start:i])) {
			*at = follow.Progress{Steps: at.Steps + 1, Start: start}
			return 0
		}
		if i = scan.SpaceEnd(b, i); i >= len(b) || b[i] != ',' {
			return follow.Bad
		}
	}
}
