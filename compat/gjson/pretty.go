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
	width, most    int
	sorted         bool
	b              []byte
	line           int // where the current line starts in b
}

func modPretty(json, arg string) string {
	r := parse(json)
	if !r.Exists() {
		return json
	}
	options, p := parse(arg), layout{indent: "  ", width: 80, most: mostMade(len(json))}
	if v := options.Get("indent"); v.Exists() {
		p.indent = blanks(v.String())
	}
	if v := options.Get("prefix"); v.Exists() {
		p.prefix = blanks(v.String())
	}
	if v := options.Get("width"); v.Exists() {
		p.width = int(v.Int())
	}
	p.sorted = flag(arg, "sortKeys")
	p.b = append(make([]byte, 0, 2*len(json)), p.prefix...)
	c := cursor{json: r.Raw, end: len(r.Raw)}
	if !p.value(&c, 0) {
		return ""
	}
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

// value appends the value that c is at, and moves c to its end. It returns false if the value is nested too deep or
// the text gets too long.
func (p *layout) value(c *cursor, level int) bool {
	in, ok := c.inside()
	if !ok {
		p.b = append(p.b, c.json[c.start:c.end]...)
		return true
	}
	if level == wire.MaxDepth || len(p.b) > p.most {
		return false
	}
	if !in.object && p.width > 0 {
		start, line := len(p.b), in
		if most := p.width - (start - p.line); most > 3 && p.short(&line, start+most, level) {
			c.end = line.end
			return true
		}
		p.b = p.b[:start]
	}
	start := len(p.b)
	p.b = append(p.b, c.json[c.start])
	if in.object && p.sorted {
		var members []cursor
		for in.next() {
			m := in
			m.json = in.json[:in.end] // in text that is not JSON it might be left
			members = append(members, m)
		}
		slices.SortStableFunc(members, func(a, b cursor) int { return strings.Compare(unquote(a.name()), unquote(b.name())) })
		for i := range members {
			if !p.child(&members[i], i > 0, level+1) {
				return false
			}
		}
	} else {
		for more := false; in.step(); more = true {
			if !p.child(&in, more, level+1) {
				return false
			}
		}
	}
	if len(p.b) > start+1 {
		p.newline(level)
	}
	p.b = append(p.b, c.json[c.start]+2) // the brackets of a pair are two apart in ASCII
	c.end = in.end
	return true
}

// child appends the member or element that c is at on a line of its own, after a comma if it is not the first.
func (p *layout) child(c *cursor, comma bool, level int) bool {
	if comma {
		p.b = append(p.b, ',')
	}
	p.newline(level)
	if c.object {
		p.b = append(append(p.b, c.name()...), ": "...)
	}
	return p.value(c, level)
}

// short appends an array in one line, up to the position most, and reports whether it fits and has no objects.
func (p *layout) short(c *cursor, most, level int) bool {
	p.b = append(p.b, '[')
	for n := 0; len(p.b) <= most && c.step(); n++ {
		if n > 0 {
			p.b = append(p.b, ", "...)
		}
		if in, ok := c.inside(); !ok {
			p.b = append(p.b, c.json[c.start:c.end]...)
		} else if in.object || level+1 == wire.MaxDepth || !p.short(&in, most, level+1) {
			return false
		} else {
			c.end = in.end
		}
	}
	p.b = append(p.b, ']')
	return len(p.b) <= most
}
