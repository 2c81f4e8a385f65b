package kernel

import (
	"math/bits"
	"unsafe"
)

// A group of tokens is made of some blocks of 64 bytes: the first bytes of its tokens are moved together, and what they
// are is a bit of a word for each. Of {"a":[1,true]} those bytes are {":[1,t]} .

// MostTokens is how many tokens a TokenGroup has at most, and MostTokenBlocks the most blocks that it is made of.
const (
	MostTokens      = 64
	MostTokenBlocks = 32
)

// TokenGroup is the tokens of some blocks, and where the next block begins. A token is one of {}[]:, outside of
// strings, the quote that opens a string, or the first byte of a scalar: of a run of bytes that are outside of strings
// and neither those nor white space.
//
// Nest has the kinds of the containers that are open, the innermost lowest: 1 is an object. Above the outermost there
// is a bit that is set: 0b110 is an array in an object.
type TokenGroup struct {
	Text    uint64 // all ones where the next block begins in a string, or else 0
	Escaped uint64 // bit 0 where a backslash stands before it, or from bit 1 on one for each hexadecimal digit to come
	Scalar  uint64 // 1 where a byte of a scalar stands before it, or else 0
	N       int    // how many tokens there are

	Nest   uint64 // the containers that are open behind them
	Within uint64 // tokens whose innermost container is an object
	Wrong  uint64 // not 0: a bracket closes another kind or the last container, or 63 are open; Nest and Within are void

	Open   uint64 // { and [
	Close  uint64 // } and ]
	Brace  uint64 // of these { and }; of other tokens any
	Colon  uint64
	Comma  uint64
	Quote  uint64
	Word   uint64 // scalars that begin with a small letter
	Number uint64 // scalars that begin with a digit or a minus

	bytes [2 * MostTokens]byte // the tokens, for whoever classifies them
	index [2 * MostTokens]byte // where in its block each of them is
	block [2 * MostTokens]byte // which block that is

	// Of each block which bytes are digits; behind them some, or none, of the next. They are bytes, the first of which
	// has the bits of the first eight, so that a word that begins at any of them is right on every machine.
	Digits [MostTokenBlocks + 2][8]byte

	Strings [MostTokenBlocks]uint64  // of each block which bytes are of strings, but for the closing quotes
	Blanks  [MostTokenBlocks][8]byte // of each block which bytes are spaces and control characters, as Digits has it
}

// Place returns the position of token x from the start of the first block.
func (t *TokenGroup) Place(x int) int {
	return int(t.block[x%(2*MostTokens)])<<6 + int(t.index[x%(2*MostTokens)])
}

// EscapedBy returns how many bytes of an escape sequence stand before the next block.
func (t *TokenGroup) EscapedBy() int {
	switch {
	case t.Escaped == 0:
		return 0
	case t.Escaped == 1:
		return 1
	}
	return 6 - bits.OnesCount64(t.Escaped)
}

// gatherTokensGeneric is the specification of GatherTokens.
func gatherTokensGeneric(src unsafe.Pointer, nblocks int, t *TokenGroup) (passed int) {
	g := *t
	for g.N = 0; passed < nblocks; passed++ {
		next := g
		block := (*[64]byte)(unsafe.Add(src, 64*passed))
		t.Digits[passed], t.Digits[passed+1] = [8]byte{}, [8]byte{}
		for i, c := range block {
			if c-'0' <= 9 {
				t.Digits[passed][i>>3] |= 1 << (i & 7)
			}
		}
		if !next.add(block, passed) {
			break
		}
		g = next
	}
	if passed == 0 {
		return 0
	}
	if t.Digits[passed+1] = [8]byte{}; passed == nblocks {
		t.Digits[passed] = [8]byte{}
	}
	g.Digits = t.Digits
	clear(g.bytes[g.N:])
	*t = g
	t.classify()
	return passed
}

// add adds the tokens of a block, and reports whether they had room and strings are right.
func (t *TokenGroup) add(block *[64]byte, number int) bool {
	t.Strings[number], t.Blanks[number] = 0, [8]byte{}
	for i, c := range block {
		if c <= ' ' {
			t.Blanks[number][i>>3] |= 1 << (i & 7)
		}
		quote := c == '"' && t.Escaped != 1
		switch {
		case t.Escaped > 1:
			if c-'0' > 9 && (c|0x20)-'a' > 5 {
				return false
			}
			t.Escaped = t.Escaped >> 1 &^ 1
		case t.Escaped == 1:
			switch c {
			default:
				return false
			case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
				t.Escaped = 0
			case 'u':
				t.Escaped = 0b11110
			}
		case c == '\\':
			t.Escaped = 1
		}
		token, scalar := quote && t.Text == 0, uint64(0)
		switch {
		case quote:
			t.Text = ^t.Text
		case t.Text != 0:
			if c < ' ' {
				return false
			}
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		case c|0x20 == '{' || c|0x20 == '}' || c == ',' || c == ':':
			token = true
		default:
			token, scalar = t.Scalar == 0, 1
		}
		t.Scalar = scalar
		t.Strings[number] |= (t.Text & 1) << i
		if token {
			if t.N == MostTokens {
				return false
			}
			t.bytes[t.N], t.index[t.N], t.block[t.N] = c, byte(i), byte(number)
			t.N++
		}
	}
	return true
}

// classify makes the words of the tokens.
func (t *TokenGroup) classify() {
	t.Open, t.Close, t.Brace, t.Colon, t.Comma, t.Quote, t.Word, t.Number, t.Within, t.Wrong = 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
	for x, c := range t.bytes[:t.N] {
		bit := uint64(1) << x
		brace := uint64(c) >> 5 & 1
		t.Brace |= brace << x
		t.Within |= (t.Nest & 1) << x
		switch {
		case c == '{' || c == '[':
			t.Open |= bit
			t.Nest = t.Nest<<1 | brace
			t.Wrong |= t.Nest >> 63
		case c == '}' || c == ']':
			t.Close |= bit
			if t.Nest&1 != brace || t.Nest>>1 <= 1 {
				t.Wrong = 1
			}
			t.Nest >>= 1
		case c == ':':
			t.Colon |= bit
		case c == ',':
			t.Comma |= bit
		case c == '"':
			t.Quote |= bit
		case c-'a' <= 'z'-'a':
			t.Word |= bit
		case c-'0' <= 9 || c == '-':
			t.Number |= bit
		}
	}
}
