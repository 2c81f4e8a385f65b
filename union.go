package zetes

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/wire"
)

// Unions: values of several Go types, whose JSON says which type a value has. There are four forms:
//
//	{"type":"circle","r":1}          Union: a member names the case
//	{"type":"circle","data":{"r":1}} AdjacentUnion: a member names the case, another member has the value
//	{"circle":{"r":1}}               ExternalUnion: the only member has the name of the case
//	{"r":1}                          UntaggedUnion: kind and members of the value show the case
//
// A Union is written with the member that names the case first. Before the object is decoded, that member is searched
// for. If the Go type has no field for the member, the decoder is told the member's place and skips it. If a method or
// codec decodes the object, it gets a copy in which the member is overwritten with blanks: {                "r":1}. In
// the other forms the value is decoded in place. The exception is an untagged value that may be of several cases: each
// attempt decodes its text as a document of its own.

// UnionCase is one Go type of a union. [Case] and [Otherwise] make it.
type UnionCase struct {
	name  string
	other bool
	typ   reflect.Type
}

// Case returns a union's case with that name, for values of type T. T is any type; in a [Union] it must be a type that
// is written as an object: a struct, a pointer to a struct, or a map.
func Case[T any](name string) UnionCase { return UnionCase{name, false, reflect.TypeFor[T]()} }

// Otherwise returns the Go type for objects whose name no [Case] of the union has, such as those of a later version. It
// reads the whole object, with the name in it, and should keep both: a map, a struct with a field for the name and,
// under Config.KeepUnknown, an [opt.Unknown], or a type with methods that keep the text. To be written it must have a
// name that no case has. In an [UntaggedUnion] it is the type for values whose kind and members no case has.
//
// [opt.Unknown]: https://pkg.go.dev/github.com/zetes-json/zetes/opt#Unknown
func Otherwise[T any]() UnionCase { return UnionCase{"", true, reflect.TypeFor[T]()} }

// Union makes a codec for the type I, an interface. Its values are written as objects with a member that names the case
// of the value's type: {"type":"circle","Radius":1}.
//
//	shapes := zetes.Union[Shape]("type", zetes.Case[Circle]("circle"), zetes.Case[*Path]("path"))
//	api := zetes.Config{Codecs: []codec.Codec{shapes}}.Freeze()
//
// The member is written first, and is read at any place. If a type has a field for it, the field is written and read
// like others; if the field is empty or null, the name is written in its place. A type that writes itself may write the
// member too, or leave it out. nil, in the interface or as a pointer, map or slice in it, is written as null, and so is
// a value that writes itself as null. null is read as a nil interface.
//
// If I is an interface, pass Marshal and Encode a pointer to a variable of type I: Marshal(&shape). Marshal(shape) gets
// the value in the interface alone, as with encoding/json, and writes no name of a case.
//
// A case for T or *T serves both types when writing. Reading returns the type of the case. A value that could not be
// read back as its case is an error when it is written: a value whose field has another name, a map that has the
// member, an opt.Unknown that has it with another value than the case's name, a value of an [Otherwise] with the name
// of a case. A value of a type without a case is an error too. Reading fails for an object without the member, with two
// of it or of its field, or with a name that no case has, if there is no Otherwise. [API.Check] reports fields that
// can't read the name of their case, or write another one afterwards, and names that are not UTF-8.
//
// I may also be a struct with a field for each case, as generated clients have it: a *T, or a T that can be nil.
//
//	type Drawn struct {
//		Circle *Circle
//		Path   *Path
//	}
//
// The field that is not nil is written, and two such fields are an error. Reading sets one field, and the others to
// nil.
//
// Unions are read more than once, except by an [ExternalUnion] without an Otherwise: the time for a type that can hold
// itself grows with the length of the input times its depth, which Limits.Depth bounds.
//
// It panics if I is neither an interface nor such a struct, a type does not implement the interface, an exported field
// of the struct has no case, or two cases have the same name or type.
func Union[I any](member string, cases ...UnionCase) codec.Codec {
	return unionOf[I](&union{form: internal, member: member}, cases)
}

