package doc

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/zetes-json/zetes/codec"
)

// function is a function of RFC 9535 (2.4). It has a value, or it is true or false.
type function struct {
	nodes []bool // which arguments are nodes, and not a value
	value func(s *selection, args []*operand, at uint32) result
	test  func(s *selection, args []*operand, at uint32) bool
}

// functions is filled by init: the functions look at nodes, for which filters are run.
var functions map[string]*function

func init() {
	functions = map[string]*function{
		"length": {nodes: []bool{false}, value: lengthOf},
		"count":  {nodes: []bool{true}, value: countOf},
		"value":  {nodes: []bool{true}, value: valueOf},
		"match":  {nodes: []bool{false, false}, test: matches},
		"search": {nodes: []bool{false, false}, test: found},
	}
}

func numberResult(n int) result { return result{kind: codec.Number, text: strconv.Itoa(n)} }

// lengthOf is length: characters of a string, elements of an array, members of an object.
func lengthOf(s *selection, args []*operand, at uint32) result {
	switch v := s.value(args[0], at); v.kind {
	case codec.String:
		return numberResult(utf8.RuneCountInString(v.text))
	case codec.Array, codec.Object:
		return numberResult(int(s.t.Cells[v.cell+1].B))
	}
	return result{}
}

func countOf(s *selection, args []*operand, at uint32) result {
	return numberResult(len(s.nodes(args[0], at)))
}

func valueOf(s *selection, args []*operand, at uint32) result {
	if list := s.nodes(args[0], at); len(list) == 1 {
		return s.result(list[0])
	}
	return result{}
}

func matches(s *selection, args []*operand, at uint32) bool {
	return s.regexp(args, at, `^(?:`, `)$`)
}

func found(s *selection, args []*operand, at uint32) bool { return s.regexp(args, at, `(?:`, `)`) }

// regexp reports whether the pattern that is the second argument is found in the first one.
func (s *selection) regexp(args []*operand, at uint32, before, behind string) bool {
	text, pattern := s.value(args[0], at), s.value(args[1], at)
	if text.kind != codec.String || pattern.kind != codec.String {
		return false
	}
	key := before + pattern.text
	x, ok := s.regexps[key]
	if !ok {
		if s.spend(100 + 10*len(pattern.text)) {
			return false
		}
		if plain, ok := goRegexp(pattern.text); ok {
			x, _ = regexp.Compile(before + plain + behind)
		}
		if s.regexps == nil || len(s.regexps) > 100 {
			s.regexps = make(map[string]*regexp.Regexp)
		}
		s.regexps[key] = x
	}
	return x != nil && !s.spend(len(text.text)>>3) && x.MatchString(text.text)
}

// mostPattern bounds patterns: compiling one takes memory.
const mostPattern = 10_000

// goRegexp returns the I-Regexp pattern (RFC 9485) as one of package regexp: there a dot has to be told that it does
// not stand for line ends.
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
			if c == '[' {
				class = true
			} else if c == ']' {
				class = false
			}
			b.WriteByte(c)
		}
	}
	return b.String(), true
}
