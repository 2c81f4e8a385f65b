package encode

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
)

// nestings are functions that return a struct type in which the type in occurs twice or more.
var nestings = map[string]func(in reflect.Type) reflect.Type{
	"by value": func(in reflect.Type) reflect.Type { return pairOf(in) },
	"behind an embedded pointer": func(in reflect.Type) reflect.Type {
		return reflect.StructOf([]reflect.StructField{{Name: "E", Type: reflect.PointerTo(pairOf(in)), Anonymous: true}})
	},
	"in an array": func(in reflect.Type) reflect.Type { return pairOf(reflect.ArrayOf(1, in)) },
	"with a pointer beside": func(in reflect.Type) reflect.Type {
		return reflect.StructOf([]reflect.StructField{{Name: "A", Type: in}, {Name: "B", Type: reflect.PointerTo(in)}, {Name: "C", Type: in}})
	},
}

func pairOf(in reflect.Type) reflect.Type {
	return reflect.StructOf([]reflect.StructField{{Name: "A", Type: in}, {Name: "B", Type: in}})
}

// TestInlining holds that the number of ops grows with the number of types, and not with the number of places at which
// the types occur in one another.
func TestInlining(t *testing.T) {
	const levels = 15 // the name of the outermost type has more than a megabyte
	for name, nest := range nestings {
		if name == "with a pointer beside" {
			continue // three times as many places a level
		}
		for _, leaf := range []reflect.Type{reflect.TypeFor[struct{}](), reflect.TypeFor[struct{ V [0]int }]()} {
			typ := leaf
			for range levels {
				typ = nest(typ)
			}
			for _, own := range []bool{false, true} {
				c := plan.Of(option.V1)
				c.Own = own
				p := ProgramOf(c, typ)
				p.addressable(c)
				n, blocks := 0, compilerOf(c).blocks
				for _, b := range blocks {
					n += opsOf(b)
				}
				if most := len(blocks) * (maxInline + 64); n > most || len(blocks) > 4*levels {
					t.Errorf("%s: %d ops in %d blocks, at most %d are wanted", name, n, len(blocks), most)
				}
			}
		}
	}
}

// opsOf counts the ops of b and of the blocks for its embedded pointers.
func opsOf(b *block) int {
	n := len(b.ops)
	for i := range b.ops {
		if o := &b.ops[i]; o.code == opHop {
			n += opsOf(o.calls())
		}
	}
	return n
}

// TestInlinedAndCalled compares the encoding of structs with encoding/json: structs whose inner structs are part of
// their block, and structs beyond maxInline, whose inner structs have blocks of their own.
func TestInlinedAndCalled(t *testing.T) {
	for name, nest := range nestings {
		typ := reflect.TypeFor[struct {
			V int `json:",omitempty"`
		}]()
		for level := range 11 { // 2,048 places
			v := reflect.New(typ)
			agree(t, fmt.Sprintf("%s, %d levels, zero", name, level), v.Interface())
			fillNested(v.Elem(), new(int))
			agree(t, fmt.Sprintf("%s, %d levels", name, level), v.Interface())
			agree(t, fmt.Sprintf("%s, %d levels, value", name, level), v.Elem().Interface())
			typ = nest(typ)
		}
	}
}

// fillNested sets the integers in v to small numbers, every third to 0, and most pointers to new values.
func fillNested(v reflect.Value, count *int) {
	switch v.Kind() {
	case reflect.Int:
		v.SetInt(int64(*count % 3))
		*count++
	case reflect.Pointer:
		if *count++; *count%4 != 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fillNested(v.Elem(), count)
		}
	case reflect.Array:
		for i := range v.Len() {
			fillNested(v.Index(i), count)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fillNested(v.Field(i), count)
		}
	}
}
