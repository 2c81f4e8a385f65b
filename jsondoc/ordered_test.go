package jsondoc_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/tests/samples"
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/jsondoc/partial"
)

var ordered = zetes.Config{Objects: jsondoc.Ordered}.Freeze()

// orderedModel is what ordered makes of a value, from package jsondoc's own walk.
func orderedModel(t *testing.T, v jsondoc.Value) any {
	switch v.Kind() {
	case codec.Object:
		o := new(jsondoc.Object[any])
		for name, member := range v.Members() {
			o.Set(name, orderedModel(t, member))
		}
		return o
	case codec.Array:
		list := []any{}
		for _, elem := range v.Elements() {
			list = append(list, orderedModel(t, elem))
		}
		return list
	}
	var x any
	if err := json.Unmarshal(v.Raw(), &x); err != nil {
		t.Fatal(err)
	}
	return x
}

// TestOrdered decodes random documents into interfaces through all doors.
func TestOrdered(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		text := []byte(samples.Text(r, 4))
		root, err := jsondoc.Get(text)
		if err != nil {
			t.Fatal(err)
		}
		want := orderedModel(t, root)
		for name, decode := range map[string]func(v any) error{
			"Unmarshal":     func(v any) error { return ordered.Unmarshal(text, v) },
			"UnmarshalFrom": func(v any) error { return ordered.UnmarshalFrom(bytes.NewReader(text), v) },
			"ReadValue": func(v any) error {
				in := codec.NewReader(struct{ io.Reader }{bytes.NewReader(text)})
				ordered.ReadValue(in, v)
				return in.Err()
			},
			"PartialDecoder": func(v any) error {
				d := partial.NewDecoder[any](ordered)
				for i := range text {
					if err := d.Push(text[i : i+1]); err != nil {
						return err
					}
				}
				defer func() { *v.(*any) = *d.Value() }()
				return d.Close()
			},
		} {
			var got any
			if err := decode(&got); err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("%s of %s: %#v, %v, want %#v", name, text, got, err, want)
			}
		}
		within := append(append([]byte(`{"a":`), text...), '}')
		var s struct{ A any }
		var m map[string]any
		var list []any
		if err := errors.Join(ordered.Unmarshal(within, &s), ordered.Unmarshal(within, &m), ordered.Unmarshal(append(append([]byte{'['}, text...), ']'), &list)); err != nil {
			t.Fatal(err)
		}
		for _, got := range []any{s.A, m["a"], list[0]} {
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%s within: %#v, want %#v", text, got, want)
			}
		}
		// What is written is read as the same again, by whoever knows the order.
		out, err := ordered.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		root, err = jsondoc.Get(out)
		if again := orderedModel(t, root); err != nil || !reflect.DeepEqual(again, want) {
			t.Fatalf("%s is written as %s, %v", text, out, err)
		}
	}
}

// TestOrderedErrors: what is wrong is told as where interfaces hold maps.
func TestOrderedErrors(t *testing.T) {
	own := zetes.Config{ShortFloats: true}.Freeze()
	for _, text := range []string{`{"a":[{"b":1e400}]}`, `{"a":[{"b":1,}]}`, `{"a":{"b":{"c":"\x"}}}`, `{"a":{}`, `{"a":1 2}`, strings.Repeat(`{"a":`, 10001) + "1" + strings.Repeat("}", 10001)} {
		var a, b struct{ A any }
		got, want := ordered.Unmarshal([]byte(text), &a), own.Unmarshal([]byte(text), &b)
		var x, y *zetes.Error
		if !errors.As(got, &x) || !errors.As(want, &y) || x.Pointer != y.Pointer || x.Offset != y.Offset || x.GoPath() != y.GoPath() || got.Error() != want.Error() {
			t.Errorf("%.40s: %v, want %v", text, got, want)
		}
	}
	for _, limits := range []zetes.Limits{{Memory: 2000}, {Depth: 5}, {Elements: 20}, {Values: 30}} {
		text := []byte(`[` + strings.Repeat(`{"a":{}},`, 30) + `{"a":{"b":{"c":{"d":{}}}}}]`)
		var a any
		got := zetes.Config{Objects: jsondoc.Ordered, Limits: limits}.Freeze().Unmarshal(text, &a)
		want := zetes.Config{Limits: limits}.Freeze().Unmarshal(text, &a)
		if got == nil || want == nil || got.Error() != want.Error() {
			t.Errorf("%+v: %v, want %v", limits, got, want)
		}
	}
}

