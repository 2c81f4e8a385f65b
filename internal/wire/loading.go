package wire

import (
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
)

// A Loading is an Input that comes into memory as far as somebody walks over it: of a document of a megabyte whose
// first member is asked for, the first 8 KB. Its steps are those of the Input, and get more of the text where what is
// there ends: of [12,3 the element 3 may be 34. A step never looks again at what it has passed.

// The sizes of pieces. All but the last one are whole blocks of masks.
const (
	firstPiece = 8 << 10
	nextPiece  = 64 << 10
	jumpPiece  = 512 // behind a value that was passed over unchecked
)

// Loading is a text that is loaded piece by piece. It is made by Begin or Load, and keeps its memory for the next
// text.
type Loading struct {
	Input  // as far as it is loaded
	src    []byte
	memory []byte
	words  []uint64

	unchecked bool // arrays and objects that are passed over are neither checked nor loaded
}

// Begin makes src the text, of which nothing is loaded. src must not change until the walk is over.
func (t *Loading) Begin(src []byte) {
	t.begin(src, false)
	t.load(firstPiece)
}

// BeginUnchecked is Begin for a text that is known to be JSON: Skip and Leave look for the end of arrays and objects
// alone, and have what lies in them left out of the memory.
func (t *Loading) BeginUnchecked(src []byte) {
	t.begin(src, true)
	t.load(4 * jumpPiece)
}

func (t *Loading) begin(src []byte, unchecked bool) {
	t.reserve(len(src))
	t.src, t.unchecked = src, unchecked
	t.N, t.Dirty = 0, false
}

// Load makes src the text and loads all of it.
func (t *Loading) Load(src []byte) {
	t.reserve(len(src))
	t.src, t.unchecked = nil, false
	t.Input.Load(src)
}

// reserve makes room for a text of n bytes.
func (t *Loading) reserve(n int) {
	if need := n + InputPadding; need > len(t.memory) {
		t.memory = mem.Unzeroed(need + need/8)
		t.In = mem.Data(t.memory)
	}
	if need := InputWords(n); need > len(t.words) {
		t.words = make([]uint64, need+need/8)
		t.Masks = mem.Ptr(&t.words[0])
	}
}

// Back has the walk go on from p again, where it was before.
func (t *Loading) Back(p int) {
	if t.unchecked {
		t.N = p &^ 63
		t.load(jumpPiece)
	}
}

// Forget drops the text, and memory of more than mem.MostPooled bytes.
func (t *Loading) Forget() {
	t.src, t.N = nil, 0
	if len(t.memory) > mem.MostPooled {
		*t = Loading{}
	}
}

// Text returns what is loaded: a copy of the text, which is valid until the next one.
func (t *Loading) Text() []byte { return t.memory[:t.N:t.N] }

// Partial reports whether more of the text can be loaded.
func (t *Loading) Partial() bool { return t.N < len(t.src) }

// More loads another piece, and reports whether there was one.
func (t *Loading) More() bool {
	if !t.Partial() {
		return false
	}
	if t.unchecked {
		t.load(4 * jumpPiece)
	} else {
		t.load(nextPiece)
	}
	return true
}

// jump goes on at p, to which nobody has looked yet, if it is none of the negative ones.
func (t *Loading) jump(p int) int {
	if p >= t.N {
		t.N = p &^ 63
		t.load(jumpPiece)
	}
	return p
}

// load loads a piece of that size behind those that are there.
func (t *Loading) load(size int) {
	from := t.N
	n := min(len(t.src), from+size)
	ok := kernel.Load(mem.Add(t.In, uintptr(from)), mem.Data(t.src[from:]), n-from, mem.Add(t.Masks, uintptr(from>>2)))
	t.N = n
	if whole := len(wholeCharacters(t.src[:from])); whole < from {
		// The text was cut within a character: what follows it was never looked at together with it.
		from, ok = whole, false
	}
	if !ok && !t.Dirty {
		for k := 0; k < utf8.UTFMax-1 && from > 0 && !utf8.RuneStart(t.src[from]); k++ {
			from--
		}
		t.Dirty = !kernel.ValidUTF8(wholeCharacters(t.src[from:n]))
	}
}

// Token returns the position of the token at p or behind the white space at p.
func (t *Loading) Token(p int) int {
	if t.At(p) > ' ' {
		return p
	}
	for {
		if p = t.Space(p); p < t.N || !t.More() {
			return p
		}
	}
}

// Enter is [Input.Enter].
func (t *Loading) Enter(p int) (q int, more bool) {
	q = t.Token(p + 1)
	if t.At(q) == t.At(p)+2 { // in ASCII a closing bracket comes two behind its opening one
		return q + 1, false
	}
	return q, true
}

// Next is [Input.Next].
func (t *Loading) Next(p int, closing byte) (q int, more bool) {
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
	if t.IsColonBlank(p) {
		return p + 2
	}
	if p = t.Token(p); t.At(p) != ':' {
		return -1
	}
	return t.Token(p + 1)
}

// Skip is [Input.Skip].
func (t *Loading) Skip(p, room int) int {
	switch t.At(p) {
	case '"':
		return t.SkipString(p)
	case '{', '[':
		if t.unchecked {
			return t.jump(PassUnchecked(t.src, p+1, 1))
		}
		return skipContainer(&t.Input, t, p, room)
	}
	for {
		// A number that ends where the loaded text does may go on.
		if e := t.Input.Skip(p, room); e >= 0 && e < t.N || !t.More() {
			return e
		}
	}
}

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
	return passOver(&t.Input, t, blockScanner{i: p, state: after, depth: 1, cur: uint64(closing) >> 5 & 1, room: room + 1}, nil)
}

// SkipString is [Input.SkipString].
func (t *Loading) SkipString(p int) int {
	for p++; ; {
		p = t.StringEnd(p)
		switch t.At(p) {
		case '"':
			return p + 1
		case '\\':
			if n := escapeLen(mem.Load64(t.In, p)); n > 0 {
				p += n
				continue
			}
		}
		// The text may be cut here, or before the escape sequence ends.
		if p+escapeLeft < t.N || !t.More() {
			return -1
		}
	}
}

// Memory returns how many bytes the text and its masks take.
func (t *Loading) Memory() int { return len(t.memory) + 8*len(t.words) }
