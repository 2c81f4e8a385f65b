package static

import (
	"reflect"
	"sync/atomic"
	"unsafe"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/tag"
)

// Generated code works on the fields that a type had when the code was written, and so compiles whatever has become of
// the type. Before it reads or writes a value it asks the Layout of the type whether these still are its fields, with
// the same tags: where they are not, the compiled plan of the type takes its place. The types are compared once.
//
// The fields are a struct without a name, in the order of the type's own and with the part of their tags that counts:
//
//	type Order struct {                             type zetesOrderFieldsOrder = struct {
//		ID    OrderID `json:"id" yaml:"id"`             ID    int64 `json:"id"`
//		Base                                            Base  struct{ Created time.Time }
//		cache map[string]*entry                         _     *byte
//	}                                               }
//
// What is no member has but its place there. A type that generated code looks through is written as what it is made of.

// Layout knows whether a type still is what the code is for: T and F are pointers to these. With pointers the compiler
// makes one set of functions for all of them, where each pair of structs would have a set of its own.
type Layout[T, F any] struct {
	Names  Names  // of a struct's members
	Lacks  Ways   // that the type has not got: the code would not call them
	TagKey string // the keys of struct tags with commas between them; empty: json
	found  atomic.Uint32
	calls  atomic.Uint32 // of a generic type's instance
}

// Ways say by whom values of a type are read or written.
type Ways uint8

// The methods.
const (
	Readers Ways = 1 << iota
	Writers
)

// What a Layout has found.
const (
	notLooked = iota
	alike
	changed
)

// Same reports whether the type is as it was when its code was written.
func (l *Layout[T, F]) Same() bool { return l.found.Load() == alike || l.look() }

// Of returns v as what the code is for. Same must be true.
func (l *Layout[T, F]) Of(v T) F { return *(*F)(unsafe.Pointer(&v)) }

//go:noinline
func (l *Layout[T, F]) look() bool {
	if l.found.Load() == notLooked {
		is := uint32(changed)
		if isAlike(reflect.TypeFor[T]().Elem(), reflect.TypeFor[F]().Elem(), l.Lacks, l.TagKey) {
			is = alike
		}
		l.found.Store(is)
	}
	return l.found.Load() == alike
}

// Rest treats what stands at p where Member has found no member of *v: the value of one that does not fit, and members
// without a field. It goes on behind them as Member does, to a member or the end.
//
//go:noinline
func (l *Layout[T, F]) Rest(in *Input, p, m int, v F) (int, int) {
	t := reflect.TypeFor[T]().Elem()
	if p < 0 {
		m, p = l.Names.Misfit(in, p, ^m, t, *(*unsafe.Pointer)(unsafe.Pointer(&v)))
	}
	for m < 0 {
		m, p = l.Names.Unknown(in, p, ^m, t)
	}
	return m, p
}

// Missing notes that the object at p has no member of a name that the type needs.
func (l *Layout[T, F]) Missing(in *Input, p int, name string) {
	in.Missing(p, name, reflect.TypeFor[T]().Elem())
}

// As returns v as what a T is, in place of what it is made of.
func As[T, F any](v *F) *T { return (*T)(unsafe.Pointer(v)) }

// Make makes what *p leads to, unless it is there.
func Make[F any](p **F) {
	if *p == nil {
		*p = new(F)
	}
}

// isAlike reports whether what was generated for f means what t means.
func isAlike(t, f reflect.Type, lacks Ways, key string) bool {
	if lacks != 0 && methodsOf(t)&lacks != 0 {
		return false
	}
	if f.AssignableTo(t) { // the same fields and tags
		return true
	}
	if t.Kind() == reflect.Struct {
		if key == "" {
			key = "json"
		}
		return f.Kind() == reflect.Struct && sameFields(t, f, key)
	}
	return sameUnderlying(t, f)
}

