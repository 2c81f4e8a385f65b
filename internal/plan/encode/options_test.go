package encode

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
)

// choices returns a configuration with the options o in addition to those of encoding/json.
func choices(o option.Set) *plan.Dialect {
	o |= option.V1
	return plan.New(plan.Meaning{Options: o, Own: true, Shape: shape.Options{Meaning: o}})
}

// everywhere calls check with v and with values that contain v in all kinds of places. want is the JSON of v, and check
// gets the JSON of the whole value.
func everywhere(v any, want string, check func(v any, want string)) {
	typ := reflect.TypeOf(v)
	p := reflect.New(typ)
	p.Elem().Set(reflect.ValueOf(v))
	list := reflect.MakeSlice(reflect.SliceOf(typ), 2, 2)
	list.Index(0).Set(p.Elem())
	list.Index(1).Set(p.Elem())
	array := reflect.New(reflect.ArrayOf(1, typ)).Elem()
	array.Index(0).Set(p.Elem())
	pointers := reflect.MakeSlice(reflect.SliceOf(p.Type()), 1, 1)
	pointers.Index(0).Set(p)
	entries := reflect.MakeMap(reflect.MapOf(reflect.TypeFor[string](), typ))
	entries.SetMapIndex(reflect.ValueOf("k"), p.Elem())
	field := reflect.New(reflect.StructOf([]reflect.StructField{{Name: "F", Type: typ}, {Name: "P", Type: p.Type()}})).Elem()
	field.Field(0).Set(p.Elem())
	field.Field(1).Set(p)
	check(v, want)
	check(p.Interface(), want)
	check(list.Interface(), "["+want+","+want+"]")
	check(array.Interface(), "["+want+"]")
	check(pointers.Interface(), "["+want+"]")
	check(entries.Interface(), `{"k":`+want+"}")
	check(field.Interface(), `{"F":`+want+`,"P":`+want+"}")
	check([]any{v, true}, "["+want+",true]")
	check(map[string]any{"a": map[string]any{"b": v}}, `{"a":{"b":`+want+"}}")
	check(struct{ I any }{v}, `{"I":`+want+"}")
}

// TestChoices holds that options about a kind of values apply wherever such a value may be: no fast way to write it may
// ignore the option.
func TestChoices(t *testing.T) {
	const nulls, words, short, large = option.NonFiniteAsNull, option.NonFiniteAsString, option.ShortFloats, option.LargeIntAsString
	const all = option.IntAsString | large
	for _, row := range []struct {
		choice option.Set
		value  any
		want   string
	}{
		{nulls, math.NaN(), "null"}, {nulls, float32(math.Inf(1)), "null"}, {nulls, 1.5, "1.5"},
		{words, math.NaN(), `"NaN"`}, {words, math.Inf(1), `"Infinity"`}, {words, float32(math.Inf(-1)), `"-Infinity"`}, {words, float32(0.1), "0.1"},
		{short, 1.0 / 3, "0.333333"}, {short, -1e-9, "0"}, {short, 2.5e21, "2.5e+21"}, {short, float32(100.25), "100.25"},
		{short | words, math.NaN(), `"NaN"`},
		{large, int64(1 << 53), "9007199254740992"}, {large, int64(1<<53 + 1), `"9007199254740993"`}, {large, int64(-1<<53 - 1), `"-9007199254740993"`},
		{large, uint64(math.MaxUint64), `"18446744073709551615"`}, {large, uint64(1 << 53), "9007199254740992"}, {large, int32(math.MinInt32), "-2147483648"},
		{large, *big.NewInt(1 << 53), "9007199254740992"}, {large, *big.NewInt(1<<53 + 1), `"9007199254740993"`},
		{large, *new(big.Int).Lsh(big.NewInt(-1), 70), `"-1180591620717411303424"`},
		{all, 5, `"5"`}, {all, int8(-128), `"-128"`}, {all, int16(-3), `"-3"`}, {all, int32(7), `"7"`}, {all, uint8(255), `"255"`},
		{all, uint16(65535), `"65535"`}, {all, uint32(9), `"9"`}, {all, uintptr(4), `"4"`}, {all, *big.NewInt(1), `"1"`}, {all, 1.5, "1.5"},
		{option.DurationAsString, 90 * time.Second, `"1m30s"`}, {option.DurationAsString, time.Duration(math.MinInt64), `"-2562047h47m16.854775808s"`},
		{option.RawUnchecked, json.RawMessage(` { "x" } `), ` { "x" } `}, {option.RawUnchecked, json.RawMessage(""), "null"},
		{option.MethodsUnchecked, valueJSON{"not JSON"}, "not JSON"}, {option.MethodsUnchecked, valueJSON{strings.Repeat("x", 5000)}, strings.Repeat("x", 5000)},
	} {
		c := choices(row.choice)
		everywhere(row.value, row.want, func(v any, want string) {
			if row.choice&all != 0 && reflect.TypeOf(v) == reflect.TypeFor[[]uint8]() {
				return // base64
			}
			got, err := (&Call{Config: c}).Marshal(v)
			if string(got) != want || err != nil {
				t.Errorf("%T: %.200s, %v, want %.200s", v, got, err, want)
			}
		})
	}
}

