package follow

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

// selects reports whether g chooses the element with that index, or the member with that name.
func (g *Segment) selects(name string, index int, array bool) bool {
	for i := range g.Selectors {
		if x := &g.Selectors[i]; x.Any || x.selects(name, index, array) {
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

	marks  []QueryMark // for each open container the marks of its value, and at the end the marks of the current value
	found  []QueryMark // the queries that select the current value
	levels []level
}

// level is the range of an open container's marks.
type level struct{ from, to int }

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

// Leads reports whether a query may select something inside the current value, so that a reader must enter it. The
// current value is the value to which the last call of Top or To has moved.
func (t *Trail) Leads() bool { return len(t.Marks()) > 0 }

// Marks returns the marks of the current value, to which Top or To has moved.
func (t *Trail) Marks() []QueryMark { return t.marks[t.end():] }

// end returns the number of marks of the open containers.
func (t *Trail) end() int {
	if n := len(t.levels); n > 0 {
		return t.levels[n-1].to
	}
	return 0
}

// Enter opens the current value, to which Top or To has moved. It must be an array or object.
func (t *Trail) Enter() { t.levels = append(t.levels, level{t.end(), len(t.marks)}) }

// Leave closes the innermost container.
func (t *Trail) Leave() {
	n := len(t.levels) - 1
	t.marks, t.levels = t.marks[:t.levels[n].from], t.levels[:n]
}

// To moves to a child of the innermost container: an element, or the member with that name. It returns the queries that
// select the child, and sets the child's marks. The result is valid until the next call.
func (t *Trail) To(name string, index int, array bool) []QueryMark {
	l := t.levels[len(t.levels)-1]
	t.marks, t.found = t.marks[:l.to], t.found[:0]
	for i := l.from; i < l.to; i++ {
		m := t.marks[i]
		g := &t.Queries[m.Query][m.Segment]
		if g.selects(name, index, array) {
			next := QueryMark{m.Query, m.Segment + 1}
			if next.Segment == len(t.Queries[m.Query]) {
				t.found = append(t.found, next)
			} else {
				t.due(next, l.to)
			}
		}
		if g.Descend {
			t.due(m, l.to)
		}
	}
	return t.found
}

// due adds m to the marks of the current child, which begin at from. A mark that the child has already is not added
// again. The marks of one query are next to each other, so the search ends at a mark of another query.
func (t *Trail) due(m QueryMark, from int) {
	for i := len(t.marks) - 1; i >= from && t.marks[i].Query == m.Query; i-- {
		if t.marks[i] == m {
			return
		}
	}
	t.marks = append(t.marks, m)
}

// First returns the lowest number of a query in marks, or -1 if there are no marks. Marks are in the order of queries.
func First(marks []QueryMark) int {
	if len(marks) == 0 {
		return -1
	}
	return marks[0].Query
}
