package shape

import (
	"reflect"
	"strings"
)

// State is the state of an opt.Value. It is a type of its own in this package, so that plans recognize Values without
// importing their package, which is on a higher floor.
type State uint8

// The states. The zero State is undefined, as is the zero Value.
const (
	Undefined State = iota
	Null
	Defined
)

// Optional is the memory layout of an opt.Value.
type Optional struct {
	Elem         reflect.Type
	Value, State uintptr // offsets
}

var (
	stateType  = reflect.TypeFor[State]()
	optPackage = strings.TrimSuffix(stateType.PkgPath(), "internal/shape") + "opt"
)

// OptionalOf returns the layout of t if that is an opt.Value, otherwise nil. Types that embed an opt.Value or are
// defined from one are not, since they may have methods of their own.
func OptionalOf(t reflect.Type) *Optional {
	if t.Kind() != reflect.Struct || t.PkgPath() != optPackage || t.NumField() != 2 || t.Field(1).Type != stateType {
		return nil
	}
	value, state := t.Field(0), t.Field(1)
	return &Optional{Elem: value.Type, Value: value.Offset, State: state.Offset}
}

// ActsByAddress reports whether a t, or a value within its memory, has a method that only its pointer has and that an
// encoder calls. Such a method may change the value.
func ActsByAddress(t reflect.Type) bool {
	return Within(t, func(t reflect.Type) bool {
		if k := t.Kind(); k == reflect.Interface || k == reflect.Pointer {
			return false
		}
		m := MethodsOf(t)
		return (m.Pointer&^m.Value)&Marshals != 0 || reflect.PointerTo(t).Implements(isZeroerType) && !t.Implements(isZeroerType)
	})
}

// Within reports whether is holds for t, or for the type of a value within its memory: an element of an array, or a
// field of a struct.
func Within(t reflect.Type, is func(reflect.Type) bool) bool {
	if is(t) {
		return true
	}
	switch t.Kind() {
	case reflect.Array:
		return t.Len() > 0 && Within(t.Elem(), is)
	case reflect.Struct:
		for i := range t.NumField() {
			if Within(t.Field(i).Type, is) {
				return true
			}
		}
	}
	return false
}
