package wire

import (
	"math/bits"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
)

// Values that are passed over unchecked, by their quotes, backslashes and brackets alone. Texts that are JSON are
// passed over as the checking ways do, others somehow, but never beyond their end.

// PassUnchecked returns the position behind the bracket that closes depth arrays and objects, which are open at p
// outside of strings, or -1 if b ends before that. b is not checked to be JSON.
func PassUnchecked(b []byte, p, depth int) int {
	n := kernel.Nesting{Depth: depth}
	if blocks := (len(b) - p) / 64; blocks > longBlocks {
		// Loads that cross the lines of the cache take a fifth more time. Of what is long, the bytes in front of the
		// next line go with zeros behind them, but for a backslash, which would escape a zero.
		passed := kernel.PassBlocks(mem.Data(b[p:]), longBlocks, &n)
		if p += 64 * passed; passed < longBlocks {
			return p + n.End + 1
		}
		if k := int(-uintptr(mem.Data(b[p:])) % 64); k > 0 && b[p+k-1] != '\\' {
			if passLast(b[p:p+k], &n) {
				return p + n.End + 1
			}
			p += k
		}
	}
	if blocks := (len(b) - p) / 64; blocks > 0 {
		passed := kernel.PassBlocks(mem.Data(b[p:]), blocks, &n)
		if p += 64 * passed; passed < blocks {
			return p + n.End + 1
		}
	}
	if passLast(b[p:], &n) {
		return p + n.End + 1
	}
	return -1
}

// longBlocks is how many blocks a value has that is long.
const longBlocks = 16

// passLast passes over b, which is shorter than a block, and reports whether the end is there.
func passLast(b []byte, n *kernel.Nesting) (ended bool) {
	var block [64]byte
	copy(block[:], b)
	return kernel.PassBlocks(mem.Ptr(&block), 1, n) == 0
}

// mostBracketBlocks is how many blocks of 64 bytes have their words made at once.
const mostBracketBlocks = 16

// bracketWords are the words of a batch, four for each block.
type bracketWords [4 * mostBracketBlocks]uint64

// brackets returns the words for the first blocks of b, as many as there are or the last one alone. Behind the end of b
// are zeros.
func brackets(words *bracketWords, b []byte) []uint64 {
	if n := min(mostBracketBlocks, len(b)/64); n > 0 {
		kernel.Brackets(mem.Data(b), n, mem.Ptr(words))
		return words[:4*n]
	}
	var last [64]byte
	copy(last[:], b)
	kernel.Brackets(mem.Ptr(&last), 1, mem.Ptr(words))
	return words[:4]
}

// Unclosed appends to dst the positions of the brackets in b[p:] that open an array or object which b does not close,
// from the outermost on. There is no string around p. b is the beginning of a JSON text.
func Unclosed(dst []int, b []byte, p int) []int {
	var words bracketWords
	var n kernel.Nesting
	outer := len(dst)
	for p < len(b) {
		for w := brackets(&words, b[p:]); len(w) >= 4; w = w[4:] {
			opens, closes := n.Outside(w)
			for both := opens | closes; both != 0; both &= both - 1 {
				if (opens & both & -both) != 0 {
					dst = append(dst, p+bits.TrailingZeros64(both))
				} else if len(dst) > outer {
					dst = dst[:len(dst)-1]
				}
			}
			p += 64
		}
	}
	return dst
}
