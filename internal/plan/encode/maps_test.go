package encode

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// TestMapsOfAllKinds compares maps of many sizes with encoding/json, for each type of key with each type of element.
func TestMapsOfAllKinds(t *testing.T) {
	keys := []any{"", key(""), strText(""), 0, int8(0), int16(0), int32(0), int64(0), uint(0), uint8(0), uint16(0), uint32(0), uint64(0),
		uintptr(0), intText(0), textKey{}, time.Duration(0), netip.Addr{}, pointerText{}}
	elems := []any{0, "", key(""), false, int8(0), uint16(0), float32(0), 1.5, struct{}{}, [2]int{}, [0]int{}, []byte{}, []string{}, (*int)(nil), (**string)(nil),
		inner{}, &inner{}, [40]int{}, map[string]int8{}, map[int32]inner{}, time.Time{}, json.Number(""), json.RawMessage{}, big.Int{},
		&big.Int{}, valueText{}, &pointerJSON{}, [1]valueJSON{}, []any{}, struct{ A, B any }{}, uintptr(0), intText(0), wordJSON(0), map[string]intText{},
		(***int8)(nil), int16(0), int32(0), uint8(0), uint32(0), byteJSON(0), quarterJSON(0), halfJSON(0)}
	sizes := []int{0, 1, 2, 3, 7, 8, 9, 10, 16, 17, 70}
	if !long.On() {
		sizes = []int{2, 8, 9, 20}
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, k := range keys {
		for _, e := range elems {
			typ := reflect.MapOf(reflect.TypeOf(k), reflect.TypeOf(e))
			for _, size := range sizes {
				m := reflect.MakeMap(typ)
				for tries := 0; m.Len() < size && tries < 3*size; tries++ {
					key, elem := reflect.New(typ.Key()).Elem(), reflect.New(typ.Elem()).Elem()
					anything(rnd, key, 0)
					anything(rnd, elem, 0)
					m.SetMapIndex(key, elem)
				}
				agree(t, fmt.Sprint(typ, size), m.Interface())
			}
		}
	}
}

// TestMapsOfAllSizes compares maps of all sizes up to 70 with encoding/json. Their names differ little from one
// another.
func TestMapsOfAllSizes(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for size := range 71 {
		texts, records, lists := map[string]string{}, map[string]inner{}, map[string][]any{}
		numbers, small := map[int64]*int{}, map[uint8]float32{}
		for len(texts) < size {
			name := strings.Repeat("a", rnd.IntN(20)) + string([]byte("ab\x00\xff<é")[rnd.IntN(6):][:1]) + strings.Repeat("b", rnd.IntN(3))
			texts[name], records[name], lists[name] = name, inner{len(texts), name}, []any{name}
			numbers[rnd.Int64()>>rnd.IntN(60)], small[uint8(rnd.Uint32())] = new(int), 1.5
		}
		for _, m := range []any{texts, records, lists, numbers, small} {
			agree(t, fmt.Sprintf("%T %d", m, size), m)
		}
	}
}

// TestMapsOfNoNumbers holds that a number without a JSON form in a map is the same error as for encoding/json.
func TestMapsOfNoNumbers(t *testing.T) {
	for _, size := range []int{1, 8, 9} {
		singles, doubles := map[string]float32{}, map[string]float64{}
		for i := range size {
			singles[fmt.Sprint(i)], doubles[fmt.Sprint(i)] = float32(math.Inf(1-2*(i&1))), math.NaN()
		}
		agree(t, fmt.Sprint("singles ", size), singles)
		agree(t, fmt.Sprint("doubles ", size), doubles)
	}
}

// anything fills v with random values.
func anything(rnd *rand.Rand, v reflect.Value, depth int) {
	switch x := v.Addr().Interface().(type) {
	case *time.Time:
		*x = time.Unix(rnd.Int64N(1e10), 0).UTC()
		return
	case *json.Number:
		*x = json.Number(fmt.Sprint(rnd.IntN(1000)))
		return
	case *json.RawMessage:
		*x = json.RawMessage(`{"a": [1, "<"]}`)
		return
	case *netip.Addr:
		*x = netip.AddrFrom4([4]byte{byte(rnd.Uint32()), 1})
		return
	case *big.Int:
		x.SetInt64(rnd.Int64())
		return
	case *valueJSON:
		*x = valueJSON{`{"x":` + fmt.Sprint(rnd.IntN(9)) + "}"}
		return
	case *pointerJSON:
		*x = pointerJSON{"[1]"}
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(rnd.IntN(2) == 0)
	case reflect.String:
		v.SetString(strings.Repeat("x", rnd.IntN(9)) + fmt.Sprint(rnd.IntN(100)) + []string{"", "<", "é", "\n"}[rnd.IntN(4)])
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(rnd.IntN(1000)) / 8)
	case reflect.Pointer:
		if rnd.IntN(4) > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			anything(rnd, v.Elem(), depth+1)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), rnd.IntN(4), 4))
		for i := range v.Len() {
			anything(rnd, v.Index(i), depth+1)
		}
	case reflect.Array:
		for i := range v.Len() {
			anything(rnd, v.Index(i), depth+1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range rnd.IntN(12) {
			k, e := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			anything(rnd, k, depth+1)
			anything(rnd, e, depth+1)
			v.SetMapIndex(k, e)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				anything(rnd, v.Field(i), depth+1)
			}
		}
	case reflect.Interface:
		if depth < 3 {
			v.Set(reflect.ValueOf([]any{rnd.IntN(10), "x", nil, map[string]int{"a": 1}}[rnd.IntN(2)]))
		}
	default:
		if v.CanInt() {
			v.SetInt(rnd.Int64() >> rnd.IntN(60) >> (64 - v.Type().Bits()))
		} else {
			v.SetUint(rnd.Uint64() >> rnd.IntN(60) >> (64 - v.Type().Bits()))
		}
	}
}

