package gen

import (
	"fmt"
	"go/types"
)

// uncompiled is what stands for a type that is not there.
const uncompiled = "type that does not compile"

// refused returns an error for a type that JSON can't hold.
func (r *run) refused(u *unit, t *target) error {
	g := &generator{run: r, unit: u, pkg: u.pkg.Types, options: r.options}
	if m, ok := t.name.Type().Underlying().(*types.Map); ok && !plainKey(m.Key()) && !r.options.NoStdMarshalers {
		// Plans leave such maps to encoding/json, which would call the methods that lead to the plan.
		return fmt.Errorf("%s: %s: keys of type %s are left to encoding/json, without generated code", u.at(t.pos), t.name.Name(), m.Key())
	}
	st, ok := t.name.Type().Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	if f := keeper(st); f != nil && !r.options.NoStdMarshalers {
		return fmt.Errorf("%s: %s embeds an opt.Unknown, which compiled plans fill under Config.KeepUnknown, without generated code", u.at(f.Pos()), t.name.Name())
	}
	list, _ := g.members(t.name.Type(), st)
	if g.twice != nil && t.marked {
		return g.twice
	} else if g.twice != nil {
		r.notes = append(r.notes, g.twice.Error())
	}
	if g.foreign != nil && !r.options.NoStdMarshalers {
		return fmt.Errorf("%s: %s.%s: the tag is left to encoding/json, without generated code", u.at(g.foreign.Pos()), t.name.Name(), g.foreign.Name())
	}
	for i := range list {
		m := &list[i]
		bad := g.unheldIn(m, true, map[spot]bool{})
		if bad == uncompiled {
			if err := u.uncompiled(m.field().Pos()); err != nil {
				return fmt.Errorf("%w (%s needs it)", err, t.name.Name())
			}
		}
		if bad != "" {
			return fmt.Errorf("%s: %s: JSON can't hold a %s: give the field the tag `json:\"-\"`, or its type methods", u.at(m.field().Pos()), m.expr(t.name.Name()), bad)
		}
	}
	return nil
}

// lacking returns an error for a type whose code needs the name of one that does not compile: of a struct that a pointer
// leads to, say, or of a field that is no member but takes its place in memory. What the code needs only the code can
// say, so it is made once more for the type alone, where the package does not compile as a whole.
func (r *run) lacking(u *unit, t *target) error {
	if !u.pkg.IllTyped {
		return nil
	}
	notes, wrong := r.notes, r.wrong
	g := r.generate(u, []*target{t})
	r.notes, r.wrong = notes, wrong
	if !g.lacks {
		return nil
	}
	pos := t.pos
	if g.lacking != nil {
		pos = g.lacking.Pos()
	}
	if g.lacking == nil || g.lacking.Pkg() == g.pkg {
		if err := u.uncompiled(pos); err != nil {
			return fmt.Errorf("%w (%s needs it)", err, t.name.Name())
		}
	}
	return fmt.Errorf("%s: %s needs a type that does not compile", u.at(pos), t.name.Name())
}

// keeper returns the field of st that keeps unknown members, or nil.
func keeper(st *types.Struct) *types.Var {
	for f := range st.Fields() {
		t := types.Unalias(f.Type())
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		if named, ok := t.(*types.Named); ok && f.Embedded() && idOf(named) == "github.com/zetes-json/zetes/opt.Unknown" {
			return f
		}
	}
	return nil
}

// spot is a type where each value around it has one, or some have.
type spot struct {
	t   types.Type
	met bool
}

// unheldIn is unheld for a member of structs, which all are met or some. A member behind an embedded pointer is not.
func (g *generator) unheldIn(m *member, met bool, seen map[spot]bool) string {
	for _, f := range m.path[:len(m.path)-1] {
		if _, ok := f.Type().Underlying().(*types.Pointer); ok {
			return ""
		}
	}
	return g.unheld(m.typ, met && !m.omitZero, seen)
}

// unheld returns the type in t that JSON can't hold, or "". What a nil pointer or an empty slice leads to is never met:
// structs that have a name of their own are looked into where met is true, which says that each t has one.
func (g *generator) unheld(t types.Type, met bool, seen map[spot]bool) string {
	if seen[spot{t, met}] {
		return ""
	}
	seen[spot{t, met}] = true
	switch k := types.Unalias(t).(type) {
	case *types.Named:
		if g.hasMethod(k, writeMethods) || g.hasMethod(k, readMethods) {
			return ""
		}
		switch u := k.Underlying().(type) {
		case *types.Chan, *types.Signature:
			return u.String()
		case *types.Struct:
			if met {
				return g.unheld(u, met, seen)
			}
		}
	case *types.Chan, *types.Signature:
		return k.String()
	case *types.Basic:
		if k.Kind() == types.Invalid {
			return uncompiled
		} else if k.Info()&types.IsComplex != 0 || k.Kind() == types.UnsafePointer {
			return k.String()
		}
	case *types.Pointer:
		return g.unheld(k.Elem(), false, seen)
	case *types.Slice:
		return g.unheld(k.Elem(), false, seen)
	case *types.Array:
		return g.unheld(k.Elem(), met && k.Len() > 0, seen)
	case *types.Map:
		return g.unheld(k.Elem(), false, seen)
	case *types.Struct:
		inner, _ := g.members(k, k)
		for i := range inner {
			if bad := g.unheldIn(&inner[i], met, seen); bad != "" {
				return bad
			}
		}
	}
	return ""
}
