package gen

import (
	"fmt"
	"go/types"
	"strconv"
	"strings"

	"github.com/zetes-json/zetes/internal/tag"
	"github.com/zetes-json/zetes/internal/wire"
)

// target writes the methods of a type.
func (g *generator) target(t *target) {
	named := ofItself(t.name.Type().(*types.Named))
	name := t.name.Name()
	self, inside := g.mention(name+t.arguments, false), g.mention(name+t.arguments, true)
	generic := t.arguments != ""
	results := ""
	if generic {
		g.begin(named)
		defer g.end()
		results = g.prefix + "Results" + camel(name)
		g.vars = append(g.vars, fmt.Sprintf("\t%s static.Type[struct{}]", results))
	} else {
		results = g.typeVar(named)
	}
	if t.write {
		recv, addr := "v "+self, "&v"
		if locks(named) {
			recv, addr = "v *"+self, "v"
		}
		if !g.options.NoStdMarshalers {
			g.printf(`// MarshalJSON implements json.Marshaler.
func (%s) MarshalJSON() ([]byte, error) {
	w := %s.Start(&%s)
	if n := v.EncodeZetes(w, 0); n >= 0 {
		return %[3]s.Result(w, n), nil
	}
	return static.MarshalAgain(&%[2]s, w, %[4]s)
}

`, recv, g.config(), results, addr)
		}
		g.printf(`// AppendJSON appends v's JSON to dst.
func (v *%s) AppendJSON(dst []byte) ([]byte, error) {
	return static.Append(&%s, &%s, dst, v, (*%s).EncodeZetes)
}

`, self, g.config(), results, inside)
		g.printf("// EncodeZetes writes v's JSON at n. It is for generated code alone.\nfunc (v *%s) EncodeZetes(w *static.Output, n int) int {\n", self)
		g.writeBody(named, "v")
		g.printf("}\n\n")
	}
	if t.read {
		flags := "0"
		if g.careful(named) {
			flags = "static.Careful"
		}
		flagged := ""
		if _, odd := g.membersOf(named); generic && odd == "" {
			g.leave()
			flags, flagged = "flags", fmt.Sprintf("\tflags := %s.Flags(&%s)\n", g.instanceOf(), g.config())
		}
		open := flags
		if g.options.NoStdMarshalers && g.aliases(named) {
			open = strings.TrimPrefix(flags+"|static.Alias", "0|")
		}
		body := flagged + fmt.Sprintf(`	in := %s.Open(data, %s)
	p := static.Begin(in, v, %s)
	if p >= 0 {
		p = v.DecodeZetes(in, p)
	}
	return static.End(in, p, data, v)
}

`, g.config(), open, flags)
		if !g.options.NoStdMarshalers {
			g.printf("// UnmarshalJSON implements json.Unmarshaler.\nfunc (v *%s) UnmarshalJSON(data []byte) error {\n%s", self, body)
		} else {
			g.printf("// DecodeJSON decodes the JSON value data into v.\nfunc (v *%s) DecodeJSON(data []byte) error {\n%s", self, body)
		}
		g.printf("// DecodeZetes decodes the value at p into v. It is for generated code alone.\nfunc (v *%s) DecodeZetes(in *static.Input, p int) int {\n", self)
		g.leave()
		g.readBody(named, name)
		g.printf("}\n\n")
	}
	g.printf("// ZetesType says which methods of the type are generated.\nfunc (*%s) ZetesType() static.Generation {\n\treturn static.Generation{Of: (*%[1]s)(nil), Config: &%s", self, g.config())
	for _, f := range []struct {
		name string
		on   bool
	}{
		{"Encodes", t.write}, {"Decodes", t.read}, {"Standard", !g.options.NoStdMarshalers}, {"Careful", t.read && g.careful(named)},
	} {
		if f.on {
			g.printf(", %s: true", f.name)
		}
	}
	g.printf("}\n}\n\n")
}

// membersOf is members for a type that may be none of a struct.
func (g *generator) membersOf(t types.Type) (list []member, odd string) {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil, "it is no struct"
	}
	return g.members(t, st)
}

