package gen

import (
	"fmt"
	"go/token"
	"go/types"
	"reflect"
	"slices"

	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/tag"
)

// refused returns an error for a type that JSON can't hold, or that the library leaves to encoding/json: generated
// methods would be called by it again.
func (r *run) refused(u *unit, t *target) error {
	if m, ok := t.name.Type().Underlying().(*types.Map); ok && !plainKey(m.Key()) && t.standard {
		return fmt.Errorf("%s: %s: keys of type %s are left to encoding/json, without generated code", u.at(t.pos), t.name.Name(), m.Key())
	}
	if err := r.tagged(u, t); err != nil {
		return err
	}
	st, ok := t.name.Type().Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	if f := keeper(st); f != nil && t.standard {
		return fmt.Errorf("%s: %s embeds an opt.Unknown, which compiled plans fill under Config.KeepUnknown, without generated code", u.at(f.Pos()), t.name.Name())
	}
	list := r.members(st)
	for i := range list {
		m := &list[i]
		for j := range list[:i] {
			o := &list[j]
			if m.depth+o.depth > 0 || m.name != o.name || m.tag.Named != o.tag.Named {
				continue
			}
			err := fmt.Errorf("%s: the fields %s and %s are both the member %q, which encoding/json leaves out then", u.at(m.Pos()), o.Name(), m.Name(), m.name)
			if t.marked {
				return err
			}
			r.note(err.Error())
		}
		if odd := tag.Parse(m.text, true); t.standard && (m.tag.Format || m.tag.Embed || odd.Format || odd.Embed) {
			return fmt.Errorf("%s: %s.%s: the tag is left to encoding/json, without generated code", u.at(m.Pos()), t.name.Name(), m.Name())
		}
		if m.pointed {
			continue
		}
		if bad := r.unheld(u, m.Type(), !m.omitZero, map[spot]bool{}); bad != "" {
			return fmt.Errorf("%s: %s.%s: JSON can't hold a %s: give the field the tag `json:\"-\"`, or its type methods", u.at(m.Pos()), t.name.Name(), m.path, bad)
		}
	}
	return nil
}

// leaveEmbedded leaves out the types that get methods of encoding/json/v2 and that other such types embed: in a field
// that is embedded it refuses types with methods.
func (r *run) leaveEmbedded() error {
	for i, list := range r.lists {
		for _, t := range list {
			if !t.streams {
				continue
			}
			err := r.embeds(t, t.name.Type().Underlying().(*types.Struct), map[*types.Struct]bool{})
			if err != nil {
				return fmt.Errorf("%s: %w", r.units[i].at(t.pos), err)
			}
		}
	}
	for i := range r.lists {
		r.lists[i] = slices.DeleteFunc(r.lists[i], func(t *target) bool { return t.embeddedIn != "" })
	}
	return nil
}

// embeds notes the targets that t embeds, by its struct st. They must not be marked.
func (r *run) embeds(t *target, st *types.Struct, seen map[*types.Struct]bool) error {
	if seen[st] {
		return nil
	}
	seen[st] = true
	for i := range st.NumFields() {
		f := st.Field(i)
		if text := r.said(st, i); tag.Ignored(text) || !f.Embedded() && !tag.Parse(text, true).Embed {
			continue
		}
		in := types.Unalias(f.Type())
		if p, ok := in.(*types.Pointer); ok {
			in = types.Unalias(p.Elem())
		}
		if named, ok := in.(*types.Named); ok {
			if o := r.targets.of(named.Origin().Obj()); o != nil && o.streams && o.embeddedIn == "" {
				if o.marked {
					return fmt.Errorf("%s embeds %s, and both get methods, which encoding/json/v2 refuses: leave %[2]s out", t.name.Name(), o.name.Name())
				}
				o.embeddedIn = t.name.Name()
				r.note(fmt.Sprintf("left out: %s: %s embeds it, and encoding/json/v2 refuses an embedded type with methods", o.name.Name(), o.embeddedIn))
			}
		}
		if inner, ok := in.Underlying().(*types.Struct); ok {
			if err := r.embeds(t, inner, seen); err != nil {
				return err
			}
		}
	}
	return nil
}

// member is a field that may be a member of a struct's object: Go's and encoding/json's rules decide between those of
// one name, but for the depth, by which members has decided.
type member struct {
	*types.Var
	text     string // of the tag
	tag      tag.Tag
	name     string
	path     string // of the field: In.X
	depth    int    // of embedding
	pointed  bool   // it is reached through an embedded pointer
	omitZero bool
}

