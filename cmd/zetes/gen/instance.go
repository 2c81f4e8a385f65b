package gen

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"
)

// What is remembered about a plain type stands in variables of the file. Of a generic type each instance has a struct
// with the same in it, which the methods ask package static for: a Layout, embedded, and a Type for each type that
// depends on type parameters.

// instance is that struct, as long as the methods of the generic type are written.
type instance struct {
	of     *types.Named     // with its own parameters as arguments
	self   *types.TypeParam // that stands for it
	params []*types.TypeParam
	id     string
	name   string // of the type
	asks   bool   // a method asks for it
	here   bool   // that which is being written does, in the variable s
	names  map[string]string
	lines  []string
	needs  map[*types.TypeParam]bool // that are keys of maps
	strict bool                      // as arguments of other generic types parameters need their own constraints
}

// ofItself returns a generic type with its own parameters as arguments, as it stands within its declaration.
func ofItself(named *types.Named) *types.Named {
	list := named.TypeParams()
	if list.Len() == 0 {
		return named
	}
	arguments := make([]types.Type, list.Len())
	for i := range arguments {
		arguments[i] = list.At(i)
	}
	made, err := types.Instantiate(nil, named, arguments, false)
	if err != nil {
		return named
	}
	return made.(*types.Named)
}

// begin makes g write the methods of a generic type.
func (g *generator) begin(of *types.Named) {
	id := g.ident(of.Origin())
	g.instance = &instance{of: of, id: id, name: g.prefix + "Instance" + id, names: map[string]string{}, needs: map[*types.TypeParam]bool{}}
	self := "Of"
	for p := range of.Origin().TypeParams().TypeParams() {
		g.instance.params = append(g.instance.params, p)
		if p.Obj().Name() == self {
			self += "_"
		}
	}
	name := types.NewTypeName(token.NoPos, g.pkg, self, nil)
	g.instance.self = types.NewTypeParam(name, types.Universe.Lookup("any").Type())
}

// end declares what the methods have asked for.
func (g *generator) end() {
	in := g.instance
	g.instance = nil
	if !in.asks {
		return
	}
	st := in.of.Underlying().(*types.Struct)
	g.needing = in
	fields := g.fields(st, []types.Type{in.of})
	g.needing = nil
	g.predeclared("any", g.params)
	self := in.self.Obj().Name()
	declared, used := []string{self + " any"}, []string{self}
	for _, p := range in.params {
		name := p.Obj().Name()
		constraint := "any"
		switch {
		case in.strict:
			constraint = g.constraint(p)
		case in.needs[p]:
			g.predeclared("comparable", g.params)
			constraint = "comparable"
		}
		declared, used = append(declared, name+" "+constraint), append(used, name)
	}
	list, _ := g.members(in.of, st)
	layout := fmt.Sprintf("%sFields%s", g.prefix, in.id)
	g.structs = append(g.structs, fmt.Sprintf("// %s are the fields of %s that the code is for.\ntype %[1]s[%[3]s] %[4]s\n",
		layout, in.of.Obj().Name(), strings.Join(declared, ", "), fields))
	g.structs = append(g.structs, fmt.Sprintf("// %s is what is remembered about a type made of %s.\ntype %[1]s[%[4]s] struct {\n\tstatic.Layout[*%[3]s, *%[5]s[%[6]s]]\n%[7]s}\n",
		in.name, in.of.Obj().Name(), self, strings.Join(declared, ", "), layout, strings.Join(used, ", "), strings.Join(in.lines, "")))
	says := g.says(in.of, list)
	g.vars = append(g.vars, fmt.Sprintf("\t%sLayout%s = static.Instances{%s}", g.prefix, in.id, strings.Join(says, ", ")))
}

// open returns t with the type parameter that stands for the type in the place of the type itself: so the constraints
// of its declaration, which may change, need not be repeated.
func (in *instance) open(t types.Type) types.Type {
	if types.Identical(t, in.of) {
		return in.self
	}
	switch t := types.Unalias(t).(type) {
	case *types.Pointer:
		return types.NewPointer(in.open(t.Elem()))
	case *types.Slice:
		return types.NewSlice(in.open(t.Elem()))
	case *types.Array:
		return types.NewArray(in.open(t.Elem()), t.Len())
	case *types.Map:
		return types.NewMap(in.open(t.Key()), in.open(t.Elem()))
	}
	return t
}

// embedded returns t as an embedded field of a struct, which no type parameter can be.
func (g *generator) embedded(t types.Type) string {
	in := g.needing
	if in == nil {
		return g.typ(t)
	}
	in.need(t)
	g.needing = nil
	text := g.typ(t)
	g.needing = in
	return text
}

// constraint returns that of a type parameter.
func (g *generator) constraint(p *types.TypeParam) string {
	if in, ok := p.Constraint().Underlying().(*types.Interface); ok && in.IsImplicit() {
		for t := range in.EmbeddedTypes() {
			if u, ok := t.(*types.Union); ok {
				for term := range u.Terms() {
					g.look(term.Type())
				}
			}
			g.look(t)
		}
	}
	return g.typ(p.Constraint())
}

// typeVar returns the field that remembers what is found out about t, which depends on type parameters.
func (in *instance) typeVar(g *generator, t types.Type) string {
	id := types.TypeString(t, nil)
	if name, ok := in.names[id]; ok {
		return name
	}
	g.needing = in
	text := g.typ(t)
	g.needing = nil
	name := "type" + g.ident(t)
	in.names[id] = "s." + name
	in.lines = append(in.lines, fmt.Sprintf("\t%s static.Type[%s]\n", name, text))
	return in.names[id]
}

// need notes what t, which is written down, asks of the type parameters in it.
func (in *instance) need(t types.Type) {
	walk(t, map[any]bool{}, func(t types.Type) bool {
		switch t := t.(type) {
		case *types.Map:
			walk(t.Key(), map[any]bool{}, func(t types.Type) bool {
				if p, ok := t.(*types.TypeParam); ok {
					in.needs[p] = true
				}
				return true
			}, false)
		case *types.Named:
			for i := range t.TypeArgs().Len() {
				constraint := t.Origin().TypeParams().At(i).Constraint().Underlying().(*types.Interface)
				in.strict = in.strict || !constraint.Empty() && depends(t.TypeArgs().At(i))
			}
		}
		return true
	}, false)
}

// remembers reports whether the variable s is there.
func (g *generator) remembers() bool { return g.instance != nil && g.instance.here }

// leave goes on to the next method.
func (g *generator) leave() {
	if g.instance != nil {
		g.instance.here = false
	}
}

// enter writes what finds the layout of t, a struct if it depends on type parameters, and returns the expression for
// it.
func (g *generator) enter(t types.Type) string {
	in := g.instance
	if in == nil || !depends(t) {
		return g.layout(t)
	}
	g.printf("s := %s\n", g.instanceOf())
	in.here = true
	return "s"
}

// instanceOf returns the call that finds it.
func (g *generator) instanceOf() string {
	in := g.instance
	in.asks = true
	names := []string{g.typ(in.of)}
	for _, p := range in.params {
		names = append(names, p.Obj().Name())
	}
	return fmt.Sprintf("static.Instance[%s](&%sLayout%s)", g.mention(in.name+"["+strings.Join(names, ", ")+"]", true), g.prefix, in.id)
}
