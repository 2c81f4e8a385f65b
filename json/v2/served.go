//go:build goexperiment.jsonv2 && go1.27

package json

import (
	"reflect"
	"slices"

	"github.com/zetes-json/zetes/internal/check"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
)

// This file decides which types plans handle: types that encoding/json and encoding/json/v2 treat in the same way, or
// in ways that an option.Set can tell apart. All other types are refused: the standard library then does the whole
// call. The decision is made when a type is compiled.

// refuses reports whether plans do not handle t or a type in it. It does not look into interfaces: the type of a value
// in an interface is compiled, and checked, when such a value is found.
func (c *call) refuses(t reflect.Type) bool {
	s := served{call: c, seen: map[reflect.Type]bool{}, folds: c.choices.Has(option.FoldNames)}
	refused := s.finds(t) || s.reads() && !s.first && s.folds && slices.ContainsFunc(s.structs, s.ambiguous)
	if s.raw {
		c.raw.Store(true)
	}
	if !s.reads() {
		whole := s.raw || s.open
		c.whole.Put(mem.TypeWordOf(t), &whole)
	}
	return refused
}

// served is used to decide whether compiled plans handle (serve) a type. Its method finds looks for a type that plans
// do not handle, among the type itself and all types in it.
type served struct {
	*call
	seen    map[reflect.Type]bool
	raw     bool // there is a type whose values may write raw JSON, or whose methods or functions are called
	open    bool // there is an interface, which may have values of any type, or a field with an IsZero method
	folds   bool // names of some fields may be matched regardless of case
	structs []reflect.Type
}

// finds reports whether t is or contains a type that plans do not handle.
func (s *served) finds(t reflect.Type) bool {
	if k := t.Kind(); (k <= reflect.Float64 || k == reflect.String) && t.PkgPath() == "" && s.types == nil || s.seen[t] {
		return false
	}
	if t.Kind() > reflect.Complex128 && t.Kind() != reflect.String {
		s.seen[t] = true
	}
	if i := s.types.find(t); i >= 0 {
		s.raw = true
		return s.types.list[i].streams || t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface
	}
	switch special := shape.SpecialOf(t); special {
	case shape.Time:
		return false
	case shape.Ordinary:
		switch calls, serves := s.callsMethod(t); {
		case !serves:
			return true
		case calls:
			return false
		}
	case shape.Duration:
		return !s.nano || s.choices.Has(option.StringNumbers)
	default:
		s.raw = true
		return !s.usual || special == shape.OptionalValue || special == shape.Number && s.choices.Has(option.StringNumbers)
	}
	switch k := t.Kind(); k {
	case reflect.Bool, reflect.String, reflect.Float32, reflect.Float64:
		return false
	case reflect.Interface:
		s.open = true
		// Under StringifyNumbers, a number can be decoded into the type any, but not into another empty interface type.
		numbers := s.choices.Has(option.StringNumbers) && t.NumMethod() == 0 && t != reflect.TypeFor[any]()
		return s.reads() && (numbers || slices.ContainsFunc(anyTypes, func(t reflect.Type) bool { return s.types.find(t) >= 0 }))
	case reflect.Pointer:
		return t.Name() != "" || s.finds(t.Elem())
	case reflect.Slice, reflect.Array:
		if e := t.Elem(); e.Kind() == reflect.Uint8 { // elements of a named type are written as an array of numbers, not as base64
			return e.PkgPath() != "" || k == reflect.Array && t.Len() == 0
		}
		return s.finds(t.Elem())
	case reflect.Map:
		return s.keyFinds(t.Key()) || s.finds(t.Elem())
	case reflect.Struct:
		return s.structFinds(t)
	default:
		return k < reflect.Int || k > reflect.Uintptr
	}
}

// anyTypes are the types of the values that decoding stores in interfaces, and the type any of the elements of such
// maps and lists.
var anyTypes = []reflect.Type{
	reflect.TypeFor[any](), reflect.TypeFor[bool](), reflect.TypeFor[string](), reflect.TypeFor[float64](), reflect.TypeFor[map[string]any](), reflect.TypeFor[[]any](),
}

// keyFinds reports whether plans do not handle maps with keys of type t. Plans call UnmarshalText for keys.
func (s *served) keyFinds(t reflect.Type) bool {
	if s.types.find(t) >= 0 {
		return true
	}
	switch special := shape.SpecialOf(t); {
	case special == shape.Address:
		return !s.usual || !s.reads()
	case special != shape.Ordinary:
		return true
	case hasMethods(t):
		if calls, serves := s.callsMethod(t); !serves || t.Kind() == reflect.Pointer || !s.reads() {
			return true
		} else if calls {
			return shape.MethodsOf(t).Pointer&shape.Unmarshals != shape.UnmarshalText
		}
	}
	k := t.Kind()
	return k != reflect.String && (k < reflect.Int || k > reflect.Uintptr)
}

// reads reports whether the plans are for Unmarshal, and not for Marshal.
func (s *served) reads() bool { return s.choices.Has(option.EndAtFault) }

// hasMethods reports whether values of t may be encoded or decoded by methods of encoding/json or of package codec.
func hasMethods(t reflect.Type) bool {
	m := shape.MethodsOf(t)
	return m.Value|m.Pointer != 0 || plan.SelfReader(t) != nil || plan.SelfWriter(t, true) != nil
}

// callsMethod returns two results: calls says whether a method writes or reads values of t, and serves whether plans
// handle these values. Plans handle methods that need no Encoder or Decoder. Methods that write do not matter for
// Unmarshal, and methods that read do not matter for Marshal.
func (s *served) callsMethod(t reflect.Type) (calls, serves bool) {
	if t.Kind() == reflect.Pointer || !hasMethods(t) { // a pointer has the methods of the type that it points to
		return false, true
	}
	if !s.usual || t.Kind() == reflect.Interface || t.Name() == "" || shape.GenerationOf(t).Of != nil || plan.SelfWriter(t, true) != nil || plan.SelfReader(t) != nil {
		return false, false
	}
	s.raw = true
	m := shape.MethodsOf(t)
	if s.reads() {
		return m.Pointer&shape.Unmarshals != 0, m.Pointer&shape.UnmarshalJSONFrom == 0
	}
	return m.Pointer&shape.Marshals != 0, m.Pointer&shape.MarshalJSONTo == 0
}

// structFinds reports whether the struct type t has a field that plans do not handle, like finds.
func (s *served) structFinds(t reflect.Type) bool {
	s.structs = append(s.structs, t)
	return !check.SameFields(t, func(reflect.StructField) bool { return false }, func(p check.CommonField) bool {
		if (p.Spelled || p.Rest) && !s.usual || p.Rest && s.types != nil || (p.Spelled || p.Embedded) && (hasMethods(p.Base) || s.types.find(p.Base) >= 0) {
			return false
		}
		s.folds = s.folds || p.Fold
		s.open = s.open || shape.KnowsZero(p.Type) && shape.SpecialOf(p.Base) != shape.Time
		return !s.finds(p.Type)
	})
}

// ambiguous reports whether the struct type t has two fields whose names are equal regardless of case. A member whose
// name matches both, but is exactly neither, is an error in encoding/json/v2. Plans have no such error, so they do not
// handle such types.
func (s *served) ambiguous(t reflect.Type) bool {
	o := shape.Options{Meaning: s.choices, Release: option.Toolchain}
	seen := map[string]bool{}
	for _, f := range shape.Fields(t, &o).Fields {
		k := shape.FoldFor(s.choices, f.Name)
		if !f.Exact && seen[k] {
			return true
		}
		seen[k] = seen[k] || !f.Exact
	}
	return false
}
