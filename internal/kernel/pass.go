package kernel

import (
	"math/bits"
	"unsafe"
)

// An array or object ends where as many brackets have closed as have opened, not counting those in strings. A block of
// 64 bytes is four words with a bit for each quote, each backslash and each bracket. Quotes after an odd number of
// backslashes do not count; the exclusive or of all bits up to each bit shows which bytes are in strings. In
// {"a":["]"]} the quotes are at 1, 3, 6 and 8, and 6 and 7 are in a string, so the bracket at 9 closes the array.

// Nesting is a place between two blocks of 64 bytes.
type Nesting struct {
	Depth   int    // number of open arrays and objects
	Text    uint64 // all ones if the next byte is in a string, otherwise 0
	Escaped uint64 // 1 if the next byte follows a backslash that counts, otherwise 0
	End     int    // in the block after those that PassBlocks has passed: the position of the bracket that closes the last container
}

// The twin makes the words of so many blocks at once. It begins with few, since most values are small.
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

// Outside continues after a block with the words of Brackets, and returns those of its brackets that are not in
// strings.
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

// escapedBytes returns the bytes that follow a backslash which is not escaped itself, and the carry for the next block.
// In \\\" the second and the fourth byte are escaped.
func escapedBytes(slashes, first uint64) (escaped, next uint64) {
	const even = 0x5555555555555555
	slashes &^= first
	behind := slashes<<1 | first
	// A run of backslashes that begins at an odd position is carried to the bit after it, which turns the positions of
	// its escaped bytes from even to odd.
	odd := slashes &^ even &^ behind
	sum, next := bits.Add64(odd, slashes, 0)
	return (even ^ sum<<1) & behind, next
}

// uptoEach returns for each bit whether an odd number of the bits up to and including it are set.
func uptoEach(x uint64) uint64 {
	x ^= x << 1
	x ^= x << 2
	x ^= x << 4
	x ^= x << 8
	x ^= x << 16
	return x ^ x<<32
}
