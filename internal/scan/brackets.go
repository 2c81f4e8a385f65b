package scan

import (
	"bytes"
	"math/bits"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// DeeperThan returns the position of the first bracket in b that opens the level most+1, or -1 if there is none. b is
// JSON, or text that may not be JSON, such as unchecked output of methods: closing brackets without an opening bracket
// are ignored.
func DeeperThan(b []byte, most int) int {
	if len(b) <= most || bytes.Count(b, []byte{'{'})+bytes.Count(b, []byte{'['}) <= most {
		return -1
	}
	var s wire.Scanner
	s.ResetWithin(wire.MaxDepth - most)
	if _, st := s.Scan(b); st != wire.Bad {
		return -1
	}
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '{', '[':
			if depth++; depth > most {
				return i
			}
		case '}', ']':
			depth = max(depth-1, 0)
		case '"':
			n, _ := wire.String(b[i:], 0)
			i += max(n, 1) - 1
		}
	}
	return -1
}

// mostBlocks is the number of blocks of 64 bytes whose bitmaps are made by one call of kernel.Brackets.
const mostBlocks = 16

// Unclosed appends to dst the positions of the brackets in b[p:] that are not closed in b, the outermost first. b is
// the beginning of a JSON text, and p must not be inside a string.
func Unclosed(dst []int, b []byte, p int) []int {
	var n kernel.Nesting
	var words [4 * mostBlocks]uint64 // for each block, as kernel.Brackets makes them
	outer := len(dst)
	for p < len(b) {
		blocks := min(mostBlocks, len(b[p:])/64)
		if blocks > 0 {
			kernel.Brackets(mem.Data(b[p:]), blocks, mem.Ptr(&words))
		} else {
			var last [64]byte // the rest of b, with zeros after it
			copy(last[:], b[p:])
			blocks = 1
			kernel.Brackets(mem.Ptr(&last), blocks, mem.Ptr(&words))
		}
		for w := words[:4*blocks]; len(w) >= 4; w = w[4:] {
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
