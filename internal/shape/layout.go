package shape

import (
	"encoding"
	"math/bits"
	"reflect"
	"sync"
)

// Types of the standard library are known by their names, and two of its packages by how their values lie in memory. A
// program that names such a type, or calls a function of its package, has all of the package that the type's methods
// need, and what the package does when a program starts. Found by name the type has that in programs which use it.

// WideInt is how a big.Int lies in memory. There are no zeros at the end of Words, and 0 has no words and no sign.
type WideInt struct {
	Negative bool
	Words    []uint // the lowest first
}

// wideInt is whether a big.Int is what WideInt says, found out when the type is met first.
var wideInt struct {
	once sync.Once
	lies bool
}

// isWideInt reports whether values of t, which is big.Int, lie in memory as WideInt says.
func isWideInt(t reflect.Type) bool {
	wideInt.once.Do(func() { wideInt.lies = lies(t, reflect.TypeFor[WideInt]()) && holdsWords(t) })
	return wideInt.lies
}

// holdsWords reports whether the methods of t, which lies like WideInt, make of a text what WideInt says: they are
// tried.
func holdsWords(t reflect.Type) bool {
	u, ok := reflect.New(t).Interface().(encoding.TextUnmarshaler)
	if !ok {
		return false
	}
	v := (*WideInt)(reflect.ValueOf(u).UnsafePointer())
	for _, c := range []struct {
		text     string
		negative bool
		words    []uint64 // of 32 bits
	}{
		{"-18446744073709551618", true, []uint64{2, 0, 1}}, {"4294967297", false, []uint64{1, 1}},
		{"-3", true, []uint64{3}}, {"0", false, nil},
	} {
		if u.UnmarshalText([]byte(c.text)) != nil || v.Negative != c.negative {
			return false
		}
		each := bits.UintSize / 32
		if len(v.Words) != (len(c.words)+each-1)/each {
			return false
		}
		for i, w := range c.words {
			if uint64(v.Words[i/each])>>(i%each*32)&(1<<32-1) != w {
				return false
			}
		}
	}
	return true
}

// lies reports whether values of t lie in memory as those of model do, which names fields and pointers as it likes. In
// a release of Go where a special type does not it is ordinary, and its methods are called.
func lies(t, model reflect.Type) bool {
	k := t.Kind()
	if k != model.Kind() || t.Size() != model.Size() {
		return false
	}
	switch k {
	case reflect.Slice:
		return lies(t.Elem(), model.Elem())
	case reflect.Struct:
		if t.NumField() != model.NumField() {
			return false
		}
		for i := range t.NumField() {
			f, want := t.Field(i), model.Field(i)
			if f.Offset != want.Offset || !lies(f.Type, want.Type) {
				return false
			}
		}
		return true
	}
	return true
}