// readBody writes the body of a function that decodes into v, a pointer to a t.
func (g *generator) readBody(t types.Type, name string) {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		list, odd := g.members(t, u)
		if odd != "" {
			g.printf("\t// By a compiled plan: %s.\n", odd)
			break
		}
		g.readStruct(t, list)
		return
	case *types.Slice:
		if !depends(t) && g.kindOf(u, true) == bySlice {
			layout := g.enter(t)
			g.printf("if !%s.Same() {\nreturn static.Other(in, p, v)\n}\n", layout)
			g.printf("return static.SliceOf(in, p, v, %s.Of(v), &%s, %s)\n", layout, g.typeVar(g.plain(u.Elem())), g.readFunc(u.Elem()))
			return
		}
	case *types.Array:
		if !depends(t) && g.kindOf(u, true) == byArray {
			layout := g.enter(t)
			g.printf("if !%s.Same() {\nreturn static.Other(in, p, v)\n}\nf := %[1]s.Of(v)\n", layout)
			g.readArray("f", "v", u.Elem())
			return
		}
	}
	g.printf("\treturn %s\n", g.readByPlan("v", t))
}

// readByPlan returns the call that decodes into a t at an address by its plan.
func (g *generator) readByPlan(addr string, t types.Type) string {
	switch {
	case depends(t) && !g.remembers() || !g.nameable(t):
		return fmt.Sprintf("static.ValueOf(in, p, %s)", addr)
	case g.aside(t):
		return fmt.Sprintf("static.Aside(in, p, %s, &%s)", addr, g.typeVar(t))
	}
	return fmt.Sprintf("static.Value(in, p, %s, &%s)", addr, g.typeVar(t))
}

// mostAside is how many bytes are copied for a value that is read aside.
const mostAside = 256

// aside reports whether a t may be read where it does not stay: it is small, nobody's method is told where it is, it is
// no struct, of which others may meanwhile write the fields that the input does not name, and no interface, by which a
// value may lead back to it. A type behind whose name the code can't look may get methods after the code was written.
func (g *generator) aside(t types.Type) bool {
	if depends(t) {
		return false
	}
	t = types.Unalias(t)
	if n, ok := t.(*types.Named); ok && !specials[idOf(n.Origin())] {
		if g.isNamed(g.plain(t)) || !g.generated(n, true) && g.hasMethod(n, readMethods) {
			return false
		}
		t = t.Underlying()
	}
	return g.isAnonymous(t) && types.SizesFor("gc", "amd64").Sizeof(t) <= mostAside
}

// isAnonymous reports whether nothing that a t consists of has a name, but for types whose methods are known.
func (g *generator) isAnonymous(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if idOf(t.Origin()) == optValue {
			return g.isAnonymous(t.TypeArgs().At(0)) && !g.careful(t)
		}
		return specials[idOf(t.Origin())]
	case *types.Map, *types.Slice, *types.Pointer, *types.Basic:
		return true // methods are told of what it leads to
	case *types.Array:
		return g.isAnonymous(t.Elem())
	}
	return false
}

