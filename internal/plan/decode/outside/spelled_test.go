package outside

import (
	"math"
	"math/big"
	"reflect"
	"strconv"
	"testing"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
)

// spelledTexts are strings that nobody writes for a number, and values of other kinds.
var spelledTexts = []string{
	`""`, `"x"`, `"1x"`, `"1.5"`, `"1e3"`, `" 1"`, `"1 "`, `"01"`, `"+1"`, `"-"`, `"0x1"`, `"1_0"`, `"\u0031"`, `"nan"`, `"inf"`, `"+Infinity"`, `"-NaN"`, `"Infinity "`,
	`true`, `[]`, `{}`, `["1"]`,
}

// TestSpelledIntegers reads integers that were written as strings because they are large.
func TestSpelledIntegers(t *testing.T) {
	large := own(option.LargeIntAsString)
	decodeRows(t, large, []row{
		{text: `"9007199254740993"`, over: int64(7), want: int64(9007199254740993)},
		{text: `"-9223372036854775808"`, over: int64(7), want: int64(math.MinInt64)},
		{text: `"0"`, over: 7, want: 0},
		{text: `"-0"`, over: 7, want: 0},
		{text: `12`, over: 7, want: 12},
		{text: `null`, over: 7},
		{text: `"18446744073709551615"`, over: uint64(7), want: uint64(math.MaxUint64)},
		{text: `"` + strconv.FormatUint(uint64(^uintptr(0)), 10) + `"`, over: uintptr(7), want: ^uintptr(0)},
		{text: `"9223372036854775808"`, over: int64(7), code: fault.Mismatch},
		{text: `"-1"`, over: uint(7), code: fault.Mismatch},
		{text: `["1",2,"3"]`, over: []int64{7}, want: []int64{1, 2, 3}},
		{text: `["1"]`, over: [2]uint64{7, 8}, want: [2]uint64{1, 0}},
		{text: `{"a":"1","b":2}`, over: map[string]int64{}, want: map[string]int64{"a": 1, "b": 2}},
		{text: `"1"`, over: int8(7), code: fault.Mismatch},
		{text: `"1"`, over: uint32(7), code: fault.Mismatch},
		{text: `"1"`, over: 7.5, code: fault.Mismatch},
		{text: `"1"`, over: false, code: fault.Mismatch},
		{text: `"Infinity"`, over: 7.5, code: fault.Mismatch},
	})
	decodeRows(t, own(option.LargeIntAsString|option.IntAsString), []row{
		{text: `"-128"`, over: int8(7), want: int8(-128)},
		{text: `"128"`, over: int8(7), code: fault.Mismatch},
		{text: `"4294967295"`, over: uint32(7), want: uint32(math.MaxUint32)},
		{text: `"1"`, over: 7.5, code: fault.Mismatch},
	})
	for _, text := range spelledTexts {
		decodeRows(t, large, []row{
			{text: text, over: 7, code: fault.Mismatch},
			{text: text, over: uint64(7), code: fault.Mismatch},
		})
	}
}

// TestSpelledBig reads a big.Int from a string, where its method takes no string.
func TestSpelledBig(t *testing.T) {
	for _, r := range []struct {
		text, want string // "": no integer
	}{
		{`"0"`, "0"}, {`"-12"`, "-12"}, {`"9223372036854775808"`, "9223372036854775808"},
		{`"-123456789012345678901234567890123456789"`, "-123456789012345678901234567890123456789"},
		{`12`, "12"}, {`null`, "7"},
		{`""`, ""}, {`"x"`, ""}, {`"1.0"`, ""}, {`"1e2"`, ""}, {`" 1"`, ""}, {`"1 "`, ""}, {`"+1"`, ""}, {`"01"`, ""}, {`"\u0031"`, ""},
	} {
		for _, o := range []option.Set{option.LargeIntAsString, option.RejectInvalidUTF8} {
			got, want := big.NewInt(7), r.want
			if r.text[0] == '"' && o == option.RejectInvalidUTF8 {
				want = ""
			}
			err := errorOf((&decode.Call{Config: own(o)}).Unmarshal([]byte(r.text), got))
			if want == "" && err == nil || want != "" && (err != nil || got.String() != want) {
				t.Errorf("%s: %v, %v, want %q", r.text, got, err, want)
			}
		}
	}
}

// quotedFloats has floats in strings, where one without a number is the same string as elsewhere.
type quotedFloats struct {
	F float64  `json:",string"`
	P *float32 `json:",string"`
}

// TestSpelledFloats reads what stands for the floats that JSON has no number for.
func TestSpelledFloats(t *testing.T) {
	c, infinite := own(option.NonFiniteAsString), float32(math.Inf(1))
	decodeRows(t, c, []row{
		{text: `"Infinity"`, over: 7.5, want: math.Inf(1)},
		{text: `"-Infinity"`, over: float32(7.5), want: float32(math.Inf(-1))},
		{text: `[1,"Infinity",-2]`, over: []float64{}, want: []float64{1, math.Inf(1), -2}},
		{text: `{"F":"-Infinity","P":"Infinity"}`, over: quotedFloats{F: 1}, want: quotedFloats{math.Inf(-1), &infinite}},
		{text: `{"a":"Infinity"}`, over: map[string]float32{}, want: map[string]float32{"a": float32(math.Inf(1))}},
		{text: `"NaN"`, over: 7, code: fault.Mismatch},
		{text: `"NaN"`, over: false, code: fault.Mismatch},
		{text: `"1"`, over: 7.5, code: fault.Mismatch},
	})
	for _, text := range spelledTexts {
		decodeRows(t, c, []row{{text: text, over: 7.5, code: fault.Mismatch}, {text: text, over: float32(7.5), code: fault.Mismatch}})
	}
	for _, v := range []any{new(float64), new(float32)} {
		err := errorOf((&decode.Call{Config: c}).Unmarshal([]byte(`"NaN"`), v))
		if f := reflect.ValueOf(v).Elem().Float(); err != nil || f == f {
			t.Errorf("NaN into %T: %v, %v", v, f, err)
		}
	}
}

// TestSpelledUnasked: without the choices a string is no number.
func TestSpelledUnasked(t *testing.T) {
	for name, c := range map[string]*plan.Dialect{"encoding/json": plan.V1, "others": own(option.NonFiniteAsNull)} {
		t.Run(name, func(t *testing.T) {
			decodeRows(t, c, []row{
				{text: `"1"`, over: int64(7), code: fault.Mismatch},
				{text: `"1"`, over: uint(7), code: fault.Mismatch},
				{text: `"NaN"`, over: 7.5, code: fault.Mismatch},
				{text: `"Infinity"`, over: float32(7.5), code: fault.Mismatch},
			})
		})
	}
}
