package query

import (
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/tree"
)

// Functions of filters get their arguments unevaluated, since some take nodes and some take values. A run of a query
// compiles each regular expression once. It estimates the size of the compiled form first, since a short pattern such
// as (x{1000}){1000} has a million instructions.

// function is a function of RFC 9535 (2.4). It returns a value, or true or false.
type function struct {
	nodes []bool // for each argument: it is a list of nodes, not a value
	value func(s *selection, args []*operand, at uint32) result
	test  func(s *selection, args []*operand, at uint32) bool
}

var functions = map[string]function{
	"length": {nodes: []bool{false}, value: lengthOf},
	"count":  {nodes: []bool{true}, value: countOf},
	"value":  {nodes: []bool{true}, value: valueOf},
	"match":  {nodes: []bool{false, false}, test: matches},
	"search": {nodes: []bool{false, false}, test: searches},
}

// number returns n as a result. Only numbers of three digits or more take memory.
func (s *selection) number(n int) result {
	if n >= 100 && s.Take(8) {
		return result{}
	}
	return result{kind: codec.Number, text: strconv.Itoa(n)}
}

// lengthOf implements length: the number of characters of a string, elements of an array, or members of an object.
func lengthOf(s *selection, args []*operand, at uint32) result {
	switch v := args[0].value(s, at); v.kind {
	case codec.String:
		return s.number(utf8.RuneCountInString(v.text))
	case codec.Array, codec.Object:
		return s.number(int(s.t.Cells[v.cell+1].B))
	}
	return result{}
}

func countOf(s *selection, args []*operand, at uint32) result {
	_, n := s.count(args[0], at)
	return s.number(n)
}

func valueOf(s *selection, args []*operand, at uint32) result { return s.single(args[0], at) }

func matches(s *selection, args []*operand, at uint32) bool { return s.regexp(args, at, `^(?:`, `)$`) }

func searches(s *selection, args []*operand, at uint32) bool { return s.regexp(args, at, `(?:`, `)`) }

// patternText is the text that a pattern is compiled from. before is what the regular expression has before the text,
// which differs for match and search.
type patternText struct{ before, text string }

// pattern is a compiled regular expression, or nil if its text is not one.
type pattern struct {
	*regexp.Regexp
	program
}

// program is an estimate of a compiled regular expression: its instructions, and the bounds of their character classes.
type program struct{ instructions, bounds int }

// size returns the memory that x takes, counted in instructions.
func (x program) size() int { return 1 + x.instructions + x.bounds/boundsPerInstruction }

// Limits of regular expressions. They hold for the compiled form too, since a short pattern may have x{1000} or \pL
// many times. All patterns of one run together take at most twice the memory that a single pattern may take.
const (
	mostPattern          = 10_000 // largest length of a pattern in bytes
	mostInstructions     = 5_000
	boundsPerInstruction = 10
	stepsPerPattern      = 100
	stepsPerLetter       = 20   // steps for each letter of the pattern
	stepsPerClass        = 5000 // steps for a class of Unicode, which is a long list
	stepsPerInstruction  = 50
	bytesPerPattern      = 1500 // this and the next three count bytes of memory
	bytesPerLetter       = 200
	bytesPerClass        = 26_000
	bytesPerInstruction  = 120
	matchedPerStep       = 4 // matching a text costs its bytes times the instructions, divided by this
)

// regexp reports whether the pattern in the second argument matches the text in the first argument. before and after
// are put around the pattern: for match they anchor it at both ends.
func (s *selection) regexp(args []*operand, at uint32, before, after string) bool {
	text, written := args[0].value(s, at), args[1].value(s, at)
	if text.kind != codec.String || written.kind != codec.String || s.Spend(len(written.text)/tree.BytesPerStep) {
		return false
	}
	key := patternText{before, written.text}
	x, ok := s.patterns[key]
	if !ok {
		classes := strings.Count(written.text, `\p`) + strings.Count(written.text, `\P`)
		if n := len(written.text); s.Spend(stepsPerPattern+stepsPerLetter*n+stepsPerClass*classes) || s.Take(bytesPerPattern+bytesPerLetter*n+bytesPerClass*classes) {
			return false
		}
		if x = s.compile(before, written.text, after); s.Over() {
			return false
		}
		if s.compiled += x.size(); s.patterns == nil || s.compiled > mostInstructions {
			s.patterns, s.compiled = make(map[patternText]*pattern), x.size()
		}
		s.patterns[key] = x
	}
	return x.Regexp != nil && !s.Spend(x.instructions*(len(text.text)+1)/matchedPerStep) && x.MatchString(text.text)
}

// compile compiles the pattern text, with before and after around it. The result has no Regexp, and matches nothing,
// if the pattern is wrong or longer than mostPattern. If the compiled form would be too large, compile also uses up the
// budget, so that the query ends with an error.
func (s *selection) compile(before, text, after string) *pattern {
	x := new(pattern)
	plain, ok := goRegexp(text)
	if !ok {
		return x
	}
	plain = before + plain + after
	tree, err := syntax.Parse(plain, syntax.Perl)
	if err != nil {
		return x
	}
	if x.program = programOf(tree); x.size() > mostInstructions || s.Spend(stepsPerInstruction*x.size()) || s.Take(bytesPerInstruction*x.size()) {
		s.Steps = -1
		return x
	}
	x.Regexp, _ = regexp.Compile(plain)
	return x
}

// programOf returns an estimate of the compiled form of a regular expression. It stops once the estimate is too large.
func programOf(tree *syntax.Regexp) (x program) {
	x.instructions = 2
	if tree.Op == syntax.OpLiteral {
		x.instructions = len(tree.Rune)
	} else {
		x.bounds = len(tree.Rune)
	}
	for _, sub := range tree.Sub {
		y := programOf(sub)
		x.instructions = min(x.instructions+y.instructions, mostInstructions+1)
		x.bounds += y.bounds
	}
	if tree.Op == syntax.OpRepeat {
		x.instructions = min(x.instructions*max(tree.Max, tree.Min+1, 1), mostInstructions+1)
	}
	return x
}

// goRegexp converts an I-Regexp pattern (RFC 9485) to a pattern of package regexp. The only difference is the dot,
// which matches more characters in package regexp. The bool is false if the pattern is longer than mostPattern.
func goRegexp(pattern string) (string, bool) {
	if len(pattern) > mostPattern {
		return "", false
	}
	var b strings.Builder
	class := false
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\' && i+1 < len(pattern):
			b.WriteString(pattern[i : i+2])
			i++
		case c == '.' && !class:
			b.WriteString(`[^\n\r]`)
		default:
			class = c == '[' || class && c != ']'
			b.WriteByte(c)
		}
	}
	return b.String(), true
}
