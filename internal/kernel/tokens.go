package kernel

import "math/bits"

// A group has the tokens of some blocks of 64 bytes: their first bytes, moved together, and words with a bit for each
// token that say which are brackets, names of members and so on. For {"a":[1,true]} the bytes are {":[1,t]} .

// MostTokens is the largest number of tokens in a TokenGroup, and MostTokenBlocks the largest number of blocks.
const (
	MostTokens      = 64
	MostTokenBlocks = 32
)

// TokenGroup has the tokens of some blocks, and the state before the next block. A token is one of the characters
// {}[]:, outside of strings, the quote that opens a string, or the first byte of a scalar. A scalar here is a run of
// any other bytes outside of strings, except white space.
//
// Nest has the kinds of the open containers: 1 for an object, 0 for an array, with the innermost lowest. The bit
// above the outermost container is always set. So 0b110 means an array in an object.
type TokenGroup struct {
	Text    uint64 // all ones if the next block begins in a string, otherwise 0
	Escaped uint64 // bit 0: the next byte is escaped by a backslash; from bit 1 on: a bit for each hex digit to come
	Scalar  uint64 // 1 if the byte before the next block is part of a scalar, otherwise 0
	N       int    // number of tokens

	Nest   uint64 // the containers that are open after the tokens
	Within uint64 // tokens whose innermost container is an object
	Wrong  uint64 // not 0 after a wrong bracket or with 63 containers open: Nest and Within are then invalid

	Open   uint64 // { and [
	Close  uint64 // } and ]
	Brace  uint64 // brackets that are { or }; the bits of other tokens are undefined
	Colon  uint64
	Comma  uint64
	Quote  uint64
	Word   uint64 // scalars that begin with a lower-case letter
	Number uint64 // scalars that begin with a digit or a minus

	bytes [2 * MostTokens]byte // the first byte of each token
	index [2 * MostTokens]byte // the position of each token in its block
	block [2 * MostTokens]byte // the number of each token's block

	// Digits has a bit for each byte of the blocks that is a digit. After the bits of the last block come the bits of
	// the next block, or zeros. The bits are stored in bytes and not in words, so that on processors of either byte
	// order a word can be loaded from any byte on.
	Digits [MostTokenBlocks + 2][8]byte

	Strings [MostTokenBlocks]uint64  // for each block, the bytes in strings, without the closing quotes
	Blanks  [MostTokenBlocks][8]byte // for each block, the bytes up to ' ', in the same form as Digits
}

// Place returns the position of token x, counted from the start of the first block.
func (t *TokenGroup) Place(x int) int {
	return int(t.block[x%(2*MostTokens)])<<6 + int(t.index[x%(2*MostTokens)])
}

// EscapedBy returns how many bytes of an unfinished escape sequence are at the end of the last block.
func (t *TokenGroup) EscapedBy() int {
	switch {
	case t.Escaped == 0:
		return 0
	case t.Escaped == 1:
		return 1
	}
	return 6 - bits.OnesCount64(t.Escaped)
}
