package wire

import (
	"math/bits"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
)

// Arrays and objects of one block without white space and escape sequences, as programs write them, are checked by
// words with a bit for each byte (kernel.Signs), without a look at the tokens one by one. Tokens lie side by side
// there, so that the token in front of another one ends in the byte before. Of the object {"a":[10,-2]}
//
//	            {  "  a  "  :  [  1  0  ,  -  2  ]  }
//	isNames     .  1  .  .  .  .  .  .  .  .  .  .  .     strings behind { or a comma of an object
//	nameEnds    .  .  .  1  .  .  .  .  .  .  .  .  .     where the sum of strings and isNames carries
//	wholes      .  .  .  .  .  .  1  .  .  .  1  .  .     where digits begin that stand behind no point
//	object      1  1  1  1  1  1  .  .  .  .  .  .  1     the container around the byte is an object
//	before      .  .  .  .  1  1  .  .  1  .  .  .  .     behind it a value may begin
//	ends        .  .  .  .  .  .  1  1  .  .  1  1  1     a value may end
//
// The rules are those of groups.go: a name or value begins where one may, colons stand behind names alone, commas and
// brackets behind values. What is not so is odd, which is wrong or rare: numbers with exponents are odd. Bytes that
// nothing is made of, and points and signs without a digit behind them, need no rule of their own: whatever follows
// them is odd, and the last byte is a bracket. There are two loops, over brackets within the text, and over literals.

// signed reports whether the text of n bytes at p, 2 to 63, is an array or object by its signs and the word of special
// bytes in strings, and is compact. False says nothing about it. Eight bytes may be looked at behind the text.
func signed(p mem.Ptr, n int, s *kernel.Signs, special uint64) bool {
	strings, quote := s.Strings, s.Quote // read once each: the compiler would load them again and again
	all := uint64(1)<<(uint(n)&63) - 1
	last := all &^ (all >> 1)
	brace := s.Brace
	top := 2 | (brace & 1)
	out := all &^ (strings | quote)
	opens, closes, commas, colons := s.Open&out, s.Close&out, s.Comma&out, s.Colon&out
	odd := ((special ^ quote) & all) | (^closes & last)

	// The brackets but for the first and last. nest has the kinds of the containers around a byte, the innermost
	// lowest, below a bit that is set.
	nest, object := top, -(brace & 1)
	for rest := ((opens &^ 1) | closes) &^ last; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros64(rest) & 63
		kind, open, was := brace>>i&1, -(opens >> i & 1), nest
		odd |= ((nest ^ kind) & 1) &^ open
		nest = (nest >> 1) ^ (((nest >> 1) ^ (nest<<1 | kind)) & open)
		odd |= (nest - 2) >> 63 // the outermost is closed
		object ^= -((was ^ nest) & 1) & (^uint64(1) << i)
	}
	// The last one is of the kind of the first.
	odd |= (nest ^ top) | ((brace ^ (brace << (uint(64-n) & 63) >> 63)) & 1)

	// Names, and colons behind those alone.
	quotes, quoted := quote&strings, quote&^strings
	isNames := quotes & (((opens & brace) | (commas & object)) << 1)
	nameEnds := (strings + isNames) & quoted
	odd |= colons ^ (nameEnds << 1)

	// Numbers: -?(0|[1-9][0-9]*)(\.[0-9]+)? The sum carries to where the digits of wholes end, where a point may stand.
	digits, minuses, points, letters := s.Digit&out, s.Minus&out, s.Point&out, s.Letter&out
	runs := digits &^ (digits << 1)
	wholes := runs &^ (points << 1)
	odd |= (((s.Zero & wholes) << 1) & digits) | (points &^ (digits + wholes))

	// Literals.
	words := letters &^ (letters << 1)
	for rest := words; rest != 0; rest &= rest - 1 {
		odd |= oddWord(mem.Load64(p, bits.TrailingZeros64(rest)))
	}

	// Values, and what stands between them.
	before := colons | (opens &^ brace) | (commas &^ object)
	odd |= ((quotes &^ isNames) | (opens &^ 1) | words | minuses | (wholes &^ (minuses << 1))) &^ (before << 1)
	ends := digits | letters | closes | (quoted &^ nameEnds)
	odd |= (commas &^ (ends << 1)) | (closes &^ ((ends | opens) << 1))
	return odd == 0
}

// oddWord returns 0 if the text that begins with the bytes of c begins with true, false or null, and no letter behind
// that.
func oddWord(c uint64) uint64 {
	word := c >> 3 & 3
	n := wordBits[word] & 63
	if c&(1<<n-1) != words[word] || byte(c>>n)-'a' <= 'z'-'a' {
		return 1
	}
	return 0
}
