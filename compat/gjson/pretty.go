package gjson

import (
	"slices"
	"strings"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// layout is how @pretty writes JSON: each member on a line, and each element, unless an array without objects fits into
// a line.
type layout struct {
	prefix, indent string
	width          int
	sorted         bool
	b              []byte
	line           int // where the current line starts in b
}

func modPretty(json, arg string) string {
	r := parse(json)
	if !r.Exists() {
		return json
	}
	p := layout{indent: "  ", width: 80}
	if v := find(arg, "indent"); v.Exists() {
		p.indent = blanks(v.String())
	}
	if v := find(arg, "prefix"); v.Exists() {
		p.prefix = blanks(v.String())
	}
	if v := find(arg, "width"); v.Exists() {
		p.width = int(v.Int())
	}
	p.sorted = flag(arg, "sortKeys")
	p.b = append(make([]byte, 0, 2*len(json)), p.prefix...)
	p.value(r, 0)
	return mem.Frozen(append(p.b, '\n'))
}

// blanks returns the white space in s.
func blanks(s string) string {
	return strings.Map(func(c rune) rune {
		if c == ' ' || c == '\t' || c == '\n' || c == '\r' {
			return c
		}
		return -1
	}, s)
}

// newline begins a line at a level.
func (p *layout) newline(level int) {
	p.line = len(p.b) + 1
	p.b = append(append(p.b, '\n'), p.prefix...)
	for range level {
		p.b = append(p.b, p.indent...)
	}
}

func (p *layout) value(r Result, level int) {
	c, ok := r.cursor()
	if !ok || level > wire.MaxDepth {
		p.b = append(p.b, r.Raw...)
		return
	}
	if !c.object && p.width > 0 {
		start := len(p.b)
		if most := p.width - (start - p.line); most > 3 && p.short(c, start+most, level) {
			return
		}
		p.b = p.b[:start]
	}
	type entry struct {
		name  string
		value Result
	}
	var list []entry
	for c.next() {
		e := entry{value: c.result()}
		if c.object {
			e.name = c.name()
		}
		list = append(list, e)
	}
	if c.object && p.sorted {
		slices.SortStableFunc(list, func(a, b entry) int { return strings.Compare(unquote(a.name), unquote(b.name)) })
	}
	opening, closing := byte('['), byte(']')
	if c.object {
		opening, closing = '{', '}'
	}
	p.b = append(p.b, opening)
	for i, e := range list {
		if i > 0 {
			p.b = append(p.b, ',')
		}
		p.newline(level + 1)
		if c.object {
			p.b = append(append(p.b, e.name...), ": "...)
		}
		p.value(e.value, level+1)
	}
	if len(list) > 0 {
		p.newline(level)
	}
	p.b = append(p.b, closing)
}

// short appends an array in one line, up to the position most, and reports whether it fits and has no objects.
func (p *layout) short(c cursor, most, level int) bool {
	p.b = append(p.b, '[')
	for n := 0; c.next(); n++ {
		if n > 0 {
			p.b = append(p.b, ", "...)
		}
		v := c.result()
		if inner, ok := v.cursor(); !ok {
			p.b = append(p.b, v.Raw...)
		} else if inner.object || level > wire.MaxDepth || !p.short(inner, most, level+1) {
			return false
		}
		if len(p.b) > most {
			return false
		}
	}
	p.b = append(p.b, ']')
	return len(p.b) <= most
}
