package query

import (
	"slices"

	"github.com/zetes-json/zetes/internal/tree"
)

// A query is answered from a tape segment by segment. A node is a value of the document, given by the number of its
// cell on the tape. The nodes that a segment has selected are the end of a list, and the nodes that the next segment
// selects from them are appended to the list. All work and memory is counted against a budget.

// selection is one run of a query over a tape.
type selection struct {
	t    *tree.Tape
	root uint32
	tree.Budget
	nodes []uint32 // the selected nodes, and after them the nodes of queries in filters

	patterns map[patternText]*pattern // the compiled patterns of this run
	compiled int                      // total size of patterns
}

// The budget of a query if the caller sets none. It is enough to read each byte a few times, or to match each byte with
// a regular expression of some fifty instructions.
const (
	leastSteps    = 1 << 20
	stepsPerNode  = 100
	stepsPerByte  = 16
	leastMemory   = 3 << 18
	memoryPerByte = 48
	stepMemory    = 64 // bytes of memory for each step, if the caller sets the steps

	bytesPerValue = 40 // memory for a value that is returned
)

// leastNodes is the first capacity of a list of nodes.
const leastNodes = 32

// push appends a node to the selected nodes.
func (s *selection) push(n uint32) {
	if len(s.nodes) == cap(s.nodes) {
		more := max(2*len(s.nodes), leastNodes)
		if s.Take(4 * more) {
			return
		}
		s.nodes = append(make([]uint32, 0, more), s.nodes...)
	}
	if !s.Spend(1) {
		s.nodes = append(s.nodes, n)
	}
}

// query appends the nodes that the segments select from the node n, and returns the position of the first.
func (s *selection) query(segments []segment, n uint32) (first int) {
	first = len(s.nodes)
	s.push(n)
	for i := range segments {
		end := len(s.nodes)
		for k := first; k < end && !s.Over(); k++ {
			if segments[i].descend {
				s.descend(&segments[i], s.nodes[k])
			} else {
				s.children(&segments[i], s.nodes[k])
			}
		}
		s.nodes = append(s.nodes[:first], s.nodes[end:]...)
	}
	return first
}

// descend applies the selectors of g to the value n and to all values in it.
func (s *selection) descend(g *segment, n uint32) {
	if s.Spend(1) {
		return
	}
	s.children(g, n)
	c := s.t.Kind(int(n))
	if c|0x20 != '{' {
		return
	}
	at, end := s.t.Inside(int(n))
	for at < end {
		if c == '{' {
			at++
		}
		if s.t.Kind(at)|0x20 == '{' {
			s.descend(g, uint32(at))
		} else if s.Spend(1) {
			break
		}
		at = s.t.Next(at)
	}
}

// children applies the selectors of g to the value n.
func (s *selection) children(g *segment, n uint32) {
	c := s.t.Kind(int(n))
	if c|0x20 != '{' {
		return
	}
	for i := range g.selectors {
		switch x := &g.selectors[i]; {
		case s.Over():
			return
		case x.kind == byName && c == '{':
			if m := s.Member(s.t, int(n), x.name); m >= 0 {
				s.push(uint32(m))
			}
		case x.kind == byIndex && c == '[':
			index, size := x.index, int(s.t.Cells[n+1].B)
			if index < 0 {
				index += size
			}
			if s.Spend(min(max(index, 0), size)) {
				return
			}
			if e := s.t.Element(int(n), index); e >= 0 {
				s.push(uint32(e))
			}
		case x.kind == bySlice && c == '[':
			s.slice(&x.slice, n)
		case x.kind == byAny || x.kind == byFilter:
			s.each(x.filter, n, c)
		}
	}
}

// each selects the children of n for which the filter holds. If filter is nil, it selects all of them.
func (s *selection) each(filter test, n uint32, c byte) {
	at, end := s.t.Inside(int(n))
	for at < end {
		if c == '{' {
			at++
		}
		if s.Spend(1) {
			return
		}
		if filter == nil || filter(s, uint32(at)) {
			s.push(uint32(at))
		}
		at = s.t.Next(at)
	}
}

// slice selects the elements of the array n from start to end, by the rules of RFC 9535 (2.3.4).
func (s *selection) slice(x *slice, n uint32) {
	size := int(s.t.Cells[n+1].B)
	if x.step == 0 || size == 0 {
		return
	}
	within := func(i, least, most int) int {
		if i < 0 {
			i += size
		}
		return min(max(i, least), most)
	}
	// The elements next, next+every and so on below the limit are selected, in reverse order if step is negative.
	next, below, every := 0, size, min(max(x.step, -x.step), size)
	if x.step > 0 {
		if !x.noStart {
			next = within(x.start, 0, size)
		}
		if !x.noEnd {
			below = within(x.end, 0, size)
		}
	} else {
		if !x.noStart {
			below = within(x.start, -1, size-1) + 1
		}
		if !x.noEnd {
			next = within(x.end, -1, size-1) + 1
		}
		next += max(below-next-1, 0) % every
	}
	first := len(s.nodes)
	at, end := s.t.Inside(int(n))
	for i := 0; i < below && at < end && !s.Spend(1); i++ {
		if i == next {
			s.push(uint32(at))
			next += every
		}
		at = s.t.Next(at)
	}
	if x.step < 0 {
		slices.Reverse(s.nodes[first:])
	}
}
