package index

import (
	"cmp"
	"encoding/binary"
	"slices"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/scan"
	"github.com/zetes-json/zetes/internal/wire"
)

// The canonical form of a document is written in one pass over its Tape, which has the positions of all values in the
// text: the members of an object are collected on a stack, sorted, and written one by one, each from its position in
// the text. So nothing is written twice, however deeply objects are nested. Names and strings without a backslash, and
// short integers, are copied unchanged. Members are sorted by the first eight bytes of their names as one number, and
// by the whole names only if these bytes are equal.

// Flaw says why a document has no canonical form. The zero Flaw, Sound, means that it has one.
type Flaw uint8

// The values of Flaw.
const (
	Sound      Flaw = iota
	Duplicate       // an object has two members with the same name
	NotUnicode      // a string is not UTF-8, or has half of a surrogate pair
	NotFloat64      // a number is out of the range of a float64
)

// AppendCanonical appends the canonical form of t's value to dst (RFC 8785): members sorted by the UTF-16 code units of
// their names, numbers as ECMAScript writes them, the shortest escapes, no white space. If the value has a flaw, it
// returns dst unchanged, the flaw, and the offset of the flaw.
func (t *Tape) AppendCanonical(dst []byte) (out []byte, f Flaw, at int) {
	c := canonizer{t: t}
	if out = c.append(dst); c.flaw != Sound {
		return dst, c.flaw, c.at
	}
	return out, Sound, 0
}

// AppendSorted appends t's value to dst without white space and with the members of all objects sorted as in the
// canonical form. Strings and numbers keep their spelling, and members with the same name their order.
func (t *Tape) AppendSorted(dst []byte) []byte {
	c := canonizer{t: t, keep: true}
	return c.append(dst)
}

// canonizer writes the values of a tape. If a value has no canonical form, flaw and at say why, and where the first
// such value is.
type canonizer struct {
	t       *Tape
	keep    bool              // keep the spelling of strings and numbers, and allow equal names in an object
	members []canonicalMember // members of the objects that are being written, the innermost object last
	names   []string          // the unescaped names of members whose names have escapes
	flaw    Flaw
	at      int
}

type canonicalMember struct {
	prefix  uint64 // the first eight bytes of the name, the first one highest
	cell    uint32
	escaped uint32 // 0 if the name has no escapes, otherwise 1 plus the index of the unescaped name in names
}

// append appends the document's value to dst. If dst is too small, it allocates memory for as many bytes as the text
// has. It does not clear all of that memory, but only the bytes that are left after the result.
func (c *canonizer) append(dst []byte) []byte {
	n := len(dst) + len(c.t.Text())
	if n <= cap(dst) {
		return c.value(dst, 0)
	}
	out := c.value(append(mem.Unzeroed(n)[:0], dst...), 0)
	clear(out[len(out):cap(out)])
	return out
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
	f, ok := scan.Float64(text)
	if !ok {
		c.fail(i, NotFloat64)
		return dst
	}
	if f == 0 {
		return append(dst, '0') // zero, without a sign
	}
	return scan.AppendFloat64(dst, f)
}

// isPlainInteger reports whether a number is an integer that a float64 holds exactly, and that the canonical form
// writes with the same digits.
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
	mark, names := len(c.members), len(c.names)
	at, end := c.t.Inside(i)
	sorted, wide := true, false
	last := uint64(0)
	for ; at < end; at = c.t.Next(at + 1) {
		cell := c.t.Cells[at]
		m := canonicalMember{cell: uint32(at)}
		if c.isPlain(cell) {
			if c.t.Dirty && !c.keep && !utf8.Valid(c.t.Span(at)) {
				c.fail(at, NotUnicode)
				return dst
			}
			m.prefix = scan.Prefix(&c.t.Input, int(cell.A)+1, int(cell.B-cell.A-2))
		} else {
			raw := c.t.Span(at)
			if !c.keep && !scan.IsExact(raw) {
				c.fail(at, NotUnicode)
				return dst
			}
			name := wire.Unquote(raw)
			c.names = append(c.names, name)
			m.prefix, m.escaped = prefixOf(name), uint32(len(c.names))
		}
		sorted = sorted && m.prefix > last
		wide = wide || m.prefix&(m.prefix<<1)&(m.prefix<<2)&(lows<<7) != 0
		last = m.prefix
		c.members = append(c.members, m)
	}
	if wide || !sorted {
		c.sort(c.members[mark:], wide)
	}
	dst = append(dst, '{')
	end = len(c.members)
	for k := mark; k < end && c.flaw == Sound; k++ {
		m := c.members[k]
		if k > mark {
			dst = append(dst, ',')
			if before := c.members[k-1]; before.prefix == m.prefix && !c.keep && c.name(before) == c.name(m) {
				c.fail(int(max(m.cell, before.cell)), Duplicate)
				break
			}
		}
		dst = c.string(dst, int(m.cell))
		dst = c.value(append(dst, ':'), int(m.cell)+1)
	}
	c.members, c.names = c.members[:mark], c.names[:names]
	return append(dst, '}')
}

