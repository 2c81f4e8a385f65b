package wire

import (
	"math"
	"math/bits"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
)

// A Loading walks over a long text without making bitmaps for all of it. It copies one part at a time, the window, into
// an Input that begins at position base of the text. Its methods are those of Input, with positions in the whole text.
// A method that reaches the end of the window moves the window forward, since a token may be cut there: in [12,3 the 3
// may be the start of 34. Only Back moves to an earlier position.
//
//	text    {"a":[1,2, … ],"b":7}
//	window                 ^^^^^^    base is the start of a block of 64 bytes
//
// A long value that is skipped is not copied: it is scanned in the caller's memory, many tokens at a time (groups.go),
// or only for its brackets if it need not be checked. The window then moves to the position after it. If other code
// writes to the text meanwhile, the results may be anything, but no memory outside the text is read.

// Sizes of windows in bytes.
const (
	firstWindow = 2 << 10
	mostWindow  = 64 << 10
	jumpWindow  = 512 // size of the window after a value that was skipped in place
)

// Stored is an Input with its own memory, which it keeps for the next text.
type Stored struct {
	Input
	memory []byte
	words  []uint64
	src    []byte // the text while only its first N bytes are in memory; otherwise nil
}

// Load copies src into memory as the text.
func (t *Stored) Load(src []byte) {
	t.reserve(len(src))
	t.src = nil
	t.Input.Load(src)
}

// LoadPart makes src the text, and copies its first n bytes into memory. n must be a multiple of 64.
func (t *Stored) LoadPart(src []byte, n int) {
	t.reserve(len(src))
	t.src, t.N, t.Dirty = src, 0, false
	t.LoadMore(n)
}

// Partial reports whether the last part of the text is not in memory yet.
func (t *Stored) Partial() bool { return t.N < len(t.src) }

// LoadMore copies n more bytes of the text into memory, or all if fewer are left.
func (t *Stored) LoadMore(n int) {
	from := t.N
	t.N = from + min(n, len(t.src)-from)
	ok := kernel.Load(mem.Add(t.In, uintptr(from)), mem.Data(t.src[from:]), t.N-from, mem.Add(t.Masks, uintptr(from>>2)))
	if whole := WholeRunes(t.src[:from]); whole < from {
		// The part before ended inside a character: check that character as a whole.
		from, ok = whole, false
	}
	if !ok && !t.Dirty {
		part := t.src[from:t.N]
		t.Dirty = !kernel.ValidUTF8(part[:WholeRunes(part)])
	}
	if t.N == len(t.src) {
		t.src = nil // all of the caller's text is copied
	}
}

// reserve allocates memory for a text of n bytes.
func (t *Stored) reserve(n int) {
	if need := n + InputPadding; need > len(t.memory) {
		t.memory = mem.Unzeroed(need + need/8)
		t.In = mem.Data(t.memory)
	}
	if need := InputWords(n); need > len(t.words) {
		t.words = make([]uint64, need+need/8)
		t.Masks = mem.Ptr(&t.words[0])
	}
}

// Forget drops the text. It also frees the memory if it has more than mem.MostPooled bytes.
func (t *Stored) Forget() {
	t.N, t.src = 0, nil
	if len(t.memory) > mem.MostPooled {
		*t = Stored{}
	}
}

// Text returns the copy of the text. The copy is valid until another text is loaded.
func (t *Stored) Text() []byte { return t.memory[:t.N:t.N] }

// Memory returns how many bytes the text and its masks take.
func (t *Stored) Memory() int { return len(t.memory) + 8*len(t.words) }

// Loading is a walk over a text with a window. Begin starts it. It keeps its memory for the next text.
type Loading struct {
	window Stored
	base   int // start of the window in src
	src    []byte
	size   int // the size for which the window was made; at the end of the text the window is shorter
	try    int // the position at which the walk tries groups of tokens next
	slow   int // groups are not tried before this position, since they were slow for the text before

	unchecked bool // skipped arrays and objects are not checked
	long      bool // the last checked array or object was long enough for groups of tokens

	groups Grouping // its memory is reused; on the stack it can make a walk take a quarter more time
}

