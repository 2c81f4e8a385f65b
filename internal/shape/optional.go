package shape

import (
	"reflect"
	"strings"
)

// State is the state of an opt.Value. It is declared here so that encoder and decoder recognize Values without
// importing package opt, which imports them.
type State uint8

// The states of an opt.Value. The zero Value is Undefined.
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

// OptionalOf returns the layout of t if it is an opt.Value, otherwise nil. Types that embed an opt.Value or are defined
// from one may have methods of their own, so it returns nil for them.
func OptionalOf(t reflect.Type) *Optional {
	if t.Kind() != reflect.Struct || t.PkgPath() != optPackage || t.NumField() != 2 || t.Field(1).Type != stateType {
		return nil
	}
	value, state := t.Field(0), t.Field(1)
	return &Optional{Elem: value.Type, Value: value.Offset, State: state.Offset}
}

// ActsByAddress reports whether a t, or a value inside its memory, has a method with a pointer receiver that an encoder
// calls. Such a method may change the value.
func ActsByAddress(t reflect.Type) bool {
	return Within(t, func(t reflect.Type) bool {
		if k := t.Kind(); k == reflect.Interface || k == reflect.Pointer {
			return false
		}
		m := MethodsOf(t)
		return (m.Pointer&^m.Value)&Marshals != 0 || reflect.PointerTo(t).Implements(isZeroerType) && !t.Implements(isZeroerType)
	})
}

// Within reports whether matches returns true for t, or for the type of an array element or struct field inside a t.
func Within(t reflect.Type, matches func(reflect.Type) bool) bool {
	if matches(t) {
		return true
	}
	switch t.Kind() {
	case reflect.Array:
		return t.Len() > 0 && Within(t.Elem(), matches)
	case reflect.Struct:
		for i := range t.NumField() {
			if Within(t.Field(i).Type, matches) {
				return true
			}
		}
	}
	return false
}

// AnyPart reports whether visit returns true for the type of a key, an element, a pointee or a field of a t.
func AnyPart(t reflect.Type, visit func(reflect.Type) bool) bool {
	switch t.Kind() {
	case reflect.Map:
		return visit(t.Key()) || visit(t.Elem())
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return visit(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if visit(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}
