package scan

import (
	"math/bits"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// A Loading walks over a long text without making bitmaps for all of it. It copies one part at a time, the window, into
// an Input that begins at position base of the text. Its methods are those of wire.Input, with positions in the whole
// text. A method that reaches the end of the window moves the window forward, since a token may be cut there: in [12,3
// the 3 may be the start of 34. Only Back moves to an earlier position.
//
//	text    {"a":[1,2, … ],"b":7}
//	window                 ^^^^^^    base is the start of a block of 64 bytes
//
// A value that does not end in the window is skipped in the caller's memory: it is scanned by a wire.Scanner, or only
// for its brackets if it need not be checked. The window then moves to the position after it. If other code writes to
// the text meanwhile, the results may be anything, but no memory outside the text is read.

// Sizes in bytes.
const (
	firstWindow = 2 << 10
	mostWindow  = 64 << 10
	jumpWindow  = 512 // size of the window after a value that was skipped in place

	leastGroups    = 1 << 10  // length of the shortest rest of a text for which groups of tokens are worthwhile
	slowCompressed = 2 << 10  // distance to the next try of groups after elements for which they are slow
	slowGroups     = 64 << 10 // the same for a processor that can't compress bytes
)

// Loading is a walk over a text with a window. Begin starts it. It keeps its memory for the next text.
type Loading struct {
	window wire.Stored
	base   int // start of the window in src
	src    []byte
	size   int // the size for which the window was made; at the end of the text the window is shorter
	slow   int // groups of tokens are not tried before this position, since they were slow for the text before

	unchecked bool // skipped arrays and objects are not checked
	long      bool // the last checked array or object was longer than a small window

	groups wire.Grouping // its memory is reused; on the stack it can make a walk take a quarter more time
}

// Begin starts a walk over src from position p on. If checks is false, src is known to be JSON: Skip and Leave do not
// check arrays and objects, but only look for their ends.
func (t *Loading) Begin(src []byte, p int, checks bool) {
	t.src, t.unchecked, t.long, t.slow = src, !checks, false, 0
	t.move(p, firstWindow)
}

// Forget drops the text. It also frees the memory if it has more than mem.MostPooled bytes.
func (t *Loading) Forget() {
	t.src = nil
	t.window.Forget()
}

// move makes a window of size bytes that begins at the block that contains p.
func (t *Loading) move(p, size int) {
	t.base, t.size = p&^63, size
	part := t.src[t.base:]
	t.window.Load(part[:min(len(part), size)])
}

// more moves the window to p, because a token there may continue after the window. It returns false if the window
// already has the end of the text.
func (t *Loading) more(p int) bool {
	switch {
	case !t.partial():
		return false
	case p-t.base < 64:
		t.move(p, 4*t.size) // the token is longer than the window
	default:
		t.move(p, min(4*t.size, mostWindow))
	}
	return true
}

// partial reports whether the text continues after the window.
func (t *Loading) partial() bool { return t.base+t.window.N < len(t.src) }

// jump returns p. If p is after the window, it moves the window to p. A negative p, which means that a skip has failed,
// moves nothing.
func (t *Loading) jump(p int) int {
	if p >= t.base+t.window.N {
		t.move(p, jumpWindow)
	}
	return p
}

// Back makes the walk continue from p, an earlier position.
func (t *Loading) Back(p int) {
	if p < t.base {
		t.move(p, jumpWindow)
	}
}

// At returns the byte at p, or 0 at the end of the text.
func (t *Loading) At(p int) byte { return t.window.At(p - t.base) }

// Token returns the position of the next token: p, or the first byte after white space at p.
func (t *Loading) Token(p int) int {
	if t.At(p) > ' ' {
		return p
	}
	for {
		q := t.window.Space(p - t.base)
		if p = t.base + q; q < t.window.N || !t.more(p) {
			return p
		}
	}
}

// Enter moves into the array or object whose bracket is at p, like [wire.Input.Enter].
func (t *Loading) Enter(p int) (q int, more bool) {
	closing := t.At(p) + 2 // in ASCII a closing bracket is its opening bracket plus 2
	q = t.Token(p + 1)
	if t.At(q) == closing {
		return q + 1, false
	}
	return q, true
}

// Next continues after an element or member that ends at p, like [wire.Input.Next].
func (t *Loading) Next(p int, closing byte) (q int, more bool) {
	if t.window.IsComma(p-t.base) && t.At(p+1) > ' ' {
		return p + 1, true
	}
	p = t.Token(p)
	switch t.At(p) {
	case ',':
		return t.Token(p + 1), true
	case closing:
		return p + 1, false
	}
	return -1, false
}

// Colon returns the position of a member's value, like [wire.Input.Colon]. The name ends at p.
func (t *Loading) Colon(p int) int {
	switch q := p - t.base; {
	case IsColon(&t.window.Input, q):
		return p + 1
	case t.window.IsColonBlank(q):
		return p + 2
	}
	if p = t.Token(p); t.At(p) != ':' {
		return -1
	}
	return t.Token(p + 1)
}

// Skip checks the value at p and returns the position after it, like [wire.Input.Skip].
func (t *Loading) Skip(p, room int) int {
	q := p - t.base
	switch t.window.At(q) {
	case '"':
		return t.SkipString(p)
	case '{', '[':
		if t.unchecked {
			return t.jump(wire.PassUnchecked(t.src, p+1, 1))
		}
		if !t.long || !t.partial() { // after a long value another one usually follows
			if e := t.window.Skip(q, room); e >= 0 {
				return t.base + e
			} else if !t.partial() {
				return -1
			}
		}
		return t.scan("", p, room)
	}
	if e := t.window.Number(q); e > q && e < t.window.N {
		return t.base + e
	}
	n, st := wire.ScalarLen(t.src[p:])
	if st == wire.More && wire.IsNumber(t.src[p:]) { // the text is a number, and ends here
		return len(t.src)
	}
	if st != wire.Done {
		return -1
	}
	return t.jump(p + n)
}

// scan scans the rest of an array or object in the caller's memory, from p on, and returns the position after it or -1.
// lead is a text that leads to the same state as the text before p. room more levels may be nested.
func (t *Loading) scan(lead string, p, room int) int {
	var s wire.Scanner
	s.ResetWithin(wire.MaxDepth - room)
	s.Scan([]byte(lead))
	n, st := s.Scan(t.src[p:])
	if t.long = n > jumpWindow; st != wire.Done {
		return -1
	}
	return t.jump(p + n)
}

// PassElements skips elements of an array, from the element at p on, but no more elements than the number most. It
// returns the position of the next element and the number of skipped elements. q is -1 if the text ends. It skips only
// elements that it can skip fast; the caller skips the others by Skip. room is the number of levels that may be nested
// in the array.
func (t *Loading) PassElements(p, most, room int) (q, passed int) {
	if !t.unchecked {
		return t.passGrouped(p, most, room)
	}
	for ; passed < most && p < len(t.src) && t.src[p]|0x20 == '{'; passed++ {
		e := wire.PassUnchecked(t.src, p+1, 1)
		if e < 0 {
			return -1, passed
		}
		if e += wire.Space(t.src[e:]); e == len(t.src) || t.src[e] != ',' {
			break
		}
		e++
		if e += wire.Space(t.src[e:]); e == len(t.src) {
			return -1, passed
		}
		p = e
	}
	return t.jump(p), passed
}

// passGrouped is PassElements for text that must be checked. It scans groups of tokens in the caller's memory.
func (t *Loading) passGrouped(p, most, room int) (q, passed int) {
	limit := len(t.src) - 64
	if most == 0 || p < t.slow || limit-p < leastGroups || !fast.Tree || !kernel.GathersTokens() {
		return p, 0
	}
	g := &t.groups
	g.Begin(&wire.Input{In: mem.Data(t.src), N: limit}, p, 0, 1, room+1)
	defer g.Forget()
	q = p
	// passed begins at -1: an element is counted where the next one starts, and the first one to start is the element
	// at p. depth counts the open arrays and objects inside the array.
	passed, depth := -1, 0
	for more := true; more; {
		more = g.Next()
		opens, closes := g.Opens(), g.Closes()
		// ends gets the bit of each token that follows the end of an element: in 1,{"a":2},3 the bits of the 1, if an
		// element begins with this group, and of the comma after }. Adding ends to ^opens makes a carry from each such
		// token to the next opening bracket. So the bits that change are the tokens outside of elements, and the
		// brackets that open elements: 1 , { , 3 here.
		ends := uint64(depth-1) >> 63
		for rest := closes; rest != 0; rest &= rest - 1 {
			depth--
			at := bits.TrailingZeros64(rest) & 63
			open := bits.OnesCount64(opens & (1<<at - 1))
			ends |= uint64(depth+open-1) >> 63 << 1 << at
		}
		depth += bits.OnesCount64(opens)
		starts := (^opens + ends) ^ ^opens
		starts &= (opens | g.Scalars) & (1<<uint(g.N) - 1)
		n := bits.OnesCount64(starts)
		if passed+n >= most {
			for ; passed+1 < most; passed++ {
				starts &= starts - 1
			}
			q, passed, more = g.Place(bits.TrailingZeros64(starts)), most, false
		} else if n > 0 {
			q, passed = g.Place(63-bits.LeadingZeros64(starts)), passed+n
		}
	}
	if passed < most {
		t.slow = q + slowGroups
		if kernel.CompressesTokens() {
			t.slow = q + slowCompressed
		}
	}
	return t.jump(q), max(passed, 0)
}

// Leave skips the rest of an array or object in which a value ends at p, and returns the position after its closing
// bracket. The parameter closing is that bracket. It returns -1 if the rest is wrong; for a text that needs no checks
// (Begin) it only looks for the bracket. room is the number of levels that may be nested in the rest.
func (t *Loading) Leave(p int, closing byte, room int) int {
	switch {
	case t.unchecked:
		return t.jump(wire.PassUnchecked(t.src, p, 1))
	case closing == '}':
		return t.scan(`{"":""`, p, room+1)
	}
	return t.scan(`[""`, p, room+1)
}

// PlainString returns the position after the string at p if it has no escapes and is UTF-8. Otherwise, or if the window
// ends too soon, it returns -1.
func (t *Loading) PlainString(p int) int {
	q := p - t.base
	if t.window.At(q) != '"' {
		return -1
	}
	e := t.window.StringEnd(q + 1)
	if t.window.At(e) != '"' || t.window.Dirty && !kernel.ValidUTF8(t.window.Text()[q+1:e]) {
		return -1
	}
	return t.base + e + 1
}

// SkipString returns the position after the string at p, like [wire.Input.SkipString].
func (t *Loading) SkipString(p int) int {
	q := p - t.base
	if e := t.window.StringEnd(q + 1); t.window.At(e) == '"' {
		return t.base + e + 1
	}
	if n, st := wire.String(t.src[p:], 0); st == wire.Done {
		return t.jump(p + n)
	}
	return -1
}

// AppendUnquote appends the text of raw to dst, and reports whether raw is a JSON string. It loads raw into the window,
// over the bitmaps of the text that t reads. So t must not be read on afterwards.
func (t *Loading) AppendUnquote(dst, raw []byte) (text []byte, ok bool) {
	t.window.Load(raw)
	text, end := t.window.AppendText(dst, 1)
	return text, end == len(raw)
}
