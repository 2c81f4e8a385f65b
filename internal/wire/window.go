package wire

import (
	"math/bits"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
)

const windowWords = 2*windowBlocks - 2

// window holds the bitmaps of a part of the input: for each block of 64 bytes one word with a bit for each byte that ends
// plain text in a string, and one with a bit for each byte that is not white space.
type window struct {
	hi   int // the masks cover the input up to here, from the multiple of windowBytes before
	mask [2 * windowBlocks]uint64
}

// noMasks is the window of those who do without.
var noMasks window

// load makes the masks of the part of b that i lies in, i < len(b).
func (w *window) load(b []byte, i int) {
	lo := i &^ (windowBytes - 1)
	n := min(len(b)-lo, windowBytes)
	full := n / 64
	if full > 0 {
		kernel.Masks(mem.Data(b[lo:]), full, mem.Ptr(&w.mask))
	}
	if n%64 != 0 {
		// Zeros behind the end are set in both masks, so that every search stops there.
		var tail [64]byte
		copy(tail[:], b[lo+full*64:])
		kernel.Masks(mem.Ptr(&tail), 1, mem.Ptr(&w.mask[2*full]))
		full++
	}
	w.hi = lo + full*64
}

// specials returns the bits of the quotes, backslashes and control characters at and behind i in i's block, as far as
// they are known.
func (w *window) specials(i int) uint64 {
	if i >= w.hi {
		return 0
	}
	return w.mask[i>>5&windowWords] >> (uint(i) & 63)
}

// special returns the position of the first quote, backslash or control character of b at or behind i, or len(b).
func (w *window) special(b []byte, i int) int {
	if w == &noMasks {
		return special(b, i)
	}
	return w.find(b, i, 0)
}

// text returns the position of the first byte of b at or behind i that is not white space, or len(b).
func (w *window) text(b []byte, i int) int {
	if w == &noMasks {
		return i + spaceSlow(b[i:])
	}
	return w.find(b, i, 1)
}

func (w *window) find(b []byte, i, which int) int {
	for i < len(b) {
		if i >= w.hi {
			w.load(b, i)
		}
		if m := w.mask[i>>5&windowWords|which] >> (uint(i) & 63); m != 0 {
			return i + bits.TrailingZeros64(m)
		}
		i = i&^63 + 64
	}
	return len(b)
}
