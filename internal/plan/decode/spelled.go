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

// Numbers that a configuration writes as strings, and must read again: "9007199254740993" and "NaN".

// spelled decodes the string from p to e into the number at dst, if the configuration may have written it. It is called
// last, when the value did not fit otherwise: plain numbers never get here. Fields with a codec read strings in their
// own way, and those with the tag option "string" call this function for their contents.
func (s *state) spelled(t *node, p, e int, dst unsafe.Pointer) bool {
	if s.At(p) != '"' || t.quoted || t.custom != nil {
		return false
	}
	switch k := t.Type.Kind(); {
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
		// Only JSON numbers count: the encoder does not write "+1" and "007".
		var v uint64
		if !s.options.Has(option.LargeIntAsString) || s.plainNumber(t, p+1, unsafe.Pointer(&v)) != e-1 {
			return false
		}
		// The value is in v: if the text goes on after the number, dst must not change.
		t.setBytes(dst, &v)
		return true
	}
	return false
}

// nonFinite returns the number for a text as it stands in the input, quotes included. The encoder writes no escapes in
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

// spelledBig sets the big.Int at dst to the integer in the string at p, and returns the position after the string. If
// it is not an integer it returns 0. If the integer is not too long for setDigits, the big.Int keeps its words.
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
