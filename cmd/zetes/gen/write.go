package gen

import (
	"fmt"
	"go/types"
	"strconv"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/tag"
)

// fixedRun is how many bytes may be written without a look at the room; it is less than the library's.
const fixedRun = 600

// writer is the state of one function that encodes: text that is not written yet, and how much has been since the
// last look at the room.
type writer struct {
	g     *generator
	text  []byte
	fixed int
}

func (w *writer) put(s string) { w.text = append(w.text, s...) }

// flush writes the text.
func (w *writer) flush() {
	for len(w.text) > 0 {
		k := min(len(w.text), 400)
		w.room(k)
		w.g.printf("n = w.Text(n, %s)\n", literal(string(w.text[:k])))
		w.text = w.text[k:]
	}
}

// room looks at the room where n more bytes need it.
func (w *writer) room(n int) {
	if w.fixed += n; w.fixed > fixedRun {
		w.g.printf("n = w.Room(n)\n")
		w.fixed = n
	}
}

// call writes a line that ends with a look at the room.
func (w *writer) call(format string, args ...any) {
	w.flush()
	w.g.printf(format, args...)
	w.fixed = 1
}

// literal is a Go literal, of the form that is easier to read.
func literal(s string) string {
	if strconv.CanBackquote(s) {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}

// writeBody writes the body of a function that encodes *v, a t.
func (g *generator) writeBody(t types.Type, v string) {
	w := &writer{g: g}
	if g.hasMethod(t, []string{"AppendText"}) {
		g.printf("\t// By a compiled plan: releases of encoding/json differ in whether AppendText alone counts.\n\treturn %s\n", g.writeByPlan(v, t))
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		list, odd := g.members(t, u)
		for i := range list {
			if odd == "" {
				odd = g.oddWrite(&list[i])
			}
		}
		if odd != "" {
			g.printf("\t// By a compiled plan: %s.\n", odd)
			break
		}
		deep := recursive(t)
		layout := g.enter(t)
		of := fmt.Sprintf("f := %s.Of(v)\n", layout)
		if len(list) == 0 {
			of = ""
		}
		g.printf("if !%s.Same() {\nreturn static.EncodeCopy(w, n, v)\n}\n%sn = w.Room(n)\n", layout, of)
		if deep {
			g.printf("if !w.Descend() {\nreturn -1\n}\n")
		}
		w.object(list)
		if deep {
			g.printf("w.Ascend()\n")
		}
		g.printf("return w.Room(n)\n")
		return
	case *types.Map:
		if !depends(t) && g.kindOf(u, false) == byMap {
			g.printf("if !%s.Same() {\nreturn static.EncodeCopy(w, n, v)\n}\nreturn static.Map(w, n, *%[1]s.Of(v), &%s)\n", g.layout(t), g.typeVar(g.plain(u)))
			return
		}
	case *types.Slice:
		if k := g.kindOf(u, false); !depends(t) && (k == bySlice || k == byList) {
			g.printf("if !%s.Same() {\nreturn static.EncodeCopy(w, n, v)\n}\nf := %[1]s.Of(v)\nn = w.Room(n)\n", g.layout(t))
			if deep := recursive(t); deep {
				g.printf("if !w.Descend() {\nreturn -1\n}\n")
				w.value("(*f)", u, false, false)
				g.printf("w.Ascend()\n")
			} else {
				w.value("(*f)", u, false, false)
			}
			w.flush()
			g.printf("return w.Room(n)\n")
			return
		}
	}
	g.printf("\treturn %s\n", g.writeByPlan(v, t))
}

// oddWrite says why the struct of m is written by its plan.
func (g *generator) oddWrite(m *member) string {
	switch {
	case m.more.Has(tag.Raw) && g.rawWriter(m) == "":
		return "the option raw of " + m.field().Name()
	case m.more.Has(tag.Stringer) && !g.speaks(m.typ):
		return "the option stringer of " + m.field().Name()
	case m.omitZero && !g.zeroIsPlain(m.typ):
		return "it is not plain when " + m.field().Name() + " is zero"
	case m.more&(tag.Raw|tag.Stringer) != 0: // which go before the option string
	case m.quoted && g.canQuote(m.typ) && g.kindOf(m.typ, false) != byScalar && !g.leadsToScalar(m.typ):
		return "the option string of " + m.field().Name() + " concerns what it leads to"
	}
	return ""
}

// rawWriter returns the name of what writes m's text as it stands, or "".
func (g *generator) rawWriter(m *member) string {
	switch t := g.plain(m.typ); {
	case types.Identical(t, types.Typ[types.String]):
		return "RawText"
	case types.Identical(t, types.NewSlice(types.Typ[types.Uint8])):
		return "Raw"
	}
	return ""
}

// speaks reports whether values of t are asked for their text by their own method String: no pointers or interfaces,
// which may be nil.
func (g *generator) speaks(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface:
		return false
	}
	return g.nameable(t) && !depends(t)
}

