package gen

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"github.com/zetes-json/zetes/internal/shape"
)

// uncalled notes the methods of t by which it spoke to another library: code that is generated goes by t's fields.
func (r *run) uncalled(u *unit, t *target) {
	method := func(name string) (string, bool) {
		if slices.Contains(readMethods, name) || slices.Contains(writeMethods, name) {
			return "", false // one of two, whose code is not generated then
		}
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(t.name.Type()), true, u.pkg.Types, name)
		_, ok := obj.(*types.Func)
		return "", ok
	}
	shape.IgnoredMethods(0, method, func(_, text string) {
		r.notes = append(r.notes, fmt.Sprintf("%s: %s: %s", u.at(t.pos), t.name.Name(), text))
	})
}

// Methods that are generated for a type are those of every struct that embeds it too, as all methods are: to
// encoding/json such a struct is the embedded value alone, unless it has methods of its own.

// embedders notes the structs of the packages that get generated methods in this way.
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
			names := map[ast.Expr]*ast.Ident{}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.TypeSpec:
					names[n.Type] = n.Name
				case *ast.StructType:
					r.embedder(u, n, names[n])
				}
				return true
			})
		}
	}
}

// embedder makes a note if the struct at n, which is declared under that name or nil, gets generated methods.
func (r *run) embedder(u *unit, n *ast.StructType, name *ast.Ident) {
	what := "a struct without a name"
	if name != nil {
		tn, ok := u.pkg.TypesInfo.Defs[name].(*types.TypeName)
		if !ok || r.targets.of(tn) != nil {
			return
		}
		if named, ok := tn.Type().(*types.Named); ok && (u.ownMethod(named, "MarshalJSON") != nil || u.ownMethod(named, "UnmarshalJSON") != nil) {
			return
		}
		what = name.Name
	}
	st, ok := u.pkg.TypesInfo.TypeOf(n).(*types.Struct)
	if !ok {
		return
	}
	from := cmp.Or(r.promoted(u, st, "MarshalJSON"), r.promoted(u, st, "UnmarshalJSON"))
	if from == nil {
		return
	}
	note := fmt.Sprintf("%s: %s embeds %s and gets its methods, so that encoding/json takes it for %[3]s alone: mark it too, or give it methods of its own", u.at(n.Pos()), what, from.Name())
	r.note(note)
}

// note adds a note, once.
func (r *run) note(text string) {
	if !slices.Contains(r.notes, text) {
		r.notes = append(r.notes, text)
	}
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
					if g := r.targets.of(named.Origin().Obj()); g != nil && g.standard && (g.write && method == "MarshalJSON" || g.read && method == "UnmarshalJSON") {
						from = g.name
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
