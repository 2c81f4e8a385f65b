package kernel

import (
	"math/bits"
	"unsafe"
)

// An array or object ends where as many brackets have closed as have opened, not counting brackets in strings. For each
// block of 64 bytes, Brackets makes four bitmaps: of its quotes, backslashes, opening and closing brackets. The bits of
// escaped quotes are removed. Then a byte is in a string if the number of quotes up to it is odd. In {"a":["]"]} the
// quotes are at 1, 3, 6 and 8, so 1, 2, 6 and 7 are in strings, and the bracket at 9 closes the array.

// Nesting is the state between two blocks of 64 bytes.
type Nesting struct {
	Depth   int    // number of open arrays and objects
	Text    uint64 // all ones if the next byte is in a string, otherwise 0
	Escaped uint64 // 1 if the next byte is escaped by a backslash before it, otherwise 0
	End     int    // the position, in its block, of the bracket at which PassBlocks has stopped
}

// leastBatch and mostBatch limit the number of blocks whose bitmaps passBlocksGeneric makes by one call of Brackets.
// The first call is for leastBatch blocks, since most arrays and objects end within these, and bitmaps of later blocks
// would be useless. Each further call is for twice as many blocks as the one before, up to mostBatch.
const (
	leastBatch = 4
	mostBatch  = 16
)

// passBlocksGeneric is PassBlocks in portable Go. Tests compare the assembly with it. It calls Brackets.
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

// closing returns the position of the bracket that closes the outermost of depth containers, or -1 if none does.
func closing(opens, closes uint64, depth int) int {
	for ; closes != 0; closes &= closes - 1 {
		at := bits.TrailingZeros64(closes)
		if depth--; depth+bits.OnesCount64(opens&(1<<at-1)) == 0 {
			return at
		}
	}
	return -1
}

// Outside returns the bits of the opening and closing brackets in the next block that are not in strings. words are the
// four bitmaps of that block, which Brackets has made. Outside sets n.Text and n.Escaped to the state after the block,
// and leaves n.Depth to the caller.
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

// escapedBytes returns the bits of the bytes that a backslash escapes, by the bits of the backslashes. first and next
// are 1 if the first byte of this and of the next block are escaped. In \\\" the second and the fourth byte are.
func escapedBytes(slashes, first uint64) (escaped, next uint64) {
	const even = 0x5555555555555555
	slashes &^= first
	behind := slashes<<1 | first
	// In a run of backslashes the first one, the third one and so on each escape the byte after them. If the run begins
	// at an even position, the escaped bytes are at odd positions: sum has the bits of the run, so the XOR inverts even
	// there. If the run begins at an odd position, the addition clears the bits of the run and sets the bit after it:
	// the XOR leaves even as it is.
	odd := slashes &^ even &^ behind
	sum, next := bits.Add64(odd, slashes, 0)
	return (even ^ sum<<1) & behind, next
}

// uptoEach returns a word whose bit k is set if an odd number of the bits 0 to k of x is set.
func uptoEach(x uint64) uint64 {
	x ^= x << 1
	x ^= x << 2
	x ^= x << 4
	x ^= x << 8
	x ^= x << 16
	return x ^ x<<32
}
