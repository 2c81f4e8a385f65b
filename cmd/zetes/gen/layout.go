package gen

import (
	"fmt"
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/zetes-json/zetes/internal/tag"
)

// Generated code names the fields of a struct that it has written down itself, with what types are made of in place of
// the types that it looks through: so it compiles when these have changed. Package static compares it with the type.

// anyMethods are those that keep code from looking through a type that is no struct.
var anyMethods = append(slices.Concat(readMethods, writeMethods), "IsZero")

// plain returns what t is made of: t without the names of types that generated code looks through.
func (g *generator) plain(t types.Type) types.Type { return g.plainIn(t, nil) }

// plainIn is plain within the types in around, which are not looked through again.
func (g *generator) plainIn(t types.Type, around []*types.Named) types.Type {
	t = types.Unalias(t)
	if made := g.madeOf(t, around); g.nameable(made) {
		return made
	}
	return t
}

// madeOf is plainIn but for what the package can't name.
func (g *generator) madeOf(t types.Type, around []*types.Named) types.Type {
	if named, ok := t.(*types.Named); ok {
		switch t.Underlying().(type) {
		case *types.Struct, *types.Interface:
			return t
		}
		if slices.Contains(around, named) || specials[idOf(named.Origin())] || depends(t) || g.hasMethod(t, anyMethods) || g.generated(named, true) || g.generated(named, false) {
			return t
		}
		t, around = t.Underlying(), append(slices.Clip(around), named)
	}
	switch u := t.(type) {
	case *types.Pointer:
		return types.NewPointer(g.plainIn(u.Elem(), around))
	case *types.Slice:
		return types.NewSlice(g.plainIn(u.Elem(), around))
	case *types.Array:
		return types.NewArray(g.plainIn(u.Elem(), around), u.Len())
	}
	return t
}

// layout returns the variable that knows whether t is as it was.
func (g *generator) layout(t types.Type) string {
	id := g.ident(t)
	name := g.prefix + "Layout" + id
	if g.known[name] {
		return name
	}
	g.known[name] = true
	var list []member
	fields := ""
	if st, ok := t.Underlying().(*types.Struct); ok {
		fields = g.prefix + "Fields" + id
		g.structs = append(g.structs, fmt.Sprintf("// %s are the fields of %s that the code is for.\ntype %[1]s = %[3]s\n", fields, g.typ(t), g.fields(st, []types.Type{types.Unalias(t)})))
		list, _ = g.members(t, st)
	} else {
		fields = g.typ(g.plain(t.Underlying()))
	}
	says := g.says(t, list)
	if named, ok := types.Unalias(t).(*types.Named); ok && g.run.targets.of(named.Origin().Obj()) == nil {
		var lacks []string
		if !g.hasMethod(t, readMethods) {
			lacks = append(lacks, "static.Readers")
		}
		if !g.hasMethod(t, writeMethods) {
			lacks = append(lacks, "static.Writers")
		}
		if len(lacks) > 0 {
			says = append(says, "Lacks: "+strings.Join(lacks, " | "))
		}
	}
	if len(says) == 0 {
		g.vars = append(g.vars, fmt.Sprintf("\t%s static.Layout[*%s, *%s]", name, g.typ(t), fields))
	} else {
		g.vars = append(g.vars, fmt.Sprintf("\t%s = static.Layout[*%s, *%s]{%s}", name, g.typ(t), fields, strings.Join(says, ", ")))
	}
	return name
}

// says returns what the variable begins with: for generic types the names in another place.
func (g *generator) says(t types.Type, list []member) (says []string) {
	if _, ok := t.Underlying().(*types.Struct); ok {
		var quoted []string
		for i := range list {
			quoted = append(quoted, strconv.Quote(list[i].name))
		}
		g.predeclared("string", g.params)
		names := "List: []string{" + strings.Join(quoted, ", ") + "}"
		if !depends(t) {
			names = "Names: static.Names{" + names + "}"
		}
		says = append(says, names)
	}
	if g.tagKey() != "json" {
		says = append(says, "TagKey: "+strconv.Quote(g.tagKey()))
	}
	return says
}

// part is how a field of a struct is written for static.Layout.
type part int

const (
	byMemory    part = iota // it is no member
	byFields                // an embedded struct: its fields are members of the struct around it
	byEmbedding             // an embedded struct that is a member, or was looked into already
	byType
)

