package wire

import (
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
)

// The steps of the grammar over an Input, each from one position to the next. A walk over an array or object is
//
//	p, more := t.Enter(p)        // {"a":1,"b":[]}   from 0 to 1
//	for more {
//		e := t.SkipString(p)     // from 1 to 4, after the name
//		p = t.Colon(e)           // from 4 to 5, the value
//		p = t.Skip(p, room)      // from 5 to 6, after it
//		p, more = t.Next(p, '}') // from 6 to 7, the next name, and at last after the brace
//	}
//
// Each step checks the text: a negative position means that it is not JSON there.
//
// In loops that do little for each value, the calls of Next take a tenth of the time. Such loops first test IsComma and
// the closing bracket; both tests are inlined. They call Next only if there is something else, such as white space. The
// loops that decode slices and structs use Token in place of Enter and Next.

// Token returns the position of the next token: p, or the first byte after white space at p.
//
// Its inlining cost is 80, the most that the compiler inlines (go build -gcflags=-m=2).
func (t *Input) Token(p int) int {
	if t.At(p) > ' ' {
		return p
	}
	return t.Space(p)
}

// Enter moves into the array or object whose bracket is at p. If it has elements or members, more is true and q is the
// position of the first one; otherwise q is the position after the closing bracket.
func (t *Input) Enter(p int) (q int, more bool) {
	q = t.Token(p + 1)
	if t.At(q) == t.At(p)+2 { // in ASCII a closing bracket is its opening bracket plus 2
		return q + 1, false
	}
	return q, true
}

// Next continues after an element or member that ends at p, in an array or object that ends with the bracket closing.
// If a comma follows, more is true and q is the position of the next element or member. If the bracket follows, q is
// the position after it. If neither follows, q is -1.
func (t *Input) Next(p int, closing byte) (q int, more bool) {
	p = t.Token(p)
	switch t.At(p) {
	case ',':
		return t.Token(p + 1), true
	case closing:
		return p + 1, false
	}
	return -1, false
}

// IsComma reports whether there is a comma at p. Then Token(p+1) is the position of the next element or member.
func (t *Input) IsComma(p int) bool { return t.At(p) == ',' }

// IsColonBlank reports whether there are a colon and exactly one blank at p: the value is then at p+2. This is the most
// frequent white space, and the test needs no masks.
func (t *Input) IsColonBlank(p int) bool {
	return t.At(p) == ':' && t.At(p+1) == ' ' && t.At(p+2) > ' '
}

// Colon returns the position of the value of the member whose name ends at p, or -1 if there is no colon.
func (t *Input) Colon(p int) int {
	if t.IsColonBlank(p) {
		return p + 2
	}
	if p = t.Token(p); t.At(p) != ':' {
		return -1
	}
	return t.Token(p + 1)
}

// Skip checks the value at p and returns the position after it. It returns -1 if the text is not JSON, ends too early,
// or nests more arrays and objects than room allows.
func (t *Input) Skip(p, room int) int {
	switch t.At(p) {
	case '"':
		return t.SkipString(p)
	case '{', '[':
		return skipContainer(t, p, room)
	case 'n':
		if t.IsNull(p) {
			return p + 4
		}
	case 't':
		if t.IsTrue(p) {
			return p + 4
		}
	case 'f':
		if t.IsFalse(p) {
			return p + 5
		}
	// Anything else is a number. The zeros after the text end it at the latest.
	default:
		if e := t.Number(p); e > p {
			return e
		}
	}
	return -1
}

// Number returns the position after the number at p. If there is no number, it returns p.
func (t *Input) Number(p int) int { return p + num.Len(mem.Add(t.In, uintptr(p))) }

// SkipString returns the position after the string whose opening quote is at p, or -1 if it is wrong or cut. The bitmap
// shows where quotes, backslashes and control characters are, so the loop stops at no other bytes.
func (t *Input) SkipString(p int) int {
	for p++; ; {
		p = t.StringEnd(p)
		switch t.At(p) {
		case '"':
			return p + 1
		case '\\':
			n := escapeLen(mem.Load64(t.In, p))
			if n == 0 {
				return -1
			}
			p += n
		default:
			return -1
		}
	}
}

