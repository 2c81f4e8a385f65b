// Package lost finds in source code which features types ask for and no library provides. API.Check reports the same at
// run time. Package lost runs no code of the types.
//
// lost.go walks over types, choices.go finds what the code chooses in a zetes.Config, defaults.go looks at the tag
// "default".
package lost

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/zetes-json/zetes/internal/check"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// Problem is something that is ignored.
type Problem struct {
	At    token.Position
	Type  string // with the path of its package; a type without a name as it is written
	Field string // or ""
	Text  string
}

// String returns p in a line.
func (p Problem) String() string {
	what := "type " + p.Type
	if p.Field != "" {
		what = "field " + p.Field + " of " + what
	}
	return fmt.Sprintf("%s: %s: %s", p.At, what, p.Text)
}

// Find returns the features that are ignored of types and of all types they are made of, each feature once. The types
// are declared or used by the packages. A feature that needs a Config is ignored if no Config in the packages has it.
func Find(pkgs []*packages.Package, list []types.Type) []Problem {
	return find(pkgs, list, shape.Options{})
}

// FindV2 is Find for encoding/json/v2, which knows the tag option case without a Config.
func FindV2(pkgs []*packages.Package, list []types.Type) []Problem {
	return find(pkgs, list, shape.Options{Release: option.LenientTags})
}

// Methods is Find for methods alone, where the fields of structs have their names under the keys of tagKey.
func Methods(pkgs []*packages.Package, list []types.Type, tagKey string) []Problem {
	return slices.DeleteFunc(find(pkgs, list, shape.Options{TagKey: tagKey}), func(p Problem) bool { return p.Field != "" })
}

func find(pkgs []*packages.Package, list []types.Type, o shape.Options) []Problem {
	if len(pkgs) == 0 {
		return nil
	}
	s := &search{choices: choicesIn(pkgs), fset: pkgs[0].Fset, seen: map[string]bool{}}
	s.options.TagKey, s.options.Release = o.TagKey, o.Release
	for _, t := range list {
		s.look(t)
	}
	slices.SortStableFunc(s.found, func(a, b Problem) int {
		return cmp.Or(strings.Compare(a.At.Filename, b.At.Filename), a.At.Offset-b.At.Offset)
	})
	return s.found
}

// search is a walk over types.
type search struct {
	choices
	fset  *token.FileSet
	seen  map[string]bool
	found []Problem
}

// look looks at t, once.
func (s *search) look(t types.Type) {
	t = types.Unalias(t)
	id := types.TypeString(t, nil)
	if s.seen[id] {
		return
	}
	s.seen[id] = true
	if named, ok := t.(*types.Named); ok {
		if s.codecs[types.TypeString(named.Origin(), nil)] {
			return
		}
		if isOf(named, "opt", "Value") && named.TypeArgs().Len() == 1 {
			s.look(named.TypeArgs().At(0))
			return
		}
	}
	switch t.Underlying().(type) {
	case *types.Interface, *types.TypeParam:
		return
	}
	if _, ok := t.(*types.Pointer); !ok {
		has := methodsOf(t)
		check.IgnoredMethods(has, func(name string) (string, bool) {
			f := method(t, name)
			if f == nil {
				return "", false
			}
			return signature(f, (*types.Package).Name), true
		}, func(name, text string) { s.say(method(t, name), id, "", text) })
		if has&shape.Marshals != 0 && has&shape.Unmarshals != 0 {
			return // these say what the type looks like
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Map:
		s.look(u.Key())
		s.look(u.Elem())
	case *types.Pointer:
		s.look(u.Elem())
	case *types.Slice:
		s.look(u.Elem())
	case *types.Array:
		s.look(u.Elem())
	case *types.Struct:
		for i := range u.NumFields() {
			s.field(id, u.Field(i), reflect.StructTag(u.Tag(i)))
		}
	}
}

// field looks at a field of a struct type.
func (s *search) field(owner string, f *types.Var, tag reflect.StructTag) {
	d := check.Declared{Tag: tag, Exported: f.Exported(), Embedded: f.Embedded(), KeepsRest: keepsRest(f.Type()), Optional: isOf(f.Type(), "opt", "Value")}
	held := f.Type().Underlying()
	if p, ok := held.(*types.Pointer); ok {
		held = p.Elem().Underlying()
	}
	_, d.Struct = held.(*types.Struct)
	say := func(text string) { s.say(f, owner, f.Name(), text) }
	if check.IgnoredTag(&s.options, d, s.named, say) {
		if text, ok := tag.Lookup("default"); ok && s.defaults {
			wrongDefault(f.Type(), text, say)
		}
		s.look(f.Type())
	}
}

// say notes what is ignored, of what is declared at obj.
func (s *search) say(obj types.Object, typ, field, text string) {
	s.found = append(s.found, Problem{At: s.fset.Position(obj.Pos()), Type: typ, Field: field, Text: text})
}

// method returns a method of the pointer to t, or nil.
func method(t types.Type, name string) *types.Func {
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, nil, name)
	f, _ := obj.(*types.Func)
	return f
}

