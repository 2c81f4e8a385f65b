package wire

import (
	"math/bits"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
)

const (
	windowBlocks = 32 // a power of 2; 512 bytes of masks stay on the stack
	windowBytes  = windowBlocks * 64
)

// window holds the bitmaps of a part of b: for each block of 64 bytes one word with a bit for each byte that ends plain text in
// a string, and one with a bit for each byte that is not white space.
type window struct {
	b    []byte
	hi   int // the masks cover b up to here, from the multiple of windowBytes before
	mask [2 * windowBlocks]uint64
}

// load makes the masks of the part that i lies in, i < len(b).
func (w *window) load(i int) {
	lo := i &^ (windowBytes - 1)
	n := min(len(w.b)-lo, windowBytes)
	full := n / 64
	if full > 0 {
		kernel.Masks(mem.Data(w.b[lo:]), full, mem.Ptr(&w.mask))
	}
	if n%64 != 0 {
		// Zeros behind the end are set in both masks, so that every search stops there.
		var tail [64]byte
		copy(tail[:], w.b[lo+full*64:])
		kernel.Masks(mem.Ptr(&tail), 1, mem.Ptr(&w.mask[2*full]))
		full++
	}
	w.hi = lo + full*64
}

// special returns the position of the first quote, backslash or control character at or behind i, or len(b).
func (w *window) special(i int) int { return w.find(i, 0) }

// text returns the position of the first byte at or behind i that is not white space, or len(b).
func (w *window) text(i int) int { return w.find(i, 1) }

func (w *window) find(i, which int) int {
	for i < len(w.b) {
		if i >= w.hi {
			w.load(i)
		}
		m := w.mask[(i>>6&(windowBlocks-1))*2+which] >> (uint(i) & 63)
		if m != 0 {
			return i + bits.TrailingZeros64(m)
		}
		i = i&^63 + 64
	}
	return len(w.b)
}