// TestOrderedAgain decodes over what interfaces hold.
func TestOrderedAgain(t *testing.T) {
	var v any
	if err := ordered.Unmarshal([]byte(`{"z":1,"a":{"y":1,"b":2}}`), &v); err != nil {
		t.Fatal(err)
	}
	first := v.(*jsondoc.Object[any])
	if err := ordered.Unmarshal([]byte(`{"x":{"q":1,"c":2}}`), &v); err != nil || v != any(first) {
		t.Fatalf("%v, %v", v, err)
	}
	if got, err := ordered.MarshalString(v); err != nil || got != `{"x":{"q":1,"c":2}}` {
		t.Errorf("%s, %v", got, err)
	}
	// Bad input leaves what there was.
	if err := ordered.Unmarshal([]byte(`{"x":{"q":1,"c":2},"y":}`), &v); err == nil || first.Len() != 1 {
		t.Errorf("%v, %d members", err, first.Len())
	}
	if err := ordered.Unmarshal([]byte(`[{"b":1,"a":2}]`), &v); err == nil || v != any(first) {
		t.Errorf("an array has gone into an object: %v, %v", v, err)
	}
	if err := ordered.Unmarshal([]byte(`null`), &v); err != nil || v != nil {
		t.Errorf("%v, %v", v, err)
	}
	// Choices reach the values within.
	exact := zetes.Config{Objects: jsondoc.Ordered, ExactInts: true, NonFinite: zetes.NonFiniteNull, NoEscapeHTML: true}.Freeze()
	for range 2 {
		if err := exact.Unmarshal([]byte(`{"a":{"b":9007199254740993}}`), &v); err != nil {
			t.Fatal(err)
		}
		a, _ := v.(*jsondoc.Object[any]).Get("a")
		b, _ := a.(*jsondoc.Object[any]).Get("b")
		if b != any(int64(9007199254740993)) {
			t.Errorf("%v", b)
		}
		a.(*jsondoc.Object[any]).Set("<", math.NaN())
		if got, err := exact.MarshalString(v); err != nil || got != `{"a":{"b":9007199254740993,"<":null}}` {
			t.Errorf("%s, %v", got, err)
		}
	}
}

// TestObjectsMaker: a maker sees each object once, inner ones first, and nothing when it has returned.
func TestObjectsMaker(t *testing.T) {
	var kept []iter.Seq2[string, any]
	var seen []string
	api := zetes.Config{Objects: func(members iter.Seq2[string, any]) any {
		kept = append(kept, members)
		text := ""
		for name, v := range members {
			b, _ := json.Marshal(v)
			text += name + string(b)
			if name == "panic" {
				panic("panic")
			}
		}
		seen = append(seen, text)
		return nil
	}}.Freeze()
	v := any("before")
	if err := api.Unmarshal([]byte(`{"a":{"b":1,"b":2},"c":[{}]}`), &v); err != nil || v != nil || !reflect.DeepEqual(seen, []string{"b1b2", "", "anullc[null]"}) {
		t.Errorf("%v, %v, %q", v, err, seen)
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("a panic is lost")
			}
		}()
		_ = api.Unmarshal([]byte(`[{"a":1},{"panic":{}}]`), &v)
	}()
	for _, members := range kept[:3] {
		for name := range members {
			t.Errorf("%s is there when the maker has returned", name)
		}
	}
	if err := ordered.Unmarshal([]byte(`{"a":{"b":1}}`), &v); err != nil {
		t.Error(err)
	}
}

// TestOrderedDeep writes and reads objects as deep as there may be.
func TestOrderedDeep(t *testing.T) {
	for _, depth := range []int{100, 600, 3000, 9990} {
		text := strings.Repeat(`{"a":`, depth) + "1" + strings.Repeat("}", depth)
		var v any
		if err := ordered.UnmarshalString(text, &v); err != nil {
			t.Fatal(err)
		}
		if got, err := ordered.MarshalString(v); err != nil || got != text {
			t.Errorf("%d deep: %d bytes, %v", depth, len(got), err)
		}
		if err := ordered.UnmarshalString(text, &v); err != nil {
			t.Errorf("again: %v", err)
		}
	}
	ring := new(jsondoc.Object[any])
	ring.Set("a", []any{ring, ring})
	if _, err := ordered.Marshal(ring); err == nil {
		t.Error("a ring is written")
	}
}