// readStruct writes the loop over an object's members.
func (g *generator) readStruct(t types.Type, list []member) {
	layout := g.enter(t)
	// Where it matters which members are there, the loop notes them, and ends in front of what is done about the others.
	watched := func(m *member) bool { return m.required || g.options.ResetFields }
	bits, start := 0, ""
	for i := range list {
		if watched(&list[i]) {
			bits++
		}
		if list[i].required {
			start = "start := p\n"
		}
	}
	g.printf("if !%s.Same() || !in.Object(p) {\nreturn static.Other(in, p, v)\n}\nf := %[1]s.Of(v)\n%s", layout, start)
	if bits > 0 {
		g.printf("var seen [%d]uint64\n", (bits+63)/64)
	}
	g.readNext(list, 0, layout)
	g.printf("for {\nswitch m {\n")
	bit := 0
	for i := range list {
		m := &list[i]
		g.printf("\t\tcase %d: // %s\n", i, strings.ToValidUTF8(strings.ReplaceAll(m.name, "\n", " "), "?"))
		if watched(m) {
			g.printf("seen[%d] |= 1 << %d\n", bit/64, bit%64)
			bit++
		}
		if how := g.readByOption(m); how != "" {
			g.through(m)
			g.printf("p = in.%s(p, &%s)\n", how, m.expr("f"))
			g.readNext(list, i+1, layout)
			continue
		}
		if m.quoted && g.quotingMatters(m.typ) || m.more&(tag.Raw|tag.Intern|tag.NoCopy) != 0 {
			plain := g.readQuoted(m)
			if g.aside(m.typ) {
				g.through(m)
				g.printf("p = static.MemberAside(in, p, &%s, %d, %q, &%s)\n", m.expr("f"), i, m.name, g.typeVar(t))
			} else {
				g.printf("p = static.Member(in, p, f, %d, %q, &%s)\n", i, m.name, g.typeVar(t))
			}
			if plain {
				g.printf("}\n")
			}
			g.readNext(list, i+1, layout)
			continue
		}
		g.through(m)
		g.readInto(m.expr("f"), m.typ)
		g.readNext(list, i+1, layout)
	}
	g.printf("case %d:\n", len(list))
	if bits > 0 {
		g.printf("if p < 0 {\nreturn p\n}\n")
	}
	bit = 0
	for i := range list {
		m := &list[i]
		if !watched(m) {
			continue
		}
		g.printf("if seen[%d]&(1<<%d) == 0 {\n", bit/64, bit%64)
		bit++
		if g.options.ResetFields {
			g.reset(m)
		}
		if m.required {
			g.printf("%s.Missing(in, start, %s)\n", layout, strconv.Quote(m.name))
		}
		g.printf("}\n")
	}
	g.printf("return in.Close(p)\ndefault:\nm, p = %s.Rest(in, p, m, f)\n}\n}\n", layout)
}

// through writes what makes the structs that m is embedded in.
func (g *generator) through(m *member) {
	at := "f"
	for _, f := range m.path[:len(m.path)-1] {
		at += "." + f.Name()
		if _, ok := types.Unalias(f.Type()).(*types.Pointer); ok {
			g.printf("static.Make(&%s)\n", at)
		}
	}
}

// readByOption returns the name of what reads the strings or bytes of m by a tag option, or "".
func (g *generator) readByOption(m *member) string {
	t := g.plain(m.typ)
	isText := types.Identical(t, types.Typ[types.String])
	switch {
	case m.more.Has(tag.Raw) && isText:
		return "RawText"
	case m.more.Has(tag.Raw) && types.Identical(t, types.NewSlice(types.Typ[types.Uint8])):
		return "Raw"
	case m.more.Has(tag.Raw) || !isText || m.quoted:
	case m.more.Has(tag.Intern):
		return "Interned"
	case m.more.Has(tag.NoCopy):
		return "Aliased"
	}
	return ""
}

// longestText is how long the text may be that the next member is told by; it is less than the library's.
const longestText = 64

// readNext writes what goes on to the member i, or the end: from the brace in front of the first one, else from the value
// of the one before. What most documents have there is compared in place, if the name stands in them as it is, and the
// case of the member follows.
func (g *generator) readNext(list []member, i int, layout string) {
	step := ""
	switch {
	case i > 0 && i == len(list):
		step = "in.Last(p)"
	case i < len(list) && wire.PlainName(list[i].name) && len(list[i].name) <= longestText:
		text := `,"` + list[i].name + `":`
		if i == 0 {
			text = "{" + text[1:]
		}
		then := "Then"
		switch n := len(text); {
		case 8 < n && n <= 16:
			then = "Then16"
		case 16 < n && n <= 32:
			then = "Then32"
		}
		step = "in." + then + "(p, " + literal(text) + ")"
	}
	member := fmt.Sprintf("m, p = %s.Names.Member(in, p, %d)", layout, i)
	if i == 0 {
		switch {
		case len(list) == 0:
			g.printf("%s\n", strings.Replace(member, "=", ":=", 1))
		case step == "":
			g.printf("m, ok := 0, false\n%s\n", member)
		default:
			g.printf("m, ok := 0, false\nif p, ok = %s; !ok {\n%s\n}\n", step, member)
		}
		return
	}
	other := fmt.Sprintf("if %s; m != %d {\ncontinue\n}\n", member, i)
	if step != "" {
		other = fmt.Sprintf("if p, ok = %s; !ok {\n%s}\n", step, other)
	}
	g.printf("%sfallthrough\n", other)
}

