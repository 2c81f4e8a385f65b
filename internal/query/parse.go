package query

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// A parser for the grammar of RFC 9535, with one method for each rule. The first error ends the parsing: fail stores
// the error and moves to the end of the text.

// parser reads a query from text[i:].
type parser struct {
	text  string
	i     int
	depth int
	roots int // number of queries in filters that begin at the root of the document
	err   *Error
}

// mostNesting is the deepest nesting of filters and parentheses.
const mostNesting = 200

// mostInteger is the largest integer that RFC 9535 allows, 2^53-1.
const mostInteger = 1<<53 - 1

// fail stores the reason, and skips the rest of the text.
func (p *parser) fail(reason string) {
	if p.err == nil {
		p.err = &Error{p.text, p.i, reason}
	}
	p.i = len(p.text)
}

// query reads the whole text.
func (p *parser) query() ([]segment, *Error) {
	if !utf8.ValidString(p.text) {
		p.fail("it is not UTF-8")
	}
	if !p.take("$") {
		p.fail("a query begins with $")
	}
	list := p.segments()
	if p.i < len(p.text) {
		p.fail("unexpected character: names with other than letters, digits and _ stand in brackets, as ['a-b']")
	}
	if p.err != nil {
		return nil, p.err
	}
	return list, nil
}

// at returns the next byte, or 0 at the end.
func (p *parser) at() byte {
	if p.i < len(p.text) {
		return p.text[p.i]
	}
	return 0
}

// take passes word if it comes next, and reports whether it does.
func (p *parser) take(word string) bool {
	if strings.HasPrefix(p.text[p.i:], word) {
		p.i += len(word)
		return true
	}
	return false
}

func (p *parser) space() { p.i += wire.Space(mem.View(p.text[p.i:])) }

// segments reads all segments that follow. White space may stand before each.
func (p *parser) segments() (list []segment) {
	for {
		start := p.i
		p.space()
		switch {
		case p.take(".."):
			list = append(list, segment{descend: true, selectors: p.afterDots()})
		case p.take("."):
			if p.at() == '[' {
				p.fail("a bracket after a dot")
			}
			list = append(list, segment{selectors: p.afterDots()})
		case p.at() == '[':
			list = append(list, segment{selectors: p.bracket()})
		default:
			p.i = start
			return list
		}
	}
}

// afterDots reads the part after one dot or two dots: a name, a star or a bracket.
func (p *parser) afterDots() []selector {
	switch {
	case p.at() == '[':
		return p.bracket()
	case p.take("*"):
		return []selector{{kind: byAny}}
	}
	start := p.i
	for p.i < len(p.text) {
		c := p.text[p.i]
		if c >= utf8.RuneSelf || c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || p.i > start && c >= '0' && c <= '9' {
			p.i++
			continue
		}
		break
	}
	if p.i == start {
		p.fail("a name is missing: indexes and other names stand in brackets, as [0] and ['a-b']")
	}
	return []selector{{kind: byName, name: p.text[start:p.i]}}
}

// bracket reads the selectors between two brackets.
func (p *parser) bracket() (list []selector) {
	p.take("[")
	for {
		p.space()
		list = append(list, p.selector())
		p.space()
		if p.take(",") {
			continue
		}
		if p.at() == '=' {
			p.fail("unexpected =: what is equal is compared by ==")
		}
		if !p.take("]") {
			p.fail("a comma or a closing bracket is missing")
		}
		return list
	}
}

func (p *parser) selector() selector {
	switch c := p.at(); {
	case c == '"' || c == '\'':
		return selector{kind: byName, name: p.string()}
	case p.take("*"):
		return selector{kind: byAny}
	case p.take("?"):
		p.space()
		roots := p.roots
		filter := p.or()
		return selector{kind: byFilter, filter: filter, rooted: p.roots > roots}
	}
	var x slice
	start := p.i
	if p.at() != ':' {
		x.start = p.integer()
		n := p.i
		if p.space(); p.at() != ':' {
			p.i = n
			return selector{kind: byIndex, index: x.start}
		}
	}
	x.noStart = p.text[start] == ':'
	p.take(":")
	p.space()
	x.noEnd, x.step = true, 1
	if c := p.at(); c == '-' || c >= '0' && c <= '9' {
		x.noEnd, x.end = false, p.integer()
		p.space()
	}
	if p.take(":") {
		p.space()
		if c := p.at(); c == '-' || c >= '0' && c <= '9' {
			x.step = p.integer()
		}
	}
	return selector{kind: bySlice, slice: x}
}

