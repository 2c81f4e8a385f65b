package decode

import (
	"encoding/json"
	"math"
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// Numbers that a configuration writes as strings, which it has to read again: "9007199254740993" and "NaN".

// spelled decodes the string from p to e into the number at dst, if the configuration may have written it.
// It comes last, when the value has not fitted otherwise: plain numbers never get here. Fields of codecs read strings
// in their own way, and those with the tag option "string" call this for what is in them.
func (s *state) spelled(t *node, p, e int, dst unsafe.Pointer) bool {
	if s.At(p) != '"' || t.quoted || t.custom != nil {
		return false
	}
	switch k := t.rtype.Kind(); {
	case k == reflect.Float32 || k == reflect.Float64:
		// The text is compared with its quotes: a string with escapes is none of the three.
		f, ok := nonFinite(s.input[p:e])
		if ok = ok && s.options.Has(option.NonFiniteAsString); ok && k == reflect.Float32 {
			*(*float32)(dst) = float32(f)
		} else if ok {
			*(*float64)(dst) = f
		}
		return ok
	case k == reflect.Int || k == reflect.Int64 || k == reflect.Uint || k == reflect.Uint64 || k == reflect.Uintptr,
		reflect.Int <= k && k <= reflect.Uintptr && s.options.Has(option.IntAsString):
		// The text is a number as JSON has it, or does not count: "+1" and "007" are not what the encoder writes.
		var v uint64
		if !s.options.Has(option.LargeIntAsString) || s.plainNumber(t, p+1, unsafe.Pointer(&v)) != e-1 {
			return false
		}
		// The value is in v, for a text that turns out longer than its number must not change dst.
		t.setBytes(dst, &v)
		return true
	}
	return false
}

// nonFinite returns the number of a text as it stands in the input, quotes included. The encoder writes no escapes in
// it.
func nonFinite(text []byte) (f float64, ok bool) {
	switch string(text) {
	case `"NaN"`:
		return math.NaN(), true
	case `"Infinity"`:
		return math.Inf(1), true
	case `"-Infinity"`:
		return math.Inf(-1), true
	}
	return 0, false
}

// spelledBig returns the position behind the string at p if that is an integer, which the big.Int at dst is set to,
// else 0. It is set in place, with the words that it has, where the integer is not too long for setDigits.
func (s *state) spelledBig(t *node, p int, dst unsafe.Pointer) int {
	at := unsafe.Add(s.In, p+1)
	n := num.Len(at)
	if n == 0 || s.At(p+1+n) != '"' {
		return 0
	}
	text := unsafe.String((*byte)(at), n)
	if !setDigits((*shape.WideInt)(dst), text) {
		if !isInteger(text) {
			return 0
		}
		if t.receiver(dst).(json.Unmarshaler).UnmarshalJSON([]byte(text)) != nil {
			return 0
		}
	}
	return p + n + 2
}
