package lost

import (
	"encoding/json"
	"errors"
	"go/types"
	"math/big"
	"net/netip"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/zetes-json/zetes"
)

// wrongDefault reports a default that is not a value for a field of type t. It asks the library about a type of the same
// form without methods, so it says nothing about types with methods.
func wrongDefault(t types.Type, text string, say func(text string)) {
	typ, ok := (&forms{left: 1000}).of(t, nil)
	if !ok {
		return
	}
	st := reflect.StructOf([]reflect.StructField{{Name: "F", Type: typ, Tag: reflect.StructTag(`default:` + strconv.Quote(text))}})
	err := zetes.Config{Defaults: true}.Freeze().Check(reflect.Zero(st).Interface())
	if bad, ok := errors.AsType[*zetes.TypeError](err); ok && bad.Type == st {
		say(bad.Err.Error())
	}
}

// standard are types with methods that this command is linked with too, so it can ask the library about them.
var standard = map[string]reflect.Type{
	"time.Time":            reflect.TypeFor[time.Time](),
	"time.Duration":        reflect.TypeFor[time.Duration](),
	"encoding/json.Number": reflect.TypeFor[json.Number](),
	"math/big.Int":         reflect.TypeFor[big.Int](),
	"net/netip.Addr":       reflect.TypeFor[netip.Addr](),
	"net/netip.AddrPort":   reflect.TypeFor[netip.AddrPort](),
	"net/netip.Prefix":     reflect.TypeFor[netip.Prefix](),
}

var basics = map[types.BasicKind]reflect.Type{
	types.Bool: reflect.TypeFor[bool](), types.String: reflect.TypeFor[string](),
	types.Int: reflect.TypeFor[int](), types.Int8: reflect.TypeFor[int8](), types.Int16: reflect.TypeFor[int16](), types.Int32: reflect.TypeFor[int32](), types.Int64: reflect.TypeFor[int64](),
	types.Uint: reflect.TypeFor[uint](), types.Uint8: reflect.TypeFor[uint8](), types.Uint16: reflect.TypeFor[uint16](), types.Uint32: reflect.TypeFor[uint32](), types.Uint64: reflect.TypeFor[uint64](),
	types.Float32: reflect.TypeFor[float32](), types.Float64: reflect.TypeFor[float64](),
}

// forms makes types of other types' forms, as many as are left.
type forms struct{ left int }

// of returns a type without a name that has the form of t, which occurs in the types around. There is none of types
// with methods, and of those that hold themselves.
func (m *forms) of(t types.Type, around []types.Type) (reflect.Type, bool) {
	const most = 1 << 16 // bytes of a value
	t = types.Unalias(t)
	if typ, ok := standard[types.TypeString(t, nil)]; ok {
		return typ, true
	}
	if m.left--; m.left < 0 || slices.Contains(around, t) || types.NewMethodSet(types.NewPointer(t)).Len() > 0 {
		return nil, false
	}
	around = append(slices.Clip(around), t)
	elem := func(t types.Type, of func(reflect.Type) reflect.Type) (reflect.Type, bool) {
		e, ok := m.of(t, around)
		if !ok {
			return nil, false
		}
		return of(e), true
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		typ, ok := basics[u.Kind()]
		return typ, ok
	case *types.Pointer:
		return elem(u.Elem(), reflect.PointerTo)
	case *types.Slice:
		return elem(u.Elem(), reflect.SliceOf)
	case *types.Array:
		e, ok := m.of(u.Elem(), around)
		if !ok || u.Len() > most/int64(e.Size()+1) {
			return nil, false
		}
		return reflect.ArrayOf(int(u.Len()), e), true
	case *types.Map:
		if k, ok := u.Key().Underlying().(*types.Basic); ok && k.Kind() == types.String {
			return elem(u.Elem(), func(e reflect.Type) reflect.Type { return reflect.MapOf(basics[types.String], e) })
		}
	case *types.Struct:
		var fields []reflect.StructField
		for i := range u.NumFields() {
			f := u.Field(i)
			typ, ok := m.of(f.Type(), around)
			if !ok || !f.Exported() || f.Embedded() {
				return nil, false
			}
			fields = append(fields, reflect.StructField{Name: f.Name(), Type: typ, Tag: reflect.StructTag(u.Tag(i))})
		}
		return reflect.StructOf(fields), true
	}
	return nil, false
}
