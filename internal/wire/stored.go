package wire

import (
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
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
