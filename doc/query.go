package doc

import (
	"fmt"

	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/mem"
)

// Query is a compiled JSONPath (RFC 9535). It never changes and is safe for concurrent use.
type Query struct {
	text     string
	segments []segment

	walk  follow.Query
	walks bool // one walk over a text answers it
}

// segment leads from the selected nodes to the next ones.
type segment struct {
	descend   bool // apply the selectors to all values in a node too
	selectors []selector
}

// selector chooses children of a node. Its kind says which field counts.
type selector struct {
	kind   selectorKind
	name   string // of a member
	index  int    // of an element; from the end if negative
	slice  slice
	filter *expr
}

type selectorKind uint8

const (
	byName selectorKind = iota
	byIndex
	bySlice
	byFilter
	byAny
)

// slice is start:end:step. The defaults of start and end depend on the direction.
type slice struct {
	start, end     int
	step           int
	noStart, noEnd bool
}

// QueryError is the error of a query that can't be compiled or followed.
type QueryError struct {
	Query  string
	Offset int // in bytes
	Reason string
}

// Error returns the text of the error.
func (e *QueryError) Error() string {
	return fmt.Sprintf("doc: JSONPath %.80q, offset %d: %s", e.Query, e.Offset, e.Reason)
}

// Compile compiles a JSONPath query (RFC 9535), such as $.store.book[?@.price < 10].title, with its functions length,
// count, match, search and value. The error is a [*QueryError].
func Compile(query string) (*Query, error) {
	p := parser{text: query}
	segments, err := p.query()
	if err != nil {
		return nil, err
	}
	q := &Query{text: query, segments: segments}
	q.prepareWalk()
	return q, nil
}

// MustCompile is [Compile] for queries that are known to be correct. It panics if the query is not.
func MustCompile(query string) *Query {
	q, err := Compile(query)
	if err != nil {
		panic(err)
	}
	return q
}

// String returns the text that q was compiled from.
func (q *Query) String() string {
	if q == nil {
		return ""
	}
	return q.text
}

// Select returns the values that q selects in the JSON value data, in the order of RFC 9535. They are parts of data.
// All of data is checked. The errors are those of [Parse], and [ErrBudget].
//
// A query of names, indexes, slices and wildcards, without anything counted from the end, such as
// $.data[*]['id','name'], takes one walk over the text, and memory for the selected values. A query that also has one
// descent .. does so if the text has more than 8 MB. For all others an index of the text is made first.
func (q *Query) Select(data []byte) ([]Value, error) { return Options{}.Select(data, q) }

// mostDescended is the length of the longest text for which an index is made if a query has a descent. Such a query
// reads all of the text, and Build reads 1.5 to 1.9 times as fast as the walk, as long as pools have memory for it. For
// 16 MB the walk takes 0.7 to 0.85 of the time, and 0.01 to 0.2 of the memory.
var mostDescended = mem.MostPooled

// Select is [Query.Select] with the options o.
func (o Options) Select(data []byte, q *Query) ([]Value, error) {
	if q != nil && q.walks && o.Budget <= 0 && (!q.walk.Descends || len(data) > mostDescended) {
		return o.selectByWalk(data, &q.walk)
	}
	t, err := o.parse(data)
	if err != nil {
		return nil, err
	}
	defer t.release()
	cells, err := q.run(t, 0, o.Budget)
	if err != nil {
		return nil, err
	}
	data, _, _ = o.open(data)
	list := make([]Value, len(cells))
	for i, c := range cells {
		at := t.Cells[c]
		list[i] = Value{text: data[at.A:at.B:at.B], at: int(at.A)}
	}
	return list, nil
}

// prepareWalk finds out whether one walk over a text can answer q: if none of its selectors looks ahead, and within the
// budget of a query. The budget is for work that looks at a value repeatedly. A query with two descents does so, and
// many selectors in a row may do so; for these the tape is made. All other queries stay within the budget, whatever the
// text is.
func (q *Query) prepareWalk() {
	w := &q.walk
	times, steps := 1, 0
	w.Straight = true
	for i := range q.segments {
		g := &q.segments[i]
		if g.descend && w.Descends {
			return
		}
		w.Descends = w.Descends || g.descend
		w.Straight = w.Straight && !g.descend && len(g.selectors) == 1
		// Each selector looks at a value and selects it, as often as the value's container was selected.
		if steps += times * (2*len(g.selectors) + 1); steps > stepsPerNode && !w.Straight {
			return
		}
		times *= len(g.selectors)
	}
	var err error
	w.Segments, err = q.onTheWay()
	q.walks = err == nil
}

// selectByWalk is Select for a query that a walk answers.
func (o *Options) selectByWalk(data []byte, q *follow.Query) ([]Value, error) {
	data, room, err := o.open(data)
	if err != nil {
		return nil, err
	}
	w := follow.Begin(data, o.checks())
	defer w.End()
	most := int((leastMemory + memoryPerByte*int64(len(data))) / bytesPerHit)
	end, count := w.Query(q, room, most)
	if o.checks() {
		end = w.Last(end)
	}
	if end < 0 {
		return nil, syntaxError(data)
	}
	if count > most {
		return nil, ErrBudget
	}
	values := make([]Value, 0, count)
	for i := w.First(); i >= 0; {
		var at follow.Span
		at, i = w.Selected(i)
		values = append(values, Value{text: data[at.Start:at.End:at.End], at: at.Start})
	}
	return values, nil
}

// Select returns the values that q selects in v.
func (v Value) Select(q *Query) ([]Value, error) {
	if !v.Exists() {
		return nil, ErrMissing
	}
	if v.d == nil {
		list, err := known.Select(v.text, q)
		for i := range list {
			list[i].at += v.at
		}
		return list, err
	}
	cells, err := q.run(v.d.t, v.at, v.d.budget)
	if err != nil {
		return nil, err
	}
	list := make([]Value, len(cells))
	for i, c := range cells {
		list[i] = Value{at: int(c), d: v.d}
	}
	return list, nil
}

// Select returns the values that q selects in the document.
func (d *Document) Select(q *Query) ([]Value, error) { return d.Root().Select(q) }

// run returns the cells that q selects in the value root of t.
func (q *Query) run(t *tape, root, steps int) ([]uint32, error) {
	if q == nil {
		return nil, nil
	}
	s := selection{t: t, root: uint32(root), budget: budgetOf(steps, stepMemory)}
	if steps <= 0 {
		s.steps = int64(leastSteps + stepsPerNode*len(t.Cells) + stepsPerByte*t.N)
		s.bytes = int64(leastMemory + memoryPerByte*t.N)
	}
	s.query(q.segments, s.root)
	if s.over() || s.take(len(s.nodes)*bytesPerValue) {
		return nil, ErrBudget
	}
	return s.nodes, nil
}