// leadsToScalar reports whether t is a pointer to what is written as a scalar: the option string reaches that.
func (g *generator) leadsToScalar(t types.Type) bool {
	return g.kindOf(t, false) == byPointer && g.kindOf(types.Unalias(t).(*types.Pointer).Elem(), false) == byScalar
}

// zeroIsPlain reports whether the zero value of t is told by a comparison.
func (g *generator) zeroIsPlain(t types.Type) bool {
	if g.hasMethod(t, []string{"IsZero"}) {
		named, ok := types.Unalias(t).(*types.Named)
		return ok && idOf(named) == "time.Time"
	}
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Array:
		b, ok := types.Unalias(u.Elem()).Underlying().(*types.Basic)
		return ok && b.Info()&(types.IsBoolean|types.IsInteger|types.IsString) != 0
	case *types.Pointer:
		_, unknown := types.Unalias(u.Elem()).(*types.TypeParam)
		return !unknown && !g.hasMethod(u.Elem(), []string{"IsZero"})
	case *types.Slice, *types.Map:
		return true
	}
	return false
}

// writeByPlan returns the call that encodes the t at an address by its plan.
func (g *generator) writeByPlan(addr string, t types.Type) string {
	if depends(t) && !g.remembers() || !g.nameable(t) {
		return fmt.Sprintf("static.EncodeOf(w, n, %s)", addr)
	}
	return fmt.Sprintf("static.Encode(w, n, %s, &%s)", addr, g.typeVar(t))
}

// object writes the members of a struct.
func (w *writer) object(list []member) {
	w.put("{")
	maybe := false // a member before may have been left out, and there is none that has not
	for i := range list {
		m := &list[i]
		x := m.expr("f")
		conditions := ""
		and := func(c string) {
			if conditions != "" {
				conditions += " && "
			}
			conditions += c
		}
		at := "f"
		for _, f := range m.path[:len(m.path)-1] {
			at += "." + f.Name()
			if _, ok := types.Unalias(f.Type()).(*types.Pointer); ok {
				and(at + " != nil")
			}
		}
		if m.omitEmpty {
			if c := notEmpty(x, m.typ); c != "" {
				and(c)
			}
		}
		if m.omitZero {
			if c := w.g.notZero(x, m.typ); c != conditions { // a number that is not empty is not zero
				and(c)
			}
		}
		comma := func() {
			switch {
			case i == 0:
			case maybe:
				w.flush()
				w.room(1)
				w.g.printf("n = w.Comma(n)\n")
			default:
				w.put(",")
			}
		}
		name := string(kernel.AppendString(nil, m.name, &kernel.EscapeHTML)) + ":"
		if conditions == "" {
			comma()
			w.put(name)
			w.member(x, m)
			maybe = false
			continue
		}
		w.flush()
		before := w.fixed
		w.g.printf("if %s {\n", conditions)
		comma()
		w.put(name)
		w.member(x, m)
		w.flush()
		w.g.printf("}\n")
		w.fixed = max(before, w.fixed)
		if i == 0 {
			maybe = true
		}
	}
	w.put("}")
	w.flush()
}

