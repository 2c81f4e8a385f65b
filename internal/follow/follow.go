package follow

import "math"

// What leads on from a value is a list of marks, each a segment of a query that is applied to the children: of $.a..b
// the object at $ has the mark 0, that at $.a and all that are in it the mark 1. A child for which the last segment
// holds is what the query selects.
//
// RFC 9535 has another order of what is selected than the document: of $..* in {"a":{"b":1},"c":2} the two members of
// the outer object come first. A Trail that is Ordered has lists for this. A mark of an open container has one list for
// each selector of its segment, and one for what is deeper if the segment descends; behind the container they are put
// one behind the other, at the end of the mark's own list. Each value that is selected is at the end of one of them.

// A Segment is a part of a JSONPath that can be told from the way to a value alone: it leads from a value to some of
// its children, and with Descend to those of all that is in the value too.
type Segment struct {
	Descend   bool
	Selectors []Selector
}

// A Selector chooses children of a value: all of them, the members of a name, or the elements from Start on in steps of
// Step and before End.
type Selector struct {
	Any, IsName      bool
	Name             string
	Start, End, Step int
}

// selects reports whether x, which is not for all, chooses the element of that index, or the member of that name.
func (x *Selector) selects(name string, index int, array bool) bool {
	if array {
		return !x.IsName && x.Step > 0 && index >= x.Start && index < x.End && (index-x.Start)%x.Step == 0
	}
	return x.IsName && x.Name == name
}

// QueryMark is a segment of a query that is due, or a query that selects a value. List is where what comes of it
// belongs, of an ordered trail.
type QueryMark struct{ Query, Segment, List int }

// Trail is the marks of the containers that are open.
type Trail struct {
	Queries [][]Segment
	Ordered bool // there are lists, and of members with the same name the first one alone is selected by that
	Lists   []List

	marks  []QueryMark
	found  []QueryMark
	levels []level
}

// List is a list of an ordered trail: behind its container it becomes a part of the list Of.
type List struct {
	Of    int
	taken bool // the name of its selector has come
}

// level is what a container that is open has of the marks.
type level struct {
	from, to int  // its marks
	alike    bool // all children are selected by the same queries, and have the same marks
	found    int  // where the queries begin that select any child whose name no selector has
	others   int  // behind those
	child    int  // behind the marks of such a child, which begin at to
	start    int  // where the marks of the child at hand begin: at to, or if it is selected by its name at child
	lists    int  // where its lists begin
	open     int  // names that have not come, of an ordered trail
	last     int  // the last element that may be selected
	endless  bool // any child may be selected
}

// mostLevels is how many levels a Trail keeps the memory of.
const mostLevels = 1 << 10

// Reset leaves t without marks and queries, to be used again.
func (t *Trail) Reset() {
	if cap(t.levels) > mostLevels || cap(t.marks) > mostLevels || cap(t.Lists) > mostLevels {
		*t = Trail{}
	}
	*t = Trail{marks: t.marks[:0], found: t.found[:0], levels: t.levels[:0], Lists: t.Lists[:0]}
}

// Top returns the queries that select the whole document, and leaves the marks of that.
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

// Leads reports whether marks have been left for a value that is in the innermost container: queries lead into it.
func (t *Trail) Leads() bool { return len(t.marks) > t.end() }

// LeadsInto reports whether queries lead to any children of the value if it is an array, or else an object.
func (t *Trail) LeadsInto(array bool) bool {
	for _, m := range t.marks[t.end():] {
		g := &t.Queries[m.Query][m.Segment]
		if g.Descend {
			return true
		}
		for i := range g.Selectors {
			if x := &g.Selectors[i]; x.Any || array != x.IsName {
				return true
			}
		}
	}
	return false
}

// end returns the number of marks of the containers that are open.
func (t *Trail) end() int {
	if n := len(t.levels); n > 0 {
		return t.levels[n-1].start
	}
	return 0
}

