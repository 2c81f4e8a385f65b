package wire

import (
	"fmt"
	"math/bits"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/meter"
)

// Decoders walk over an Input. Its bitmaps have a bit for each byte of the text, in pairs of words for 64 bytes:
//
//	text      {"a b": 12}
//	specials   1   1          quotes, backslashes, control characters
//	no blank  111 111 111
//
// The end of a string, and the next token after white space, are found by a shift and a count of zeros.

// InputPadding is the number of bytes that the memory of an Input has after its text: a block of 64 bytes, which the
// masks cover, and the longest load.
const InputPadding = 128

// Input is a text in memory with its bitmaps. Zeros follow the text. A zero byte is neither white space, nor a digit,
// nor part of a string (its bit is set in both masks), so the end of the text ends every token.
type Input struct {
	In      mem.Ptr // address of the text
	Masks   mem.Ptr // two words for each block of 64 bytes, as above: specials, and all bytes but white space
	N       int     // length of the text
	Dirty   bool    // the text may have invalid UTF-8, so each string must be checked
	Inexact bool    // true after AppendText has replaced invalid text by U+FFFD
}

// InputWords returns the number of words for the masks of n bytes, and of one more block, which NearToken reads.
func InputWords(n int) int { return 2 * (n>>6 + 2) }

// blocksEnd returns the position after the block with the end of the text.
func (t *Input) blocksEnd() int { return (t.N>>6 + 1) << 6 }

// Load copies b into the input's memory, which has InputPadding bytes more than b, and makes its masks.
func (t *Input) Load(b []byte) {
	t.N = len(b)
	t.Dirty = !kernel.Load(t.In, mem.Data(b), len(b), t.Masks) && !kernel.ValidUTF8(b[:WholeRunes(b)])
}

// Extend makes the masks of text after its first t.N bytes, which have masks already. text lies in the input's memory.
func (t *Input) Extend(text []byte) {
	n := len(text)
	from := t.N &^ 63 // the masks of the last block are made again, since it has new bytes
	last := n>>6 + 1
	clear(mem.Slice(mem.Add(t.In, uintptr(n)), (last+1)<<6-n))
	ok := kernel.Masks(mem.Add(t.In, uintptr(from)), last-from>>6, mem.Add(t.Masks, uintptr(from>>2)))
	if whole := WholeRunes(text[:from]); from == t.N && whole < from {
		// The earlier text ended inside a character: check that character as a whole.
		from, ok = whole, false
	}
	t.N = n
	if !ok && !t.Dirty {
		// Check from the first byte of a character on.
		for k := 0; k < utf8.UTFMax-1 && from > 0 && !utf8.RuneStart(text[from]); k++ {
			from--
		}
		text = text[from:]
		t.Dirty = !kernel.ValidUTF8(text[:WholeRunes(text)])
	}
}

// At returns the byte at p.
func (t *Input) At(p int) byte {
	if meter.Invariants && uint(p) >= uint(t.N+InputPadding) {
		panic(fmt.Sprintf("position %d of a text of %d bytes", p, t.N))
	}
	return mem.Load8(t.In, p)
}

// Space returns the position of the first byte at p or later that is not white space.
func (t *Input) Space(p int) int {
	if w := mem.LoadWord(t.Masks, p>>6<<4+8) >> (p & 63); w != 0 {
		return p + bits.TrailingZeros64(w)
	}
	return t.find(p, 8)
}

// NearToken returns the position of the next token, as Token does, if there are less than 64 bytes of white space
// before it. Otherwise it returns a position inside the white space. It reads the words of two blocks, so it needs no
// branch for white space that continues in the next block. A processor predicts that branch badly in long documents:
// without it, twitter.json with white space between members is read 1.06 times as fast.
func (t *Input) NearToken(p int) int {
	i := p >> 6 << 4
	w := mem.LoadWord(t.Masks, i+8)>>(p&63) | mem.LoadWord(t.Masks, i+24)<<1<<(^p&63)
	return p + bits.TrailingZeros64(w|1<<63)
}

// StringEnd returns the position of the first quote, backslash or control character at p or later.
func (t *Input) StringEnd(p int) int {
	if w := mem.LoadWord(t.Masks, p>>6<<4) >> (p & 63); w != 0 {
		return p + bits.TrailingZeros64(w)
	}
	return t.find(p, 0)
}

// NearEnd returns the position that StringEnd returns, if it is less than 64 bytes after p. Otherwise it returns a
// position inside the string at which there is no quote. Like NearToken it has no branch.
func (t *Input) NearEnd(p int) int {
	i := p >> 6 << 4
	w := mem.LoadWord(t.Masks, i)>>(p&63) | mem.LoadWord(t.Masks, i+16)<<1<<(^p&63)
	return p + bits.TrailingZeros64(w|1<<63)
}

// find continues the search of Space (offset 8) or StringEnd (offset 0) in the blocks after the block of p. offset
// selects one of the two words of each block. The zeros after the text have bits in both, and end the search.
func (t *Input) find(p, offset int) int {
	for i := p>>6 + 1; ; i++ {
		if w := mem.LoadWord(t.Masks, i<<4+offset); w != 0 {
			return i<<6 + bits.TrailingZeros64(w)
		}
	}
}

// The literals null and true as words of four bytes, with the first byte lowest, and the last four bytes of false.
const (
	WordNull = 'n' | 'u'<<8 | 'l'<<16 | 'l'<<24
	WordTrue = 't' | 'r'<<8 | 'u'<<16 | 'e'<<24
	WordAlse = 'a' | 'l'<<8 | 's'<<16 | 'e'<<24
)

// IsNull, IsTrue and IsFalse report whether the literal starts at p. They do not look at the byte after it.
func (t *Input) IsNull(p int) bool  { return mem.Load32(t.In, p) == WordNull }
func (t *Input) IsTrue(p int) bool  { return mem.Load32(t.In, p) == WordTrue }
func (t *Input) IsFalse(p int) bool { return t.At(p) == 'f' && mem.Load32(t.In, p+1) == WordAlse }
