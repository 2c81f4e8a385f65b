package cases

import (
	"encoding/json"
	"reflect"
	"time"

	"github.com/zetes-json/zetes/internal/tests/doors"
)

// Targets returns rows without a text: types worth decoding any text into.
func Targets() []Case {
	return []Case{
		empty[mixed](), empty[[]mixed](), empty[map[string]mixed](), empty[around[[]any]](), empty[around[map[string]*Point]](), empty[stringAll](), empty[omitAll](), empty[shop](), empty[recursive](), empty[embedPointer](), empty[foldable](),
		empty[map[string]any](), empty[map[int]string](), empty[map[structKey]any](), empty[[]int](), empty[[]string](), empty[[]float64](), empty[[3]uint8](), empty[[]byte](), empty[string](), empty[json.Number](), empty[json.RawMessage](), empty[time.Time](), empty[float32](), empty[uint16](),
		empty[struct {
			A  json.RawMessage
			F  pointerMarshaler
			B  *textPointer
			X  bothMarshaler
			T  time.Time `json:"a"`
			N  json.Number
			L  []failing
			In struct{ A, B, F any } `json:"in"`
		}](),
		full(func() mixed {
			m := mixed{ID: 5, Tags: []string{"a", "b"}[:1], Attrs: map[string]any{"p": &Point{1, 2}}, Parent: &mixed{Name: "p"}, Children: []*mixed{{ID: 1}, nil}, Labels: map[string]string{"l": "m"}, Raw: &Point{3, 4}, Bytes: []byte("old")}
			m.Nested.In.Deep = []struct{ V *int }{{new(int)}, {}}
			return m
		}),
		full(func() any { return &around[[]int]{1, []int{1, 2, 3}, "b"} }),
		full(func() []any { return []any{&Point{1, 2}, map[string]any{"a": 1}, 3} }),
	}
}

func empty[T any]() Case {
	return Case{Name: "target", Target: func() any { return new(T) }, Static: doors.Of[T]()}
}

func full[T any](v func() T) Case {
	return Case{Name: "target", Target: func() any { t := v(); return &t }, Static: doors.Of[T]()}
}

// Leaves returns types with ways of their own, for others to be made of.
func Leaves() []reflect.Type {
	return []reflect.Type{
		reflect.TypeFor[time.Time](), reflect.TypeFor[pointerMarshaler](), reflect.TypeFor[valueMarshaler](), reflect.TypeFor[textPointer](), reflect.TypeFor[bothMarshaler](), reflect.TypeFor[textString](), reflect.TypeFor[marshalerInt](), reflect.TypeFor[marshalerSlice](),
		reflect.TypeFor[Point](), reflect.TypeFor[embedValue](), reflect.TypeFor[embedPointer](), reflect.TypeFor[recursive](), reflect.TypeFor[myInt](), reflect.TypeFor[myString](), reflect.TypeFor[myBytes](), reflect.TypeFor[zeroValue](), reflect.TypeFor[oddNames](), reflect.TypeFor[foldable](),
		reflect.TypeFor[map[string]any](), reflect.TypeFor[[]any](), reflect.TypeFor[struct{}](), reflect.TypeFor[failing](), reflect.TypeFor[*int](), reflect.TypeFor[mixed](),
	}
}

// Keys returns types for the keys of maps.
func Keys() []reflect.Type {
	return []reflect.Type{
		reflect.TypeFor[string](), reflect.TypeFor[string](), reflect.TypeFor[string](), reflect.TypeFor[myString](), reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[uint16](), reflect.TypeFor[uint64](), reflect.TypeFor[structKey](), reflect.TypeFor[textString](), reflect.TypeFor[bothMarshaler](), reflect.TypeFor[json.Number](),
	}
}
