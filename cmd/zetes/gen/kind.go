package gen

import (
	"go/types"
	"reflect"
	"strings"

	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/tag"
)

// kind is how values of a type are read and written.
type kind int

const (
	byPlan    kind = iota // by the compiled plan of the type
	byParam               // the same, for a type that depends on type parameters, or that can't be written down
	byScalar              // by a function for scalars
	byAny                 // an interface without methods
	byTime                // a time.Time
	byMethods             // by the type's generated methods in the same file
	byHelper              // a struct, or a type with generated methods in another file: by a function in the same file
	byPointer             // through a pointer to something that has a function
	bySlice               // element by element
	byList                // a slice that one call reads or writes
	byArray               // an array, element by element
	byMap                 // the same for a map, which needs no address to be written
)

// longestArray is how many scalars of an array are read one by one: the loop of plans has less to do for each.
const longestArray = 64

const optValue = "github.com/zetes-json/zetes/opt.Value"

// specials are types that compiled plans know, whose methods call nobody else.
var specials = map[string]bool{
	"time.Time": true, "encoding/json.Number": true, "encoding/json.RawMessage": true, "math/big.Int": true,
	"net/netip.Addr": true, "net/netip.AddrPort": true, "net/netip.Prefix": true, "encoding/json/jsontext.Value": true,
	optValue: true,
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
func (g *generator) hasMethod(t types.Type, names []string) bool {
	for _, name := range names {
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, g.pkg, name)
		if _, ok := obj.(*types.Func); ok {
			return true
		}
	}
	return false
}

// ownMethod reports whether named has the method name itself, not by what it embeds.
func (g *generator) ownMethod(named *types.Named, name string) bool {
	return g.unit.ownMethod(named, name) != nil
}

// depends reports whether t depends on type parameters.
func depends(t types.Type) bool {
	found := false
	walk(t, map[any]bool{}, func(t types.Type) bool {
		switch t := t.(type) {
		case *types.TypeParam:
			found = true
		case *types.Named:
			found = found || t.TypeParams().Len() > 0 && t.TypeArgs().Len() == 0 // within its own declaration
		}
		return !found
	}, false)
	return found
}

// walk calls visit for t and the types it is made of; with inside for those behind names too, else for those of
// parameters and results, which are written where t is and no part of its values. It does not go on where visit returns
// false.
func walk(t types.Type, seen map[any]bool, visit func(types.Type) bool, inside bool) {
	t = types.Unalias(t)
	if named, ok := t.(*types.Named); ok { // what has no end goes through names
		id := any(named.Obj())
		if named.TypeArgs().Len() > 0 {
			id = types.TypeString(named, nil)
		}
		if seen[id] {
			return
		}
		seen[id] = true
	}
	if !visit(t) {
		return
	}
	next := func(t types.Type) { walk(t, seen, visit, inside) }
	switch t := t.(type) {
	case *types.Named:
		for i := range t.TypeArgs().Len() {
			next(t.TypeArgs().At(i))
		}
		if inside {
			next(t.Underlying())
		}
	case *types.Pointer:
		next(t.Elem())
	case *types.Slice:
		next(t.Elem())
	case *types.Array:
		next(t.Elem())
	case *types.Map:
		next(t.Key())
		next(t.Elem())
	case *types.Chan:
		next(t.Elem())
	case *types.Struct:
		for i := range t.NumFields() {
			next(t.Field(i).Type())
		}
	case *types.Interface:
		for i := 0; i < t.NumMethods() && !inside; i++ {
			next(t.Method(i).Type())
		}
	case *types.Signature:
		for _, list := range []*types.Tuple{t.Params(), t.Results()} {
			for i := 0; i < list.Len() && !inside; i++ {
				next(list.At(i).Type())
			}
		}
	}
}

// careful reports whether decoding a t may call methods that people have written.
func (g *generator) careful(t types.Type) bool {
	found := false
	walk(t, map[any]bool{}, func(t types.Type) bool {
		switch t := t.(type) {
		case *types.TypeParam:
			found = true
		case *types.Interface:
			found = found || t.NumMethods() > 0
		case *types.Named:
			if specials[idOf(t.Origin())] {
				return idOf(t.Origin()) == optValue
			}
			if g.generated(t, true) {
				return true
			}
			found = found || g.hasMethod(t, readMethods)
		}
		return !found
	}, true)
	return found
}

