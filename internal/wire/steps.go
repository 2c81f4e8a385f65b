package wire

import (
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
)

// The steps of the grammar over an Input, each from one position to the next. A walk over an array or object is
//
//	p, more := t.Enter(p)        // {"a":1,"b":[]}   from 0 to 1
//	for more {
//		e := t.SkipString(p)     // from 1 to 4, behind the name
//		p = t.Colon(e)           // from 4 to 5, the value
//		p = t.Skip(p, room)      // from 5 to 6, behind it
//		p, more = t.Next(p, '}') // from 6 to 7, the next name, and at last behind the brace
//	}
//
// with a look at each position: a negative one says that the text is not JSON there.
//
// A call of Next for each value is a tenth of the time of loops that do little with each. They ask IsComma and look for
// the closing bracket first, which is inlined and right wherever no white space comes before those, and call Next for
// the rest. Colon goes with IsColon in the same way. Loops over elements and members that are decoded have Token in
// place of Enter and Next.

// Token returns the position of the token at p or behind the white space at p.
//
// It takes all of the budget that the compiler has for inlining: go build -gcflags=-m=2 says a cost of 80.
func (t *Input) Token(p int) int {
	if t.At(p) > ' ' {
		return p
	}
	return t.Space(p)
}

// Enter goes into the array or object whose bracket is at p. With more, q is the position of the first element or
// name, else the position behind the closing bracket.
func (t *Input) Enter(p int) (q int, more bool) {
	q = t.Token(p + 1)
	if t.At(q) == t.At(p)+2 { // in ASCII a closing bracket comes two behind its opening one
		return q + 1, false
	}
	return q, true
}

// Next goes on from the end p of an element or member, in a container that the bracket closing ends. With more, q is
// the position of what follows the comma, else the position behind the bracket, or -1 where neither comes.
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

// IsComma reports whether a comma stands at p. Behind an element or member the next one is at Token(p+1) then, and else
// Next says what follows.
func (t *Input) IsComma(p int) bool { return t.At(p) == ',' }

// IsColon reports whether a colon stands at p and something other than white space behind it. Behind a name the value
// is at p+1 then, and else Colon says where.
func (t *Input) IsColon(p int) bool { return t.At(p) == ':' && t.At(p+1) > ' ' }

// IsColonBlank reports whether a colon and one blank stand at p, and something other than white space behind them: the
// value is at p+2 then. That blank is the most frequent white space, and needs no look at the masks.
func (t *Input) IsColonBlank(p int) bool {
	return t.At(p) == ':' && t.At(p+1) == ' ' && t.At(p+2) > ' '
}

// Colon returns the position of the value behind the colon that follows a name, which ends at p, or -1.
func (t *Input) Colon(p int) int {
	if t.IsColonBlank(p) {
		return p + 2
	}
	if p = t.Token(p); t.At(p) != ':' {
		return -1
	}
	return t.Token(p + 1)
}

// Skip returns the position behind the value at p, all of which it checks, or -1: it is not JSON, ends behind the
// text, or has more than room containers within each other.
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
	// Zeros behind the text end a number, as they do any token.
	default:
		if e := t.Number(p); e > p {
			return e
		}
	}
	return -1
}

// Number returns the position behind the number at p, or p if there is none.
func (t *Input) Number(p int) int { return p + num.Len(mem.Add(t.In, uintptr(p))) }

// SkipString returns the position behind the string whose opening quote is at p, or -1. It stops at nothing but quotes,
// backslashes and control characters, which the bitmap has.
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

// Span is the place of a value: where it starts, and where it ends.
type Span struct{ Start, End int }

// SkipNoting is Skip that appends to notes where the arrays and objects are that stand in level others within the
// value at p, one behind the other: of [[1],{"a":[]}] and level 1 the places of [1] and {"a":[]}.
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

// noting is what passOver notes: the containers that the scanner's room is too small for. They have room for more.
type noting struct {
	notes *[]Span
	room  int
}

// skipContainer is Skip for the array or object at p: a blockScanner runs over the bitmaps that the Input has already.
func skipContainer(t *Input, p, room int) int {
	if room <= 0 {
		return -1
	}
	return passOver(t, blockScanner{i: p, room: room}, nil)
}

// passOver returns the position at which k is behind its value, or -1. It begins in k's state.
func passOver(t *Input, k blockScanner, n *noting) int {
	// Zeros follow the text, and the masks mark them: no token goes on into them, and the loop ends there.
	end := t.blocksEnd()
	k.p, k.mask, k.wrap, k.hi, k.end = t.In, t.Masks, wrapWhole, end, end
	if k.limit = end; n == nil {
		k.stage(end)
	}
	// The loop keeps 64 levels. Values that are nested deeper are rare, so outer mostly stays nil.
	var outer []uint64 // the kinds of the containers around the innermost 64 at most
	for {
		if k.run() == atEnd {
			return k.i
		}
		// What the loop leaves to others is bad, but for a container to note and a bracket between two groups of 64
		// levels.
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
			// A token may be cut by the limit as well.
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

// deeper goes over the bracket at k.i if it opens or closes a level whose neighbours k has no bits for: outer keeps the
// kinds of the containers around the innermost 64 at most.
func (k *blockScanner) deeper(outer *[]uint64) bool {
	switch c := mem.Load8(k.p, k.i); {
	case c|0x20 == '{' && k.state == value && k.depth < k.room && k.depth > 0 && k.depth&63 == 0:
		*outer = append(*outer, k.cur)
		k.cur = uint64(c) >> 5 & 1 // the bit that tells { from [
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