// sameFields compares structs.
func sameFields(t, f reflect.Type, key string) bool {
	if t.NumField() != f.NumField() || t.Size() != f.Size() {
		return false
	}
	for i := range t.NumField() {
		a, b := t.Field(i), f.Field(i)
		base, inner := pointed(a.Type, b.Type)
		embeds := a.Anonymous && base.Kind() == reflect.Struct
		if b.Name == "_" {
			if isMember := !tag.Ignored(said(a, key)) && (a.IsExported() || embeds); isMember || !sameMemory(a.Type, b.Type) {
				return false
			}
			continue
		}
		switch {
		case a.Name != b.Name || a.Offset != b.Offset || a.Tag != b.Tag && said(a, key) != said(b, key):
			return false
		case embeds && !b.Anonymous:
			// Its fields are those of the struct around it.
			if inner.Name() != "" || inner.Kind() != reflect.Struct || !sameFields(base, inner, key) {
				return false
			}
		case !embeds && b.Anonymous && inner.Kind() == reflect.Struct || !sameType(a.Type, b.Type):
			return false
		}
	}
	return true
}

// said returns what the tag of f says under the first of keys that it has.
func said(f reflect.StructField, keys string) string {
	text, _ := shape.LookupTag(f.Tag, keys)
	return text
}

// pointed returns what a and b lead to, if both are pointers, else a and b.
func pointed(a, b reflect.Type) (reflect.Type, reflect.Type) {
	if a.Kind() == reflect.Pointer && b.Kind() == reflect.Pointer && a.Name() == "" {
		return a.Elem(), b.Elem()
	}
	return a, b
}

// sameType reports whether a is b, or has a name for what b is made of, and no methods that would count.
func sameType(a, b reflect.Type) bool {
	if a == b {
		return true
	}
	return b.PkgPath() == "" && (a.PkgPath() == "" || methodsOf(a) == 0) && sameUnderlying(a, b)
}

func sameUnderlying(a, b reflect.Type) bool {
	k := a.Kind()
	if k != b.Kind() {
		return false
	}
	switch {
	case reflect.Bool <= k && k <= reflect.Float64 || k == reflect.String:
		return true
	case k == reflect.Pointer || k == reflect.Slice:
		return sameType(a.Elem(), b.Elem())
	case k == reflect.Array:
		return a.Len() == b.Len() && sameType(a.Elem(), b.Elem())
	case k == reflect.Map:
		return a.Key() == b.Key() && a.Elem() == b.Elem()
	}
	return false
}

// sameMemory reports whether values of a lie in memory as those of b do, with pointers at the same places. Those of b
// lead anywhere.
func sameMemory(a, b reflect.Type) bool {
	if a == b {
		return true
	}
	switch k := a.Kind(); k {
	case reflect.Map, reflect.Chan, reflect.Func, reflect.UnsafePointer, reflect.Pointer:
		return b.Kind() == reflect.Pointer
	case reflect.Array:
		return b.Kind() == k && a.Len() == b.Len() && sameMemory(a.Elem(), b.Elem())
	case reflect.Struct:
		if b.Kind() != k || a.NumField() != b.NumField() || a.Size() != b.Size() {
			return false
		}
		for i := range a.NumField() {
			if f, g := a.Field(i), b.Field(i); f.Offset != g.Offset || !sameMemory(f.Type, g.Type) {
				return false
			}
		}
		return true
	default:
		return b.Kind() == k
	}
}

// Methods that would take part in what a type means.
var (
	zeroType        = reflect.TypeFor[interface{ IsZero() bool }]()
	marshalerType   = reflect.TypeFor[codec.Marshaler]()
	unmarshalerType = reflect.TypeFor[codec.Unmarshaler]()
)

// methodsOf returns the methods of t, or of a pointer to it.
func methodsOf(t reflect.Type) (m Ways) {
	p := reflect.PointerTo(t)
	if t.Kind() == reflect.Interface || p.NumMethod() == 0 {
		return 0
	}
	has := shape.MethodsOf(t).Pointer
	if has&shape.Unmarshals != 0 || p.Implements(unmarshalerType) {
		m |= Readers
	}
	if has&shape.Marshals != 0 || p.Implements(marshalerType) || p.Implements(zeroType) {
		m |= Writers
	}
	return m
}