// reset writes what makes a member zero whose embedded pointers are there.
func (g *generator) reset(m *member) {
	at, there := "f", ""
	for _, f := range m.path[:len(m.path)-1] {
		at += "." + f.Name()
		if _, ok := types.Unalias(f.Type()).(*types.Pointer); ok {
			there += " && " + at + " != nil"
		}
	}
	if there == "" {
		g.printf("static.Zero(&%s)\n", m.expr("f"))
	} else {
		g.printf("if %s {\nstatic.Zero(&%s)\n}\n", strings.TrimPrefix(there, " && "), m.expr("f"))
	}
}

// readQuoted writes what decodes a bool or a number that is all there is in a string, up to the word else, if m is one
// of these or a pointer to one. The plan of the struct knows what else such a string may be.
func (g *generator) readQuoted(m *member) bool {
	t, x := types.Unalias(m.typ), m.expr("f")
	for _, f := range m.path[:len(m.path)-1] {
		if _, ok := types.Unalias(f.Type()).(*types.Pointer); ok {
			return false
		}
	}
	k := g.kindOf(t, true)
	if k == byPointer {
		t = types.Unalias(t.(*types.Pointer).Elem())
	}
	if m.more&(tag.Raw|tag.Intern|tag.NoCopy) != 0 || k != byScalar && k != byPointer || g.kindOf(t, true) != byScalar {
		return false
	}
	b := t.Underlying().(*types.Basic)
	if b.Info()&types.IsString != 0 {
		return false
	}
	name := types.Typ[b.Kind()].Name()
	g.predeclared(name, g.params)
	g.printf("var n %s\nif i := in.Quoted(p, in.%s(p+1, &n)); i > 0 {\n", name, strings.ToUpper(name[:1])+name[1:])
	if k == byPointer {
		g.printf("if %s == nil {\n%[1]s = static.NewScalar(in, p, &%s)\n}\n", x, g.typeVar(g.plain(t)))
		x = "*" + x
	}
	g.printf("%s, p = n, i\n} else {\n", x)
	return true
}

// quotingMatters reports whether reading a field of type t may depend on the tag option "string": of scalars; of
// pointers, which a release makes nil for the string "null"; and of types with a name, whose method may learn of the
// option.
func (g *generator) quotingMatters(t types.Type) bool {
	switch types.Unalias(t).(type) {
	case *types.Pointer, *types.Named:
		return true
	}
	return g.canQuote(t)
}

// canQuote reports whether the tag option "string" may have a meaning for a field of type t.
func (g *generator) canQuote(t types.Type) bool {
	t = types.Unalias(t)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	_, ok := t.Underlying().(*types.Basic)
	return ok || depends(t)
}

