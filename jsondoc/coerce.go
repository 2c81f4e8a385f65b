package jsondoc

import (
	"math"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/scan"
	"github.com/zetes-json/zetes/internal/wire"
)

// This file converts values to another kind, as json-iterator's Any does. Its methods return no errors, and do not
// report losses: to notice a loss use Bool, Int64, Float64 or Text.

// ToBool converts a value to a bool. These are true: true, numbers except 0, strings except "0", "false" and strings of
// only white space, and arrays and objects that are not empty.
func (v Value) ToBool() bool {
	switch b := v.raw(); v.Kind() {
	case codec.Bool:
		return b[0] == 't'
	case codec.Number:
		return v.ToFloat64() != 0
	case codec.String:
		s, _ := v.Text()
		n := wire.Space([]byte(s))
		return n < len(s) && s != "0" && s != "false"
	case codec.Array, codec.Object:
		return v.Len() > 0
	}
	return false
}

// ToFloat64 converts a value to a float64. A number becomes the nearest float64, or an infinity if it is out of range.
// A string becomes the number that it begins with. True, and an array that is not empty, become 1, and everything else
// becomes 0.
func (v Value) ToFloat64() float64 {
	text, ok := v.asNumber()
	if !ok {
		return float64(v.ToInt64())
	}
	f, _ := scan.Float64(text)
	return f
}

// ToInt64 converts a value to an int64, with the rules of ToFloat64. It cuts off fractions; a number that does not fit
// becomes the nearest int64.
func (v Value) ToInt64() int64 {
	text, ok := v.asNumber()
	if !ok {
		if k := v.Kind(); (k == codec.Bool || k == codec.Array) && v.ToBool() {
			return 1
		}
		return 0
	}
	if x, ok := scan.Int64(text); ok {
		return x
	}
	switch f, _ := scan.Float64(text); {
	case f >= math.MaxInt64:
		return math.MaxInt64
	case f <= math.MinInt64:
		return math.MinInt64
	default:
		return int64(f)
	}
}

// ToUint64 converts a value to a uint64, with the rules of ToInt64. Negative numbers become 0.
func (v Value) ToUint64() uint64 {
	text, ok := v.asNumber()
	if !ok {
		return uint64(v.ToInt64())
	}
	if x, ok := scan.Uint64(text); ok {
		return x
	}
	switch f, _ := scan.Float64(text); {
	case f >= math.MaxUint64:
		return math.MaxUint64
	case f > 0:
		return uint64(f)
	}
	return 0
}

// ToString converts a value to a string: strings to their text, null and missing values to "", and everything else to
// its JSON.
func (v Value) ToString() string {
	switch v.Kind() {
	case codec.String:
		s, _ := v.Text()
		return s
	case codec.Null:
		return ""
	}
	return v.String()
}

// asNumber returns the number v, or, for a string, the number that its text begins with.
func (v Value) asNumber() (text []byte, ok bool) {
	switch b := v.raw(); v.Kind() {
	case codec.Number:
		return b, true
	case codec.String:
		s, err := v.Text()
		if err != nil {
			return nil, false
		}
		b := []byte(s)
		if b = b[wire.Space(b):]; len(b) > 0 && b[0] == '+' {
			b = b[1:]
		}
		b = scan.NumberIn(b)
		return b, len(b) > 0
	}
	return nil, false
}
