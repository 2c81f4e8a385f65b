package wire

import (
	"math"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
)

// A Loading is a walk over a text of which a part is in memory: the window, an Input that begins at base. Its steps are
// those of the Input, with positions in the text, and move the window on where it ends: of [12,3 the element 3 may
// be 34. A step never looks again at what it has passed, and nobody looks at a place before that without Back.
//
//	text    {"a":[1,2, … ],"b":7}
//	window                 ^^^^^^    base is the start of a block of 64 bytes
//
// What a walk passes over, and is long, is looked at where it lies: by groups of tokens, which need no masks, or
// unchecked by its brackets. The window is then moved behind it. So somebody else may write to the text meanwhile: the
// answers may be anything then, but no place outside of the text is ever read.

// The sizes of windows.
const (
	firstWindow = 8 << 10
	mostWindow  = 64 << 10
	jumpWindow  = 512 // behind what was passed over where it lies
)

// Stored is an Input with memory of its own, which it keeps for the next text.
type Stored struct {
	Input
	memory []byte
	words  []uint64
	src    []byte // a text of which the first N bytes are in memory, or nil
}

// Load makes src the text.
func (t *Stored) Load(src []byte) {
	t.reserve(len(src))
	t.src = nil
	t.Input.Load(src)
}

// LoadPart makes src the text, of which the first n bytes come into memory, which are whole blocks.
func (t *Stored) LoadPart(src []byte, n int) {
	t.reserve(len(src))
	t.src, t.N, t.Dirty = src, 0, false
	t.LoadMore(n)
}

// Partial reports whether a part of the text is not in memory yet.
func (t *Stored) Partial() bool { return t.N < len(t.src) }

// LoadMore brings n bytes more into memory, or what is left.
func (t *Stored) LoadMore(n int) {
	from := t.N
	t.N = from + min(n, len(t.src)-from)
	ok := kernel.Load(mem.Add(t.In, uintptr(from)), mem.Data(t.src[from:]), t.N-from, mem.Add(t.Masks, uintptr(from>>2)))
	if whole := len(wholeCharacters(t.src[:from])); whole < from {
		// A character was cut: what follows it was never looked at together with it.
		from, ok = whole, false
	}
	if !ok && !t.Dirty {
		t.Dirty = !kernel.ValidUTF8(wholeCharacters(t.src[from:t.N]))
	}
	if t.N == len(t.src) {
		t.src = nil // it is the caller's
	}
}

// reserve makes room for a text of n bytes.
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

// Forget drops the text, and memory of more than mem.MostPooled bytes.
func (t *Stored) Forget() {
	t.N, t.src = 0, nil
	if len(t.memory) > mem.MostPooled {
		*t = Stored{}
	}
}

// Text returns a copy of the text, which is valid until the next one.
func (t *Stored) Text() []byte { return t.memory[:t.N:t.N] }

// Memory returns how many bytes the text and its masks take.
func (t *Stored) Memory() int { return len(t.memory) + 8*len(t.words) }

// Loading is a text with a window. It is made by Begin, and keeps its memory for the next text.
type Loading struct {
	window Stored
	base   int // where in src the window begins
	src    []byte
	size   int // of the window, where it is not cut by the end of the text
	try    int // the position from which on groups are to be tried
	slow   int // the one in front of which they are not: they were slow there

	unchecked bool // arrays and objects that are passed over are not checked
	long      bool // the last one that was checked was worth groups of tokens

	group kernel.TokenGroup // not on the stack: from some places there a walk takes a quarter longer
}

// Begin makes src the text.
func (t *Loading) Begin(src []byte) {
	t.src, t.unchecked, t.long, t.slow = src, false, false, 0
	t.move(0, firstWindow)
}

// BeginUnchecked is Begin for a text that is known to be JSON: Skip and Leave look for the end of arrays and objects
// alone.
func (t *Loading) BeginUnchecked(src []byte) {
	t.src, t.unchecked = src, true
	t.move(0, 4*jumpWindow)
}

// Forget drops the text, and memory of more than mem.MostPooled bytes.
func (t *Loading) Forget() {
	t.src = nil
	t.window.Forget()
}

// move has the window begin at p.
func (t *Loading) move(p, size int) {
	t.base, t.size = p&^63, size
	part := t.src[t.base:]
	n := min(len(part), size)
	t.window.reserve(n)
	t.window.N = n
	// Characters that the window cuts count as wrong ones.
	t.window.Dirty = !kernel.Load(t.window.In, mem.Data(part), n, t.window.Masks)
}

// more moves the window on to p, behind which it ends too soon, and reports whether there is more text.
func (t *Loading) more(p int) bool {
	switch {
	case !t.partial():
		return false
	case p-t.base < 64:
		t.move(p, 4*t.size) // a token that is longer than the window
	default:
		t.move(p, min(4*t.size, mostWindow))
	}
	return true
}

// partial reports whether the text goes on behind the window.
func (t *Loading) partial() bool { return t.base+t.window.N < len(t.src) }

