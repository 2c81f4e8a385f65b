package shape

import "reflect"

// Bare returns a type with the memory layout of t and without the methods that t itself declares: for type B []byte
// it returns []byte. For structs and interfaces it returns t.
func Bare(t reflect.Type) reflect.Type {
	switch k := t.Kind(); k {
	case reflect.Slice:
		return reflect.SliceOf(t.Elem())
	case reflect.Array:
		return reflect.ArrayOf(t.Len(), t.Elem())
	case reflect.Map:
		return reflect.MapOf(t.Key(), t.Elem())
	default:
		if k < reflect.Kind(len(bare)) && bare[k] != nil {
			return bare[k]
		}
		return t
	}
}

// bare has the predeclared type of each basic kind, such as int8 for reflect.Int8.
var bare = func() (list [reflect.UnsafePointer]reflect.Type) {
	for _, v := range []any{
		false, "", 0, int8(0), int16(0), int32(0), int64(0), uint(0), uint8(0), uint16(0), uint32(0), uint64(0), uintptr(0), float32(0), float64(0),
	} {
		list[reflect.TypeOf(v).Kind()] = reflect.TypeOf(v)
	}
	return list
}()