// Span has the positions at which a value starts and ends.
type Span struct{ Start, End int }

// SkipNoting checks the value at p and returns the position after it, like Skip. It also appends to notes the spans of
// the arrays and objects that are nested level deep in the value, in order: for [[1],{"a":[]}] and level 1 the spans of
// [1] and {"a":[]}.
func (t *Input) SkipNoting(p, room, level int, notes *[]Span) int {
	switch c := t.At(p); {
	case c|0x20 != '{' || notes == nil || level >= room:
		return t.Skip(p, room)
	case level == 0:
		e := skipContainer(t, p, room)
		*notes = append(*notes, Span{p, e})
		return e
	}
	return passOver(t, blockScanner{i: p, room: level}, &noting{notes, room - level})
}

// noting makes passOver append to notes the span of each array or object that is nested deeper than blockScanner.room
// allows; without a noting, such a value is an error. It may itself be nested room levels deep.
type noting struct {
	notes *[]Span
	room  int
}

// skipContainer is Skip for the array or object at p. It runs a blockScanner over the bitmaps of the Input.
func skipContainer(t *Input, p, room int) int {
	if room <= 0 {
		return -1
	}
	return passOver(t, blockScanner{i: p, room: room}, nil)
}

// passOver returns the position after the value that k is scanning, or -1 if the text is not JSON. n may be nil.
func passOver(t *Input, k blockScanner, n *noting) int {
	// The zeros after the text have bits in the masks, so no token continues into them, and the loop ends there.
	end := t.blocksEnd()
	k.p, k.mask, k.wrap, k.hi, k.end = t.In, t.Masks, wrapWhole, end, end
	if k.limit = end; n == nil {
		if k.stage(end); k.i == 0 && t.dense() {
			k.nextStage(end)
		}
	}
	// A blockScanner knows the kinds of 64 levels. Deeper values are rare, so outer usually stays nil.
	var outer []uint64 // the kinds of the containers around the innermost 64 or fewer
	for {
		if k.run() == atEnd {
			return k.i
		}
		// run has stopped before the end of the value. The text is wrong except in three cases: the span of an array or
		// object must be noted, the depth crosses a multiple of 64, or the limit was reached.
		switch c := t.At(k.i); {
		case n != nil && c|0x20 == '{' && k.state == value && k.depth == k.room:
			e := skipContainer(t, k.i, n.room)
			if e < 0 {
				return -1
			}
			*n.notes = append(*n.notes, Span{k.i, e})
			k.i, k.state = e, after
			continue
		case k.deeper(&outer):
			continue
		case k.limit < end && k.i+64 >= k.limit:
			// The limit may be inside a token.
			k.nextStage(end)
			continue
		case k.limit < end:
			k.limit = end
			continue
		default:
			return -1
		}
	}
}

// deeper scans the bracket at k.i if it opens or closes the 65th level, the 129th and so on. The loop can't, since
// k.cur has the kinds of 64 levels only: deeper moves them to outer when such a level opens, and back when it closes.
// For any other byte or depth it does nothing and returns false.
func (k *blockScanner) deeper(outer *[]uint64) bool {
	switch c := mem.Load8(k.p, k.i); {
	case c|0x20 == '{' && k.state == value && k.depth < k.room && k.depth > 0 && k.depth&63 == 0:
		*outer = append(*outer, k.cur)
		k.cur = uint64(c) >> 5 & 1 // the bit that is 1 in { and 0 in [
		k.depth++
		k.state = firstElem
		if c == '{' {
			k.state = firstName
		}
	case (c == '}' && k.cur&1 != 0 || c == ']' && k.cur&1 == 0) && k.state == after && k.depth&63 == 1 && k.depth > 1:
		last := len(*outer) - 1
		k.cur = (*outer)[last]
		*outer = (*outer)[:last]
		k.depth--
	default:
		return false
	}
	k.i++
	return true
}
