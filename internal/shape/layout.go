package shape

import (
	"encoding"
	"math/bits"
	"reflect"
	"slices"
	"sync"
)

// Types of the standard library are recognized by their names, and big.Int also by its memory layout. If this package
// referred to such a type in its code, every program would link all that the type's methods need, and run the
// initialization of the type's package.

// WideInt is the memory layout of a big.Int. Words has no zeros at its end; for 0 it is empty and Negative is false.
type WideInt struct {
	Negative bool
	Words    []uint // the lowest first
}

// wideInt says whether a big.Int has the layout of WideInt. It is computed when that type is first met.
var wideInt struct {
	once sync.Once
	same bool
}

// isWideInt reports whether values of t, which is big.Int, have the layout of WideInt.
func isWideInt(t reflect.Type) bool {
	wideInt.once.Do(func() { wideInt.same = sameLayout(t, reflect.TypeFor[WideInt]()) && holdsWords(t) })
	return wideInt.same
}

// holdsWords reports whether the methods of t store numbers in the layout of WideInt. It parses two numbers.
func holdsWords(t reflect.Type) bool {
	u, ok := reflect.New(t).Interface().(encoding.TextUnmarshaler)
	if !ok || u.UnmarshalText([]byte("-18446744073709551618")) != nil {
		return false
	}
	words := []uint{2, 1}
	if bits.UintSize == 32 {
		words = []uint{2, 0, 1}
	}
	v := (*WideInt)(reflect.ValueOf(u).UnsafePointer())
	return v.Negative && slices.Equal(v.Words, words) && u.UnmarshalText([]byte("0")) == nil && !v.Negative && len(v.Words) == 0
}

// sameLayout reports whether values of t have the same memory layout as values of model. The names of types and fields
// may differ. If a release of Go changes a special type, sameLayout returns false: then the type is treated as an
// ordinary type, and its methods are called.
func sameLayout(t, model reflect.Type) bool {
	k := t.Kind()
	if k != model.Kind() || t.Size() != model.Size() {
		return false
	}
	switch k {
	case reflect.Slice:
		return sameLayout(t.Elem(), model.Elem())
	case reflect.Struct:
		if t.NumField() != model.NumField() {
			return false
		}
		for i := range t.NumField() {
			f, want := t.Field(i), model.Field(i)
			if f.Offset != want.Offset || !sameLayout(f.Type, want.Type) {
				return false
			}
		}
		return true
	}
	return true
}
