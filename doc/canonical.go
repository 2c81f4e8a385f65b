package doc

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/wire"
)

// What has no canonical form.
var (
	// ErrDuplicate: an object has two members of the same name.
	ErrDuplicate = errors.New("doc: an object has two members of the same name")
	// ErrNotUnicode: a string is not UTF-8, or has half of a surrogate pair.
	ErrNotUnicode = errors.New("doc: a string is not Unicode")
)

// Canonical returns the canonical form of the JSON value data (RFC 8785), in memory of its own: members sorted by the
// UTF-16 code units of their names, numbers as ECMAScript writes them, the shortest escapes, no white space. Numbers
// are float64s in it: digits beyond those are lost.
//
// What has no such form is a [*zetes.Error] about ErrDuplicate, ErrNotUnicode or a [*RangeError], with its place.
func Canonical(data []byte) ([]byte, error) {
	b, err := AppendCanonical(nil, data)
	if err != nil {
		return nil, err
	}
	return b, nil
}

// AppendCanonical appends the canonical form of data to dst, as [Canonical] has it. On an error dst comes back as it
// was.
func AppendCanonical(dst, data []byte) ([]byte, error) {
	t, err := new(Options).parse(data)
	if err != nil {
		return dst, err
	}
	defer t.release()
	c := canonizer{t: t}
	out := c.value(slices.Grow(dst, len(data)), 0)
	if c.err != nil {
		return dst, errorAt(data, c.at, c.err)
	}
	return out, nil
}

// Sort returns the JSON value data without white space and with the members of all objects sorted, as in the canonical
// form, in memory of its own. Strings and numbers keep their spelling, and members of the same name their order.
func Sort(data []byte) ([]byte, error) {
	t, err := new(Options).parse(data)
	if err != nil {
		return nil, err
	}
	defer t.release()
	c := canonizer{t: t, keep: true}
	return c.value(make([]byte, 0, len(data)), 0), nil
}

// canonizer writes the values of a tape. The first thing that has no canonical form is its error.
type canonizer struct {
	t       *tape
	keep    bool              // the spelling of strings and numbers, and double names
	members []canonicalMember // of the objects that are being written, innermost last
	err     error
	at      int
}

type canonicalMember struct {
	name  string // its text
	cell  int
	plain bool // the text is in the name's cell, between quotes
}

func (c *canonizer) fail(i int, err error) {
	if c.err == nil {
		c.err, c.at = err, int(c.t.cells[i].a)
	}
}

func (c *canonizer) value(dst []byte, i int) []byte {
	switch c.t.kind(i) {
	case '{':
		return c.object(dst, i)
	case '[':
		dst = append(dst, '[')
		at, end := c.t.inside(i)
		for first := at; at < end && c.err == nil; at = c.t.next(at) {
			if at > first {
				dst = append(dst, ',')
			}
			dst = c.value(dst, at)
		}
		return append(dst, ']')
	case '"':
		return c.string(dst, i)
	case 't', 'f', 'n':
		return append(dst, c.t.text(i)...)
	}
	text := c.t.text(i)
	if c.keep || isPlainInteger(text) {
		return append(dst, text...)
	}
	f, ok := num.Float64(text)
	if !ok {
		c.fail(i, rangeError(text, "float64"))
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
	for at, end := c.t.inside(i); at < end; at = c.t.next(at + 1) {
		raw := c.t.text(at)
		m := canonicalMember{cell: at, plain: slices.Index(raw, '\\') < 0}
		if !c.keep && !wire.IsExact(raw) {
			c.fail(at, ErrNotUnicode)
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
				c.fail(max(m.cell, c.members[mark+k-1].cell), ErrDuplicate)
			}
			dst = append(dst, ',')
		}
		if c.err != nil {
			return dst
		}
		if m.plain || c.keep {
			dst = append(dst, c.t.text(m.cell)...)
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
	raw := c.t.text(i)
	if c.keep {
		return append(dst, raw...)
	}
	if slices.Index(raw, '\\') < 0 {
		if c.t.Dirty && !utf8.Valid(raw) {
			c.fail(i, ErrNotUnicode)
		}
		return append(dst, raw...)
	}
	if !wire.IsExact(raw) {
		c.fail(i, ErrNotUnicode)
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