// jump goes on at p, to which nobody has looked yet, if it is none of the negative ones.
func (t *Loading) jump(p int) int {
	if p >= t.base+t.window.N {
		t.move(p, jumpWindow)
	}
	return p
}

// Back has the walk go on from p again, where it was before.
func (t *Loading) Back(p int) {
	if p < t.base {
		t.move(p, jumpWindow)
	}
}

// At returns the byte at p, or 0 at the end of the text.
func (t *Loading) At(p int) byte { return t.window.At(p - t.base) }

// Token returns the position of the token at p or behind the white space at p.
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

// Enter is [Input.Enter].
func (t *Loading) Enter(p int) (q int, more bool) {
	closing := t.At(p) + 2 // in ASCII a closing bracket comes two behind its opening one
	q = t.Token(p + 1)
	if t.At(q) == closing {
		return q + 1, false
	}
	return q, true
}

// Next is [Input.Next].
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

// Colon is [Input.Colon].
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

// Skip is [Input.Skip].
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

// skipScalar is Skip for what is no string, array or object.
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

// cut reports whether the scalar at q in the window may go on behind the window.
func (t *Loading) cut(q int) bool { return scalarEnd(t.window.In, q, t.window.N) == t.window.N }

// PassElements passes over most elements at p and behind it, within an array, and returns the position of the next one
// and how many there were, or -1. It passes over arrays and objects alone that another element follows, and over
// nothing that is to be checked: Skip takes the rest.
func (t *Loading) PassElements(p, most int) (q, passed int) {
	if !t.unchecked {
		return p, 0
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

// Leave returns the position behind the container that the bracket closing ends and within which a value ends at p. It
// checks the rest of it, or returns -1. Within it there may be room containers within each other.
func (t *Loading) Leave(p int, closing byte, room int) int {
	if t.unchecked {
		return t.jump(PassUnchecked(t.src, p, 1))
	}
	return t.passOver(blockScanner{i: p - t.base, state: after, depth: 1, cur: uint64(closing) >> 5 & 1, room: room + 1})
}

// PlainString returns the position behind the string at p if it has neither escape sequences nor bytes that are not
// UTF-8, or -1: there is none, or the window ends too soon to tell.
func (t *Loading) PlainString(p int) int {
	q := p - t.base
	if t.window.At(q) != '"' {
		return -1
	}
	e := t.window.StringEnd(q + 1)
	if t.window.At(e) != '"' || t.window.Dirty && !isUTF8(t.window.memory[q+1:e]) {
		return -1
	}
	return t.base + e + 1
}

// SkipString is [Input.SkipString].
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
		// The text may be cut here, or before the escape sequence ends.
		if q+escapeLeft < t.window.N || !t.more(p) {
			return -1
		}
	}
}

// AppendUnquote appends the text of the JSON string raw to dst, and reports whether it is one. It goes by bitmaps, and
// needs no text.
func (t *Loading) AppendUnquote(dst, raw []byte) (text []byte, ok bool) {
	t.window.Load(raw)
	text, end := t.window.AppendText(dst, 1)
	return text, end == len(raw)
}

// passOver returns the position behind the value that k begins in, in the window, or -1. What is long is taken by
// groups of tokens from the text itself.
func (t *Loading) passOver(k blockScanner) int {
	var outer []uint64 // as in the function passOver
	start := t.base + k.i
	k.group = &t.group
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
			k.limit = k.hi // a token may be cut by the limit as well
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

// show has k look at the window.
func (t *Loading) show(k *blockScanner) {
	// Zeros follow the text, and the masks mark them: no token goes on into them, and the loop ends there.
	end := t.window.blocksEnd()
	k.p, k.mask, k.wrap, k.hi, k.limit, k.end = t.window.In, t.window.Masks, wrapWhole, end, end, end
	if t.partial() {
		k.end = t.window.N // a number that ends there may go on
	}
}

// at has k go on at p in the window.
func (t *Loading) at(k *blockScanner, p int) {
	k.i = p - t.base
	t.show(k)
	if t.rest(k) >= leastGroups {
		k.limit = min(k.limit, t.try-t.base)
	}
}

// rest returns how much of the text groups of tokens may take behind k.
func (t *Loading) rest(k *blockScanner) int { return len(t.src) - 64 - t.base - k.i }

// stage has k begin in the window, and the loop stop where groups are to be tried.
func (t *Loading) stage(k *blockScanner) {
	t.try = math.MaxInt
	if least, step, _ := pace(); t.rest(k) >= least && fast.Groups && kernel.GathersTokens() {
		k.step = step
		t.try = t.base + k.i + k.step
		if t.long && k.depth == 0 {
			t.try = t.base + k.i // what follows a long value mostly is one too
		}
		t.try = max(t.try, t.slow)
	}
	t.at(k, t.base+k.i)
}

// nextStage goes on by groups of the text itself, and has the loop stop where they are to be tried again.
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
