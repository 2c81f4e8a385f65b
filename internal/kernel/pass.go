package kernel

import (
	"math/bits"
	"unsafe"
)

// An array or object ends where as many brackets have closed as have opened, without those in strings. For a block of
// 64 bytes there are four words with a bit for each quote, backslash, opening and closing bracket. Quotes after an odd
// number of backslashes are removed. Then the exclusive or of all bits up to each bit shows which bytes are in strings.
// In {"a":["]"]} the quotes are at 1, 3, 6 and 8, and 6 and 7 are in a string, so the bracket at 9 closes the array.

// Nesting is the state between two blocks of 64 bytes.
type Nesting struct {
	Depth   int    // number of open arrays and objects
	Text    uint64 // all ones if the next byte is in a string, otherwise 0
	Escaped uint64 // 1 if the next byte is escaped by a backslash before it, otherwise 0
	End     int    // the position of that bracket in the block at which PassBlocks has stopped
}

// The twin makes the words of several blocks at once. It begins with leastBatch blocks, since most values are small.
const (
	leastBatch = 4
	mostBatch  = 16
)

// passBlocksGeneric is the specification of PassBlocks, on Brackets.
func passBlocksGeneric(src unsafe.Pointer, nblocks int, n *Nesting) (passed int) {
	var words [4 * mostBatch]uint64
	for batch := leastBatch; passed < nblocks; batch = min(2*batch, mostBatch) {
		batch = min(batch, nblocks-passed)
		Brackets(unsafe.Add(src, 64*passed), batch, unsafe.Pointer(&words))
		for w := words[:4*batch]; len(w) >= 4; w = w[4:] {
			opens, closes := n.Outside(w)
			down := bits.OnesCount64(closes)
			if down >= n.Depth {
				if n.End = closing(opens, closes, n.Depth); n.End >= 0 {
					return passed
				}
			}
			n.Depth += bits.OnesCount64(opens) - down
			passed++
		}
	}
	return passed
}

// closing returns the position of the bracket that closes the outermost of depth containers, or -1.
func closing(opens, closes uint64, depth int) int {
	for ; closes != 0; closes &= closes - 1 {
		at := bits.TrailingZeros64(closes)
		if depth--; depth+bits.OnesCount64(opens&(1<<at-1)) == 0 {
			return at
		}
	}
	return -1
}

// Outside returns the brackets of the next block that are not in strings. words are the block's words from Brackets.
func (n *Nesting) Outside(words []uint64) (opens, closes uint64) {
	quotes, slashes := words[0], words[1]
	if slashes|n.Escaped != 0 {
		var behind uint64
		behind, n.Escaped = escapedBytes(slashes, n.Escaped)
		quotes &^= behind
	}
	inside := uptoEach(quotes) ^ n.Text
	n.Text = uint64(int64(inside) >> 63)
	return words[2] &^ inside, words[3] &^ inside
}

// escapedBytes returns the bytes after a backslash that is not escaped itself, and whether the first byte of the next
// block is one. In \\\" the second and the fourth byte are escaped.
func escapedBytes(slashes, first uint64) (escaped, next uint64) {
	const even = 0x5555555555555555
	slashes &^= first
	behind := slashes<<1 | first
	// For a run of backslashes that begins at an odd position, the sum carries to the bit after the run. That changes
	// which of its positions, even or odd, are escaped.
	odd := slashes &^ even &^ behind
	sum, next := bits.Add64(odd, slashes, 0)
	return (even ^ sum<<1) & behind, next
}

// uptoEach sets each bit for which an odd number of the bits of x, up to and including it, are set.
func uptoEach(x uint64) uint64 {
	x ^= x << 1
	x ^= x << 2
	x ^= x << 4
	x ^= x << 8
	x ^= x << 16
	return x ^ x<<32
}
