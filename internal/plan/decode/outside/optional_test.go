package outside

import (
	"errors"
	"math/big"
	"net/netip"
	"reflect"
	"testing"
	"time"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/opt"
)

type (
	pair struct {
		X int
		Y []string
	}
	flat struct{ X, Y int16 }
	wide [9]uint64 // more than kept.words
)

// stubborn is a type whose method likes nothing.
type stubborn struct{}

var (
	errStubborn   = errors.New("stubborn")
	stubbornCalls int
)

func (*stubborn) UnmarshalJSON([]byte) error {
	stubbornCalls++
	return errStubborn
}

// TestOptional decodes over opt.Values of every kind that hold something, by either meaning: a value that fits makes
// them that, null makes them null, and one that does not fit leaves them as they were.
func TestOptional(t *testing.T) {
	day := time.Date(2021, 2, 3, 4, 5, 6, 0, time.UTC)
	for name, c := range map[string]*plan.Dialect{"encoding/json's": plan.V1, "of one's own": own(option.RejectInvalidUTF8)} {
		t.Run(name, func(t *testing.T) {
			optional(t, c, 7, "8", 8, `"x"`)
			optional(t, c, int8(7), "-8", -8, "300")
			optional(t, c, true, "false", false, "1")
			optional(t, c, 1.5, "2.5", 2.5, "{}")
			optional(t, c, flat{1, 2}, `{"Y":3}`, flat{0, 3}, `{"X":4,"Y":"x"}`)
			optional(t, c, wide{1, 2}, `[3]`, wide{3}, `[3,"x"]`)
			optional(t, c, "old", `"new"`, "new", "7")
			optional(t, c, []int{1, 2}, "[3]", []int{3}, `[4,"x"]`)
			optional(t, c, []byte("old"), `"AQI="`, []byte{1, 2}, `"!"`)
			optional(t, c, map[string]int{"a": 1}, `{"b":2}`, map[string]int{"b": 2}, `{"a":2,"b":"x"}`)
			optional(t, c, any("old"), "[1]", any([]any{1.0}), "1e999")
			optional(t, c, day, `"2022-03-04T05:06:07Z"`, time.Date(2022, 3, 4, 5, 6, 7, 0, time.UTC), `"2022"`)
			optional(t, c, pair{1, []string{"a"}}, `{"Y":["b"]}`, pair{0, []string{"b"}}, `{"X":2,"Y":["c",1]}`)
			optional(t, c, netip.MustParseAddr("::1"), `"1.2.3.4"`, netip.MustParseAddr("1.2.3.4"), `"1.2.3"`)
			optional(t, c, *big.NewInt(7), "12345678901234567890", *new(big.Int).SetUint64(12345678901234567890), "1.5")
			n, m := 7, 8
			optional(t, c, &n, "8", &m, `"x"`)
			optional(t, c, opt.Of(7), "8", opt.Of(8), `"x"`)
			optional(t, c, []opt.Value[int]{opt.Of(7)}, "[8,null]", []opt.Value[int]{opt.Of(8), opt.Null[int]()}, `[9,"x"]`)
		})
	}
}

// optional decodes over an opt.Value that holds old: text, which stands for value, null, and bad, which does not fit.
func optional[T any](t *testing.T, c *plan.Dialect, old T, text string, value T, bad string) {
	t.Helper()
	type in struct {
		A opt.Value[T]
		B int
	}
	for _, held := range []opt.Value[T]{{}, opt.Null[T](), opt.Of(old)} {
		for _, r := range []struct {
			text string
			want opt.Value[T]
			bad  bool
		}{
			{text, opt.Of(value), false},
			{"null", opt.Null[T](), false},
			{bad, held, true},
			{text + "}", held, true}, // no JSON
		} {
			v := in{A: held}
			err := errorOf((&decode.Call{Config: c}).Unmarshal([]byte(`{"A":`+r.text+`,"B":1}`), &v))
			if (err != nil) != r.bad || !reflect.DeepEqual(v.A, r.want) {
				t.Errorf("%s over %#v: %#v, %v, want %#v", r.text, held, v.A, err, r.want)
			}
		}
		v := in{A: held}
		if err := errorOf((&decode.Call{Config: c}).Unmarshal([]byte(`{"B":1}`), &v)); err != nil || !reflect.DeepEqual(v, in{held, 1}) {
			t.Errorf("absent over %#v: %#v, %v", held, v, err)
		}
	}
}

// TestOptionalFaults: under encoding/json's meaning what goes wrong in an opt.Value is the error of its method, found
// where the Value stands, and nothing behind it is decoded before Go 1.27; under one's own it is that of the value.
func TestOptionalFaults(t *testing.T) {
	type in struct {
		A opt.Value[[]int]
		B int
	}
	const text = `{"A":[1,"x"],"B":2}`
	for _, r := range []struct {
		name string
		c    *plan.Dialect
		code fault.Code
		at   int
	}{
		{"encoding/json's meaning", plan.V1, fault.Method, 5},
		{"one's own", own(option.RejectDuplicateNames), fault.Mismatch, 8},
	} {
		var v in
		code, at := faultOf(errorOf((&decode.Call{Config: r.c}).Unmarshal([]byte(text), &v)))
		if code != r.code || at != r.at || v.A.IsDefined() {
			t.Errorf("%s: fault %d at %d, want %d at %d: %+v", r.name, code, at, r.code, r.at, v)
		}
	}
}

// TestOptionalOptions: the choices of a call don't reach what the method of an opt.Value decodes under encoding/json's
// meaning, and reach all under one's own.
func TestOptionalOptions(t *testing.T) {
	type in struct{ A, B any }
	type out struct {
		V opt.Value[in]
		W any
	}
	text := []byte(`{"V":{"A":1,"unknown":2},"W":3}`)
	var v out
	c := plan.V1.With(option.V1 | option.UseNumber | option.DisallowUnknownFields)
	if err := errorOf((&decode.Call{Config: c}).Unmarshal(text, &v)); err != nil || v.V.Or(in{}).A != 1.0 || v.W == 3.0 {
		t.Errorf("encoding/json's meaning: %#v, %v", v, err)
	}
	v = out{}
	code, at := faultOf(errorOf((&decode.Call{Config: own(option.ExactNumbers | option.DisallowUnknownFields)}).Unmarshal(text, &v)))
	if code != fault.UnknownName || at != 12 || v.W != int64(3) || v.V.IsDefined() {
		t.Errorf("one's own: fault %d at %d, %#v", code, at, v)
	}
}

// TestOptionalCalls counts the calls of a failing method within opt.Values that lie within one another. It is one: if
// each Value around it called the next one's method again, they were as many as 2 to the number of Values.
func TestOptionalCalls(t *testing.T) {
	stubbornCalls = 0
	var v struct {
		A opt.Value[struct {
			B opt.Value[[]opt.Value[opt.Value[stubborn]]]
		}]
	}
	if err := errorOf((&decode.Call{Config: plan.V1}).Unmarshal([]byte(`{"A":{"B":[7]}}`), &v)); !errors.Is(err, errStubborn) || stubbornCalls != 1 {
		t.Errorf("%v, %d calls", err, stubbornCalls)
	}
}
