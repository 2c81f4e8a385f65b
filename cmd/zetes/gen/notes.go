package gen

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/zetes-json/zetes/cmd/zetes/internal/lost"
	"github.com/zetes-json/zetes/internal/tag"
)

// note adds a note, once.
func (r *run) note(text string) {
	if !slices.Contains(r.notes, text) {
		r.notes = append(r.notes, text)
	}
}

// lose notes that a value's JSON would be another one without a word, once.
func (r *run) lose(text string) {
	if !slices.Contains(r.lost, text) {
		r.lost = append(r.lost, text)
	}
}

// uncalled finds the methods by which the types of a unit, and the types that they are made of, speak to another
// library: generated code goes by the fields of these types.
func (r *run) uncalled(u *unit, list []*target) {
	var all []types.Type
	for _, t := range list {
		all = append(all, t.name.Type())
	}
	for _, p := range lost.Methods([]*packages.Package{u.pkg}, all, r.options.TagKey) {
		p.At.Filename = short(p.At.Filename)
		r.lose(p.String())
	}
}

// Methods that are generated for a type are those of every struct that embeds it too, as all methods are: to
// encoding/json such a struct is the embedded value alone, unless it has methods of its own.

// embedders finds the structs of the packages that get generated methods in this way, and lose members by them.
func (r *run) embedders(units []unit) {
	if r.options.NoStdMarshalers {
		return
	}
	done := map[*types.Package]bool{}
	for i := range units {
		u := &units[i]
		if done[u.pkg.Types] {
			continue
		}
		done[u.pkg.Types] = true
		for _, f := range u.pkg.Syntax {
			declared := map[ast.Expr]bool{}
			tell := r.lose
			if later(u, f, r.units) {
				tell = r.note
			}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.TypeSpec:
					declared[n.Type] = true
					if tn, ok := u.pkg.TypesInfo.Defs[n.Name].(*types.TypeName); ok {
						r.embedder(u, n.Type.Pos(), tn.Type(), tn, tell)
					}
				case *ast.StructType:
					if t := u.pkg.TypesInfo.TypeOf(n); t != nil && !declared[n] {
						r.embedder(u, n.Pos(), t, nil, tell)
					}
				}
				return true
			})
		}
	}
}

// later reports whether code for the types of f is made by another run: f is not among the files of this one, and asks
// for code by a comment.
func later(u *unit, f *ast.File, units []unit) bool {
	if slices.ContainsFunc(units, func(v unit) bool { return v.pkg == u.pkg && slices.Contains(v.syntax(), f) }) {
		return false
	}
	return directivesOf(f.Comments...).want || slices.ContainsFunc(f.Comments, func(g *ast.CommentGroup) bool {
		return slices.ContainsFunc(g.List, func(c *ast.Comment) bool {
			return strings.HasPrefix(c.Text, "//go:generate ") && strings.Contains(c.Text, "zetes")
		})
	})
}

// embedder tells that the type t, which is declared under that name or nil, loses members if it does.
func (r *run) embedder(u *unit, pos token.Pos, t types.Type, name *types.TypeName, tell func(text string)) {
	st, ok := t.Underlying().(*types.Struct)
	if !ok || name != nil && name.IsAlias() && !isUnnamed(t) {
		return
	}
	for _, method := range []string{"MarshalJSON", "UnmarshalJSON", "MarshalJSONTo", "UnmarshalJSONFrom"} {
		from := r.promoted(u, st, method)
		if from == nil || r.hasOwn(u, t, method) || alone(st, from) {
			continue
		}
		what, instead := "a struct without a name", "embed a type that is declared as "+from.Name()+" is and has no methods, or give it a field's name"
		if name != nil {
			what = name.Name()
			if instead = "mark it too, or give it methods of its own"; slices.Contains(r.leftOut, name) || name.Parent() != u.pkg.Types.Scope() {
				instead = "give it methods of its own, or leave " + from.Name() + " out by //zetes:skip"
			}
		}
		tell(fmt.Sprintf("%s: %s embeds %s and gets its methods, so that encoding/json takes it for %[3]s alone: %s", u.at(pos), what, from.Name(), instead))
		return
	}
}

func isUnnamed(t types.Type) bool {
	_, named := types.Unalias(t).(*types.Named)
	return !named
}

// hasOwn reports whether t has a method of that name that hides what it embeds: one that is declared, or generated.
func (r *run) hasOwn(u *unit, t types.Type, method string) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && (r.generates(named, method) || u.ownMethod(named, method) != nil)
}

// generates reports whether the run generates a method of encoding/json or encoding/json/v2 for a type.
func (r *run) generates(named *types.Named, method string) bool {
	g := r.targets.of(named.Origin().Obj())
	if g == nil || g.embeddedIn != "" {
		return false
	}
	writes, reads := "MarshalJSON", "UnmarshalJSON"
	if g.streams {
		writes, reads = "MarshalJSONTo", "UnmarshalJSONFrom"
	}
	return (g.standard || g.streams) && (g.write && method == writes || g.read && method == reads)
}

// alone reports whether the members of st are those of the type that it embeds, so that it loses none of them: a struct
// around one value, which is there.
func alone(st *types.Struct, from *types.TypeName) bool {
	var inner types.Type
	for i := range st.NumFields() {
		f := st.Field(i)
		text := reflect.StructTag(st.Tag(i)).Get("json")
		switch {
		case !f.Embedded() && (!f.Exported() || tag.Ignored(text)):
		case inner != nil || !f.Embedded() || tag.Ignored(text) || tag.Parse(text, false).Named:
			return false
		default:
			inner = types.Unalias(f.Type())
		}
	}
	if inner == nil {
		return false
	}
	if named, ok := inner.(*types.Named); ok && named.Obj() == from {
		return true
	}
	next, ok := inner.Underlying().(*types.Struct)
	return ok && alone(next, from)
}

// promoted returns the type whose generated method of that name st gets, or nil. It is the one nearest to st's own
// fields, if there is but one.
func (r *run) promoted(u *unit, st *types.Struct, method string) *types.TypeName {
	seen := map[types.Type]bool{}
	for level := []*types.Struct{st}; len(level) > 0; {
		var next []*types.Struct
		var from *types.TypeName
		count := 0
		for _, st := range level {
			for f := range st.Fields() {
				if !f.Embedded() {
					continue
				}
				t := types.Unalias(f.Type())
				if p, ok := t.(*types.Pointer); ok {
					t = types.Unalias(p.Elem())
				}
				named, _ := t.(*types.Named)
				if named != nil {
					if r.generates(named, method) {
						from = named.Obj()
						count++
						continue
					}
					if u.ownMethod(named, method) != nil {
						count++
						continue
					}
				}
				switch inner := t.Underlying().(type) {
				case *types.Interface:
					if obj, _, _ := types.LookupFieldOrMethod(t, true, u.pkg.Types, method); obj != nil {
						count++
					}
				case *types.Struct:
					if !seen[t] {
						seen[t] = true
						next = append(next, inner)
					}
				}
			}
		}
		if count > 0 {
			if count > 1 {
				return nil
			}
			return from
		}
		level = next
	}
	return nil
}