// integer reads an integer of at most 53 bits without leading zeros.
func (p *parser) integer() int {
	start := p.i
	p.take("-")
	digits := p.digits()
	text := p.text[start:p.i]
	v, err := strconv.ParseInt(text, 10, 64)
	switch {
	case digits == 0:
		p.fail("a selector is missing")
	case digits > 1 && p.text[p.i-digits] == '0' || text == "-0":
		p.fail("an integer with a zero in front")
	case err != nil || v > mostInteger || v < -mostInteger:
		p.fail("an integer of more than 53 bits")
	case int64(int(v)) != v:
		return int(^uint(0)>>1) * int(v>>63|1)
	}
	return int(v)
}

func (p *parser) digits() (n int) {
	for c := p.at(); c >= '0' && c <= '9'; c = p.at() {
		p.i++
		n++
	}
	return n
}

// or reads a logical expression: expressions joined by ||.
func (p *parser) or() test { return p.chain("||", p.and, true) }

func (p *parser) and() test { return p.chain("&&", p.basic, false) }

// chain reads expressions joined by an operator. The value of the whole is decisive if one of the expressions has that
// value.
func (p *parser) chain(between string, each func() test, decisive bool) test {
	list := []test{each()}
	for {
		start := p.i
		if p.space(); !p.take(between) {
			p.i = start
			break
		}
		p.space()
		list = append(list, each())
	}
	if len(list) == 1 {
		return list[0]
	}
	return func(s *selection, at uint32) bool {
		return slices.ContainsFunc(list, func(x test) bool { return x(s, at) == decisive }) == decisive
	}
}

// basic reads an expression in parentheses, a comparison or a test. A comparison can't have an exclamation mark before
// it.
func (p *parser) basic() test {
	p.enter()
	defer func() { p.depth-- }()
	not := p.take("!")
	if not {
		p.space()
	}
	var x test
	if p.take("(") {
		p.space()
		x = p.or()
		p.space()
		if !p.take(")") {
			p.fail("a closing parenthesis is missing")
		}
	} else {
		start := p.i
		left := p.operand()
		n := p.i
		p.space()
		for _, c := range comparisons {
			if !not && p.take(c.word) {
				p.comparable(left)
				p.space()
				right := p.operand()
				p.comparable(right)
				return comparison(c.holds, left, right)
			}
		}
		if p.err == nil {
			p.i = n
		}
		if x = left.test; x == nil {
			if p.err == nil {
				p.i = start
			}
			p.fail("neither a comparison nor a test")
		}
	}
	if not {
		return func(s *selection, at uint32) bool { return !x(s, at) }
	}
	return x
}

// enter counts a level of nesting. The caller must count it down at the end of the level.
func (p *parser) enter() {
	if p.depth++; p.depth > mostNesting {
		p.fail("nested too deep")
	}
}

// comparable stores an error if the operand does not have a single value.
func (p *parser) comparable(o *operand) {
	switch {
	case o.query && !singular(o.segments):
		p.fail("a comparison with a query that may select several nodes")
	case o.value == nil:
		p.fail("a comparison with a function that has no value")
	}
}

// singular reports whether a query selects at most one node in any document.
func singular(segments []segment) bool {
	return !slices.ContainsFunc(segments, func(g segment) bool {
		return g.descend || len(g.selectors) != 1 || g.selectors[0].kind > byIndex
	})
}