// members lists what may be the members of a struct: of one name those alone that are nearest to its own fields.
func (r *run) members(st *types.Struct) (list []member) {
	type level struct {
		st      *types.Struct
		path    string
		pointed bool
	}
	taken, seen := map[string]bool{}, map[*types.Struct]bool{}
	for depth, current := 0, []level{{st: st}}; len(current) > 0; depth++ {
		var next []level
		first := len(list)
		for _, l := range current {
			if seen[l.st] {
				continue
			}
			seen[l.st] = true
			for i := range l.st.NumFields() {
				f, text := l.st.Field(i), r.said(l.st, i)
				inner, byPointer := embedded(f)
				t := tag.Parse(text, false)
				switch {
				case tag.Ignored(text) || !f.Exported() && inner == nil:
				case inner != nil && !t.Named:
					next = append(next, level{inner, l.path + f.Name() + ".", l.pointed || byPointer})
				default:
					m := member{Var: f, text: text, tag: t, name: t.Name, path: l.path + f.Name(), depth: depth, pointed: l.pointed}
					m.omitZero = t.OmitZero || r.options.OmitZero && !tag.ParseMore(text).Has(tag.KeepZero)
					switch {
					case t.Named:
					case r.options.SnakeCase:
						m.name = tag.SnakeCase(f.Name())
					case r.options.LowerCamelCase:
						m.name = tag.LowerCamel(f.Name())
					default:
						m.name = f.Name()
					}
					if !taken[m.name] {
						list = append(list, m)
					}
				}
			}
		}
		for _, m := range list[first:] {
			taken[m.name] = true
		}
		current = next
	}
	return list
}

// embedded returns the struct that f embeds, or nil, and whether it does so by a pointer.
func embedded(f *types.Var) (inner *types.Struct, byPointer bool) {
	if !f.Embedded() {
		return nil, false
	}
	t := types.Unalias(f.Type())
	if p, ok := t.(*types.Pointer); ok {
		t, byPointer = types.Unalias(p.Elem()), true
	}
	if _, isParam := t.(*types.TypeParam); !isParam {
		inner, _ = t.Underlying().(*types.Struct)
	}
	return inner, byPointer
}

// said returns what the tag of the field i of st says under the first of the keys that it has.
func (r *run) said(st *types.Struct, i int) string {
	keys := r.options.TagKey
	if keys == "" {
		keys = "json"
	}
	text, _ := shape.LookupTag(reflect.StructTag(st.Tag(i)), keys)
	return text
}

// tagged looks at the options of tags that are not encoding/json's, in all structs that t is made of. One that does not
// suit its field is an error where the field is the package's own, and a note where it is not.
func (r *run) tagged(u *unit, t *target) (err error) {
	if r.options.PlainTags || r.options.V2 {
		return nil
	}
	walk(t.name.Type(), map[string]bool{}, func(in types.Type) bool {
		if named, ok := in.(*types.Named); ok && named.Obj() != t.name && u.hasMethod(named, writeMethods) && u.hasMethod(named, readMethods) {
			return false
		}
		if st, ok := in.(*types.Struct); ok {
			for i := range st.NumFields() {
				f := st.Field(i)
				wrong := r.unsuited(u, f, tag.ParseMore(r.said(st, i)))
				if text := fmt.Sprintf("%s: %s: %s", u.at(f.Pos()), f.Name(), wrong); wrong != "" && f.Pkg() != u.pkg.Types {
					r.note(text + ", and is passed over in package " + f.Pkg().Path())
				} else if wrong != "" && err == nil {
					err = wrongTag{text}
				}
			}
		}
		return true
	})
	return err
}

// wrongTag is the error about a tag option. It ends a run even if the type is not marked.
type wrongTag struct{ text string }

func (e wrongTag) Error() string { return e.text }

// unsuited says why the options of a tag do not suit a field, or nothing.
func (r *run) unsuited(u *unit, f *types.Var, m tag.More) string {
	switch t := types.Unalias(f.Type()); {
	case m.Has(tag.Intern) && m.Has(tag.NoCopy):
		return "of the tag options intern and nocopy there can be but one"
	case m.Has(tag.Raw) && m.Has(tag.Stringer):
		return "of the tag options raw and stringer there can be but one"
	case m.Has(tag.Raw) && !holdsText(t):
		return "the tag option raw is for strings and bytes"
	case m.Has(tag.Stringer) && isRawMessage(t):
		return "the tag option stringer is not for a json.RawMessage"
	case m.Has(tag.Stringer) && !types.Implements(t, stringer) && !types.Implements(types.NewPointer(t), stringer):
		return "the tag option stringer is for types with a String method"
	case m.Has(tag.Encoder) && !r.writesItself(u, t):
		return "the tag option encoder is for types with a method such as MarshalZetes"
	}
	return ""
}

// isRawMessage reports whether t is a json.RawMessage, which is a jsontext.Value from Go 1.27 on, or a pointer to one.
func isRawMessage(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	return ok && (idOf(n) == "encoding/json.RawMessage" || idOf(n) == "encoding/json/jsontext.Value")
}

// holdsText reports whether t is a string or a slice of bytes.
func holdsText(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Slice:
		b, ok := u.Elem().Underlying().(*types.Basic)
		return ok && b.Kind() == types.Uint8
	}
	return false
}

