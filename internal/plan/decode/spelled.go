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

// Numbers in strings, as some configurations write them and must read them again: "9007199254740993" and "NaN".

// spelled decodes the string from p to e, which did not fit otherwise, into the number at dst. It returns false if the
// configuration would not have written that string. For the tag option "string" decodeQuoted calls it.
func (s *state) spelled(t *node, p, e int, dst unsafe.Pointer) bool {
	if s.At(p) != '"' || t.quoted || t.custom != nil {
		return false
	}
	switch k := t.Type.Kind(); {
	case k == reflect.Float32 || k == reflect.Float64:
		f, ok := nonFinite[string(s.input[p:e])]
		if ok = ok && s.options.Has(option.NonFiniteAsString); ok && k == reflect.Float32 {
			*(*float32)(dst) = float32(f)
		} else if ok {
			*(*float64)(dst) = f
		}
		return ok
	case s.readsSpelled(k):
		var v uint64 // not read into dst, which must not change if the text goes on after the number
		n := t.plainNumber(unsafe.Add(s.In, p+1), unsafe.Pointer(&v))
		if n == 0 || p+1+n != e-1 {
			return false
		}
		t.setBytes(dst, &v)
		return true
	}
	return false
}

// readsSpelled reports whether integers of the kind k are read from strings too.
func (s *state) readsSpelled(k reflect.Kind) bool {
	switch k {
	case reflect.Int, reflect.Int64, reflect.Uint, reflect.Uint64, reflect.Uintptr:
		return s.options.Has(option.LargeIntAsString)
	}
	return reflect.Int < k && k < reflect.Uintptr && s.options.Has(option.IntAsString)
}

const longestSpelled = 40 // the length of the longest number that is shown in an error about a string

// misspelled returns the number in the string from p to e, if a t is read from such strings but this number does not
// fit a t. The error about "300" for an int8 is then about 300. For other strings misspelled returns "".
func (s *state) misspelled(t *node, p, e int) string {
	if n := e - p - 2; n > longestSpelled || t.quoted || t.custom != nil || !s.readsSpelled(t.Type.Kind()) || num.Len(unsafe.Add(s.In, p+1)) != n {
		return ""
	}
	return string(s.input[p+1 : e-1])
}

var nonFinite = map[string]float64{`"NaN"`: math.NaN(), `"Infinity"`: math.Inf(1), `"-Infinity"`: math.Inf(-1)}

// spelledBig sets the big.Int at dst to the integer in the string at p. If there is none, it returns 0.
func (s *state) spelledBig(t *node, p int, dst unsafe.Pointer) int {
	at := unsafe.Add(s.In, p+1)
	n := num.Len(at)
	if n == 0 || s.At(p+1+n) != '"' {
		return 0
	}
	text := unsafe.String((*byte)(at), n)
	if !setDigits((*shape.WideInt)(dst), text) &&
		(!isInteger(text) || t.receiver(dst).(json.Unmarshaler).UnmarshalJSON([]byte(text)) != nil) {
		return 0
	}
	return p + n + 2
}