func (w *writer) member(x string, m *member) {
	switch {
	case m.more.Has(tag.Raw):
		w.call("if n = w.%s(n, %s); n < 0 {\nreturn n\n}\n", w.g.rawWriter(m), x)
		return
	case m.more.Has(tag.Stringer):
		w.call("if n = static.Stringer(w, n, %s); n < 0 {\nreturn n\n}\n", w.g.as("&"+x, m.typ))
		return
	}
	quoted := m.quoted && w.g.canQuote(m.typ)
	w.value(x, m.typ, quoted, m.omitEmpty || m.omitZero)
}

// notEmpty returns the condition under which x has something in it, or "" if it always has.
func notEmpty(x string, t types.Type) string {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return "!static.Empty(&" + x + ")"
	}
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return x
		case u.Info()&types.IsString != 0:
			return x + ` != ""`
		case u.Info()&types.IsNumeric != 0:
			return x + " != 0"
		}
	case *types.Slice, *types.Map, *types.Array:
		return "len(" + x + ") != 0"
	case *types.Pointer, *types.Interface:
		return x + " != nil"
	}
	return ""
}

// notZero returns the condition under which x is not zero.
func (g *generator) notZero(x string, t types.Type) string {
	switch types.Unalias(t).Underlying().(type) {
	case *types.Basic:
		return notEmpty(x, t) // minus zero is zero, as reflect.Value.IsZero has it
	case *types.Array:
		return x + " != (" + g.inside(g.plain(t)) + "{})"
	case *types.Struct:
		return "!" + x + ".IsZero()"
	}
	return x + " != nil"
}

// as returns x, which is of what t is made of, converted to a basic type.
func as(basic, x string, t types.Type) string {
	if b, ok := t.Underlying().(*types.Basic); ok && types.Typ[b.Kind()].Name() == basic {
		return x
	}
	return basic + "(" + x + ")"
}

// value writes the variable x of type t.
func (w *writer) value(x string, t types.Type, quoted, present bool) {
	g := w.g
	u := types.Unalias(t)
	checked := func(format string, args ...any) {
		w.call("if "+format+"; n < 0 {\nreturn n\n}\n", args...)
	}
	switch g.kindOf(t, false) {
	case byScalar:
		scalar := scalarOf(u.Underlying().(*types.Basic))
		if scalar == "String" {
			if quoted {
				w.call("n = w.QuotedString(n, %s)\n", as("string", x, t))
			} else {
				w.call("n = w.String(n, %s)\n", as("string", x, t))
			}
			return
		}
		if quoted {
			w.put(`"`)
		}
		w.flush()
		w.room(40)
		switch scalar {
		case "Bool":
			g.printf("n = w.Bool(n, %s)\n", as("bool", x, t))
		case "Int":
			g.printf("n = w.Int(n, %s)\n", as("int64", x, t))
		case "Uint":
			g.printf("n = w.Uint(n, %s)\n", as("uint64", x, t))
		case "Float64":
			g.printf("if n = w.Float64(n, %s); n < 0 {\nreturn n\n}\n", as("float64", x, t))
		case "Float32":
			g.printf("if n = w.Float32(n, %s); n < 0 {\nreturn n\n}\n", as("float32", x, t))
		}
		if quoted {
			w.put(`"`)
		}
	case byTime:
		w.flush()
		w.room(50)
		g.printf("if n = w.Time(n, &%s); n < 0 {\nreturn n\n}\n", x)
	case byAny:
		checked("n = w.Any(n, %s)", x)
	case byMethods:
		checked("n = %s.EncodeZetes(w, n)", x)
	case byHelper:
		checked("n = %s(&%s, w, n)", g.writeFunc(t), x)
	case byPointer:
		elem := u.(*types.Pointer).Elem()
		w.flush()
		w.room(4)
		before := w.fixed
		if !present {
			g.printf("if %s == nil {\nn = w.Text(n, `null`)\n} else {\n", x)
		}
		switch g.kindOf(elem, false) {
		case byMethods:
			checked("n = %s.EncodeZetes(w, n)", x)
		case byHelper:
			checked("n = %s(%s, w, n)", g.writeFunc(elem), x)
		case byTime:
			w.room(50)
			g.printf("if n = w.Time(n, %s); n < 0 {\nreturn n\n}\n", x)
		default:
			w.value("(*"+x+")", elem, quoted, false)
			w.flush()
		}
		if !present {
			g.printf("}\n")
		}
		w.fixed = max(before, w.fixed)
	case bySlice:
		elem := u.Underlying().(*types.Slice).Elem()
		w.flush()
		w.room(10)
		if !present {
			g.printf("if %s == nil {\nn = w.Text(n, `null`)\n} else {\n", x)
		}
		w.elements(x, elem)
		if !present {
			g.printf("}\n")
		}
	case byArray:
		w.flush()
		w.room(10)
		w.elements(x, u.Underlying().(*types.Array).Elem())
	case byMap:
		w.call("if n = static.Map(w, n, %s, &%s); n < 0 {\nreturn n\n}\n", x, g.typeVar(g.plain(t)))
	case byList:
		if isByte(u.Underlying().(*types.Slice).Elem()) {
			if g.options.TextBytes {
				w.call("n = w.TextBytes(n, %s)\n", x)
			} else {
				w.call("n = w.Bytes(n, %s)\n", x)
			}
		} else {
			w.call("n = w.Strings(n, %s)\n", x)
		}
	default:
		checked("n = %s", g.writeByPlan("&"+x, t))
	}
}