// stringer is the interface fmt.Stringer.
var stringer = types.NewInterfaceType([]*types.Func{types.NewFunc(token.NoPos, nil, "String", types.NewSignatureType(nil, nil, nil, nil,
	types.NewTuple(types.NewVar(token.NoPos, nil, "", types.Typ[types.String])), false))}, nil).Complete()

// writesItself reports whether values of t, or what a t points to, are written by a method.
func (r *run) writesItself(u *unit, t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if _, ok := t.Underlying().(*types.Interface); ok {
		return true
	}
	if named, ok := t.(*types.Named); ok {
		if g := r.targets.of(named.Origin().Obj()); specials[idOf(named.Origin())] || g != nil && g.write {
			return true
		}
	}
	return u.hasMethod(t, writeMethods)
}

// specials are types that the library writes in a way of its own.
var specials = map[string]bool{
	"time.Time": true, "encoding/json.Number": true, "encoding/json.RawMessage": true, "math/big.Int": true,
	"net/netip.Addr": true, "net/netip.AddrPort": true, "net/netip.Prefix": true, "encoding/json/jsontext.Value": true,
	zetesPath + "/opt.Value": true,
}

// idOf returns the path and name of a named type.
func idOf(n *types.Named) string {
	if n.Obj().Pkg() == nil {
		return n.Obj().Name()
	}
	return n.Obj().Pkg().Path() + "." + n.Obj().Name()
}

var (
	readMethods  = []string{"UnmarshalZetes", "UnmarshalJSON", "UnmarshalJSONFrom", "UnmarshalText"}
	writeMethods = []string{"MarshalZetes", "MarshalJSON", "MarshalJSONTo", "MarshalText", "AppendText"}
)

// hasMethod reports whether t, or a pointer to it, has one of some methods.
func (u *unit) hasMethod(t types.Type, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, u.pkg.Types, name)
		_, ok := obj.(*types.Func)
		return ok
	})
}

// plainKey reports whether plans know maps with keys of type t, whatever methods it has.
func plainKey(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	if _, isParam := types.Unalias(t).(*types.TypeParam); isParam {
		return false
	}
	return ok && b.Info()&(types.IsString|types.IsInteger) != 0
}

// keeper returns the field of st that keeps unknown members, or nil.
func keeper(st *types.Struct) *types.Var {
	for f := range st.Fields() {
		t := types.Unalias(f.Type())
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		if named, ok := t.(*types.Named); ok && f.Embedded() && idOf(named) == zetesPath+"/opt.Unknown" {
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

// unheld returns the type in t that JSON can't hold, or "". A nil pointer or an empty slice does not lead to one:
// structs that have a name of their own are looked into where met is true, which says that each t has one.
func (r *run) unheld(u *unit, t types.Type, met bool, seen map[spot]bool) string {
	if seen[spot{t, met}] {
		return ""
	}
	seen[spot{t, met}] = true
	switch k := types.Unalias(t).(type) {
	case *types.Named:
		if u.hasMethod(k, writeMethods) || u.hasMethod(k, readMethods) {
			return ""
		}
		switch under := k.Underlying().(type) {
		case *types.Chan, *types.Signature:
			return under.String()
		case *types.Struct:
			if met {
				return r.unheld(u, under, met, seen)
			}
		}
	case *types.Chan, *types.Signature:
		return k.String()
	case *types.Basic:
		if k.Info()&types.IsComplex != 0 || k.Kind() == types.UnsafePointer {
			return k.String()
		}
	case *types.Pointer:
		return r.unheld(u, k.Elem(), false, seen)
	case *types.Slice:
		return r.unheld(u, k.Elem(), false, seen)
	case *types.Array:
		return r.unheld(u, k.Elem(), met && k.Len() > 0, seen)
	case *types.Map:
		return r.unheld(u, k.Elem(), false, seen)
	case *types.Struct:
		list := r.members(k)
		for i := range list {
			if list[i].pointed {
				continue
			}
			if bad := r.unheld(u, list[i].Type(), met && !list[i].omitZero, seen); bad != "" {
				return bad
			}
		}
	}
	return ""
}

// walk calls visit for t and the types that its values are made of, those of embedded and other fields among them. It
// does not go on where visit returns false.
func walk(t types.Type, seen map[string]bool, visit func(types.Type) bool) {
	t = types.Unalias(t)
	if _, ok := t.(*types.Named); ok { // a type that holds itself does so through a name
		id := types.TypeString(t, nil)
		if seen[id] {
			return
		}
		seen[id] = true
	}
	if !visit(t) {
		return
	}
	switch t := t.(type) {
	case *types.Named:
		walk(t.Underlying(), seen, visit)
	case *types.Pointer:
		walk(t.Elem(), seen, visit)
	case *types.Slice:
		walk(t.Elem(), seen, visit)
	case *types.Array:
		walk(t.Elem(), seen, visit)
	case *types.Map:
		walk(t.Key(), seen, visit)
		walk(t.Elem(), seen, visit)
	case *types.Struct:
		for f := range t.Fields() {
			walk(f.Type(), seen, visit)
		}
	}
}