// AdjacentUnion makes a codec as [Union] does, but the value is in a member of its own, beside the member that names
// its case: {"type":"circle","data":{"Radius":1}}.
//
//	events := zetes.AdjacentUnion[Event]("type", "data", zetes.Case[Login]("login"), zetes.Case[[]string]("tags"))
//
// The members may come in any order. If the content is absent, the value is zero, or points to zero. Members besides
// the two are ignored, or refused under Config.RejectUnknown. It panics as Union does, and if both members have one
// name.
func AdjacentUnion[I any](member, content string, cases ...UnionCase) codec.Codec {
	if member == content {
		panic(fmt.Sprintf("zetes: a union has the name %q for both of its members", member))
	}
	return unionOf[I](&union{form: adjacent, member: member, content: content}, cases)
}

// ExternalUnion makes a codec as [Union] does, but objects have one member, whose name is the name of the case and
// whose value is the value: {"circle":{"Radius":1}}.
//
//	shapes := zetes.ExternalUnion[Shape](zetes.Case[Circle]("circle"), zetes.Case[*Path]("path"))
//
// An object with no or several members is an error. It panics as Union does.
func ExternalUnion[I any](cases ...UnionCase) codec.Codec {
	return unionOf[I](&union{form: external}, cases)
}

// UntaggedUnion makes a codec as [Union] does, but the JSON has no names of cases: values are written as without a
// union, and the value itself shows which case it is. The names of the cases appear in errors only.
//
//	type Input struct {
//		Text  *string
//		Texts []string
//		File  *File
//	}
//	inputs := zetes.UntaggedUnion[Input](zetes.Case[string]("text"), zetes.Case[[]string]("texts"),
//		zetes.Case[File]("file"))
//
// A value is read as the case for its kind: string, number, array and so on. Among structs it is the struct that knows
// most members of the object; a struct that knows none of them does not fit. If several cases remain, they are tried in
// order: first the structs whose other members may all be absent, last types that read themselves and maps. The first
// case without an error counts. If all fail, the error has the errors of all cases.
//
// [API.Check] reports pairs of cases that can't be told apart: structs of which neither always writes a member that the
// other lacks, and cases after a case that reads all of their values, such as an int64 after a float64, or a []int
// after a [2]int. Write-only members under Config.OneWay are never written, so they tell no cases apart. Single values
// may still fit an earlier case, which Check does not report: an empty []string is read as a []int if that case comes
// first, and an empty map as the first map. Encoding does not check whether cases can be told apart.
//
// Each value that several cases are tried for counts as 1,500 levels of nesting for two cases, 3,000 for up to four,
// and so on: this bounds the work for values within one another. More than 10,000 levels are an error, about
// [ReasonTooDeep], and no other cases are tried then.
//
// It panics as Union does, but names may repeat.
func UntaggedUnion[I any](cases ...UnionCase) codec.Codec {
	return unionOf[I](&union{form: untagged}, cases)
}

// unionOf makes the codec of the union u with these cases.
func unionOf[I any](u *union, cases []UnionCase) codec.Codec {
	u.names, u.types = map[reflect.Type]string{}, map[string]reflect.Type{}
	of := reflect.TypeFor[I]()
	if of.Kind() == reflect.Struct {
		u.slots = map[reflect.Type]int{}
	} else if of.Kind() != reflect.Interface {
		panic(fmt.Sprintf("zetes: a union of %v, which is neither an interface nor a struct", of))
	}
	for _, c := range cases {
		switch {
		case c.typ == nil || c.typ.Kind() == reflect.Interface || u.slots == nil && !c.typ.Implements(of) || u.slots != nil && !u.slot(of, c.typ):
			panic(fmt.Sprintf("zetes: the case %q of a union is of type %v, which is no type of %v", c.name, c.typ, of))
		case !c.other && u.types[c.name] != nil && u.form != untagged || c.other && u.other != nil || u.has(c.typ):
			panic(fmt.Sprintf("zetes: the case %q of type %v is twice in a union", c.name, c.typ))
		case c.other:
			u.other = c.typ
		default:
			u.types[c.name], u.names[c.typ] = c.typ, c.name
			u.cases = append(u.cases, c)
		}
	}
	for i := 0; u.slots != nil && i < of.NumField(); i++ {
		if f := of.Field(i); f.IsExported() && !u.holds(i) {
			panic(fmt.Sprintf("zetes: a union has no case for the field %s of %v", f.Name, of))
		}
	}
	cd := codec.For(
		func(w *codec.Writer, v *I) {
			if u.slots == nil {
				u.write(w, *v)
			} else if held, err := u.held(reflect.ValueOf(v).Elem()); err != nil {
				w.Fail(err)
			} else {
				u.write(w, held)
			}
		},
		func(r *codec.Reader, v *I) {
			if r.Null() {
				*v = *new(I)
			} else if p, ok := u.read(r); ok {
				u.set(reflect.ValueOf(v).Elem(), p)
			}
		},
	)
	desk.Codec(&cd).Check = u.check
	return cd
}

