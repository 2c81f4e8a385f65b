package toolchain

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"testing"

	"github.com/zetes-json/zetes/internal/fault"
)

// These types have methods that fail. The method of writesBad returns a text that is not JSON.
type (
	failsJSON struct{ N int }
	failsText struct{ N int }
	failsKey  struct{ N int }
	writesBad struct{ N int }
)

var errOwn = errors.New("their own")

func (failsJSON) MarshalJSON() ([]byte, error) { return nil, errOwn }
func (failsText) MarshalText() ([]byte, error) { return nil, errOwn }
func (failsKey) MarshalText() ([]byte, error)  { return nil, errOwn }
func (writesBad) MarshalJSON() ([]byte, error) { return []byte(`[1,x]`), nil }

type float struct{ F float64 }

// methodType returns the type that errors about a failed method of T name.
func methodType[T any]() reflect.Type {
	if AlwaysNamesPointers {
		return reflect.TypeFor[*T]()
	}
	return reflect.TypeFor[T]()
}

// TestMarshalError calls MarshalError with faults like those that the encoder would store for some values, and compares
// the results with encoding/json's errors for these values.
func TestMarshalError(t *testing.T) {
	nan := &float{math.NaN()}
	for _, row := range []struct {
		name  string
		value any
		fault fault.Fault
	}{
		{"no form", make(chan int), fault.Fault{Code: fault.UnsupportedType, Type: reflect.TypeFor[chan int]()}},
		{"no form within", []any{func() {}}, fault.Fault{Code: fault.UnsupportedType, Type: reflect.TypeFor[func()]()}},
		{"NaN", nan, fault.Fault{Code: fault.UnsupportedValue, Value: reflect.ValueOf(nan).Elem().Field(0)}},
		{"a failing MarshalJSON", failsJSON{}, fault.Fault{Code: fault.MarshalJSON, Err: errOwn, Type: methodType[failsJSON]()}},
		{"bad output", writesBad{}, fault.Fault{Code: fault.MarshalJSON, Output: []byte(`[1,x]`), Type: methodType[writesBad]()}},
		{"bad output within", []writesBad{{}}, fault.Fault{Code: fault.MarshalJSON, Offset: 1, Output: []byte(`[1,x]`), Type: methodType[writesBad]()}},
		{"a failing MarshalText", failsText{}, fault.Fault{Code: fault.MarshalText, Err: errOwn, Type: methodType[failsText]()}},
		{"refused by the toolchain, perhaps elsewhere", make(chan int), fault.Fault{Code: fault.Foreign, Err: errOwn}},
	} {
		_, want := json.Marshal(row.value)
		b, got := MarshalError(row.value, true, &row.fault)
		if b != nil || details(got) != details(want) || reflect.TypeOf(errors.Unwrap(got)) != reflect.TypeOf(errors.Unwrap(want)) {
			t.Errorf("%s: %s, %s\nwant %s", row.name, b, details(got), details(want))
		}
		var g, w *json.SyntaxError
		if errors.As(want, &w) && (!errors.As(got, &g) || *g != *w) {
			t.Errorf("%s: %s\nwant %s", row.name, details(g), details(w))
		}
	}
	if _, err := MarshalError(1, true, errOwn); err != errOwn {
		t.Errorf("an error that is no fact: %v", err)
	}
	refused := &json.MarshalerError{Type: reflect.TypeFor[failsText](), Err: errOwn}
	if _, err := MarshalError(1, true, &fault.Fault{Code: fault.Foreign, Err: refused}); err != refused {
		t.Errorf("the toolchain's error about one value, which tells no place: %v", err)
	}
	key := &fault.Fault{Code: fault.KeyText, Type: reflect.TypeFor[map[failsKey]int](), Err: errOwn}
	if _, err := MarshalError(map[failsKey]int{}, true, key); fmt.Sprint(err) != `json: encoding error for type "map[toolchain.failsKey]int": "their own"` {
		t.Errorf("a key: %v", err)
	}
	cycle := &fault.Fault{Code: fault.Cycle, Value: reflect.ValueOf(nan), Type: reflect.TypeOf(nan)}
	if _, err := MarshalError(nan, true, cycle); fmt.Sprint(err) != "json: unsupported value: encountered a cycle via *toolchain.float" {
		t.Errorf("a cycle: %v", err)
	}
	// A value that was only nested too deep for the encoder is written by encoding/json.
	for html, want := range map[bool]string{true: `["\u003c"]`, false: `["<"]`} {
		if b, err := MarshalError([]string{"<"}, html, &fault.Fault{Code: fault.Depth, Offset: cycleDepth}); string(b) != want || err != nil {
			t.Errorf("too deep, HTML %v: %s, %v", html, b, err)
		}
	}
}

func TestEncode(t *testing.T) {
	for html, want := range map[bool]string{true: `"\u003ca\u003e"`, false: `"<a>"`} {
		if b, err := Encode("<a>", html); string(b) != want || err != nil {
			t.Errorf("HTML %v: %s, %v", html, b, err)
		}
	}
	if err := IndentError([]byte(`[1,]`)); err == nil {
		t.Error("what is not JSON is indented")
	}
}

type ring *ring

type node struct {
	Next  *node
	Any   any
	Rings []ring
	Map   map[string]any
}

// TestHasRing holds that hasRing finds cycles that consist of pointers and interfaces only. It does not report cycles
// through a struct, slice or map, since encoding/json finds these itself.
func TestHasRing(t *testing.T) {
	var r ring
	r = &r
	var x any
	x = &x
	loop := &node{}
	loop.Next = loop
	list := []any{nil}
	list[0] = list
	shared := &node{}
	for _, row := range []struct {
		name  string
		value any
		want  bool
	}{
		{"nil", nil, false},
		{"a nil pointer", (*node)(nil), false},
		{"a pointer to itself", r, true},
		{"an interface that holds its own address", x, true},
		{"one of them in a struct", &node{Any: x}, true},
		{"in a slice", node{Rings: []ring{nil, r}}, true},
		{"in an array", [2]any{1, r}, true},
		{"in a map", map[string]any{"a": &node{Map: map[string]any{"b": r}}}, true},
		{"behind a loop through a struct", &node{Next: loop, Any: r}, true},
		{"a loop through a struct", loop, false},
		{"a slice that holds itself", list, false},
		{"the same pointer twice", []*node{shared, shared}, false},
	} {
		if got := hasRing(row.value); got != row.want {
			t.Errorf("%s: %v", row.name, got)
		}
	}
}

// TestTellsPlace holds that hasOffset returns true for an error about a method's bad output, which has an offset, and
// false for an error that a method has returned.
func TestTellsPlace(t *testing.T) {
	for _, row := range []struct {
		value any
		want  bool
	}{{writesBad{}, true}, {failsJSON{}, false}, {failsText{}, false}, {make(chan int), true}} {
		_, err := json.Marshal(row.value)
		if got := hasOffset(err); got != row.want {
			t.Errorf("%v: %v", err, got)
		}
	}
}
