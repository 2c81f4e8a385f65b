package gen

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/tag"
)

// member is one of a struct's JSON object.
type member struct {
	name  string
	path  []*types.Var // embedded fields to go through, and the field itself
	index []int
	typ   types.Type

	tagged, omitEmpty, omitZero, quoted, required bool

	more tag.More // options that are not encoding/json's
}

// field returns the Go field.
func (m *member) field() *types.Var { return m.path[len(m.path)-1] }

// expr returns the field as an expression, of the struct v.
func (m *member) expr(v string) string {
	for _, f := range m.path {
		v += "." + f.Name()
	}
	return v
}

// members returns the members of a struct, as package shape finds them by reflection. odd says why the struct is left
// to compiled plans: what it means depends on the release of encoding/json, or on what only reflection can do.
func (g *generator) members(of types.Type, st *types.Struct) (list []member, odd string) {
	type level struct {
		st    *types.Struct
		typ   types.Type
		path  []*types.Var
		index []int
		twice bool
	}
	var found []member
	visited := map[string]bool{}
	for current := []*level{{st: st, typ: of}}; len(current) > 0; {
		var next []*level
		queued := map[string]*level{}
		for _, l := range current {
			id := types.TypeString(l.typ, nil)
			if visited[id] {
				continue
			}
			visited[id] = true
			for i := range l.st.NumFields() {
				f := l.st.Field(i)
				text := g.said(l.st, i)
				if tag.Ignored(text) || !f.Embedded() && !f.Exported() {
					continue
				}
				base, byPointer := types.Unalias(f.Type()), false
				if p, ok := base.(*types.Pointer); ok {
					base, byPointer = types.Unalias(p.Elem()), true
				}
				inner, isStruct := base.Underlying().(*types.Struct)
				if _, isParam := base.(*types.TypeParam); isParam {
					isStruct = false
				}
				if f.Embedded() && !f.Exported() && !isStruct {
					continue
				}
				t := tag.Parse(text, false)
				if lenient := tag.Parse(text, true); lenient != t || t.Format || t.Embed || t.Exact {
					odd = "releases of encoding/json read the tag of " + f.Name() + " in different ways"
				}
				if lenient := tag.Parse(text, true); t.Format || t.Embed || lenient.Format || lenient.Embed {
					g.foreign = f
				}
				path := append(slices.Clip(l.path), f)
				index := append(slices.Clip(l.index), i)
				if f.Embedded() && isStruct && !t.Named {
					if byPointer && !f.Exported() {
						odd = "it embeds a pointer to a struct that is not exported"
					}
					id := types.TypeString(base, nil)
					if first := queued[id]; first != nil {
						first.twice = true
						continue
					}
					n := &level{st: inner, typ: base, path: path, index: index}
					queued[id] = n
					next = append(next, n)
					continue
				}
				if f.Embedded() && !f.Exported() {
					odd = "it embeds a struct that is not exported under a name of its own"
				}
				more := g.moreOf(f, text)
				m := member{
					required: t.Required && !g.options.PlainTags, more: more,
					name: t.Name, path: path, index: index, typ: f.Type(), tagged: t.Named,
					omitEmpty: t.OmitEmpty || g.options.OmitEmpty && !more.Has(tag.KeepEmpty),
					omitZero:  t.OmitZero || g.options.OmitZero && !more.Has(tag.KeepZero),
					quoted:    t.String,
				}
				if !m.tagged {
					switch m.name = f.Name(); {
					case g.options.SnakeCase:
						m.name = tag.SnakeCase(m.name)
					case g.options.LowerCamelCase:
						m.name = tag.LowerCamel(m.name)
					}
				}
				if len(l.path) == 0 && g.twice == nil {
					for j := range found {
						if o := &found[j]; o.name == m.name && o.tagged == m.tagged && len(o.path) == 1 {
							g.twice = fmt.Errorf("%s: the fields %s and %s are both the member %q, which encoding/json leaves out then", g.unit.at(f.Pos()), o.field().Name(), f.Name(), m.name)
						}
					}
				}
				if found = append(found, m); l.twice {
					found = append(found, m)
				}
			}
		}
		current = next
	}
	for _, i := range shape.Dominant(len(found), func(i int) shape.Rank {
		return shape.Rank{Name: found[i].name, Index: found[i].index, Tagged: found[i].tagged}
	}) {
		list = append(list, found[i])
	}
	folded := map[string]bool{}
	for i := range list {
		m := &list[i]
		k := shape.FoldName(m.name)
		if folded[k] {
			odd = "names of its members differ in case alone"
		}
		folded[k] = true
		if !utf8.ValidString(m.name) || len(m.name) > 300 {
			odd = "the name of " + m.field().Name() + " is not plain text"
		}
		for _, f := range m.path {
			// A field that is not exported is out of reach in another package.
			if !f.Exported() && f.Pkg() != g.pkg {
				odd = "it embeds what package " + f.Pkg().Path() + " does not export"
			}
		}
	}
	if odd == "" && !g.writable(st, []types.Type{types.Unalias(of)}) {
		odd = "it has fields of types that the package can't name"
	}
	return list, odd
}

// moreOf returns the options of a field's tag that are not encoding/json's. What is wrong with them is refused where
// the field is the package's own, and noted where it is not.
func (g *generator) moreOf(f *types.Var, text string) tag.More {
	if g.options.PlainTags {
		return 0
	}
	m := tag.ParseMore(text)
	wrong := ""
	switch t := types.Unalias(f.Type()); {
	case m.Has(tag.Intern) && m.Has(tag.NoCopy):
		wrong = "of the tag options intern and nocopy there can be but one"
	case m.Has(tag.Raw) && m.Has(tag.Stringer):
		wrong = "of the tag options raw and stringer there can be but one"
	case m.Has(tag.Raw) && !holdsText(t):
		wrong = "the tag option raw is for strings and bytes"
	case m.Has(tag.Stringer) && !types.Implements(t, stringer) && !types.Implements(types.NewPointer(t), stringer):
		wrong = "the tag option stringer is for types with a String method"
	case m.Has(tag.Encoder) && !g.writesItself(t):
		wrong = "the tag option encoder is for types with a method such as MarshalZetes"
	}
	if wrong == "" {
		return m
	}
	if text := fmt.Sprintf("%s: %s: %s", g.unit.at(f.Pos()), f.Name(), wrong); f.Pkg() != g.pkg {
		g.run.note(text + ", and is passed over in package " + f.Pkg().Path())
	} else if g.run.wrong == nil {
		g.run.wrong = errors.New(text)
	}
	return m &^ (tag.Intern | tag.NoCopy | tag.Raw | tag.Stringer | tag.Encoder)
}

// holdsText reports whether t is a string or a slice of bytes.
func holdsText(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Slice:
		return isByte(u.Elem())
	}
	return false
}

// stringer is the interface fmt.Stringer.
var stringer = types.NewInterfaceType([]*types.Func{types.NewFunc(token.NoPos, nil, "String", types.NewSignatureType(nil, nil, nil, nil,
	types.NewTuple(types.NewVar(token.NoPos, nil, "", types.Typ[types.String])), false))}, nil).Complete()

// writesItself reports whether values of t, or what a t points to, are written by a method.
func (g *generator) writesItself(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if _, ok := t.Underlying().(*types.Interface); ok {
		return true
	}
	named, ok := t.(*types.Named)
	return ok && (specials[idOf(named.Origin())] || g.generated(named, false)) || g.hasMethod(t, writeMethods)
}