// Begin starts a walk over src from position p on. If checks is false, src is known to be JSON: Skip and Leave do not
// check arrays and objects, but only look for their ends.
func (t *Loading) Begin(src []byte, p int, checks bool) {
	t.src, t.unchecked, t.long, t.slow = src, !checks, false, 0
	size := 4 * jumpWindow
	if checks {
		size = firstWindow
	}
	t.move(p, size)
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
	n := min(len(part), size)
	t.window.reserve(n)
	t.window.N = n
	// A character that is cut by the end of the window looks like invalid UTF-8, and sets Dirty. That only costs time:
	// each string is then checked.
	t.window.Dirty = !kernel.Load(t.window.In, mem.Data(part), n, t.window.Masks)
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

// Enter moves into the array or object whose bracket is at p, like [Input.Enter].
func (t *Loading) Enter(p int) (q int, more bool) {
	closing := t.At(p) + 2 // in ASCII a closing bracket is its opening bracket plus 2
	q = t.Token(p + 1)
	if t.At(q) == closing {
		return q + 1, false
	}
	return q, true
}

// Next continues after an element or member that ends at p, like [Input.Next].
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

// Colon returns the position of a member's value, like [Input.Colon]. The name ends at p.
func (t *Loading) Colon(p int) int {
	switch q := p - t.base; {
	case t.window.IsColon(q):
		return p + 1
	case t.window.IsColonBlank(q):
		return p + 2
	}
	if p = t.Token(p); t.At(p) != ':' {
		return -1
	}
	return t.Token(p + 1)
}

// Skip checks the value at p and returns the position after it, like [Input.Skip].
func (t *Loading) Skip(p, room int) int {
	q := p - t.base
	switch t.window.At(q) {
	case '"':
		if e := t.window.StringEnd(q + 1); t.window.At(e) == '"' {
			return t.base + e + 1
		}
		return t.SkipString(p)
	case '{', '[':
		if t.unchecked {
			return t.jump(PassUnchecked(t.src, p+1, 1))
		}
		if room <= 0 {
			return -1
		}
		return t.passOver(blockScanner{i: q, room: room})
	}
	if e := t.window.Number(q); e > q && e < t.window.N {
		return t.base + e
	}
	return t.skipScalar(p)
}

// skipScalar is Skip for a value that is not a string, array or object.
func (t *Loading) skipScalar(p int) int {
	for {
		q := p - t.base
		e := t.window.Skip(q, 0)
		if e >= 0 && e < t.window.N || !t.cut(q) || !t.more(p) {
			if e < 0 {
				return -1
			}
			return t.base + e
		}
	}
}

// cut reports whether the scalar at q in the window may continue after the window.
func (t *Loading) cut(q int) bool { return scalarEnd(t.window.In, q, t.window.N) == t.window.N }

// PassElements skips elements of an array, from the element at p on, but no more elements than the number most. It
// returns the position of the next element and the number of skipped elements. q is -1 if the text ends. It skips only
// elements that it can skip fast; the caller skips the others by Skip. room is the number of levels that may be nested
// in the array.
func (t *Loading) PassElements(p, most, room int) (q, passed int) {
	if !t.unchecked {
		return t.passGrouped(p, most, room)
	}
	for ; passed < most && p < len(t.src) && t.src[p]|0x20 == '{'; passed++ {
		e := PassUnchecked(t.src, p+1, 1)
		if e < 0 {
			return -1, passed
		}
		if e += Space(t.src[e:]); e == len(t.src) || t.src[e] != ',' {
			break
		}
		e++
		if e += Space(t.src[e:]); e == len(t.src) {
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
	g.Begin(&Input{In: mem.Data(t.src), N: limit}, p, 0, 1, room+1)
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
		starts &= (opens | g.Scalars) & g.all()
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
		_, step, slow := pace()
		t.slow = q + step*slow
	}
	return t.jump(q), max(passed, 0)
}

// Leave skips the rest of an array or object in which a value ends at p, and returns the position after its closing
// bracket. The parameter closing is that bracket. It returns -1 if the rest is wrong; for a text that needs no checks
// (Begin) it only looks for the bracket. room is the number of levels that may be nested in the rest.
func (t *Loading) Leave(p int, closing byte, room int) int {
	if t.unchecked {
		return t.jump(PassUnchecked(t.src, p, 1))
	}
	return t.passOver(blockScanner{i: p - t.base, state: after, depth: 1, cur: uint64(closing) >> 5 & 1, room: room + 1})
}

// PlainString returns the position after the string at p if it has no escapes and is UTF-8. Otherwise, or if the window
// ends too soon, it returns -1.
func (t *Loading) PlainString(p int) int {
	q := p - t.base
	if t.window.At(q) != '"' {
		return -1
	}
	e := t.window.StringEnd(q + 1)
	if t.window.At(e) != '"' || t.window.Dirty && !kernel.ValidUTF8(t.window.memory[q+1:e]) {
		return -1
	}
	return t.base + e + 1
}

// SkipString returns the position after the string at p, like [Input.SkipString].
func (t *Loading) SkipString(p int) int {
	for p++; ; {
		q := t.window.StringEnd(p - t.base)
		p = t.base + q
		switch t.window.At(q) {
		case '"':
			return p + 1
		case '\\':
			if n := escapeLen(mem.Load64(t.window.In, q)); n > 0 {
				p += n
				continue
			}
		}
		// The window may end at this byte, or inside the escape sequence.
		if q+escapeLeft < t.window.N || !t.more(p) {
			return -1
		}
	}
}

// AppendUnquote appends the text of raw to dst, and reports whether raw is a JSON string. It loads raw into the window,
// over the bitmaps of the text that t reads. So t must not be read on afterwards.
func (t *Loading) AppendUnquote(dst, raw []byte) (text []byte, ok bool) {
	t.window.Load(raw)
	text, end := t.window.AppendText(dst, 1)
	return text, end == len(raw)
}

// passOver returns the position after the value that k is scanning in the window, or -1 if the text is not JSON. Long
// values are scanned by groups of tokens in the caller's text.
func (t *Loading) passOver(k blockScanner) int {
	var outer []uint64 // the kinds of the outer containers, as in the function passOver
	start := t.base + k.i
	k.group = &t.groups.group
	t.stage(&k)
	for {
		if k.run() == atEnd {
			end := t.base + k.i
			least, _, _ := pace()
			t.long = end-start >= least
			return end
		}
		switch {
		case k.deeper(&outer):
		case t.base+k.i+64 >= t.try && t.rest(&k) >= leastGroups:
			t.nextStage(&k)
		case k.limit < k.hi:
			k.limit = k.hi // the limit may be inside a token
		case k.i+8 > t.window.N || k.state != inString && t.cut(k.i):
			p := t.base + k.i
			if !t.more(p) {
				return -1
			}
			t.at(&k, p)
		default:
			return -1
		}
	}
}

// show makes the window the text that k scans.
func (t *Loading) show(k *blockScanner) {
	// The zeros after the text have bits in the masks, so no token continues into them, and the loop ends there.
	end := t.window.blocksEnd()
	k.p, k.mask, k.wrap, k.hi, k.limit, k.end = t.window.In, t.window.Masks, wrapWhole, end, end, end
	if t.partial() {
		k.end = t.window.N // a number that ends there may continue
	}
}

// at makes k continue at p in the window.
func (t *Loading) at(k *blockScanner, p int) {
	k.i = p - t.base
	t.show(k)
	if t.rest(k) >= leastGroups {
		k.limit = min(k.limit, t.try-t.base)
	}
}

// rest returns the number of bytes after k.i that groups of tokens may scan: not the last 64 bytes of the text, since
// up to 64 bytes more may be read.
func (t *Loading) rest(k *blockScanner) int { return len(t.src) - 64 - t.base - k.i }

// stage makes k scan the window and stop at the position where groups of tokens are to be tried.
func (t *Loading) stage(k *blockScanner) {
	t.try = math.MaxInt
	if least, step, _ := pace(); t.rest(k) >= least && fast.Groups && kernel.GathersTokens() {
		k.step = step
		t.try = t.base + k.i + k.step
		if t.long && k.depth == 0 {
			t.try = t.base + k.i // after a long value another one usually follows
		}
		t.try = max(t.try, t.slow)
	}
	t.at(k, t.base+k.i)
}

// nextStage scans groups of tokens in the caller's text, and then makes k stop where groups are to be tried next.
func (t *Loading) nextStage(k *blockScanner) {
	k.p, k.i = mem.Data(t.src), t.base+k.i
	fast := k.tryGroups(len(t.src) - 64)
	p := t.jump(k.i)
	if t.try = p + k.step; !fast {
		t.slow = t.try
	}
	if p+64 > t.base+t.window.N {
		t.more(p)
	}
	t.at(k, p)
}
