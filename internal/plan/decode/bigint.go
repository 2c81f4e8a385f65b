package decode

import (
	"encoding/json"
	"strings"
	"unsafe"

	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// Integers of any size are read with the same result as by UnmarshalJSON of big.Int. 12345678901234567890123 is cut
// into groups of digits that fit into a word; num.AppendWide multiplies them together, in the old memory if possible.

// decodeBigInt decodes an integer, or null, which leaves the big.Int at dst unchanged. It calls UnmarshalJSON for very
// long integers, and for all other values, to get the method's error.
func decodeBigInt(s *state, t *node, p int, dst unsafe.Pointer) int {
	if !s.checkIfSaving() { // the words of the big.Int will be overwritten, and are never saved
		return -1
	}
	z := (*shape.WideInt)(dst)
	at := unsafe.Add(s.In, p)
	if v, n, ok := num.ReadInt(at); ok && setInt(z, v) {
		return p + n
	}
	if s.IsNull(p) {
		return p + 4
	}
	if s.options.Has(option.LargeIntAsString) && s.At(p) == '"' {
		if e := s.spelledBig(t, p, dst); e > 0 {
			return e
		}
	}
	if n := num.Len(at); n > 0 && setDigits(z, unsafe.String((*byte)(at), n)) {
		return p + n
	}
	e := s.skip(p)
	if e < 0 {
		return -1
	}
	if err := t.receiver(dst).(json.Unmarshaler).UnmarshalJSON(s.input[p:e:e]); err != nil {
		return s.method(p, e, err)
	}
	return e
}

// setInt sets z to v if it fits into a word, and reports whether it does.
//
//go:noinline
func setInt(z *shape.WideInt, v int64) bool {
	digits := uint64(v)
	if v < 0 {
		digits = -digits
	}
	if uint64(uint(digits)) != digits {
		return false
	}
	z.Negative, z.Words = v < 0, z.Words[:0]
	if v != 0 {
		z.Words = append(z.Words, uint(digits))
	}
	return true
}

// setDigits sets z to text, a JSON number, if it is an integer that is not too long for num.AppendWide.
func setDigits(z *shape.WideInt, text string) bool {
	digits, negative := strings.CutPrefix(text, "-")
	if len(digits) > num.MostWide*num.WideDigits || !isInteger(digits) {
		return false
	}
	words := z.Words[:0]
	if n := (len(digits) + num.WideDigits - 1) / num.WideDigits; n > cap(words) {
		words = make([]uint, 0, n)
	}
	z.Words = num.AppendWide(words, digits)
	z.Negative = negative && len(z.Words) > 0
	return true
}