// operand reads a literal, a query or a function.
func (p *parser) operand() *operand {
	switch c := p.at(); {
	case c == '@' || c == '$':
		p.i++
		p.enter()
		o := &operand{query: true, relative: c == '@', segments: p.segments()}
		p.depth--
		o.value = func(s *selection, at uint32) result { return s.single(o, at) }
		o.test = func(s *selection, at uint32) bool {
			_, n := s.count(o, at)
			return n > 0
		}
		if c == '$' {
			p.roots++
		}
		return o
	case c == '"' || c == '\'':
		return literal(codec.String, p.string())
	case c == '-' || c >= '0' && c <= '9':
		return literal(codec.Number, p.number())
	}
	start := p.i
	for c := p.at(); c >= 'a' && c <= 'z' || p.i > start && (c == '_' || c >= '0' && c <= '9'); c = p.at() {
		p.i++
	}
	switch word := p.text[start:p.i]; {
	case p.at() == '(':
		return p.call(word)
	case word == "true" || word == "false":
		return literal(codec.Bool, word)
	case word == "null":
		return literal(codec.Null, "")
	}
	p.fail("a value is missing: what is in the value at hand begins with @, as @.name")
	return literal(codec.Invalid, "")
}

// literal returns the operand for a value that a query spells.
func literal(kind codec.Kind, text string) *operand {
	return &operand{value: func(*selection, uint32) result { return result{kind: kind, text: text} }}
}

// call reads the arguments of the function with that name.
func (p *parser) call(name string) *operand {
	f, ok := functions[name]
	if !ok {
		p.fail("there is no function " + name)
		return literal(codec.Invalid, "")
	}
	p.enter()
	p.take("(")
	p.space()
	var args []*operand
	for p.at() != ')' && p.err == nil {
		if len(args) > 0 && !p.take(",") {
			p.fail("a comma is missing")
		}
		p.space()
		args = append(args, p.operand())
		p.space()
	}
	if !p.take(")") || len(args) != len(f.nodes) {
		p.fail("the function takes other arguments")
		return literal(codec.Invalid, "")
	}
	for i, arg := range args {
		if f.nodes[i] && !arg.query {
			p.fail("an argument that is no query")
		} else if !f.nodes[i] {
			p.comparable(arg)
		}
	}
	p.depth--
	o := new(operand)
	if f.test != nil {
		o.test = func(s *selection, at uint32) bool { return f.test(s, args, at) }
	} else {
		o.value = func(s *selection, at uint32) result { return f.value(s, args, at) }
	}
	return o
}

// number reads a JSON number.
func (p *parser) number() string {
	text := mem.View(p.text[p.i:])
	n, st := wire.Number(text)
	p.i += n
	if p.digits() > 0 || st == wire.Bad || st == wire.More && !wire.IsNumber(text) { // p.digits finds digits after a leading zero, as in 01
		p.fail("no number")
		return "0"
	}
	return mem.Frozen(text[:n])
}

// string reads a string in single or double quotes.
func (p *parser) string() string {
	quote := p.at()
	p.i++
	var b strings.Builder
	for {
		c := p.at()
		switch {
		case p.i >= len(p.text):
			p.fail("a string without an end")
			return ""
		case c == quote:
			p.i++
			return b.String()
		case c < ' ':
			p.fail("a control character in a string")
		case c == '\\':
			p.escape(&b, quote)
		default:
			b.WriteByte(c)
			p.i++
		}
	}
}

// escape reads an escape sequence.
func (p *parser) escape(b *strings.Builder, quote byte) {
	p.i++
	c := p.at()
	if c == 'u' {
		r := p.unicode()
		if utf16.IsSurrogate(r) {
			low := rune(0)
			if r < 0xDC00 && p.take("\\") && p.at() == 'u' {
				low = p.unicode()
			}
			if r = utf16.DecodeRune(r, low); r == utf8.RuneError {
				p.fail("half of a surrogate pair")
			}
		}
		b.WriteRune(r)
		return
	}
	if i := strings.IndexByte("bfnrt/\\", c); i >= 0 && p.i < len(p.text) {
		c = "\b\f\n\r\t/\\"[i]
	} else if c != quote {
		p.fail("an unknown escape sequence")
		return
	}
	b.WriteByte(c)
	p.i++
}

// unicode reads the letter u and four hexadecimal digits, after a backslash.
func (p *parser) unicode() rune {
	p.i++
	if p.i+4 > len(p.text) {
		p.fail("a cut escape sequence")
		return 0
	}
	v, err := strconv.ParseUint(p.text[p.i:p.i+4], 16, 32)
	if err != nil {
		p.fail("an escape sequence without four hexadecimal digits")
		return 0
	}
	p.i += 4
	return rune(v)
}
