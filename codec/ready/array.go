package ready

import (
	"fmt"
	"reflect"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/shape"
)

// StructAsArray writes the struct T as an array of its fields' values, in order and without names: {"x":1,"y":2}
// becomes [1,2]. The fields are those that are members for encoding/json, including fields of embedded structs. Tag
// options other than "-" have no effect, so all fields are written. An opt.Unknown is not written, since an array has
// no names. When reading, further elements of a longer array are ignored, and a shorter array leaves the remaining
// fields unchanged. StructAsArray panics if T is not a struct.
//
// Adding or removing a field moves all fields after it: if documents outlive the program, add fields only at the end.
func StructAsArray[T any]() codec.Codec {
	t := reflect.TypeFor[T]()
	if t.Kind() != reflect.Struct {
		panic(fmt.Sprintf("ready: %v is no struct", t))
	}
	return structAsArray(t)
}

// StructsAsArrays returns a function for Config.CodecsFor. The function makes a codec, as [StructAsArray] does, for
// each struct type t for which which(t) is true, or for all struct types if which is nil. It makes no codec for types
// that write or read themselves by methods, nor for types that the library treats specially: times stay strings.
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
					continue // a nil embedded pointer was written as null, and stays nil
				}
				if f = field(v, fields[i].Index, true); !f.IsValid() {
					r.Fail(fmt.Errorf("ready: field %s of %v is in an embedded pointer that can't be set", fields[i].GoName, t))
					return
				}
				zetes.ReadValue(r, f.Addr().Interface())
			}
		},
	)
}

// field returns a field of the struct v, or the zero Value if an embedded pointer that leads to the field is nil. If
// set is true, it makes such pointers point to new structs, unless the struct type is unexported.
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
