package wire

import (
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
)

// Skipping values without checking them, by their quotes, backslashes and brackets only. For JSON the results are the
// same as with a check. For other text they may be anything, but nothing beyond its end is read.

// PassUnchecked returns the position after the bracket that closes the outermost of depth arrays and objects, all of
// which are open at p. It returns -1 if b ends before that bracket. p must not be inside a string. b is not checked.
func PassUnchecked(b []byte, p, depth int) int {
	n := kernel.Nesting{Depth: depth}
	if blocks := (len(b) - p) / 64; blocks > longBlocks {
		// Loads that cross cache lines take a fifth more time. So after longBlocks blocks, the bytes up to the next
		// line are scanned in a copy with zeros after them, and from there on blocks begin at lines. This is left out
		// if the last of these bytes is a backslash: it would escape a zero, and not the byte after it.
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

// longBlocks is the number of blocks that PassUnchecked scans before it moves to the start of a cache line. Most values
// end earlier.
const longBlocks = 16

// passLast scans b, which is shorter than a block, and reports whether the outermost container ends there.
func passLast(b []byte, n *kernel.Nesting) (ended bool) {
	var block [64]byte
	copy(block[:], b)
	return kernel.PassBlocks(mem.Ptr(&block), 1, n) == 0
}
