package stream

import (
	"math"

	"github.com/zetes-json/zetes/doc"
	"github.com/zetes-json/zetes/internal/bridge"
)

// Queries are followed from a value to its children. What leads on from a value is a list of marks, each a segment of a
// query that is applied to the children: of $.a..b the object at $ has the mark 0, that at $.a and all that are in it
// the mark 1. A child for which the last segment holds is what the query selects.

// mark is a segment of a query that is due.
type mark struct{ query, segment int }

// trail is the marks of the containers that are open.
type trail struct {
	queries [][]bridge.Segment
	marks   []mark
	levels  []level
}

// level is what a container that is open has of the marks.
type level struct {
	from, to int  // its marks
	alike    bool // all children are selected by the same query, and have the same marks
	query    int  // that query
	child    int  // behind those marks, which begin at to
}

// nobody is what stands in place of the query that selects a value.
const nobody = -1

// newTrail returns a trail for queries, or the error about one that can't be followed.
func newTrail(queries []*doc.Query) (t trail, err error) {
	segments := bridge.Queries[*doc.Query]()
	for _, q := range queries {
		list, err := segments(q)
		if err != nil {
			return trail{}, err
		}
		t.queries = append(t.queries, list)
	}
	return t, nil
}

// top returns the query that selects the whole document, and leaves the marks of that.
func (t *trail) top() (query int) {
	query = nobody
	for i := len(t.queries) - 1; i >= 0; i-- {
		if len(t.queries[i]) == 0 {
			query = i
		} else {
			t.marks = append(t.marks, mark{i, 0})
		}
	}
	return query
}

// leads reports whether marks have been left for a value that is in the innermost container: queries lead into it.
func (t *trail) leads() bool { return len(t.marks) > t.end() }

// end returns the number of marks of the containers that are open.
func (t *trail) end() int {
	if n := len(t.levels); n > 0 {
		return t.levels[n-1].to
	}
	return 0
}

// enter opens the container for whose children the marks have been left.
func (t *trail) enter(array bool) {
	l := level{from: t.end(), to: len(t.marks), alike: true}
	for _, m := range t.marks[l.from:l.to] {
		for i := range t.queries[m.query][m.segment].Selectors {
			x := &t.queries[m.query][m.segment].Selectors[i]
			l.alike = l.alike && (x.Any || array && x.IsName)
		}
	}
	t.levels = append(t.levels, l)
	if l.alike {
		l.query = t.step("", 0, array)
		l.child = len(t.marks)
		t.levels[len(t.levels)-1] = l
	}
}

// leave closes the innermost container.
func (t *trail) leave() {
	n := len(t.levels) - 1
	t.marks = t.marks[:t.levels[n].from]
	t.levels = t.levels[:n]
}

// to goes on to a child of the innermost container: an element, or the member of that name. It returns the query that
// selects the child, the first one if there are several.
func (t *trail) to(name string, index int, array bool) (query int) {
	l := &t.levels[len(t.levels)-1]
	if l.alike {
		t.marks = t.marks[:l.child]
		return l.query
	}
	t.marks = t.marks[:l.to]
	return t.step(name, index, array)
}

// step is to for a child of its own.
func (t *trail) step(name string, index int, array bool) (query int) {
	query = math.MaxInt
	l := t.levels[len(t.levels)-1]
	for i := l.from; i < l.to; i++ {
		m := t.marks[i]
		g := &t.queries[m.query][m.segment]
		if g.Descend {
			t.due(m)
		}
		for k := range g.Selectors {
			if !selects(&g.Selectors[k], name, index, array) {
				continue
			}
			if m.segment+1 == len(t.queries[m.query]) {
				query = min(query, m.query)
			} else {
				t.due(mark{m.query, m.segment + 1})
			}
			break
		}
	}
	if query == math.MaxInt {
		return nobody
	}
	return query
}

// due leaves a mark for the child at hand, once.
func (t *trail) due(m mark) {
	for _, have := range t.marks[t.levels[len(t.levels)-1].to:] {
		if have == m {
			return
		}
	}
	t.marks = append(t.marks, m)
}

func selects(x *bridge.Selector, name string, index int, array bool) bool {
	switch {
	case x.Any:
		return true
	case array:
		return !x.IsName && x.Step > 0 && index >= x.Start && index < x.End && (index-x.Start)%x.Step == 0
	}
	return x.IsName && x.Name == name
}
