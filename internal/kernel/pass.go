package kernel

import (
	"math/bits"
	"unsafe"
)

// The end of an array or object is where as many brackets have closed as have opened, those in strings left out. A
// block of 64 bytes is four words with a bit for each quote, backslash and bracket. Quotes behind an odd number of
// backslashes do not count; the exclusive or of all bits up to each one tells what lies in strings. Of {"a":["]"]} the
// quotes are at 1, 3, 6 and 8, and 6 and 7 are in a string, so the bracket at 9 closes the array.

// Nesting is a place between two blocks of 64 bytes.
type Nesting struct {
	Depth   int    // arrays and objects that are open
	Text    uint64 // all ones where the next byte is in a string, or else 0
	Escaped uint64 // 1 where the next byte follows a backslash that counts, or else 0
	End     int    // where in the block behind those that PassBlocks has passed the bracket stands that closes the last
}

// The twin makes the words of so many blocks at once. For most values are small, it begins with few.
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

// Outside goes on behind a block with the words of Brackets, and returns those of its brackets that are in no string.
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
