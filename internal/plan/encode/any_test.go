package encode

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
)

// anyAt encodes v by machine.any, which writes values of interfaces. The buffer has room free bytes before its limit.
func anyAt(t *testing.T, c *plan.Dialect, v any, room int) (string, *fault.Fault) {
	t.Helper()
	m := get(&Call{Config: c})
	m.use(bytes.Repeat([]byte("."), minRoom))
	n := m.limit - room
	end := m.any(v, n)
	if end < 0 {
		f := m.err
		m.abandon()
		return "", f
	}
	if end > m.limit+1 || m.depth != 0 { // a closing quote may lie in the margin
		t.Errorf("%T: position %d behind the limit %d, depth %d", v, end, m.limit, m.depth)
	}
	out := string(m.bytes(end)[n:])
	m.put()
	return out, nil
}

// TestAny encodes values in interfaces wherever the buffer ends: values of the types that machine.any writes itself,
// and of other types, which are written by programs.
func TestAny(t *testing.T) {
	type named string
	text := strings.Repeat("text<", 700)
	for _, v := range []any{
		nil, "", "a<", text, 0.0, -1e-300, true, false, 0, math.MinInt, int8(1), uint64(math.MaxUint64), float32(0.1),
		map[string]any{}, map[string]any(nil), map[string]any{"b": nil, "a": []any{1, "<"}}, []any{}, []any(nil), []any{nil, []any{nil}, map[string]any{}},
		named("n"), named(text), []string{"a"}, inner{1, "y"}, &inner{}, (*inner)(nil), (*int)(nil), time.Unix(0, 0).UTC(), json.Number("1.50"),
		map[int]any{2: 1, 10: 2}, map[string]string{"k": text}, struct{ P *int }{}, [1]map[string]int{{"a": 1}}, valueJSON{" [1] "}, &pointerText{"t"}, ptrJSON{},
	} {
		want, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		for _, room := range rooms {
			if got, f := anyAt(t, plan.V1, v, room); got != string(want) || f != nil {
				t.Errorf("%T with room for %d: %.100s, %v, want %.100s", v, room, got, f, want)
			}
		}
	}
}

// TestAnyNil holds that the options decide whether a nil slice or map is written as null, also in interfaces.
func TestAnyNil(t *testing.T) {
	for o, want := range map[option.Set]string{
		0: "[[],{},null]", option.NilSliceAsNull: "[null,{},null]", option.NilMapAsNull: "[[],null,null]",
		option.NilSliceAsNull | option.NilMapAsNull: "[null,null,null]",
	} {
		if got, f := anyAt(t, plan.Of(o), []any{[]any(nil), map[string]any(nil), nil}, 0); got != want || f != nil {
			t.Errorf("%s, %v, want %s", got, f, want)
		}
	}
}

// TestAnyFails holds that an error inside lists and maps ends the encoding of all of them, and that the fault names the
// type of the innermost value.
func TestAnyFails(t *testing.T) {
	ch := make(chan int)
	for _, row := range []struct {
		value any
		code  fault.Code
		typ   reflect.Type
	}{
		{math.NaN(), fault.UnsupportedValue, reflect.TypeFor[float64]()},
		{float32(math.Inf(1)), fault.UnsupportedValue, reflect.TypeFor[float32]()},
		{ch, fault.UnsupportedType, reflect.TypeOf(ch)},
		{1i, fault.UnsupportedType, reflect.TypeFor[complex128]()},
		{json.Number("x"), fault.UnsupportedValue, reflect.TypeFor[json.Number]()},
	} {
		for _, v := range []any{row.value, []any{1, row.value, 2}, map[string]any{"a": 1, "b": map[string]any{"c": []any{row.value}}}} {
			got, f := anyAt(t, plan.V1, v, 100)
			if f == nil || f.Code != row.code || f.Type != row.typ {
				t.Errorf("%T: %s, %+v", v, got, f)
			}
		}
		agree(t, "fails", []any{map[string]any{"x": row.value}})
	}
}

// TestUnordered holds that without the option SortMapKeys each member of a map is written once, in any order.
func TestUnordered(t *testing.T) {
	c := plan.Of(option.V1 &^ option.SortMapKeys)
	for _, size := range []int{1, 8, 9, 100} {
		anys, texts, lists, words, places := map[string]any{}, map[string]string{}, map[string][]any{}, map[string]int{}, map[int8]bool{}
		for i := range size {
			k := strings.Repeat("k", i)
			anys[k], texts[k], lists[k], words[k], places[int8(i)] = i, k, []any{i}, i, true
		}
		for _, v := range []any{anys, texts, lists, words, places, map[string]any{"in": anys}} {
			b, err := (&Call{Config: c}).Marshal(v)
			var got, want any
			if err != nil || json.Unmarshal(b, &got) != nil {
				t.Fatalf("%T: %s, %v", v, b, err)
			}
			sorted, _ := json.Marshal(v)
			json.Unmarshal(sorted, &want)
			if !reflect.DeepEqual(got, want) || len(b) != len(sorted) {
				t.Errorf("%T: %s, want the members of %s", v, b, sorted)
			}
		}
	}
}