// aliases reports whether a field that a t may hold has the tag option "nocopy".
func (g *generator) aliases(t types.Type) bool {
	found := false
	walk(t, map[any]bool{}, func(t types.Type) bool {
		if st, ok := t.(*types.Struct); ok && !g.options.PlainTags {
			for i := range st.NumFields() {
				found = found || tag.ParseMore(g.said(st, i)).Has(tag.NoCopy)
			}
		}
		return !found
	}, true)
	return found
}

// tagKey returns the keys of struct tags with commas between them.
func (g *generator) tagKey() string {
	if g.options.TagKey == "" {
		return "json"
	}
	return g.options.TagKey
}

// said returns what the tag of the field i of st says under the first of the keys that it has.
func (g *generator) said(st *types.Struct, i int) string {
	text, _ := shape.LookupTag(reflect.StructTag(st.Tag(i)), g.tagKey())
	return text
}

// generated reports whether values of named are read, or written, by methods that a generator has written or writes
// in this run.
func (g *generator) generated(named *types.Named, read bool) bool {
	if t := g.run.targets.of(named.Origin().Obj()); t != nil {
		return read && t.read || !read && t.write
	}
	if read {
		return g.ownMethod(named, "DecodeZetes")
	}
	return g.ownMethod(named, "EncodeZetes")
}

// kindOf says how values of t are read or written.
func (g *generator) kindOf(t types.Type, read bool) kind {
	t = types.Unalias(t)
	if !g.nameable(t) {
		return byParam
	}
	methods := writeMethods
	if read {
		methods = readMethods
	}
	if named, ok := t.(*types.Named); ok {
		switch id := idOf(named.Origin()); {
		case id == "time.Time":
			return byTime
		case specials[id]:
			return g.plan(t)
		case g.generated(named, read):
			switch {
			case depends(t):
				return byParam
			case g.here[named.Origin().Obj()]:
				return byMethods
			}
			return byHelper
		}
	}
	if _, ok := t.(*types.TypeParam); ok || depends(t) {
		return byParam
	}
	switch t.Underlying().(type) {
	case *types.Interface:
	case *types.Struct:
		if g.hasMethod(t, methods) {
			return byPlan
		}
	default:
		if g.isNamed(g.plain(t)) { // the code can't look through it
			return byPlan
		}
	}
	if endless(t) {
		return byPlan
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if scalarOf(u) != "" {
			return byScalar
		}
	case *types.Interface:
		if u.NumMethods() == 0 && !g.isNamed(t) {
			return byAny
		}
	case *types.Struct:
		if g.reachable(t, u) {
			return byHelper
		}
	case *types.Pointer:
		if _, named := t.(*types.Named); named {
			return byPlan
		}
		if k := g.kindOf(u.Elem(), read); k == byMethods || k == byHelper || k == byScalar || k == byTime || k == byArray || k == bySlice && read {
			return byPointer
		}
	case *types.Slice:
		switch k := g.kindOf(u.Elem(), read); {
		case isByte(u.Elem()):
			if !g.hasMethod(u.Elem(), methods) && types.Identical(u, types.NewSlice(types.Typ[types.Uint8])) {
				return byList
			}
		case k == byMethods || k == byHelper || k == byPointer || k == bySlice:
			return bySlice
		case read:
			return byList
		case types.Identical(u.Elem(), types.Typ[types.String]):
			return byList
		case k.written():
			return bySlice
		}
	case *types.Array:
		if k := g.kindOf(u.Elem(), read); k.written() || read && k == bySlice {
			if read && k == byScalar && u.Len() > longestArray {
				return byPlan
			}
			return byArray
		}
	case *types.Map:
		if !read {
			return byMap
		}
	}
	return byPlan
}

// written reports whether values of that kind are written without their address being handed to a plan.
func (k kind) written() bool { return k.brief() || k >= byMethods }

