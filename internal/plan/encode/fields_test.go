package encode

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/zetes-json/zetes/internal/plan"
)

func (v valueZero) IsZero() bool    { return v.V == 7 }
func (v *pointerZero) IsZero() bool { return v == nil || v.V == 7 }

func TestLeftOut(t *testing.T) {
	agree(t, "all", empties{})
	agree(t, "none", empties{true, 1, "c", []int{1}, map[string]int{"a": 1}, ptr(1), 0, [0]int{}, [2]int{}, struct{}{}, 1, 1, time.Unix(0, 0), time.Unix(0, 0), []byte{1}, "p{", 3})
	agree(t, "negative zero", empties{K: math.Copysign(0, -1), L: float32(math.Copysign(0, -1)), P: "{"})
	agree(t, "empty but not nil", empties{D: []int{}, E: map[string]int{}, O: []byte{}, G: (*int)(nil)})
	agree(t, "zeros", zeros{})
	agree(t, "zeros set", &zeros{true, 1, "x", []int{}, map[string]int{}, ptr(0), 0, [2]float64{0, math.Copysign(0, -1)}, struct{ X float64 }{math.Copysign(0, -1)},
		time.Unix(1, 0), valueZero{7}, &valueZero{7}, pointerZero{7}, &pointerZero{7}, valueZero{7}, math.Copysign(0, -1), []int{}, "r"})
	agree(t, "zeros odd", zeros{K: valueZero{}, L: &valueZero{}, M: pointerZero{7}, O: (*pointerZero)(nil), P: 1, Q: []int{1}})
	agree(t, "zeros odd", zeros{O: pointerZeroer{}, H: [2]float64{1}})
	for i := range 16 { // each first, each last
		var e struct {
			A string `json:",omitempty"`
			B []int  `json:",omitempty"`
			C int
			D string `json:",omitempty"`
			E struct {
				F string `json:",omitempty"`
			} `json:",omitempty"`
		}
		if i&1 != 0 {
			e.A = "{"
		}
		if i&2 != 0 {
			e.B = []int{1}
		}
		if i&4 != 0 {
			e.D = "{"
		}
		if i&8 != 0 {
			e.E.F = "{"
		}
		agree(t, fmt.Sprint("mix ", i), e)
	}
}

type pointerZeroer struct{}

func TestEmbedded(t *testing.T) {
	agree(t, "nil", Outer{})
	agree(t, "one", Outer{Deeper: &Deeper{}})
	agree(t, "two", Outer{Deeper: &Deeper{Deepest: &Deepest{}, W: "w"}})
	agree(t, "full", &Outer{inner{1, "{"}, &Deeper{&Deepest{1, true}, "{"}, 1, struct{ M struct{ K []inner } }{struct{ K []inner }{[]inner{{}, {1, "x"}}}}})
	agree(t, "time", embedsTime{})
	agree(t, "first", struct {
		*Deepest
		Deeper `json:",omitempty"`
	}{})
	agree(t, "only pointers", struct{ *Deepest }{&Deepest{0, true}})
}

func TestWide(t *testing.T) {
	// This struct has more members of bounded size than fit into the margin, and names that are longer than the text of
	// an op.
	var fields []reflect.StructField
	for i := range 300 {
		fields = append(fields, reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: reflect.TypeFor[float64](),
			Tag: reflect.StructTag(fmt.Sprintf(`json:"%s<%d>"`, strings.Repeat("n", i), i))})
	}
	v := reflect.New(reflect.StructOf(fields)).Elem()
	agree(t, "zero", v.Interface())
	for i := range 300 {
		v.Field(i).SetFloat(-1.2345678901234567e-300)
	}
	agree(t, "full", v.Interface())
	for i := range fields {
		fields[i].Tag = `json:",omitempty"`
	}
	v = reflect.New(reflect.StructOf(fields)).Elem()
	for i := range 300 {
		if i%7 != 0 {
			v.Field(i).SetFloat(-1.2345678901234567e-300)
		}
	}
	agree(t, "with tests", v.Interface())
	agree(t, "many", []any{v.Interface(), v.Interface(), v.Interface()})
	for i := range fields {
		fields[i].Type, fields[i].Tag = reflect.TypeFor[string](), reflect.StructTag(fmt.Sprintf(`json:"%s%d"`, strings.Repeat("n", i%60), i))
	}
	v = reflect.New(reflect.StructOf(fields)).Elem()
	agree(t, "empty strings", v.Interface())
	agree(t, "many empty strings", []any{v.Interface(), v.Interface(), v.Interface()})
}

// TestTestsOf holds which op tests whether a value is left out by "omitempty", and which op by "omitzero".
func TestTestsOf(t *testing.T) {
	name := func(c code) string {
		switch c {
		case opFixed:
			return "never"
		case opTest:
			return "always"
		}
		return codeNames[c]
	}
	word := name(sized(opTest8, reflect.TypeFor[int]()))
	if wordSize == unsafe.Sizeof(int(0)) {
		word = "testword"
	}
	for _, row := range []struct {
		value       any
		empty, zero string
	}{
		{false, "test8", "test8"},
		{int8(0), "test8", "test8"},
		{uint16(0), "test16", "test16"},
		{int(0), word, word},
		{float32(0), "testf32", "testf32"}, // of either sign
		{float64(0), "testf64", "testf64"},
		{"", "testword", "testword"},
		{[]int{}, "testword", "testword"}, // empty by its length, zero by its address
		{map[string]int{}, "testmap", "testword"},
		{new(int), "testword", "testword"},
		{[0]int{}, "always", "testexit"},
		{[1]int{}, "never", "testexit"},
		{struct{ A int }{}, "never", "testexit"},
		{1i, "never", "testexit"},
		{func() {}, "never", "testword"},
	} {
		typ := reflect.TypeOf(row.value)
		if got := name((&compiler{cfg: plan.V1}).emptyTest(typ)); got != row.empty {
			t.Errorf("%v is empty by %s, want %s", typ, got, row.empty)
		}
		if got := name(zeroTest(typ)); got != row.zero {
			t.Errorf("%v is zero by %s, want %s", typ, got, row.zero)
		}
	}
}

// TestZeroUnlessNil holds that a nil pointer is zero without a call of its IsZero method, and that for other pointers
// the method decides.
func TestZeroUnlessNil(t *testing.T) {
	type zeroer interface{ IsZero() bool }
	now, zero, none := &time.Time{}, &time.Time{}, (*time.Time)(nil)
	*now = time.Unix(1, 0)
	for _, row := range []struct {
		value zeroer
		want  bool
	}{{now, false}, {zero, true}, {none, true}, {nil, true}, {time.Time{}, true}} {
		v := row.value
		if got := zeroUnlessNil(reflect.ValueOf(&v).Elem()); got != row.want {
			t.Errorf("%v: %v", row.value, got)
		}
	}
}
