package query

import (
	"cmp"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/tree"
)

// A filter is a tree of logical expressions. Their operands are values on the tape or computed values. Each step of the
// evaluation is counted against the budget of the query. Once the budget is used up, the results of the functions here
// are wrong, but are not used, since the query ends with an error.

// expr is a logical expression of a filter.
type expr struct {
	op          exprOp
	list        []*expr // operands of and, or, not
	left, right *operand
	compare     compareOp
}

type exprOp uint8

const (
	opOr exprOp = iota
	opAnd
	opNot
	opCompare
	opExists // true if the query left selects a node
	opCall   // a function that returns true or false
)

type compareOp uint8

const (
	equalTo compareOp = iota
	notEqualTo
	lessThan
	atMost
	greaterThan
	atLeast
)

// operand is a value in a filter: a literal, or the value of a query or function.
type operand struct {
	literal  result
	segments []segment
	relative bool // the query begins at the current node, not at the root
	query    bool
	function *function
	args     []*operand
}

// result is a value of the document or a computed value. The zero result is Nothing.
type result struct {
	kind codec.Kind
	text string // the text of a string, the spelling of a number, true or false
	cell uint32 // the cell of an array or object
}

// holds reports whether x is true for the node in the cell at.
func (s *selection) holds(x *expr, at uint32) bool {
	switch x.op {
	case opOr:
		for _, y := range x.list {
			if s.holds(y, at) {
				return true
			}
		}
		return false
	case opAnd:
		for _, y := range x.list {
			if !s.holds(y, at) {
				return false
			}
		}
		return true
	case opNot:
		return !s.holds(x.list[0], at)
	case opExists:
		_, n := s.count(x.left, at)
		return n > 0
	case opCall:
		return x.left.function.test(s, x.left.args, at)
	}
	return s.compare(x.compare, s.value(x.left, at), s.value(x.right, at))
}

// count returns the number n of nodes that the query o selects, and the first node.
func (s *selection) count(o *operand, at uint32) (node uint32, n int) {
	if !o.relative {
		at = s.root
	}
	first := s.query(o.segments, at)
	if n = len(s.nodes) - first; n > 0 {
		node = s.nodes[first]
	}
	s.nodes = s.nodes[:first]
	return node, n
}

// value returns the value of o. If o is a query, it is the value of the selected node, or Nothing if there is no node.
func (s *selection) value(o *operand, at uint32) result {
	switch {
	case o.query:
		return valueOf(s, []*operand{o}, at)
	case o.function != nil:
		return o.function.value(s, o.args, at)
	}
	return o.literal
}

// result returns the value of a node, or Nothing if the budget is used up. Its text may be a part of the tape.
func (s *selection) result(at uint32) result {
	r := result{kind: s.t.KindOf(int(at)), cell: at}
	switch r.kind {
	case codec.String:
		r.text = s.Text(s.t, int(at))
	case codec.Number, codec.Bool:
		raw := s.t.Span(int(at))
		s.Spend(len(raw) / tree.BytesPerStep)
		r.text = mem.Frozen(raw)
	}
	if s.Over() {
		return result{}
	}
	return r
}

// compare reports whether a op b holds by the rules of RFC 9535 (2.3.5.2.2): only numbers and strings have an order,
// and Nothing equals Nothing.
func (s *selection) compare(op compareOp, a, b result) bool {
	// The work is counted once, although <= and >= compare the texts twice.
	if s.Spend((len(a.text) + len(b.text)) / tree.BytesPerStep) {
		return false
	}
	switch op {
	case equalTo:
		return s.equal(a, b)
	case notEqualTo:
		return !s.equal(a, b)
	case lessThan:
		return s.less(a, b)
	case greaterThan:
		return s.less(b, a)
	case atMost:
		return s.less(a, b) || s.equal(a, b)
	}
	return s.less(b, a) || s.equal(a, b)
}

func (s *selection) less(a, b result) bool {
	switch {
	case a.kind != b.kind:
		return false
	case a.kind == codec.Number:
		return s.Compare(a.text, b.text) < 0
	case a.kind == codec.String:
		return cmp.Less(a.text, b.text)
	}
	return false
}

func (s *selection) equal(a, b result) bool {
	switch {
	case a.kind != b.kind:
		return false
	case a.kind == codec.Number:
		return s.Compare(a.text, b.text) == 0
	case a.kind == codec.Array || a.kind == codec.Object:
		return s.Equal(s.t, int(a.cell), s.t, int(b.cell))
	}
	return a.text == b.text
}