// readInto writes what decodes the value at p into the variable x of type t.
func (g *generator) readInto(x string, t types.Type) {
	u := types.Unalias(t)
	switch g.kindOf(t, true) {
	case byScalar:
		g.readScalar("&"+x, t)
	case byAny:
		g.printf("p = in.Any(p, &%s)\n", x)
	case byTime:
		g.printf("p = in.Time(p, &%s)\n", x)
	case byMethods:
		g.printf("p = %s.DecodeZetes(in, p)\n", x)
	case byHelper, byArray:
		g.printf("p = %s(&%s, in, p)\n", g.readFunc(t), x)
	case byPointer:
		elem := u.(*types.Pointer).Elem()
		g.printf("if in.IsNull(p) {\n%s = nil\np += 4\n} else {\nif %[1]s == nil {\n", x)
		switch g.kindOf(elem, true) {
		case byMethods, byHelper:
			g.printf("%s = static.New(in, p, &%s, %s)\n}\n", x, g.typeVar(elem), g.readFunc(elem))
		default:
			g.printf("%s = static.NewScalar(in, p, &%s)\n}\n", x, g.typeVar(g.plain(elem)))
		}
		switch g.kindOf(elem, true) {
		case byMethods:
			g.printf("p = %s.DecodeZetes(in, p)\n", x)
		case byHelper, byArray:
			g.printf("p = %s(%s, in, p)\n", g.readFunc(elem), x)
		case byScalar:
			g.readScalar(x, elem)
		case byTime:
			g.printf("p = in.Time(p, %s)\n", x)
		default:
			g.readInto("(*"+x+")", elem)
		}
		g.printf("}\n")
	case bySlice:
		elem := u.Underlying().(*types.Slice).Elem()
		g.printf("p = static.Slice(in, p, &%s, &%s, %s)\n", x, g.typeVar(g.plain(elem)), g.readFunc(elem))
	case byList:
		switch {
		case !isByte(u.Underlying().(*types.Slice).Elem()):
		case g.options.TextBytes:
			g.printf("p = in.TextBytes(p, &%s)\n", x)
			return
		default:
			g.printf("p = in.Bytes(p, &%s)\n", x)
			return
		}
		g.printf("p = static.List(in, p, &%s, &%s)\n", x, g.typeVar(t))
	default:
		g.printf("p = %s\n", g.readByPlan("&"+x, t))
	}
}

// readScalar writes what decodes the value at p into the scalar of type t at addr.
func (g *generator) readScalar(addr string, t types.Type) {
	name := types.Typ[t.Underlying().(*types.Basic).Kind()].Name()
	g.printf("p = in.%s(p, %s)\n", strings.ToUpper(name[:1])+name[1:], addr)
}

// readFunc returns a function that decodes into a t.
func (g *generator) readFunc(t types.Type) string {
	if g.kindOf(t, true) == byMethods {
		return "(*" + g.inside(t) + ").DecodeZetes"
	}
	return g.helper("Read", t, func(name string) {
		g.printf("// %s decodes the value at p into v.\nfunc %[1]s(v *%s, in *static.Input, p int) int {\n", name, g.head(g.plain(t)))
		if g.elsewhere(t, true) {
			g.printf("if static.Reads(in, &%s) {\nreturn v.DecodeZetes(in, p)\n}\n// The type's code has other options.\nreturn %s\n", g.typeVar(t), g.readByPlan("v", t))
		} else if _, ok := types.Unalias(t).Underlying().(*types.Struct); ok {
			g.readBody(t, name)
		} else if g.kindOf(t, true) == byArray {
			g.readArray("v", g.as("v", t), types.Unalias(t).Underlying().(*types.Array).Elem())
		} else {
			g.readInto("(*v)", t)
			g.printf("if p < -1 {\nreturn static.Other(in, ^p, %s)\n}\n", g.as("v", t))
			g.printf("return p\n")
		}
		g.printf("}\n\n")
	})
}

// as returns v, a pointer to what t is made of, as one to a t.
func (g *generator) as(v string, t types.Type) string {
	if types.Identical(g.plain(t), t) {
		return v
	}
	return "static.As[" + g.inside(t) + "](" + v + ")"
}

// readArray writes the end of a function that decodes the value at p into the array that v leads to: self is the same as
// a pointer to the array's own type.
func (g *generator) readArray(v, self string, elem types.Type) {
	g.printf("n := in.Array(p)\nif n < 0 {\nreturn static.Other(in, p, %s)\n}\ni := 0\nfor p = n; i < len(%s) && in.Within(p); i++ {\n", self, v)
	at := v + "[i]"
	g.readInto(at, elem)
	switch g.kindOf(elem, true) {
	case byMethods, byHelper, byArray:
	default:
		g.printf("if p < -1 {\np = static.Other(in, ^p, %s)\n}\n", g.as("&"+at, elem))
	}
	g.printf("p = in.Behind(p)\n}\nif p < 0 {\nreturn p\n}\nfor ; i < len(%s); i++ {\nstatic.Zero(&%s)\n}\nreturn in.Leave(p)\n", v, at)
}
