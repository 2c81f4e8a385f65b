package wire

import (
	"math/bits"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
)

// Values that are passed over unchecked. The end of an array or object is where as many brackets have closed as
// have opened, those in strings left out. A block of 64 bytes is four words with a bit for each quote, backslash
// and bracket. Quotes behind an odd number of backslashes do not count; the exclusive or of all bits up to each one
// tells what lies in strings. Of {"a":["]"]} the quotes are at 1, 3, 6 and 8, and 6 and 7 are in a string, so the
// bracket at 9 closes the array. Texts that are JSON are passed over as the checking ways do, others somehow, but
// never beyond their end.

const (
	fewBracketBlocks  = 4 // a batch at first, for most values are small
	mostBracketBlocks = 16
)

// bracketWords are the words of a batch, four for each block.
type bracketWords [4 * mostBracketBlocks]uint64

// brackets returns the words for the first blocks of b, as many as there are or the last one alone. Behind the end of b
// are zeros.
func brackets(words *bracketWords, b []byte, blocks int) []uint64 {
	if n := min(blocks, len(b)/64); n > 0 {
		kernel.Brackets(mem.Data(b), n, mem.Ptr(words))
		return words[:4*n]
	}
	var last [64]byte
	copy(last[:], b)
	kernel.Brackets(mem.Ptr(&last), 1, mem.Ptr(words))
	return words[:4]
}

// PassUnchecked returns the position behind the bracket that closes depth arrays and objects, which are open at p
// outside of strings, or -1 if b ends before that. b is not checked to be JSON.
func PassUnchecked(b []byte, p, depth int) int {
	var (
		words   bracketWords
		escaped uint64 // 1: the next byte follows a backslash that counts
		text    uint64 // all ones: the next byte is in a string
	)
	for blocks := fewBracketBlocks; p < len(b); blocks = min(2*blocks, mostBracketBlocks) {
		for w := brackets(&words, b[p:], blocks); len(w) >= 4; w = w[4:] {
			quotes, slashes, opens, closes := w[0], w[1], w[2], w[3]
			if slashes|escaped != 0 {
				var behind uint64
				behind, escaped = escapedBytes(slashes, escaped)
				quotes &^= behind
			}
			inside := uptoEach(quotes) ^ text
			text = uint64(int64(inside) >> 63)
			opens &^= inside
			closes &^= inside
			if down := bits.OnesCount64(closes); down < depth {
				depth += bits.OnesCount64(opens) - down
			} else if at := closing(opens, closes, depth); at >= 0 {
				return p + at + 1
			} else {
				depth += bits.OnesCount64(opens) - down
			}
			p += 64
		}
	}
	return -1
}

// Unclosed appends to dst the positions of the brackets in b[p:] that open an array or object which b does not close,
// from the outermost on. There is no string around p. b is the beginning of a JSON text.
func Unclosed(dst []int, b []byte, p int) []int {
	var (
		words   bracketWords
		escaped uint64
		text    uint64
	)
	outer := len(dst)
	for p < len(b) {
		for w := brackets(&words, b[p:], mostBracketBlocks); len(w) >= 4; w = w[4:] {
			quotes, slashes, opens, closes := w[0], w[1], w[2], w[3]
			if slashes|escaped != 0 {
				var behind uint64
				behind, escaped = escapedBytes(slashes, escaped)
				quotes &^= behind
			}
			inside := uptoEach(quotes) ^ text
			text = uint64(int64(inside) >> 63)
			opens &^= inside
			closes &^= inside
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

// closing returns the place of the bracket that closes the outermost of depth containers, or -1.
func closing(opens, closes uint64, depth int) int {
	for ; closes != 0; closes &= closes - 1 {
		at := bits.TrailingZeros64(closes)
		if depth--; depth+bits.OnesCount64(opens&(1<<at-1)) == 0 {
			return at
		}
	}
	return -1
}

// escapedBytes returns the bytes that follow a backslash which is not escaped itself, and what to begin the next block
// with. Of \\\" the second and the fourth are.
func escapedBytes(slashes, first uint64) (escaped, next uint64) {
	const even = 0x5555555555555555
	slashes &^= first
	behind := slashes<<1 | first
	// A run of backslashes that begins at an odd place is carried to the bit behind it, which turns the places of the
	// escaped ones in it from even to odd.
	odd := slashes &^ even &^ behind
	sum, next := bits.Add64(odd, slashes, 0)
	return (even ^ sum<<1) & behind, next
}

// uptoEach returns for each bit whether an odd number of the bits up to it, itself included, are set.
func uptoEach(x uint64) uint64 {
	x ^= x << 1
	x ^= x << 2
	x ^= x << 4
	x ^= x << 8
	x ^= x << 16
	return x ^ x<<32
}