// unionForm is how the JSON of a union says the case of a value.
type unionForm uint8

const (
	internal unionForm = iota
	adjacent
	external
	untagged
)

type union struct {
	form    unionForm
	member  string // the member that names the case, in the internal and the adjacent form
	content string // the member with the value, in the adjacent form
	names   map[reflect.Type]string
	types   map[string]reflect.Type
	slots   map[reflect.Type]int // the field of each case, if the union is a struct
	cases   []UnionCase          // the cases that have names, in the caller's order
	other   reflect.Type         // the type of Otherwise, or nil
	fields  sync.Map             // fieldOf -> ownMember, stored when it is first needed
	choices sync.Map             // *plan.Dialect -> []choice: the cases of an untagged union as choicesOf returns them
}

// slot looks in str, the union's struct type, for the field of a case of type t, and stores its index in u.slots[t]. A
// field fits if its type is *t, or t itself if that can be nil, and if it belongs to no other case. slot reports
// whether exactly one field fits.
func (u *union) slot(str, t reflect.Type) bool {
	n := 0
	for i := range str.NumField() {
		f := str.Field(i)
		nils := t.Kind() == reflect.Pointer || t.Kind() == reflect.Map || t.Kind() == reflect.Slice
		if f.IsExported() && !u.holds(i) && (f.Type == reflect.PointerTo(t) || nils && f.Type == t) {
			u.slots[t] = i
			n++
		}
	}
	return n == 1
}

// holds reports whether field i of the union's struct belongs to a case.
func (u *union) holds(i int) bool {
	for _, slot := range u.slots {
		if slot == i {
			return true
		}
	}
	return false
}

// held returns the value of the only field of v that is not nil, or nil if all are. v is the struct of a union.
func (u *union) held(v reflect.Value) (held any, err error) {
	for i := range v.NumField() {
		if f := v.Field(i); !u.holds(i) || f.IsNil() {
			continue
		} else if held != nil {
			return nil, fmt.Errorf("zetes: a value of type %v, a union, has two fields that are not nil", v.Type())
		} else {
			held = f.Interface()
		}
	}
	return held, nil
}

// set makes v, the interface or struct of a union, hold the value that p points to.
func (u *union) set(v, p reflect.Value) {
	if u.slots == nil {
		v.Set(p.Elem())
		return
	}
	v.SetZero()
	f := v.Field(u.slots[p.Type().Elem()])
	if f.Type() != p.Type() {
		p = p.Elem()
	}
	f.Set(p)
}

type fieldOf struct {
	config *plan.Dialect
	typ    reflect.Type
}

// ownMember says whether the members of a case's type include the member that names the case.
type ownMember struct {
	field *shape.Field  // the field with that name, or nil
	all   *shape.Struct // all members, unless the type reads itself
	rest  bool          // the type has an opt.Unknown, which may keep a member with that name too
	folds bool          // a field with another name matches the member
	alias bool          // the member's name is an alias of a field
}

