package json_test

import (
	stdjson "encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/json"
)

// Slices whose elements can hold the same slice.
type (
	nestedSlice  []nestedSlice
	nestedPair   []nestedOther
	nestedOther  []nestedPair
	nestedStruct struct {
		N    int
		Kids []nestedStruct
	}
	nestedArray struct {
		L [2]struct {
			S []nestedArray
			K int8
		}
	}
)

// TestSharedSlices decodes into targets in which several places hold one slice. Values, and what shares memory
// afterwards, are those of encoding/json, where that does not panic.
func TestSharedSlices(t *testing.T) {
	n := uint64(2000)
	if long.On() {
		n = 50_000
	}
	for _, rt := range []reflect.Type{reflect.TypeFor[nestedSlice](), reflect.TypeFor[nestedPair](), reflect.TypeFor[nestedStruct](), reflect.TypeFor[nestedArray]()} {
		compared := uint64(0)
		for seed := range n {
			var doc strings.Builder
			appendShared(&doc, rt, rand.New(rand.NewPCG(seed, 1)), 4)
			var shown [2]string
			for i, unmarshal := range [2]func([]byte, any) error{stdjson.Unmarshal, json.Unmarshal} {
				v := reflect.New(rt)
				fillShared(v.Elem(), rand.New(rand.NewPCG(seed, 2)), map[reflect.Type][]reflect.Value{}, 4)
				func() {
					defer func() {
						if p := recover(); p != nil && i == 1 {
							t.Errorf("seed %d: %v", seed, p)
						}
					}()
					err := unmarshal([]byte(doc.String()), v.Interface())
					var b strings.Builder
					showShared(&b, v.Elem(), map[uintptr]int{})
					shown[i] = fmt.Sprint(b.String(), " ", err)
				}()
			}
			if shown[0] == "" { // encoding/json has panicked
				continue
			}
			if compared++; shown[0] != shown[1] {
				t.Fatalf("seed %d: %s into %v:\n got %s\nwant %s", seed, doc.String(), rt, shown[1], shown[0])
			}
		}
		if compared < n/2 {
			t.Errorf("%v: only %d of %d are compared", rt, compared, n)
		}
	}
}

// fillShared fills v, mostly with parts of slices that other places hold too, which are in made.
func fillShared(v reflect.Value, rnd *rand.Rand, made map[reflect.Type][]reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Slice:
		old := made[v.Type()]
		switch k := rnd.IntN(8); {
		case k < 4 && len(old) > 0:
			s := old[rnd.IntN(len(old))]
			v.Set(s.Slice3(0, rnd.IntN(s.Cap()+1), s.Cap()))
		case k > 4 && depth > 0:
			s := reflect.MakeSlice(v.Type(), 3, 3+rnd.IntN(3))
			s = s.Slice(0, s.Cap())
			made[v.Type()] = append(old, s)
			for i := range s.Len() {
				fillShared(s.Index(i), rnd, made, depth-1)
			}
			v.Set(s.Slice(0, rnd.IntN(4)))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fillShared(v.Field(i), rnd, made, depth)
		}
	case reflect.Array:
		for i := range v.Len() {
			fillShared(v.Index(i), rnd, made, depth)
		}
	default:
		v.SetInt(int64(rnd.IntN(9)))
	}
}

// appendShared writes a document for a t. Some have values that do not fit, and some are not JSON.
func appendShared(b *strings.Builder, t reflect.Type, rnd *rand.Rand, depth int) {
	switch k := t.Kind(); {
	case rnd.IntN(200) == 0:
		b.WriteString([]string{`"x"`, `{}`, `[`, `1e9`}[rnd.IntN(4)])
	case k == reflect.Slice && rnd.IntN(8) == 0:
		b.WriteString("null")
	case k == reflect.Slice || k == reflect.Array:
		open := byte('[')
		for range min(rnd.IntN(5), depth) {
			b.WriteByte(open)
			appendShared(b, t.Elem(), rnd, depth-1)
			open = ','
		}
		if open == '[' {
			b.WriteByte('[')
		}
		b.WriteByte(']')
	case k == reflect.Struct:
		b.WriteString(`{"":0`)
		for range t.NumField() {
			f := t.Field(rnd.IntN(t.NumField()))
			fmt.Fprintf(b, ",%q:", f.Name)
			appendShared(b, f.Type, rnd, depth)
		}
		b.WriteByte('}')
	default:
		fmt.Fprint(b, rnd.IntN(100))
	}
}

// showShared writes v. Elements that lie where another element lies, which at has by address, are written as #n.
func showShared(b *strings.Builder, v reflect.Value, at map[uintptr]int) {
	switch v.Kind() {
	case reflect.Slice:
		if v.IsNil() {
			b.WriteString("nil")
			return
		}
		b.WriteByte('[')
		for i := range v.Len() {
			if n, ok := at[v.Index(i).Addr().Pointer()]; ok {
				fmt.Fprintf(b, "#%d ", n)
				continue
			}
			at[v.Index(i).Addr().Pointer()] = len(at)
			showShared(b, v.Index(i), at)
			b.WriteByte(' ')
		}
		b.WriteByte(']')
	case reflect.Struct:
		for i := range v.NumField() {
			showShared(b, v.Field(i), at)
			b.WriteByte(';')
		}
	case reflect.Array:
		for i := range v.Len() {
			showShared(b, v.Index(i), at)
			b.WriteByte(';')
		}
	default:
		fmt.Fprint(b, v.Int())
	}
}
