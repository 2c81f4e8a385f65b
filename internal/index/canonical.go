package index

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/wire"
)

// The canonical form of a document is written from its tape, in one pass: the members of an object are gathered on a
// stack with their names, sorted, and written one by one, each from its place in the text. Nothing is written twice,
// however deep objects are nested. Names and strings without a backslash, and short integers, are copied as they are.

// Flaw is what a document has that has no canonical form.
type Flaw uint8

// The flaws.
const (
	Sound      Flaw = iota
	Duplicate       // an object has two members of the same name
	NotUnicode      // a string is not UTF-8, or has half of a surrogate pair
	NotFloat64      // a number is beyond those of a float64
)

// AppendCanonical appends the canonical form of t's value to dst (RFC 8785): members sorted by the UTF-16 code units of
// their names, numbers as ECMAScript writes them, the shortest escapes, no white space. With a flaw, which is at the
// offset at, dst is returned.
func (t *Tape) AppendCanonical(dst []byte) (out []byte, f Flaw, at int) {
	c := canonizer{t: t}
	out = c.value(slices.Grow(dst, len(t.Text())), 0)
	if c.flaw != Sound {
		return dst, c.flaw, c.at
	}
	return out, Sound, 0
}

// AppendSorted appends t's value to dst without white space and with the members of all objects sorted, as in the
// canonical form. Strings and numbers keep their spelling, and members of the same name their order.
func (t *Tape) AppendSorted(dst []byte) []byte {
	c := canonizer{t: t, keep: true}
	return c.value(slices.Grow(dst, len(t.Text())), 0)
}

// canonizer writes the values of a tape. The first thing that has no canonical form is its flaw.
type canonizer struct {
	t       *Tape
	keep    bool              // the spelling of strings and numbers, and double names
	members []canonicalMember // of the objects that are being written, innermost last
	flaw    Flaw
	at      int
}

type canonicalMember struct {
	name  string // its text
	cell  int
	plain bool // the text is in the name's cell, between quotes
}

func (c *canonizer) fail(i int, f Flaw) {
	if c.flaw == Sound {
		c.flaw, c.at = f, int(c.t.Cells[i].A)
	}
}

func (c *canonizer) value(dst []byte, i int) []byte {
	switch c.t.Kind(i) {
	case '{':
		return c.object(dst, i)
	case '[':
		dst = append(dst, '[')
		at, end := c.t.Inside(i)
		for first := at; at < end && c.flaw == Sound; at = c.t.Next(at) {
			if at > first {
				dst = append(dst, ',')
			}
			dst = c.value(dst, at)
		}
		return append(dst, ']')
	case '"':
		return c.string(dst, i)
	case 't', 'f', 'n':
		return append(dst, c.t.Span(i)...)
	}
	text := c.t.Span(i)
	if c.keep || isPlainInteger(text) {
		return append(dst, text...)
	}
	f, ok := num.Float64(text)
	if !ok {
		c.fail(i, NotFloat64)
		return dst
	}
	if f == 0 {
		return append(dst, '0') // without the sign that it may have
	}
	return num.AppendFloat64(dst, f)
}

// isPlainInteger reports whether a number is an integer that every float64 has, as it would be written.
func isPlainInteger(text []byte) bool {
	digits := text
	if text[0] == '-' {
		digits = text[1:]
	}
	if len(digits) > 15 || digits[0] == '0' && len(text) > 1 {
		return false
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

func (c *canonizer) object(dst []byte, i int) []byte {
	mark := len(c.members)
	for at, end := c.t.Inside(i); at < end; at = c.t.Next(at + 1) {
		raw := c.t.Span(at)
		m := canonicalMember{cell: at, plain: slices.Index(raw, '\\') < 0}
		if !c.keep && !wire.IsExact(raw) {
			c.fail(at, NotUnicode)
			return dst
		}
		m.name = wire.Unquote(raw)
		c.members = append(c.members, m)
	}
	list := c.members[mark:]
	slices.SortStableFunc(list, func(a, b canonicalMember) int { return compareUTF16(a.name, b.name) })
	dst = append(dst, '{')
	for k := range len(list) {
		m := c.members[mark+k]
		if k > 0 {
			if m.name == c.members[mark+k-1].name && !c.keep {
				c.fail(max(m.cell, c.members[mark+k-1].cell), Duplicate)
			}
			dst = append(dst, ',')
		}
		if c.flaw != Sound {
			return dst
		}
		if m.plain || c.keep {
			dst = append(dst, c.t.Span(m.cell)...)
		} else {
			dst = appendMinimal(dst, m.name)
		}
		dst = c.value(append(dst, ':'), m.cell+1)
	}
	clear(c.members[mark:])
	c.members = c.members[:mark]
	return append(dst, '}')
}

func (c *canonizer) string(dst []byte, i int) []byte {
	raw := c.t.Span(i)
	if c.keep {
		return append(dst, raw...)
	}
	if slices.Index(raw, '\\') < 0 {
		if c.t.Dirty && !utf8.Valid(raw) {
			c.fail(i, NotUnicode)
		}
		return append(dst, raw...)
	}
	if !wire.IsExact(raw) {
		c.fail(i, NotUnicode)
		return dst
	}
	return appendMinimal(dst, wire.Unquote(raw))
}

// appendMinimal appends s as a JSON string in which only quotes, backslashes and control characters are escaped.
func appendMinimal(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for i := range len(s) {
		c := s[i]
		k := strings.IndexByte("\"\\\b\f\n\r\t", c)
		switch {
		case k >= 0:
			dst = append(dst, '\\', `"\bfnrt`[k])
		case c < ' ':
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			dst = append(dst, c)
		}
	}
	return append(dst, '"')
}

// compareUTF16 compares as the UTF-16 code units of a and b do, both of which are UTF-8. That is the order of their
// bytes but for characters of two units, which come before U+E000.
func compareUTF16(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	if n == len(a) || n == len(b) {
		return len(a) - len(b)
	}
	x, y := a[n], b[n]
	// Only the first bytes of characters tell these apart: EE and EF begin U+E000 to U+FFFF, F0 and above the pairs.
	if x >= 0xEE && y >= 0xEE && (x >= 0xF0) != (y >= 0xF0) {
		return int(y) - int(x)
	}
	return int(x) - int(y)
}
