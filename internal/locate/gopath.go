package locate

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/shape"
)

// Root returns the first part of a path into a value of type t: the name of t, or t in parentheses if it has no name.
func Root(t reflect.Type) string {
	for t.Kind() == reflect.Pointer && t.Name() == "" {
		t = t.Elem()
	}
	if t.Name() != "" && t.PkgPath() != "" {
		return t.Name()
	}
	return "(" + t.String() + ")"
}

// Way is a path through a Go type.
type Way struct {
	Text   string       // a Go expression after the root: .Items[3].Price
	Fields []fault.Step // the fields on the path, innermost first, including embedded structs
	Whole  bool         // all steps of the path were found
}

// Type translates path, a path in JSON, to a path through t. It stops where types do not show the rest: at an
// interface, and at a type with methods that decode it.
func Type(t reflect.Type, path []Step, o *shape.Options) Way {
	var w Way
	var b strings.Builder
	for i, s := range path {
		t = through(t)
		if m := shape.MethodsOf(t); (m.Value|m.Pointer)&shape.Unmarshals != 0 {
			break
		}
		switch k := t.Kind(); {
		case k == reflect.Struct && s.Index < 0:
			of := shape.Fields(t, o)
			f := of.Find(s.Name, o)
			if rest := of.Rest.Map(); f == nil && rest != nil {
				w.Fields = append(w.Fields, Select(&b, t, rest)...)
				b.WriteString("[" + strconv.Quote(s.Name) + "]")
				t = rest.Type.Elem()
				break
			} else if f == nil {
				t = nil
				break
			}
			w.Fields = append(w.Fields, Select(&b, t, f)...)
			t = f.Type
		case k == reflect.Map && s.Index < 0:
			key := strconv.Quote(s.Name)
			if c := t.Key().Kind(); reflect.Int <= c && c <= reflect.Uintptr {
				key = s.Name
			}
			b.WriteString("[" + key + "]")
			t = t.Elem()
		case (k == reflect.Slice || k == reflect.Array) && s.Index >= 0:
			b.WriteString("[" + strconv.Itoa(s.Index) + "]")
			t = t.Elem()
		default:
			t = nil
		}
		if t == nil {
			break
		}
		w.Whole = i == len(path)-1
	}
	w.Text = b.String()
	w.Whole = w.Whole || len(path) == 0
	slices.Reverse(w.Fields)
	return w
}

// through returns t without pointers and opt.Values, which are not steps of a path: for **int it is int.
func through(t reflect.Type) reflect.Type {
	for {
		if o := shape.OptionalOf(t); o != nil {
			t = o.Elem
		} else if t.Kind() == reflect.Pointer {
			t = t.Elem()
		} else {
			return t
		}
	}
}

// Select writes the Go selector of the field f of t, such as .Embedded.Name, and returns its fields, outermost first.
func Select(b *strings.Builder, t reflect.Type, f *shape.Field) []fault.Step {
	var steps []fault.Step
	at := t
	for i, n := range f.Index {
		if at.Kind() == reflect.Pointer {
			at = at.Elem()
		}
		sf := at.Field(n)
		b.WriteString("." + sf.Name)
		name := sf.Name
		if i == len(f.Index)-1 {
			name = f.Name
		}
		steps = append(steps, fault.Step{Struct: t, Name: name})
		at = sf.Type
	}
	return steps
}
