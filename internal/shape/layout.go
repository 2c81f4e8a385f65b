package shape

import "reflect"

// Types of the standard library are known by their names, and two of its packages by how their values lie in memory. A
// program that names such a type, or calls a function of its package, has all of the package that the type's methods
// need, and what the package does when a program starts. Found by name the type has that in programs which use it.

// WideInt is how a big.Int lies in memory. There are no zeros at the end of Words, and 0 has no words and no sign.
type WideInt struct {
	Negative bool
	Words    []uint // the lowest first
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