// partOf returns how the field i of st is written, what its tag says, and for byFields the struct. around has the
// embedded structs on the way to st.
func (g *generator) partOf(st *types.Struct, i int, around []types.Type) (how part, said string, base types.Type) {
	f := st.Field(i)
	said = g.said(st, i)
	base = types.Unalias(f.Type())
	if p, ok := base.(*types.Pointer); ok {
		base = types.Unalias(p.Elem())
	}
	_, isStruct := base.Underlying().(*types.Struct)
	switch embeds := f.Embedded() && isStruct; {
	case tag.Ignored(said) || !f.Exported() && !embeds:
		return byMemory, said, nil
	case !embeds:
		return byType, said, nil
	case tag.Parse(said, false).Named || slices.ContainsFunc(around, func(t types.Type) bool { return types.Identical(t, base) }):
		return byEmbedding, said, nil
	}
	return byFields, said, base
}

// writable reports whether the package can write the fields of st down.
func (g *generator) writable(st *types.Struct, around []types.Type) bool {
	for i := range st.NumFields() {
		switch how, _, base := g.partOf(st, i, around); {
		case how == byFields:
			if !g.writable(base.Underlying().(*types.Struct), append(slices.Clip(around), base)) {
				return false
			}
		case how != byMemory && !g.nameable(st.Field(i).Type()):
			return false
		}
	}
	return true
}

// fields returns the fields of st as a struct without a name, for static.Layout.
func (g *generator) fields(st *types.Struct, around []types.Type) string {
	var b strings.Builder
	b.WriteString("struct {\n")
	for i := range st.NumFields() {
		b.WriteString(g.field(st, i, around) + "\n")
		if g.lacks && g.lacking == nil {
			g.lacking = st.Field(i)
		}
	}
	b.WriteString("}")
	return b.String()
}

// field returns a line of fields.
func (g *generator) field(st *types.Struct, i int, around []types.Type) string {
	f := st.Field(i)
	text := ""
	how, said, base := g.partOf(st, i, around)
	switch how {
	case byMemory:
		return "_ " + g.memory(f.Type())
	case byFields:
		star := ""
		if _, ok := types.Unalias(f.Type()).(*types.Pointer); ok {
			star = "*"
		}
		text = f.Name() + " " + star + g.fields(base.Underlying().(*types.Struct), append(slices.Clip(around), base))
	case byEmbedding:
		text = g.embedded(f.Type())
	case byType:
		text = f.Name() + " " + g.typ(g.plain(f.Type()))
	}
	if said != "" {
		key, _, _ := strings.Cut(g.tagKey(), ",") // any of them: static.Layout compares what they say
		text += " " + literal(key+":"+strconv.Quote(said))
	}
	return text
}

// memory returns a type whose values lie in memory as those of t do, of which no member is.
func (g *generator) memory(t types.Type) string {
	t = types.Unalias(t)
	if named, ok := t.(*types.Named); ok {
		if p := named.Obj().Pkg(); p != nil && named.Obj().Exported() && named.TypeArgs().Len() == 0 && isStandard(p.Path()) && g.nameable(t) {
			return g.typ(t)
		}
	}
	name := func(name string) string {
		g.predeclared(name, g.params)
		return name
	}
	if _, ok := t.(*types.TypeParam); ok {
		return g.typ(t)
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		g.lacks = g.lacks || u.Kind() == types.Invalid
		if u.Kind() != types.UnsafePointer {
			return name(types.Typ[u.Kind()].Name())
		}
	case *types.Slice:
		return "[]" + name("byte")
	case *types.Interface:
		return name("any")
	case *types.Array:
		return fmt.Sprintf("[%d]%s", u.Len(), g.memory(u.Elem()))
	case *types.Struct:
		var b strings.Builder
		for f := range u.Fields() {
			fmt.Fprintf(&b, "_ %s; ", g.memory(f.Type()))
		}
		return "struct{ " + strings.TrimSuffix(b.String(), "; ") + " }"
	}
	return "*" + name("byte")
}

// isStandard reports whether a package is of Go itself.
func isStandard(p string) bool {
	first, _, _ := strings.Cut(p, "/")
	return !strings.Contains(first, ".") && !hidden(p, "") && path.Base(p) != "main"
}