// changing is a value whose method calls the function change, which changes the map around it.
type changing struct{ change *func() }

func (c changing) MarshalJSON() ([]byte, error) {
	(*c.change)()
	return []byte(`"changed"`), nil
}

// changingZero does the same when its IsZero method is called.
type changingZero struct {
	change *func()
	ID     int
}

func (c changingZero) IsZero() bool {
	(*c.change)()
	return false
}

// TestMapsThatChange holds that a map is written as it was at first, even if methods of its elements change it.
func TestMapsThatChange(t *testing.T) {
	sizes := []int{2, 8, 9, 40}
	if !long.On() {
		sizes = []int{2, 9}
	}
	for _, size := range sizes {
		changes(t, size, func(c *func()) changing { return changing{c} })
		changes(t, size, func(c *func()) *changing { return &changing{c} })
		changes(t, size, func(c *func()) any { return changing{c} })
		changes(t, size, func(c *func()) json.Marshaler { return changing{c} })
		changes(t, size, func(c *func()) []changing { return []changing{{c}} })
		changes(t, size, func(c *func()) [2]changing { return [2]changing{{c}, {c}} })
		changes(t, size, func(c *func()) [1]any { return [1]any{changing{c}} })
		changes(t, size, func(c *func()) map[string]changing { return map[string]changing{"x": {c}} })
		changes(t, size, func(c *func()) struct{ A, B *changing } { return struct{ A, B *changing }{&changing{c}, &changing{c}} })
		type zero struct {
			A int
			B changingZero `json:",omitzero"`
		}
		changes(t, size, func(c *func()) zero { return zero{1, changingZero{c, 2}} })
	}
}

func changes[V any](t *testing.T, size int, elem func(*func()) V) {
	t.Helper()
	for _, kind := range []struct{ clear, grow bool }{{true, false}, {true, true}, {false, true}} {
		var m map[string]V
		made := func() map[string]V {
			m = map[string]V{}
			change := func() {
				if kind.clear {
					clear(m)
				}
				for i := range 1000 {
					if kind.grow {
						m[fmt.Sprint("new", i)] = *new(V)
					}
				}
			}
			for i := range size {
				m[fmt.Sprint(i)] = elem(&change)
			}
			return m
		}
		want, err := reference(made())
		if want == nil && err == nil {
			continue // some releases panic where an entry is gone
		}
		got, gotErr := (&Call{Config: withHTML}).Marshal(made())
		compare(t, fmt.Sprintf("%T, %d entries", m, size), got, want, gotErr, err)
	}
}

// reference returns encoding/json's result for v, or nothing if encoding/json panics.
func reference(v any) (b []byte, err error) {
	defer func() { _ = recover() }()
	return toolchain.Encode(v, true)
}
