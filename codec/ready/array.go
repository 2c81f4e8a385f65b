package ready

import (
	"fmt"
	"reflect"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/shape"
)

// StructAsArray makes the struct T an array of its fields' values, in their order and without names: {"x":1,"y":2} is
// [1,2]. The fields are the ones that encoding/json would name, with those of embedded structs among them; of their
// tags only "-" counts. All are written. An array that is read may be shorter, and leaves the other fields as they
// are, or longer. It panics if T is no struct.
//
// A field that comes or goes moves those behind it: documents outlive programs only while fields are added at the end.
func StructAsArray[T any]() codec.Codec {
	t := reflect.TypeFor[T]()
	if t.Kind() != reflect.Struct {
		panic(fmt.Sprintf("ready: %v is no struct", t))
	}
	return structAsArray(t)
}

// StructsAsArrays makes such codecs for all structs that which returns true for: it is for Config.CodecsFor. It asks
// about no types that have methods, or that the library knows: times stay strings. nil is for all others.
func StructsAsArrays(which func(t reflect.Type) bool) func(t reflect.Type) (codec.Codec, bool) {
	return func(t reflect.Type) (c codec.Codec, ok bool) {
		if t == nil || t.Kind() != reflect.Struct || shape.SpecialOf(t) != shape.Ordinary || shape.KeepsRest(t) {
			return c, false
		}
		p := reflect.PointerTo(t)
		if m := shape.MethodsOf(t); m.Pointer != 0 || p.Implements(marshaler) || p.Implements(unmarshaler) || which != nil && !which(t) {
			return c, false
		}
		return structAsArray(t), true
	}
}

var (
	marshaler   = reflect.TypeFor[codec.Marshaler]()
	unmarshaler = reflect.TypeFor[codec.Unmarshaler]()
)

func structAsArray(t reflect.Type) codec.Codec {
	fields := shape.Fields(t, &shape.Options{}).Fields
	return codec.ForType(t,
		func(w *codec.Writer, value any) {
			v := reflect.ValueOf(value).Elem()
			w.BeginArray()
			for i := range fields {
				if f := field(v, fields[i].Index, false); f.IsValid() {
					zetes.WriteValue(w, f.Addr().Interface())
				} else {
					w.Null()
				}
			}
			w.EndArray()
		},
		func(r *codec.Reader, value any) {
			if r.Null() {
				return
			}
			v := reflect.ValueOf(value).Elem()
			for i := range r.Array() {
				if i >= len(fields) {
					continue
				}
				f := field(v, fields[i].Index, false)
				if !f.IsValid() && r.Null() {
					continue // the embedded pointer stays nil, as it was when this was written
				}
				if f = field(v, fields[i].Index, true); !f.IsValid() {
					r.Fail(fmt.Errorf("ready: field %s of %v is behind an embedded pointer that can't be set", fields[i].GoName, t))
					return
				}
				zetes.ReadValue(r, f.Addr().Interface())
			}
		},
	)
}

// field returns a field of the struct v, or nothing where an embedded pointer on the way is nil: set makes those,
// but for those to structs that are not exported.
func field(v reflect.Value, index []int, set bool) reflect.Value {
	for i, n := range index {
		if i > 0 && v.Kind() == reflect.Pointer {
			if v.IsNil() {
				if !set || !v.CanSet() {
					return reflect.Value{}
				}
				v.Set(reflect.New(v.Type().Elem()))
			}
			v = v.Elem()
		}
		v = v.Field(n)
	}
	return v
}