// lows has the lowest bit of each byte.
const lows = 0x0101010101010101

// prefixOf returns the first eight bytes of text as a number, so that numbers compare like the bytes: the first byte is
// the highest, and missing bytes are zeros.
func prefixOf(text string) uint64 {
	var first [8]byte
	copy(first[:], text)
	return binary.BigEndian.Uint64(first[:])
}

// mostInserted is the largest number of members that are sorted by insertion.
const mostInserted = 48

// sort sorts members by their names. Members with the same name keep their order. wide says that a prefix has a byte of
// 0xE0 or more: then sort compares whole names, since the order of UTF-16 may differ from that of the bytes.
func (c *canonizer) sort(list []canonicalMember, wide bool) {
	if wide || len(list) > mostInserted {
		slices.SortFunc(list, func(a, b canonicalMember) int {
			if !wide && a.prefix != b.prefix {
				return cmp.Compare(a.prefix, b.prefix)
			}
			return cmp.Or(compareUTF16(c.name(a), c.name(b)), int(a.cell)-int(b.cell))
		})
		return
	}
	for i, m := range list {
		k := i
		for ; k > 0; k-- {
			before := &list[k-1]
			if before.prefix < m.prefix || before.prefix == m.prefix && compareUTF16(c.name(*before), c.name(m)) <= 0 {
				break
			}
			list[k] = *before
		}
		list[k] = m
	}
}

// name returns m's name without escapes.
func (c *canonizer) name(m canonicalMember) string {
	if m.escaped > 0 {
		return c.names[m.escaped-1]
	}
	raw := c.t.Span(int(m.cell))
	return mem.Frozen(raw[1 : len(raw)-1])
}

// isPlain reports whether a string has no escapes.
func (c *canonizer) isPlain(cell Cell) bool { return c.t.StringEnd(int(cell.A)+1) == int(cell.B)-1 }

func (c *canonizer) string(dst []byte, i int) []byte {
	cell := c.t.Cells[i]
	raw := c.t.Span(i)
	if c.t.Dirty && !c.keep && !utf8.Valid(raw) {
		c.fail(i, NotUnicode)
		return dst
	}
	if c.keep || c.isPlain(cell) {
		return append(dst, raw...)
	}
	text := c.t.Text()
	for p := int(cell.A); ; {
		// Copy the text before the next escape; if there is none, copy the rest with its quotes.
		e := c.t.StringEnd(max(p, int(cell.A)+1))
		if c.t.At(e) == '"' {
			return append(dst, text[p:cell.B]...)
		}
		dst = append(dst, text[p:e]...)
		for p = e; c.t.At(p) == '\\'; {
			switch k := c.t.At(p + 1); k {
			case 'u':
				r, n, exact := c.t.UnicodeEscape(p)
				if !exact {
					c.fail(i, NotUnicode)
					return dst
				}
				if r < utf8.RuneSelf {
					dst = kernel.AppendEscaped(dst, string(r), kernel.EscapeMinimal)
				} else {
					dst = utf8.AppendRune(dst, r)
				}
				p += n
			case '/':
				dst = append(dst, k)
				p += 2
			default:
				dst = append(dst, '\\', k)
				p += 2
			}
		}
	}
}

// compareUTF16 compares two UTF-8 texts by their UTF-16 code units. UTF-16 has the same order as the bytes of UTF-8,
// except that characters of two code units come before U+E000.
func compareUTF16(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	if n == len(a) || n == len(b) {
		return len(a) - len(b)
	}
	x, y := a[n], b[n]
	// In UTF-8 the bytes EE and EF begin the characters U+E000 to U+FFFF, and F0 and above begin characters of two code
	// units in UTF-16.
	if x >= 0xEE && y >= 0xEE && (x >= 0xF0) != (y >= 0xF0) {
		return int(y) - int(x)
	}
	return int(x) - int(y)
}