// Enter opens the container for whose children the marks have been left.
func (t *Trail) Enter(array bool) {
	l := level{from: t.end(), to: len(t.marks), alike: true, found: len(t.found), lists: len(t.Lists)}
	for _, m := range t.marks[l.from:l.to] {
		g := &t.Queries[m.Query][m.Segment]
		l.endless = l.endless || g.Descend
		for i := range g.Selectors {
			x := &g.Selectors[i]
			l.alike = l.alike && (x.Any || array && x.IsName)
			switch {
			case x.Any:
				l.endless = true
			case array && !x.IsName && x.Step > 0:
				l.last = max(l.last, x.End-1)
			case !array && x.IsName:
				l.open++
			}
			if t.Ordered {
				t.Lists = append(t.Lists, List{Of: m.List})
			}
		}
		if t.Ordered && g.Descend {
			t.Lists = append(t.Lists, List{Of: m.List})
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
	t.marks, t.found, t.Lists = t.marks[:l.from], t.found[:l.found], t.Lists[:l.lists]
	t.levels = t.levels[:n]
}

// ListsHere returns the number of the first list of the innermost container. It has all from there on.
func (t *Trail) ListsHere() int { return t.levels[len(t.levels)-1].lists }

// Exhausted reports whether nothing behind the child at hand of the innermost container is selected, nor leads to what
// is. It is for ordered trails.
func (t *Trail) Exhausted(index int, array bool) bool {
	l := &t.levels[len(t.levels)-1]
	return !l.endless && (array && index >= l.last || !array && l.open == 0)
}

// To goes on to a child of the innermost container: an element, or the member of that name. It returns the queries that
// select the child, which are valid until the next call, and leaves the marks of the child.
func (t *Trail) To(name string, index int, array bool) []QueryMark {
	l := &t.levels[len(t.levels)-1]
	t.marks, t.found = t.marks[:l.child], t.found[:l.others]
	l.start = l.to
	if l.alike || !array && !t.named(l, name) {
		return t.found[l.found:]
	}
	l.start = l.child
	t.step(name, index, array, false)
	return t.found[l.others:]
}

// named reports whether a selector that is due in l is for members of that name.
func (t *Trail) named(l *level, name string) bool {
	for _, m := range t.marks[l.from:l.to] {
		g := &t.Queries[m.Query][m.Segment]
		for i := range g.Selectors {
			if x := &g.Selectors[i]; x.IsName && x.Name == name {
				return true
			}
		}
	}
	return false
}

// step adds the queries that select a child of the innermost container, and the marks of that child. With other it is
// one that is selected neither by its name nor by its index.
func (t *Trail) step(name string, index int, array, other bool) {
	l := &t.levels[len(t.levels)-1]
	list := l.lists
	for i := l.from; i < l.to; i++ {
		m := t.marks[i]
		g := &t.Queries[m.Query][m.Segment]
		for k := range g.Selectors {
			x := &g.Selectors[k]
			if !x.Any && (other || !x.selects(name, index, array)) {
				continue
			}
			next := QueryMark{Query: m.Query, Segment: m.Segment + 1}
			if t.Ordered {
				next.List = list + k
				if !array && !x.Any {
					if t.Lists[next.List].taken {
						continue
					}
					t.Lists[next.List].taken = true
					l.open--
				}
			}
			if next.Segment == len(t.Queries[m.Query]) {
				t.found = append(t.found, next)
			} else {
				t.due(next, l.start)
			}
			if !t.Ordered {
				break
			}
		}
		if t.Ordered {
			list += len(g.Selectors)
		}
		if g.Descend {
			m.List = list
			if t.Ordered {
				list++
			} else {
				m.List = 0
			}
			t.due(m, l.start)
		}
	}
}

// due leaves a mark for the child at hand, whose marks begin at from, once.
func (t *Trail) due(m QueryMark, from int) {
	for _, have := range t.marks[from:] {
		if have == m {
			return
		}
	}
	t.marks = append(t.marks, m)
}

// First returns the first query of marks, or -1.
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
