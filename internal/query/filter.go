package query

import (
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/tree"
)

// The parser turns a filter into functions: a test for each logical expression, and an operand for each value in it.
// Each step of the evaluation is counted against the budget of the query. Once the budget is used up, the results of
// the functions here are wrong, but are not used, since the query ends with an error.

// test is a logical expression of a filter. A call test(s, at) reports whether the expression is true for the node
// whose cell in the tape has the index at.
type test func(s *selection, at uint32) bool

// operand is a value in a filter: a literal, a query, or a function with its arguments.
type operand struct {
	value func(s *selection, at uint32) result // nil for a function that returns true or false
	test  test                                 // nil for a literal, and for a function that returns a value

	// The following fields are for a query.
	query    bool
	relative bool // the query begins at the current node, not at the root
	segments []segment
}

// result is a value of the document or a computed value. The zero result is Nothing.
type result struct {
	kind codec.Kind
	text string // the text of a string, the spelling of a number, true or false
	cell uint32 // the cell of an array or object
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

// single returns the value of the node that the query o selects, or Nothing if o selects no node or several.
func (s *selection) single(o *operand, at uint32) result {
	if node, n := s.count(o, at); n == 1 {
		return s.result(node)
	}
	return result{}
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

// comparisons has the operators by the rules of RFC 9535 (2.3.5.2.2): only numbers and strings have an order, and
// Nothing equals Nothing. The operator <= stands before <, since the parser takes the first one that fits.
var comparisons = []struct {
	word  string
	holds func(s *selection, a, b result) bool
}{
	{"==", (*selection).equal},
	{"!=", func(s *selection, a, b result) bool { return !s.equal(a, b) }},
	{"<=", func(s *selection, a, b result) bool { return s.less(a, b) || s.equal(a, b) }},
	{">=", func(s *selection, a, b result) bool { return s.less(b, a) || s.equal(b, a) }},
	{"<", (*selection).less},
	{">", func(s *selection, a, b result) bool { return s.less(b, a) }},
}

// comparison returns the test whether holds is true for the values of left and right.
func comparison(holds func(s *selection, a, b result) bool, left, right *operand) test {
	return func(s *selection, at uint32) bool {
		a, b := left.value(s, at), right.value(s, at)
		// The work is counted once, although <= and >= compare the texts twice.
		return !s.Spend((len(a.text)+len(b.text))/tree.BytesPerStep) && holds(s, a, b)
	}
}

func (s *selection) less(a, b result) bool {
	return a.kind == b.kind && (a.kind == codec.Number && s.Compare(a.text, b.text) < 0 || a.kind == codec.String && a.text < b.text)
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
