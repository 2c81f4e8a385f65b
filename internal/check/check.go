package check

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/tag"
)

// This file walks over types at run time: it compiles them, looks for fields that are left out, and applies the rules
// about what is silently ignored to each type and each field.

// Types returns an error for each fault of types, and of the types in them, under the configuration c: types that can't
// be encoded or decoded, and methods and tags that would be ignored silently. An error is a *shape.Problem, or an error
// that a codec has returned.
func Types(c *plan.Dialect, types []reflect.Type) (errs []error) {
	structs := map[reflect.Type]bool{}
	lost := ignored{c: c, seen: map[reflect.Type]bool{}}
	for len(types) > 0 {
		t := types[0]
		types = types[1:]
		encode.ProgramOf(c, t)
		for _, p := range decode.Problems(c, t) {
			errs = append(errs, p)
		}
		errs = append(errs, unused(c, t, structs)...)
		lost.look(t)
		types, lost.cases = append(types, lost.cases...), nil
	}
	said := map[string]bool{}
	return slices.DeleteFunc(append(errs, lost.errs...), func(err error) bool {
		before := said[err.Error()]
		said[err.Error()] = true
		return before
	})
}

// unused returns the errors about fields that are left out because they share one JSON name, one error for each such
// name, and about fields that are neither read nor written, in t and all types in it.
func unused(c *plan.Dialect, t reflect.Type, seen map[reflect.Type]bool) (errs []error) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Array || t.Kind() == reflect.Map {
		if seen[t] {
			return nil
		}
		seen[t] = true
		t = t.Elem()
	}
	m := shape.MethodsOf(t)
	if t.Kind() != reflect.Struct || seen[t] || m.Value|m.Pointer != 0 || c.CodecOf(t) != nil || plan.SelfWriter(t, true) != nil || plan.SelfReader(t) != nil {
		return nil
	}
	seen[t] = true
	for _, s := range shape.Clashes(t, &c.Shape) {
		errs = append(errs, &shape.Problem{Type: t, Field: s[1].GoName, Err: fmt.Errorf("it is named %q, as field %s is", s[0].Name, s[0].GoName)})
	}
	for _, f := range shape.Fields(t, &c.Shape).Fields {
		if f.ReadOnly && f.WriteOnly {
			errs = append(errs, &shape.Problem{Type: f.Owner, Field: f.GoName, Err: errors.New("it is read-only and write-only, so it is neither read nor written")})
		}
		errs = append(errs, unused(c, f.Type, seen)...)
	}
	return errs
}

// ignored collects errors about methods and tags that have no effect under the configuration c, for types and all types
// in them.
type ignored struct {
	c    *plan.Dialect
	seen map[reflect.Type]bool
	errs []error

	cases []reflect.Type // the types of the cases of unions
}

// look adds errors about the methods and tags of t that are ignored. It does so once for each type.
func (g *ignored) look(t reflect.Type) {
	if t == nil || g.seen[t] {
		return
	}
	g.seen[t] = true
	if cd := g.c.CodecOf(t); cd != nil && cd.Write != nil && cd.Read != nil {
		if cd.Check != nil {
			g.errs = append(g.errs, cd.Check(g.c, func(t reflect.Type) { g.cases = append(g.cases, t) })...)
		}
		return
	}
	if o := shape.OptionalOf(t); o != nil {
		g.look(o.Elem)
		return
	}
	m := shape.MethodsOf(t)
	has := m.Value | m.Pointer
	if plan.SelfWriter(t, true) != nil {
		has |= shape.MarshalJSON
	}
	if plan.SelfReader(t) != nil {
		has |= shape.UnmarshalJSON
	}
	if t.Kind() != reflect.Pointer && t.Kind() != reflect.Interface {
		IgnoredMethods(has, methodsOf(reflect.PointerTo(t)), func(_, text string) { g.add(t, "", text) })
	}
	if has&shape.Marshals != 0 && has&shape.Unmarshals != 0 {
		return // the methods decide what the JSON of the type is
	}
	switch t.Kind() {
	case reflect.Map:
		g.look(t.Key())
		g.look(t.Elem())
	case reflect.Pointer, reflect.Slice, reflect.Array:
		g.look(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			g.field(t, t.Field(i))
		}
	}
}

func (g *ignored) add(t reflect.Type, field, text string) {
	g.errs = append(g.errs, &shape.Problem{Type: t, Field: field, Err: errors.New(text)})
}

// methodsOf returns a function that finds the signature of a method of t, as it is written in Go.
func methodsOf(t reflect.Type) func(name string) (signature string, ok bool) {
	return func(name string) (string, bool) {
		m, ok := t.MethodByName(name)
		if !ok {
			return "", false
		}
		text := m.Type.String()
		if first := t.String(); strings.HasPrefix(text, "func("+first) {
			text = "func(" + strings.TrimPrefix(strings.TrimPrefix(text, "func("+first), ", ")
		}
		return text, true
	}
}

// field adds errors about the ignored parts of the tag of f, a field of the struct type t.
func (g *ignored) field(t reflect.Type, f reflect.StructField) {
	d := Declared{Tag: f.Tag, Exported: f.IsExported(), Embedded: f.Anonymous, KeepsRest: shape.KeepsRest(f.Type), Optional: shape.OptionalOf(f.Type) != nil}
	d.Struct = f.Type.Kind() == reflect.Struct || f.Type.Kind() == reflect.Pointer && f.Type.Elem().Kind() == reflect.Struct
	if text, _ := shape.LookupTag(f.Tag, cmp.Or(g.c.Shape.TagKey, "json")); tag.Parse(text, false).Embed && !g.c.Shape.KeepRest && !g.c.Release.Has(option.LenientTags) {
		g.add(t, f.Name, `the tag option "embed" means nothing without Config.KeepUnknown`)
	}
	part := IgnoredTag(&g.c.Shape, d, g.c.Named != nil, func(text string) { g.add(t, f.Name, text) })
	if part && g.c.Fields[plan.FieldKey{Struct: t, Name: f.Name}] == nil {
		g.look(f.Type)
	}
}