// memberOf returns the ownMember for the case type t under c.
func (u *union) memberOf(c *plan.Dialect, t reflect.Type) (m ownMember) {
	if t = pointee(t); t.Kind() != reflect.Struct {
		return m
	}
	key := fieldOf{c.Shared(), t} // not c: if it is the copy for one call, the map would keep that call's context alive
	if known, ok := u.fields.Load(key); ok {
		return known.(ownMember)
	}
	members := shape.Fields(t, &c.Shape)
	m.rest = members.Rest != nil
	for i := range members.Fields {
		if members.Fields[i].Name == u.member {
			m.field = &members.Fields[i]
		}
		m.alias = m.alias || slices.Contains(members.Fields[i].Aliases, u.member)
	}
	m.folds = m.field == nil && members.Find(u.member, &c.Shape) != nil
	if !itself(c, t, shape.Unmarshals) {
		m.all = &members
	}
	u.fields.Store(key, m)
	return m
}

// write writes v in the union's form.
func (u *union) write(w *codec.Writer, v any) {
	if v == nil {
		w.Null()
		return
	}
	v, ok := u.as(v)
	if !ok {
		w.Fail(fmt.Errorf("zetes: the union has no case of type %T", v))
		return
	}
	switch t := reflect.TypeOf(v); {
	case !u.has(t):
		w.Null() // a nil pointer to a type that has a case
		return
	case u.form == untagged:
		WriteValue(w, v)
		return
	case u.form != internal && t != u.other:
		w.BeginObject()
		if u.form == adjacent {
			w.Name(u.member)
			w.String(u.names[t])
			w.Name(u.content)
		} else {
			w.Name(u.names[t])
		}
		WriteValue(w, v)
		w.EndObject()
		return
	}
	dst, owner, level, set, ok := desk.BeginValue(w)
	if !ok {
		return
	}
	b, err := dst, errUnfinished
	defer func() { desk.EndValue(w, b, err) }()
	c := writtenInto(configOf(owner), set)
	if b, err = engine.Append(&encode.Call{Config: c, Depth: level + 1}, dst, v); err != nil {
		e, steps := encodeErrorAt(&c.Shape, nil, v, err)
		b, err = dst, &locate.Written{Err: e, Steps: steps}
		return
	}
	switch object := b[len(dst):]; {
	case string(object) == "null":
	case object[0] != '{':
		b, err = dst, fmt.Errorf("zetes: a value of type %T, a case of a union, is no object", v)
	default:
		if b, err = u.named(c, b, len(dst), reflect.TypeOf(v)); err != nil {
			b = dst
		}
	}
}