// signature returns the type of a method without the receiver, and without names of parameters and of aliases, which
// don't tell a type from another: func(...byte) error is one type, func([]byte) error is another.
func signature(f *types.Func, qualifier types.Qualifier) string {
	tuple := func(t *types.Tuple, variadic bool) string {
		var list []string
		for v := range t.Variables() {
			list = append(list, types.TypeString(unaliased(v.Type()), qualifier))
		}
		if n := len(list) - 1; variadic {
			list[n] = "..." + strings.TrimPrefix(list[n], "[]")
		}
		return strings.Join(list, ", ")
	}
	sig := f.Type().(*types.Signature)
	text := "func(" + tuple(sig.Params(), sig.Variadic()) + ")"
	switch results := tuple(sig.Results(), false); sig.Results().Len() {
	case 0:
		return text
	case 1:
		return text + " " + results
	default:
		return text + " (" + results + ")"
	}
}

// unaliased returns t without aliases: of type Bytes = []uint8 that is []byte, which *Bytes is a pointer to.
func unaliased(t types.Type) types.Type {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		if t.Kind() == types.Byte {
			return types.Universe.Lookup("byte").Type()
		}
		return t
	case *types.Pointer:
		return types.NewPointer(unaliased(t.Elem()))
	case *types.Slice:
		return types.NewSlice(unaliased(t.Elem()))
	case *types.Array:
		return types.NewArray(unaliased(t.Elem()), t.Len())
	case *types.Map:
		return types.NewMap(unaliased(t.Key()), unaliased(t.Elem()))
	default:
		return t
	}
}

// callable are the methods that doors call, by their names and types. A type with methods of this library's interfaces
// counts as one with methods of encoding/json's.
var callable = map[string]struct {
	signature string
	bit       shape.MethodSet
}{
	"MarshalJSON":       {"func() ([]byte, error)", shape.MarshalJSON},
	"MarshalText":       {"func() ([]byte, error)", shape.MarshalText},
	"AppendText":        {"func([]byte) ([]byte, error)", shape.AppendText},
	"MarshalJSONTo":     {"func(*encoding/json/jsontext.Encoder) error", shape.MarshalJSONTo},
	"MarshalZetes":      {"func(*github.com/zetes-json/zetes/codec.Writer)", shape.MarshalJSON},
	"UnmarshalJSON":     {"func([]byte) error", shape.UnmarshalJSON},
	"UnmarshalText":     {"func([]byte) error", shape.UnmarshalText},
	"UnmarshalJSONFrom": {"func(*encoding/json/jsontext.Decoder) error", shape.UnmarshalJSONFrom},
	"UnmarshalZetes":    {"func(*github.com/zetes-json/zetes/codec.Reader)", shape.UnmarshalJSON},
}

// methodsOf returns the methods by which a t speaks for itself.
func methodsOf(t types.Type) (has shape.MethodSet) {
	for name, c := range callable {
		if m := method(t, name); m != nil && signature(m, (*types.Package).Path) == c.signature {
			has |= c.bit
		}
	}
	return has
}

// keepsRest is shape.KeepsRest.
func keepsRest(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	return isOf(t, "opt", "Unknown")
}

const library = "github.com/zetes-json/zetes"

// isOf reports whether t is the type of that name of one of the library's packages, "" for the root.
func isOf(t types.Type, pkg, name string) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Name() != name {
		return false
	}
	return named.Obj().Pkg().Path() == strings.TrimSuffix(library+"/"+pkg, "/")
}
