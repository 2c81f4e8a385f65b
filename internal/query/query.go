package query

import (
	"errors"
	"slices"

	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/tree"
)

// A query is compiled once. It is answered from the tape of a document, which has a cell for each value. If it is
// simple enough, one walk over the text answers it, which needs no tape.

// Query is a compiled JSONPath (RFC 9535). It never changes and is safe for concurrent use.
type Query struct {
	text     string
	segments []segment

	walk  []follow.Segment // the segments, if one walk over a text can answer the query
	walks bool             // walk is set
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
	filter test
	rooted bool // the filter has a query that begins at the root of the document
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
	q.walk, q.walks = q.straight()
	return q, nil
}

// String returns the text that q was compiled from.
func (q *Query) String() string {
	if q == nil {
		return ""
	}
	return q.text
}

// ByWalk returns the segments of q for a walk over a text. ok is false if q must be answered from a tape.
func (q *Query) ByWalk() (walk []follow.Segment, ok bool) {
	if q == nil {
		return nil, false
	}
	return q.walk, q.walks
}

// straight returns the segments of q, and whether one walk over a text can answer q: each segment has one selector,
// none descends, and no selector depends on later parts of the text. A walk with more selectors would have to bring the
// values into the order of RFC 9535. For texts of up to 8 MB, whose tape the pool has memory for, it was not faster
// than a tape.
func (q *Query) straight() (walk []follow.Segment, ok bool) {
	if slices.ContainsFunc(q.segments, func(g segment) bool { return g.descend || len(g.selectors) != 1 }) {
		return nil, false
	}
	walk, err := q.OnTheWay()
	return walk, err == nil
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
