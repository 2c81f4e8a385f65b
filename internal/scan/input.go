package scan

import (
	"math"
	"math/bits"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// IsColon reports whether there is a colon at p in t, the end of a name, without white space after it. Then the value
// is at p+1; otherwise the caller needs Colon.
func IsColon(t *wire.Input, p int) bool { return t.At(p) == ':' && t.At(p+1) > ' ' }

// SpaceStart returns the position in t where the white space before p begins, or p if there is none. The caller
// guarantees that the text before p has a byte that is not white space.
func SpaceStart(t *wire.Input, p int) int {
	p--
	w := mem.LoadWord(t.Masks, p>>6<<4+8) << (^p & 63)
	for w == 0 {
		p = (p &^ 63) - 1
		w = mem.LoadWord(t.Masks, p>>6<<4+8)
	}
	return p + 1 - bits.LeadingZeros64(w)
}

// Prefix returns the first eight of the n bytes at p in t as a number, so that numbers compare like the bytes: the
// first byte is the highest, and missing bytes are zeros.
func Prefix(t *wire.Input, p, n int) uint64 {
	x := bits.ReverseBytes64(mem.Load64(t.In, p))
	if n < 8 {
		x &= ^(math.MaxUint64 >> (8 * uint(n)))
	}
	return x
}
