package decode

import (
	"encoding/json"
	"unsafe"

	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// Integers of any size are read as big.Int's UnmarshalJSON reads them, which is called for all that is no integer, for
// its error, and for very long ones.

// 1234 is read as an int64. 12345678901234567890123 is cut into groups of digits that fit a word, which
// num.AppendWide multiplies together into z's own words if they have room. The target is a big.Int in
// place: a nil *big.Int is made by decodePointer first.

func compileBigInt(_ *compiler, t *node) { t.run = decodeBigInt }

// decodeBigInt decodes an integer, or null, which leaves z as it is. Very long integers, numbers with a fraction or an
// exponent, and values that are no numbers go to the method.
func decodeBigInt(s *state, t *node, p int, dst unsafe.Pointer) int {
	if !s.careful() { // what z holds is written over
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

// bigByMethod decodes a big.Int by its method, which keeps nothing of the text.
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

// setInt sets z to v, if that fits into a word.
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

// mostDigits is how many digits an integer has at most that setDigits sets.
const mostDigits = num.MostWide * num.WideDigits

// setDigits sets z to the integer that text is, a JSON number. It reports false, and leaves z as it is, for other
// numbers and long ones.
func setDigits(z *shape.WideInt, text string) bool {
	negative := text[0] == '-'
	digits := text
	if negative {
		digits = text[1:]
	}
	if len(digits) > mostDigits || !isInteger(digits) {
		return false
	}
	// z's own memory is written over, as by all methods of big.Int that set z.
	words := z.Words[:0]
	if n := (len(digits) + num.WideDigits - 1) / num.WideDigits; n > cap(words) {
		words = make([]uint, 0, n)
	}
	z.Words = num.AppendWide(words, digits)
	z.Negative = negative && len(z.Words) > 0
	return true
}