// pointee returns the type that t points to, through any number of pointers, or t if it is not a pointer.
func pointee(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// has reports whether t has a case.
func (u *union) has(t reflect.Type) bool {
	_, ok := u.names[t]
	return ok || t == u.other
}

// as returns v as a value of a type that has a case: v itself, the value that v points to, or a pointer to v.
func (u *union) as(v any) (any, bool) {
	t := reflect.TypeOf(v)
	if u.has(t) {
		return v, true
	}
	if t.Kind() == reflect.Pointer && u.has(t.Elem()) {
		if p := reflect.ValueOf(v); !p.IsNil() {
			return p.Elem().Interface(), true
		}
		return v, true // a nil pointer is written as null
	}
	if u.has(reflect.PointerTo(t)) {
		p := reflect.New(t)
		p.Elem().Set(reflect.ValueOf(v))
		return p.Interface(), true
	}
	return v, false
}

// named inserts the name of t's case into b and returns the result. The object at b[start:] is a value of t.
func (u *union) named(c *plan.Dialect, b []byte, start int, t reflect.Type) ([]byte, error) {
	name, other := u.names[t], t == u.other
	set := kernel.EscapeSetOf(c.Options, c.Release)
	t = pointee(t)
	m := u.memberOf(c, t)
	plain := t.Kind() == reflect.Struct && !m.rest && !itself(c, t, shape.Marshals)
	f, err := caseMember{}, errNoCase
	if u.form == external || !plain || m.field != nil {
		f, err = u.find(b[start:], plain)
	}
	if m.rest && m.field != nil && f.near && u.again(c, &m, b[start:]) {
		return b, u.ownMember(name)
	}
	switch {
	case err == errNoCase && !other:
		at := start + 1
		text := append(kernel.AppendString(nil, u.member, set), ':')
		if text = kernel.AppendString(text, name, set); b[at+wire.Space(b[at:])] != '}' {
			text = append(text, ',')
		}
		return slices.Insert(b, at, text...), nil
	case (f.null || err == nil && f.name == "" && name != "") && !other:
		if m.field == nil && !itself(c, t, shape.Marshals) {
			return b, u.ownMember(name)
		}
		old := len(`""`)
		if f.null {
			old = len("null")
		}
		return slices.Replace(b, start+f.end-old, start+f.end, kernel.AppendString(nil, name, set)...), nil
	case err != nil:
		return b, fmt.Errorf("%w: it is a value of type %v", err, t)
	case t.Kind() == reflect.Map && !other:
		return b, u.ownMember(name)
	case other && u.types[f.name] != nil:
		return b, fmt.Errorf("zetes: a value of type %v, for other names than those of a union, has the name of its case %q", t, f.name)
	case !other && f.name != name:
		return b, fmt.Errorf("zetes: a value of type %v, the case %q of a union, has %.100q as its member %q", t, name, f.name, u.member)
	}
	return b, nil
}

// ownMember returns the error for a value of the case name that already has the union's member, in a map or among
// members that no field has. The member can't be written twice.
func (u *union) ownMember(name string) error {
	return fmt.Errorf("zetes: the case %q of a union has a member %q of its own", name, u.member)
}

// itself reports whether a codec or methods write values of type t, or read them if do is shape.Unmarshals. A codec or
// method may write or read any members.
func itself(c *plan.Dialect, t reflect.Type, do shape.MethodSet) bool {
	m := shape.MethodsOf(t)
	self := do == shape.Marshals && plan.SelfWriter(t, true) != nil || do == shape.Unmarshals && plan.SelfReader(t) != nil
	return self || (m.Value|m.Pointer)&do != 0 || c.HasCodecs() && c.CodecOf(t) != nil
}

// check returns the faults of the union's cases under the configuration owner. Faults of single cases are in the order
// of the cases. It calls look with the type of each case, and of the Otherwise.
func (u *union) check(owner any, look func(t reflect.Type)) (errs []error) {
	config := configOf(owner)
	for _, c := range u.cases {
		look(c.typ)
		if u.form == internal {
			if err := u.fits(config, c.typ, c.name); err != nil {
				errs = append(errs, err)
			}
		} else if u.form != untagged && !utf8.ValidString(u.member+" "+u.content+" "+c.name) {
			errs = append(errs, &TypeError{Type: c.typ, Err: fmt.Errorf("a union has the name %q of the case: it must be UTF-8, as its members", c.name)})
		}
	}
	if u.form == untagged {
		errs = append(errs, u.alike(config)...)
	}
	if u.other != nil {
		look(u.other)
	}
	return errs
}

// fits returns an error if the name of the case of type t can't be written in place of an empty field: the field can't
// read it, or writes another name afterwards.
func (u *union) fits(c *plan.Dialect, t reflect.Type, name string) error {
	at := &TypeError{Type: t}
	if t.Kind() == reflect.Pointer {
		at.Type = t.Elem()
	}
	p := reflect.New(at.Type)
	wrong := func(what any) error {
		at.Err = fmt.Errorf("a union has the name %q of the case in its member %q: %v", name, u.member, what)
		return at
	}
	m := u.memberOf(c, t)
	if k := at.Type.Kind(); k != reflect.Struct && k != reflect.Map && !itself(c, at.Type, shape.Marshals) {
		return &TypeError{Type: t, Err: fmt.Errorf("a union names the case %q in the value's object, but values of this type are no objects", name)}
	} else if !utf8.ValidString(u.member) || !utf8.ValidString(name) {
		return wrong("both must be UTF-8")
	} else if m.field == nil {
		return nil
	}
	at.Field = m.field.GoName
	read := func(text []byte) (f *fault.Fault, err error) {
		call := &decode.Call{Config: c}
		if f = call.Unmarshal(text, p.Interface()); f != nil {
			err = engine.UnmarshalError(call, text, p.Interface(), f)
		}
		return f, err
	}
	write := func() ([]byte, error) {
		v := p
		if t == at.Type {
			v = p.Elem()
		}
		b, err := engine.Append(&encode.Call{Config: c}, nil, v.Interface())
		if err == nil && b[0] != '{' {
			err = errNoCase
		}
		return b, err
	}
	empty, nothing := write()
	text := kernel.AppendString([]byte{'{'}, u.member, kernel.EscapeMinimal)
	text = append(kernel.AppendString(append(text, ':'), name, kernel.EscapeMinimal), '}')
	if m.all == nil {
		// The type reads itself. It may require further members, so the test adds the members that it writes.
		if _, err := read(empty); nothing != nil || err != nil {
			return nil
		}
		if text, nothing = u.named(c, empty, 0, t); nothing != nil {
			return nil
		}
	}
	// An error at the first byte says that other members are missing, not that the name does not fit.
	if f, err := read(text); err != nil && (f.Offset > 0 || m.all == nil) {
		return wrong(err)
	}
	b, err := write()
	if err == nil {
		_, err = u.named(c, b, 0, t)
	}
	if err != nil && nothing == nil {
		return wrong(err)
	}
	return nil
}

var (
	errNoCase  = errors.New("zetes: the object does not say which case of the union it is")
	errTwoCase = errors.New("zetes: the object says twice which case of the union it is")
	errOneName = errors.New("zetes: the object of a union does not have one member, whose name is that of a case")
)

func errNoSuch(name string) error { return fmt.Errorf("zetes: the union has no case %.100q", name) }

// read reads a value that is not null. p points to a value of its case's type. ok is false if reading failed; r then
// has the error.
func (u *union) read(r *codec.Reader) (p reflect.Value, ok bool) {
	if u.form == untagged {
		return u.readUntagged(r)
	}
	if r.Peek() != codec.Object {
		r.BeginObject() // sets r's error, since the value is not an object
		return p, false
	}
	if u.form == external && u.other == nil {
		for name := range r.Object() {
			if t := u.types[name]; p.IsValid() {
				r.Fail(errOneName)
			} else if t == nil {
				r.Fail(errNoSuch(name))
			} else {
				p = reflect.New(t)
				ReadValue(r, p.Interface())
			}
		}
		if !p.IsValid() {
			r.Fail(errOneName)
		}
		return p, r.Err() == nil
	}
	raw := desk.Whole(r)
	if raw == nil {
		return p, false
	}
	f, err := u.find(raw, u.form == adjacent)
	t, other := u.types[f.name], false
	if t == nil {
		t, other = u.other, true
	}
	if err == nil && t == nil {
		err = errNoSuch(f.name)
	}
	if err != nil {
		r.Fail(err)
		return p, false
	}
	p = reflect.New(t)
	c, terms, lent := atWork(r)
	if u.form != internal && !other {
		u.readContent(r, c, p)
		return p, r.Err() == nil
	}
	m := u.memberOf(c, t)
	if m.all != nil && m.field != nil && (f.near || len(m.field.Aliases) > 0) && u.again(c, &m, raw) {
		r.Fail(errTwoCase)
		return p, false
	}
	taken := pointee(t).Kind() == reflect.Map || m.folds || c.Options.Has(option.DisallowUnknownFields) || c.Shape.KeepRest
	if other || m.field != nil || !taken {
		ReadValue(r, p.Interface())
		return p, r.Err() == nil
	}
	_, at, _, _ := desk.Window(r)
	call := &decode.Call{Config: c}
	if name := at + f.from + bytes.IndexByte(raw[f.from:], '"'); lent && uint64(name) <= math.MaxUint32 && !m.alias && decode.FormAt(c, t, "", nil).Hides {
		call.Hidden = uint32(name)
		readValue(call, r, p.Interface())
		return p, r.Err() == nil
	}
	raw = bytes.Clone(raw)
	for i := f.from; i < f.to; i++ {
		raw[i] = ' '
	}
	start := r.InputOffset()
	if call.Depth, call.Borrowed, call.Left = int32(terms.Level), true, terms.Left; call.Left != nil {
		// This copy, and the copy of it that is decoded, stay in memory until all unions within this value are read.
		taken := 2 * int64(len(raw))
		*call.Left -= taken
		defer func() { *call.Left += taken }()
	}
	if f, err := decodeWhole(call, r, p.Interface(), raw); r.Err() == nil {
		passed(c, r, raw, at, p.Interface(), f, err, start)
	}
	return p, r.Err() == nil
}

// caseMember is the member of an object that names its case.
type caseMember struct {
	name     string
	null     bool // the member's value is null, not a name
	near     bool // another member's name differs from this one only in upper and lower case
	from, to int  // offsets of the member, including the comma that must go with it
	end      int  // where the member's value ends
}

// again reports whether the object raw has a second member for the same field, under a name that differs from m's.
func (u *union) again(c *plan.Dialect, m *ownMember, raw []byte) bool {
	r := codec.NewBytesReader(raw)
	defer r.Release()
	for name := range r.Object() {
		if f := m.all.Find(name, &c.Shape); name != u.member && f != nil && slices.Equal(f.Index, m.field.Index) {
			return true
		}
		r.Skip()
	}
	return false
}

// find returns the member of the object raw that names the case, and errNoCase if there is none. raw must be valid
// JSON. If once is true, find stops after the first such member; otherwise a second one is an error. In the external
// form it returns the only member, and errOneName if there are more or none.
func (u *union) find(raw []byte, once bool) (f caseMember, err error) {
	r := codec.NewBytesReader(raw)
	defer r.Release()
	if u.form == external {
		n := 0
		for f.name = range r.Object() {
			n++
			r.Skip()
		}
		if n != 1 {
			return caseMember{}, cmp.Or(r.Err(), errOneName)
		}
		return f, r.Err()
	}
	end := 1
	for member := range r.Object() {
		if member != u.member {
			f.near = f.near || strings.EqualFold(member, u.member)
			r.Skip()
			end = int(r.InputOffset())
			continue
		}
		if f.to > 0 {
			return caseMember{}, errTwoCase
		}
		f.from = end
		switch r.Peek() {
		case codec.String:
			f.name = r.String()
		case codec.Null:
			f.null = r.Null()
		default:
			return caseMember{}, u.noString()
		}
		end = int(r.InputOffset())
		if f.to, f.end = end, end; once {
			break
		}
	}
	switch {
	case r.Err() != nil:
		return caseMember{}, r.Err()
	case f.to == 0:
		return caseMember{}, errNoCase
	case f.null:
		return f, u.noString()
	}
	if f.from == 1 {
		// It is the first member: remove the comma after it.
		if f.to += wire.Space(raw[f.to:]); raw[f.to] == ',' {
			f.to++
		}
	}
	return f, nil
}

func (u *union) noString() error {
	return fmt.Errorf("zetes: the member %q, which says the case of the union, is no string", u.member)
}

// readContent reads an object of the adjacent or external form into the value that p points to.
func (u *union) readContent(r *codec.Reader, c *plan.Dialect, p reflect.Value) {
	named, content := false, false
	for member := range r.Object() {
		switch {
		case u.form == external:
			ReadValue(r, p.Interface())
			content = true
		case member == u.member && named, member == u.content && content:
			r.Fail(errTwoCase)
		case member == u.member:
			named = true
			r.Skip()
		case member == u.content:
			content = true
			ReadValue(r, p.Interface())
		case c.Options.Has(option.DisallowUnknownFields):
			r.Fail(fmt.Errorf("zetes: the object of a union has an unknown member %.100q", member))
		default:
			r.Skip()
		}
	}
	if v := p.Elem(); !content && v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
	}
}