// elements writes the loop over the elements of x. There is room for the brackets.
func (w *writer) elements(x string, elem types.Type) {
	g := w.g
	g.printf("n = w.Text(n, `[`)\nfor i := range %s {\nif i > 0 {\nn = w.Text(n, `,`)\n}\n", x)
	switch k := g.kindOf(elem, false); {
	case k.brief():
		before := w.fixed
		g.printf("n = w.Room(n)\n")
		w.fixed = 1
		w.value(x+"[i]", elem, false, false)
		w.flush()
		w.fixed = max(before, w.fixed)
	case k == byMethods:
		g.printf("if n = %s[i].EncodeZetes(w, n); n < 0 {\nreturn n\n}\n", x)
	default:
		g.printf("if n = %s(&%s[i], w, n); n < 0 {\nreturn n\n}\n", g.writeFunc(elem), x)
	}
	g.printf("}\nn = w.Text(n, `]`)\n")
	w.fixed = max(w.fixed, 1) + 1
}

// writeFunc returns a function that encodes a t.
func (g *generator) writeFunc(t types.Type) string {
	if g.kindOf(t, false) == byMethods {
		return "(*" + g.inside(t) + ").EncodeZetes"
	}
	return g.helper("Write", t, func(name string) {
		g.printf("// %s writes *v at n.\nfunc %[1]s(v *%s, w *static.Output, n int) int {\n", name, g.head(g.plain(t)))
		if g.elsewhere(t, false) {
			g.printf("if static.Writes(w, &%s) {\nreturn v.EncodeZetes(w, n)\n}\n// The type's code has other options.\nreturn %s\n", g.typeVar(t), g.writeByPlan("v", t))
		} else if _, ok := types.Unalias(t).Underlying().(*types.Struct); ok {
			g.writeBody(t, "v")
		} else {
			w := &writer{g: g}
			g.printf("n = w.Room(n)\n")
			w.value("(*v)", t, false, false)
			w.flush()
			g.printf("return w.Room(n)\n")
		}
		g.printf("}\n\n")
	})
}

// locks reports whether values of t must not be copied.
func locks(t types.Type) bool {
	found := false
	walk(t, map[any]bool{}, func(t types.Type) bool {
		switch t := t.(type) {
		case *types.Pointer, *types.Slice, *types.Map, *types.Interface, *types.Chan, *types.Signature:
			return false
		case *types.Named:
			if p := t.Obj().Pkg(); p != nil && (p.Path() == "sync" || p.Path() == "sync/atomic") {
				found = true
			}
		}
		return !found
	}, true)
	return found
}