// TestWithoutForm holds that a value for which no option chooses a form is an error, as under encoding/json's meaning.
func TestWithoutForm(t *testing.T) {
	everywhere(math.NaN(), "", func(v any, _ string) {
		_, err := (&Call{Config: choices(option.ShortFloats)}).Marshal(v)
		if f, ok := err.(*fault.Fault); !ok || f.Code != fault.UnsupportedValue || !math.IsNaN(f.Value.(reflect.Value).Float()) {
			t.Errorf("%T: %v", v, err)
		}
	})
	_, err := (&Call{Config: choices(option.MethodsUnchecked)}).Marshal([]any{valueJSON{"fail"}})
	if f, ok := err.(*fault.Fault); !ok || f.Code != fault.MarshalJSON || f.Err != errSpeak {
		t.Errorf("a method that fails: %v", err)
	}
}

// TestQuotedChoices holds that a number is quoted once if both the tag option "string" and an option of the
// configuration make it a string.
func TestQuotedChoices(t *testing.T) {
	type record struct {
		F float64 `json:",string"`
		I int64   `json:",string"`
		U uint8   `json:",string"`
	}
	for _, row := range []struct {
		choice option.Set
		value  record
		want   string
	}{
		{option.NonFiniteAsString | option.LargeIntAsString, record{math.NaN(), 1 << 60, 1}, `{"F":"NaN","I":"1152921504606846976","U":"1"}`},
		{option.NonFiniteAsNull, record{math.NaN(), 1, 1}, `{"F":null,"I":"1","U":"1"}`},
		{option.ShortFloats | option.IntAsString | option.LargeIntAsString, record{1.25, -1, 9}, `{"F":"1.25","I":"-1","U":"9"}`},
	} {
		if got, err := (&Call{Config: choices(row.choice)}).Marshal(&row.value); string(got) != row.want || err != nil {
			t.Errorf("%s, %v, want %s", got, err, row.want)
		}
	}
}

// TestShortFloat holds that shortFloat writes at most six digits after the point, without zeros at the end and without
// a negative zero. The number that is read back differs by at most half of the last digit.
func TestShortFloat(t *testing.T) {
	for f, want := range map[float64]string{0: "0", math.Copysign(0, -1): "0", 1: "1", 10: "10", 100.5: "100.5", 0.0000004: "0", -0.0000006: "-0.000001",
		0.1: "0.1", 123456.789: "123456.789", 1e20: "100000000000000000000", 1e21: "1e+21", -1e300: "-1e+300", 1.23456789e22: "1.23456789e+22", 1.9999999: "2"} {
		b := make([]byte, 64)
		if got := string(b[:shortFloat(b, f, 64)]); got != want {
			t.Errorf("%g: %s, want %s", f, got, want)
		}
	}
	for i := range 2000 {
		f := math.Sin(float64(i)) * math.Pow(10, float64(i%9))
		b := make([]byte, 64)
		got := string(b[:shortFloat(b, f, 64)])
		back, err := strconv.ParseFloat(got, 64)
		if err != nil || math.Abs(back-f) > 0.5000001e-6 || strings.Contains(got, ".") && strings.HasSuffix(got, "0") {
			t.Fatalf("%g becomes %s", f, got)
		}
		for _, f := range []float64{f, math.Trunc(f*1e6) / 1e6, math.Trunc(f*1e5)/1e5 + 1<<31, float64(i) * 0.25e-6, math.Nextafter(1<<32, float64(i)) - f} {
			want := strings.TrimRight(strconv.FormatFloat(f, 'f', 6, 64), "0")
			if want = strings.TrimSuffix(want, "."); want == "-0" {
				want = "0"
			}
			if got := string(b[:shortFloat(b, f, 64)]); got != want {
				t.Fatalf("%g becomes %s, want %s", f, got, want)
			}
		}
	}
}

// TestOddAny holds that a codec for a type is also called for values in interfaces, although machine.any writes values
// of common types without looking up a program.
func TestOddAny(t *testing.T) {
	for _, value := range []any{"x", 1.5, true, 1, map[string]any{"a": nil}, []any{1}} {
		typ := reflect.TypeOf(value)
		c := plan.New(plan.Meaning{Options: option.V1, Own: true, Codecs: map[reflect.Type]*plan.Codec{
			typ: writing(typ, func(w *codec.Writer, _ mem.Ptr) { w.String("s") }),
		}})
		type record struct {
			A any
			M map[string]any
			S fmt.Stringer
		}
		got, err := (&Call{Config: c}).Marshal(record{value, map[string]any{"k": value}, time.Duration(1)})
		want := `{"A":"s","M":{"k":"s"},"S":1}`
		if typ == reflect.TypeFor[map[string]any]() {
			want = `{"A":"s","M":"s","S":1}`
		}
		if string(got) != want || err != nil {
			t.Errorf("%T: %s, %v, want %s", value, got, err, want)
		}
	}
}