// brief reports whether a value of that kind takes a line to write.
func (k kind) brief() bool {
	return k == byScalar || k == byAny || k == byTime || k == byList || k == byMap
}

// endless reports whether t is made of slices, arrays and pointers alone, as type T []T is.
func endless(t types.Type) bool {
	for seen := map[types.Type]bool{}; !seen[t]; {
		seen[t] = true
		switch u := t.Underlying().(type) {
		case *types.Slice:
			t = types.Unalias(u.Elem())
		case *types.Array:
			t = types.Unalias(u.Elem())
		case *types.Pointer:
			t = types.Unalias(u.Elem())
		default:
			return false
		}
	}
	return true
}

// elsewhere reports whether t has generated methods in another file. That one may have been generated with other options,
// which are those that count for t.
func (g *generator) elsewhere(t types.Type, read bool) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && !g.here[named.Origin().Obj()] && g.generated(named, read)
}

// plan returns the kind of types that plans alone know.
func (g *generator) plan(t types.Type) kind {
	if depends(t) {
		return byParam
	}
	return byPlan
}

// isNamed reports whether t has a name of its own.
func (g *generator) isNamed(t types.Type) bool {
	_, ok := t.(*types.Named)
	return ok
}

// reachable reports whether code of the package can name the fields of a struct, and the struct if it is of another
// package.
func (g *generator) reachable(t types.Type, st *types.Struct) bool {
	if named, ok := t.(*types.Named); ok && named.Obj().Pkg() != g.pkg {
		if !named.Obj().Exported() || named.Obj().Parent() != named.Obj().Pkg().Scope() {
			return false
		}
	} else if ok && named.Obj().Parent() != g.pkg.Scope() {
		return false
	}
	if !g.nameable(t) {
		return false
	}
	_, odd := g.members(t, st)
	return odd == ""
}

// nameable reports whether the package can write the type t down.
func (g *generator) nameable(t types.Type) bool {
	ok := true
	walk(t, map[any]bool{}, func(t types.Type) bool {
		switch t := t.(type) {
		case *types.Named:
			o := t.Obj()
			if o.Pkg() != nil && (o.Parent() != o.Pkg().Scope() || o.Pkg() != g.pkg && (!o.Exported() || hidden(o.Pkg().Path(), g.pkg.Path()))) {
				ok = false
			}
		case *types.Struct:
			for i := range t.NumFields() {
				if f := t.Field(i); !f.Exported() && f.Pkg() != g.pkg {
					ok = false
				}
			}
		case *types.Interface:
			for i := range t.NumMethods() {
				if m := t.Method(i); !m.Exported() && m.Pkg() != g.pkg {
					ok = false
				}
			}
		}
		return ok
	}, false)
	return ok
}

// hidden reports whether package from may not import path: it is internal to others.
func hidden(path, from string) bool {
	if path == "main" {
		return true
	}
	i := strings.LastIndex("/"+path+"/", "/internal/")
	if i < 0 {
		return false
	}
	root := strings.TrimSuffix(path[:max(i-1, 0)], "/")
	return from != root && !strings.HasPrefix(from, root+"/")
}

func isByte(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Uint8
}

// scalarOf returns the name of the functions for a basic type, or "".
func scalarOf(b *types.Basic) string {
	switch info := b.Info(); {
	case b.Kind() == types.UnsafePointer || info&types.IsUntyped != 0 || info&types.IsComplex != 0:
		return ""
	case info&types.IsBoolean != 0:
		return "Bool"
	case info&types.IsString != 0:
		return "String"
	case info&types.IsUnsigned != 0:
		return "Uint"
	case info&types.IsInteger != 0:
		return "Int"
	case b.Kind() == types.Float32:
		return "Float32"
	case b.Kind() == types.Float64:
		return "Float64"
	}
	return ""
}

// recursive reports whether a t may hold a t, by way of pointers and slices.
func recursive(t types.Type) bool {
	if _, named := types.Unalias(t).(*types.Named); !named {
		return false
	}
	found := false
	walk(t.Underlying(), map[any]bool{}, func(u types.Type) bool {
		found = found || types.Identical(t, u)
		return !found
	}, true)
	return found
}
