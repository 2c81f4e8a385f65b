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
// and each position is checked: a negative one means that the text is not JSON there.
//
// In loops that do little for each value, a call of Next takes a tenth of the time. Such loops first test IsComma and
// look for the closing bracket, which is inlined and correct if no white space comes before them. Otherwise they call
// Next. Colon and IsColon go together in the same way. The loops that decode elements of slices and fields of structs
// call Token in place of Enter and Next.

// Token returns the position of the next token: p, or the first byte after white space at p.
//
// Its cost is 80, all that the compiler allows for inlining (go build -gcflags=-m=2).
func (t *Input) Token(p int) int {
	if t.At(p) > ' ' {
		return p
	}
	return t.Space(p)
}

// Enter moves into the array or object whose bracket is at p. With more, q is the position of the first element or
// name, otherwise the position after the closing bracket.
func (t *Input) Enter(p int) (q int, more bool) {
	q = t.Token(p + 1)
	if t.At(q) == t.At(p)+2 { // in ASCII a closing bracket is two after its opening bracket
		return q + 1, false
	}
	return q, true
}

// Next continues from the end p of an element or member, in a container that ends with the bracket closing. With more,
// q is the position after the comma, otherwise the position after the bracket, or -1 if neither comes.
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

// IsComma reports whether a comma stands at p. After an element or member, Token(p+1) is then the position of the next
// one. Otherwise Next says what follows.
func (t *Input) IsComma(p int) bool { return t.At(p) == ',' }

// IsColon reports whether a colon stands at p and no white space follows it. After a name the value is then at p+1.
// Otherwise Colon says where it is.
func (t *Input) IsColon(p int) bool { return t.At(p) == ':' && t.At(p+1) > ' ' }

// IsColonBlank reports whether a colon and exactly one blank stand at p: the value is then at p+2. That blank is the
// most frequent white space, and needs no look at the masks.
func (t *Input) IsColonBlank(p int) bool {
	return t.At(p) == ':' && t.At(p+1) == ' ' && t.At(p+2) > ' '
}

// Colon returns the position of the value after the colon that follows a name, which ends at p, or -1.
func (t *Input) Colon(p int) int {
	if t.IsColonBlank(p) {
		return p + 2
	}
	if p = t.Token(p); t.At(p) != ':' {
		return -1
	}
	return t.Token(p + 1)
}

// Skip returns the position after the value at p, which it checks, or -1: the text is not JSON, ends too early, or
// nests more than room containers.
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
	// The zeros after the text end a number, like any token.
	default:
		if e := t.Number(p); e > p {
			return e
		}
	}
	return -1
}

// Number returns the position after the number at p, or p if there is none.
func (t *Input) Number(p int) int { return p + num.Len(mem.Add(t.In, uintptr(p))) }

// SkipString returns the position after the string whose opening quote is at p, or -1. It looks only at quotes,
// backslashes and control characters, which the bitmap shows.
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

// Span is the place of a value: its start and its end.
type Span struct{ Start, End int }

// SkipNoting is Skip, and appends to notes the places of the arrays and objects that are nested level deep in the value
// at p, in order: for [[1],{"a":[]}] and level 1 the places of [1] and {"a":[]}.
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

// noting collects the places of the containers for which the scanner's room is too small. Within them room more
// containers may be nested.
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

// passOver returns the position after the value that k, in its state, is in, or -1.
func passOver(t *Input, k blockScanner, n *noting) int {
	// The zeros after the text have bits in the masks: no token goes on into them, and the loop ends there.
	end := t.blocksEnd()
	k.p, k.mask, k.wrap, k.hi, k.end = t.In, t.Masks, wrapWhole, end, end
	if k.limit = end; n == nil {
		k.stage(end)
	}
	// The loop knows 64 levels. Deeper values are rare, so outer mostly stays nil.
	var outer []uint64 // the kinds of the containers around the innermost 64 or fewer
	for {
		if k.run() == atEnd {
			return k.i
		}
		// run stopped. It is a syntax error unless a container is to be noted or the depth crosses a multiple of 64.
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
			// The limit may have cut a token.
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

// deeper handles the bracket at k.i if it opens or closes a level at a multiple of 64, for whose neighbours k has no
// bits. outer has the kinds of the containers around the innermost 64 or fewer.
func (k *blockScanner) deeper(outer *[]uint64) bool {
	switch c := mem.Load8(k.p, k.i); {
	case c|0x20 == '{' && k.state == value && k.depth < k.room && k.depth > 0 && k.depth&63 == 0:
		*outer = append(*outer, k.cur)
		k.cur = uint64(c) >> 5 & 1 // the bit that is 1 in {, 0 in [
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
