package query

import (
	"errors"

	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/tree"
)

// A query is compiled once. It is answered from the tape of a document, which has a cell for each value. If it is
// simple enough, one walk over the text answers it, which needs no tape.

// Query is a compiled JSONPath (RFC 9535). It never changes and is safe for concurrent use.
type Query struct {
	text     string
	segments []segment

	walk  follow.Query
	walks bool // one walk over a text can answer the query, and walk is set
}

// segment leads from the selected nodes to the next ones.
type segment struct {
	descend   bool // apply the selectors to all values in a node too
	selectors []selector
}

// selector chooses children of a node. Its kind says which of the other fields is used.
type selector struct {
	kind   selectorKind
	name   string // the name of a member
	index  int    // the index of an element; a negative one counts from the end
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

// ErrBudget is the error that package jsondoc exports as ErrBudget.
var ErrBudget = errors.New("jsondoc: more steps than Options.Budget allows")

// Error says why a query can't be compiled or followed. It is the type that package jsonpath exports as Error.
type Error struct {
	Query  string
	Offset int // offset in Query, in bytes
	Reason string
}

// Compile compiles a query (RFC 9535).
func Compile(text string) (*Query, *Error) {
	p := parser{text: text}
	segments, err := p.query()
	if err != nil {
		return nil, err
	}
	q := &Query{text: text, segments: segments}
	q.prepareWalk()
	return q, nil
}

// String returns the text that q was compiled from.
func (q *Query) String() string {
	if q == nil {
		return ""
	}
	return q.text
}

// MostDescended is the length of the longest text that a query with a descent (..) answers from a tape. Such a query
// reads all of the text, and making a tape reads 1.5 to 1.9 times as fast as a walk, as long as the pool has a tape
// with enough memory. For a text of 16 MB the walk takes 0.7 to 0.85 of the time, and 0.01 to 0.2 of the memory.
var MostDescended = mem.MostPooled

// ByWalk returns the form of q that a walk over a text of n bytes follows, and the number of values that the walk may
// select. It returns nil if q must be answered from a tape.
func (q *Query) ByWalk(n int) (walk *follow.Query, most int) {
	if q == nil || !q.walks || q.walk.Descends && n <= MostDescended {
		return nil, 0
	}
	return &q.walk, int((leastMemory + memoryPerByte*int64(n)) / bytesPerHit)
}

// prepareWalk finds out whether one walk over a text can answer q. For this no selector may depend on later parts of
// the text, and the walk must not exceed the budget of a query, whatever the text is. The budget limits how often a
// value is tested. A query with two descents, or with many selectors in a row, may test a value too often, and is
// answered from a tape.
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
		// A value's container may have been selected several times. Each time, each selector tests the value and may
		// select it.
		if steps += times * (2*len(g.selectors) + 1); steps > stepsPerNode && !w.Straight {
			return
		}
		times *= len(g.selectors)
	}
	var err *Error
	w.Segments, err = q.OnTheWay()
	q.walks = err == nil
}

// Run returns the numbers of the cells of t that q selects in the value whose cell is root. ok is false if it would
// take more than the given number of steps. With steps <= 0 the number is proportional to the length of the text.
func (q *Query) Run(t *tree.Tape, root, steps int) (cells []uint32, ok bool) {
	if q == nil {
		return nil, true
	}
	s := selectionIn(t, root, steps)
	return s.run(q.segments)
}

// selectionIn returns a selection in the value root of t, with the budget that Run describes.
func selectionIn(t *tree.Tape, root, steps int) *selection {
	s := &selection{t: t, root: uint32(root), Budget: tree.BudgetOf(steps, stepMemory)}
	if steps <= 0 {
		s.Steps = int64(leastSteps + stepsPerNode*len(t.Cells) + stepsPerByte*t.N)
		s.Bytes = int64(leastMemory + memoryPerByte*t.N)
	}
	return s
}

// run returns the cells that the segments select from the root. ok is false if the budget is used up.
func (s *selection) run(segments []segment) (cells []uint32, ok bool) {
	s.query(segments, s.root)
	if s.Over() || s.Take(len(s.nodes)*bytesPerValue) {
		return nil, false
	}
	return s.nodes, true
}
