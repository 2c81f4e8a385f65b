package encode

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"
	"time"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// TestFaults holds which fault each kind of error has: its code, and the type and value that it names.
func TestFaults(t *testing.T) {
	year := time.Date(-1, 1, 1, 0, 0, 0, 0, time.UTC)
	named := func(v any) reflect.Type {
		if toolchain.AlwaysNamesPointers {
			return reflect.PointerTo(reflect.TypeOf(v))
		}
		return reflect.TypeOf(v)
	}
	timeFault := fault.Foreign
	if toolchain.TimesByMethod {
		timeFault = fault.MarshalJSON
	}
	nan := math.NaN()
	for name, row := range map[string]struct {
		value any
		code  fault.Code
		typ   reflect.Type // nil: it is not looked at
	}{
		"NaN":              {[]any{nan}, fault.UnsupportedValue, reflect.TypeFor[float64]()},
		"NaN by a pointer": {struct{ A *float64 }{&nan}, fault.UnsupportedValue, reflect.TypeFor[float64]()},
		"NaN in a list":    {[]float64{1, nan}, fault.UnsupportedValue, reflect.TypeFor[float64]()},
		"NaN in a map":     {map[string]float32{"a": float32(nan)}, fault.UnsupportedValue, reflect.TypeFor[float32]()},
		"channel":          {struct{ C chan int }{}, fault.UnsupportedType, reflect.TypeFor[chan int]()},
		"func":             {map[string]func(){"a": nil}, fault.UnsupportedType, reflect.TypeFor[func()]()},
		"MarshalJSON":      {[]any{valueJSON{"fail"}}, fault.MarshalJSON, named(valueJSON{})},
		"not JSON":         {[]any{valueJSON{"{"}}, fault.MarshalJSON, named(valueJSON{})},
		"MarshalText":      {[]any{valueText{"fail"}}, fault.MarshalText, named(valueText{})},
		"time":             {year, timeFault, nil},
		"number":           {json.Number("1x"), fault.UnsupportedValue, nil},
	} {
		got, err := (&Call{Config: plan.V1}).Append([]byte("before"), row.value)
		f, ok := err.(*fault.Fault)
		if !ok || string(got) != "before" || f.Code != row.code || row.typ != nil && f.Type != row.typ {
			t.Errorf("%s: %s, %+v", name, got, err)
			continue
		}
		if v, is := f.Value.(reflect.Value); is != (row.code == fault.UnsupportedValue) || is && v.Kind() == reflect.Float64 && !math.IsNaN(v.Float()) {
			t.Errorf("%s: the value is %v", name, f.Value)
		}
		agree(t, name, row.value)
	}
}

// TestFaultHasTheValue holds that the value in a fault is the caller's own value if it has an address, and not a copy.
func TestFaultHasTheValue(t *testing.T) {
	v := struct{ A [3]float64 }{[3]float64{1, math.Inf(1), 2}}
	_, err := (&Call{Config: plan.V1}).Marshal(&v)
	if f := err.(*fault.Fault); f.Value.(reflect.Value).Addr().Interface() != &v.A[1] {
		t.Errorf("a pointer: %+v", err)
	}
	_, err = (&Call{Config: plan.V1}).Marshal(v)
	if f := err.(*fault.Fault); f.Value.(reflect.Value).CanAddr() {
		t.Errorf("a value: %+v", err)
	}
}

// TestAbandon holds that after an error the machine refers to no part of the value, and that the next result is right.
func TestAbandon(t *testing.T) {
	m := get(&Call{Config: plan.V1})
	m.use(m.own)
	v := map[string]any{"a": 1, "b": map[int]any{1: []any{map[string][]any{"x": {math.NaN()}}}}}
	for i := range 24 {
		v[string(rune('c'+i))] = v["b"]
	}
	if n := m.any(v, 0); n != -1 || m.maps.lengths() == [7]int{} {
		t.Fatalf("position %d, entries %v", n, m.maps.lengths())
	}
	err := m.abandon()
	if f, ok := err.(*fault.Fault); !ok || f.Code != fault.UnsupportedValue {
		t.Errorf("%v", err)
	}
	if m.err != nil || m.maps.lengths() != [7]int{} {
		t.Errorf("%v, entries %v stay", m.err, m.maps.lengths())
	}
	agree(t, "after it", map[string]any{"a": map[int]any{5: "x", 10: nil}})
}
