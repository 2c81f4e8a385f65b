package follow

import (
	"math"
	"slices"
)

// A value has a list of marks, each of which is a segment of a query that applies to the value's children: for $.a..b
// the object at $ has the mark 0, and the object at $.a and all values in it have the mark 1. A child that the last
// segment selects is selected by the query.

// A Segment is a part of a JSONPath that needs only the path to a value: it leads from a value to some of its children,
// and with Descend also to children of all values in it.
type Segment struct {
	Descend   bool
	Selectors []Selector
}

// A Selector chooses children of a value: all of them, the members with a name, or every Step-th element from Start on
// and before End.
type Selector struct {
	Any, IsName      bool
	Name             string
	Start, End, Step int
}

// selects reports whether x chooses the element with that index, or the member with that name. x must not be a selector
// that chooses all children.
func (x *Selector) selects(name string, index int, array bool) bool {
	if array {
		return !x.IsName && x.Step > 0 && index >= x.Start && index < x.End && (index-x.Start)%x.Step == 0
	}
	return x.IsName && x.Name == name
}

// selects reports whether g chooses the element with that index, or the member with that name. other says that the name
// or index is in no selector.
func (g *Segment) selects(name string, index int, array, other bool) bool {
	for i := range g.Selectors {
		if x := &g.Selectors[i]; x.Any || !other && x.selects(name, index, array) {
			return true
		}
	}
	return false
}

// QueryMark says that a segment of a query applies to a value's children, or that a query selects a value.
type QueryMark struct{ Query, Segment int }

// Trail has the marks of the open containers: which segments of queries apply to the children of each container.
type Trail struct {
	Queries [][]Segment

	marks  []QueryMark
	found  []QueryMark
	levels []level
	names  []string // the names in selectors of the open containers
}

// level has the marks of an open container.
type level struct {
	from, to int  // range of the container's marks
	alike    bool // all children are selected by the same queries, and have the same marks
	found    int  // start in Trail.found of the queries that select each child whose name is in no selector
	others   int  // end in Trail.found of these queries
	child    int  // end of the marks of each child whose name is in no selector, which begin at to
	start    int  // start of the marks of the current child: to, or child if its name selects it
	names    int  // start of the names in the container's selectors, if it is an object
}

// Top returns the queries that select the whole document, and sets the marks of the document's value.
func (t *Trail) Top() []QueryMark {
	for i := range t.Queries {
		if len(t.Queries[i]) == 0 {
			t.found = append(t.found, QueryMark{Query: i})
		} else {
			t.marks = append(t.marks, QueryMark{Query: i})
		}
	}
	return t.found
}

// Leads reports whether a query leads into the current value, to which Top or To has moved: whether the value has
// marks.
func (t *Trail) Leads() bool { return len(t.Marks()) > 0 }

// Marks returns the marks of the current value, to which Top or To has moved.
func (t *Trail) Marks() []QueryMark { return t.marks[t.end():] }

// end returns the number of marks of the open containers.
func (t *Trail) end() int {
	if n := len(t.levels); n > 0 {
		return t.levels[n-1].start
	}
	return 0
}

// Enter opens the current value, to which Top or To has moved. It must be an array or object.
func (t *Trail) Enter(array bool) {
	l := level{from: t.end(), to: len(t.marks), alike: true, found: len(t.found), names: len(t.names)}
	for _, m := range t.marks[l.from:l.to] {
		g := &t.Queries[m.Query][m.Segment]
		for i := range g.Selectors {
			x := &g.Selectors[i]
			l.alike = l.alike && (x.Any || array && x.IsName)
			if !array && x.IsName && !x.Any {
				t.names = append(t.names, x.Name)
			}
		}
	}
	l.start, l.child, l.others = l.to, l.to, l.found
	t.levels = append(t.levels, l)
	if l.alike || !array {
		t.step("", 0, array, true)
		here := &t.levels[len(t.levels)-1]
		here.others, here.child = len(t.found), len(t.marks)
	}
}

// Leave closes the innermost container.
func (t *Trail) Leave() {
	n := len(t.levels) - 1
	l := &t.levels[n]
	t.marks, t.found, t.names = t.marks[:l.from], t.found[:l.found], t.names[:l.names]
	t.levels = t.levels[:n]
}

// To moves to a child of the innermost container: an element, or the member with that name. It returns the queries that
// select the child, and sets the child's marks. The result is valid until the next call.
func (t *Trail) To(name string, index int, array bool) []QueryMark {
	l := &t.levels[len(t.levels)-1]
	t.marks, t.found = t.marks[:l.child], t.found[:l.others]
	l.start = l.to
	if l.alike || !array && !slices.Contains(t.names[l.names:], name) {
		return t.found[l.found:]
	}
	l.start = l.child
	t.step(name, index, array, false)
	return t.found[l.others:]
}

// step adds the queries that select a child of the innermost container, and the marks of that child. other says that
// the child's name or index is in no selector.
func (t *Trail) step(name string, index int, array, other bool) {
	l := &t.levels[len(t.levels)-1]
	for i := l.from; i < l.to; i++ {
		m := t.marks[i]
		g := &t.Queries[m.Query][m.Segment]
		if g.selects(name, index, array, other) {
			next := QueryMark{m.Query, m.Segment + 1}
			if next.Segment == len(t.Queries[m.Query]) {
				t.found = append(t.found, next)
			} else {
				t.due(next, l.start)
			}
		}
		if g.Descend {
			t.due(m, l.start)
		}
	}
}

// due adds m to the marks of the current child, which say what segments apply to the child's own children. These marks
// begin at from. A mark that the child has already is not added again.
func (t *Trail) due(m QueryMark, from int) {
	for _, have := range t.marks[from:] {
		if have == m {
			return
		}
	}
	t.marks = append(t.marks, m)
}

// First returns the lowest number of a query in marks, or -1 if there are no marks.
func First(marks []QueryMark) int {
	first := math.MaxInt
	for _, m := range marks {
		first = min(first, m.Query)
	}
	if first == math.MaxInt {
		return -1
	}
	return first
}
