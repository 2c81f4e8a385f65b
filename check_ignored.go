package zetes

import (
	"errors"
	"reflect"
	"strings"

	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
)

// ignored collects the methods and tags that types have and no package here honors, for types and all types in them.
type ignored struct {
	c    *plan.Config
	seen map[reflect.Type]bool
	errs []error

	cases []reflect.Type // of unions
}

// look adds what t ignores. It looks at each type once.
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
		shape.IgnoredMethods(has, methodsOf(reflect.PointerTo(t)), func(_, text string) { g.add(t, "", text) })
	}
	if has&shape.Marshals != 0 && has&shape.Unmarshals != 0 {
		return // the methods decide what the type looks like
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
	g.errs = append(g.errs, &TypeError{t, field, errors.New(text)})
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

// field adds what the field f of the struct type t ignores.
func (g *ignored) field(t reflect.Type, f reflect.StructField) {
	d := shape.Declared{Tag: f.Tag, Exported: f.IsExported(), Embedded: f.Anonymous, KeepsRest: shape.KeepsRest(f.Type), Optional: shape.OptionalOf(f.Type) != nil}
	part := g.c.Shape.IgnoredTag(d, g.c.Named != nil, func(text string) { g.add(t, f.Name, text) })
	if part && g.c.Fields[plan.FieldKey{Struct: t, Name: f.Name}] == nil {
		g.look(f.Type)
	}
}

// once returns errs without those whose text occurred before.
func once(errs []error) []error {
	said := map[string]bool{}
	var kept []error
	for _, err := range errs {
		if !said[err.Error()] {
			said[err.Error()] = true
			kept = append(kept, err)
		}
	}
	return kept
}
