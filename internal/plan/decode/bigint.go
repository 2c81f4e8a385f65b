package decode

import (
	"encoding/json"
	"unsafe"

	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// Integers of any size are read with the same result as by UnmarshalJSON of big.Int. The decoder calls that method
// only for very long integers, and for values that are not integers, to get the method's error.
//
// 1234 is read as an int64. 12345678901234567890123 is cut into groups of digits that fit into a word; num.AppendWide
// multiplies them together, in the memory of the big.Int if that is large enough. If the target is a nil *big.Int,
// decodePointer has already made a big.Int for it.

// decodeBigInt decodes an integer, or null, which leaves the big.Int at dst unchanged. It calls UnmarshalJSON for very
// long integers, for numbers with a fraction or an exponent, and for values that are not numbers.
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
	return s.bigByMethod(t, p, dst)
}

// bigByMethod decodes a big.Int by its UnmarshalJSON method. The method keeps no part of the text, so the text need
// not be copied.
func (s *state) bigByMethod(t *node, p int, dst unsafe.Pointer) int {
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
	if cap(z.Words) == 0 && v != 0 {
		z.Words = make([]uint, 1)
	}
	z.Negative, z.Words = v < 0, z.Words[:0]
	if v != 0 {
		z.Words = append(z.Words, uint(digits))
	}
	return true
}

// mostDigits is the number of digits of the longest integer that setDigits accepts.
const mostDigits = num.MostWide * num.WideDigits

// setDigits sets z to text, a JSON number, if it is an integer that is not too long. Otherwise it returns false and
// leaves z unchanged.
func setDigits(z *shape.WideInt, text string) bool {
	negative := text[0] == '-'
	digits := text
	if negative {
		digits = text[1:]
	}
	if len(digits) > mostDigits || !isInteger(digits) {
		return false
	}
	// Use z's own memory again, as all methods of big.Int do that set z.
	words := z.Words[:0]
	if n := (len(digits) + num.WideDigits - 1) / num.WideDigits; n > cap(words) {
		words = make([]uint, 0, n)
	}
	z.Words = num.AppendWide(words, digits)
	z.Negative = negative && len(z.Words) > 0
	return true
}
