package zetes

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"sync"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/shape"
)

// Unions: objects of which one member says the Go type. Writing puts that member in front of the others, of {"r":1} as
// the case "circle" it makes {"type":"circle","r":1}. Reading looks for it before anything is decoded; for types that
// do not know the member, and would take, refuse or keep it, the decoder is told where it is, and passes over it. Where
// a method or codec gets the object, it is blanked out in a copy: {                "r":1}.

// UnionCase is one Go type of a union. It is made by [Case].
type UnionCase struct {
	name string
	typ  reflect.Type
}

// Case is the Go type that stands for the case with a name in a [Union]: a struct, a pointer to one, a map, or
// whatever else is written as an object.
func Case[T any](name string) UnionCase { return UnionCase{name, reflect.TypeFor[T]()} }

// Union makes a codec for the interface type I: its values are objects, of which a member holds the name of the case
// that the value's type is.
//
//	shapes := zetes.Union[Shape]("type", zetes.Case[Circle]("circle"), zetes.Case[*Path]("path"))
//	api := zetes.Config{Codecs: []codec.Codec{shapes}}.Freeze()
//
// The member is written first, and may stand anywhere in what is read. A type that has a field for it writes and reads
// the field as it does all others: then what the field holds is written, whether it is the name or not. One that writes
// itself may write the member too: where it has, that stands. nil is null, and null is nil. An object without the
// member, with two of it, or with a name that no case has, is an error; so is a value of a type without a case.
//
// It panics if I is no interface, a type does not implement it, or two cases have the same name or type.
func Union[I any](member string, cases ...UnionCase) codec.Codec {
	u := &union{member: member, names: map[reflect.Type]string{}, types: map[string]reflect.Type{}}
	of := reflect.TypeFor[I]()
	if of.Kind() != reflect.Interface {
		panic(fmt.Sprintf("zetes: a union of %v, which is no interface", of))
	}
	for _, c := range cases {
		switch {
		case c.typ == nil || c.typ.Kind() == reflect.Interface || !c.typ.Implements(of):
			panic(fmt.Sprintf("zetes: the case %q of a union is of type %v, which is no type of %v", c.name, c.typ, of))
		case u.types[c.name] != nil || u.names[c.typ] != "":
			panic(fmt.Sprintf("zetes: the case %q of type %v is twice in a union", c.name, c.typ))
		}
		u.types[c.name], u.names[c.typ] = c.typ, c.name
	}
	return codec.For(
		func(w *codec.Writer, v *I) { u.write(w, *v) },
		func(r *codec.Reader, v *I) {
			if got, ok := u.read(r); ok {
				reflect.ValueOf(v).Elem().Set(got)
			}
		},
	)
}

type union struct {
	member string
	names  map[reflect.Type]string
	types  map[string]reflect.Type
	fields sync.Map // of fieldOf: the member of the type
}

type fieldOf struct {
	config *plan.Config
	typ    reflect.Type
}

// member is how a type has the member of a union among its own.
type member struct {
	field bool // there is a field of that name
	folds bool // a field takes the member for its own, though its name differs in case
}

// memberOf returns how t has the member under c.
func (u *union) memberOf(c *plan.Config, t reflect.Type) (m member) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return m
	}
	key := fieldOf{c.Shared(), t} // a call's own copy would be kept for ever, and what the caller's context holds
	if known, ok := u.fields.Load(key); ok {
		return known.(member)
	}
	for _, f := range shape.Fields(t, &c.Shape).Fields {
		m.field = m.field || f.Name == u.member
		m.folds = m.folds || !f.Exact && shape.FoldName(f.Name) == shape.FoldName(u.member)
	}
	u.fields.Store(key, m)
	return m
}

// write writes v as an object with the member.
func (u *union) write(w *codec.Writer, v any) {
	if v == nil {
		w.Null()
		return
	}
	name, ok := u.names[reflect.TypeOf(v)]
	if !ok {
		w.Fail(fmt.Errorf("zetes: the union has no case of type %T", v))
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
	case object[0] != '{':
		b, err = dst, fmt.Errorf("zetes: the case %q of a union is no object", name)
	case isMap(reflect.TypeOf(v)) && u.has(object):
		b, err = dst, fmt.Errorf("zetes: the case %q of a union has a member %q of its own", name, u.member)
	case u.lacks(c, reflect.TypeOf(v), object):
		b = u.insert(b, len(dst)+1, name, kernel.EscapeSetOf(c.Options))
	}
}

// lacks reports whether the object that a value of t has been written as is without the member. A type with methods or
// a codec may write any: one that has kept all that it has read has kept the member too.
func (u *union) lacks(c *plan.Config, t reflect.Type, object []byte) bool {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	m := shape.MethodsOf(t)
	if (m.Value|m.Pointer)&shape.Marshals != 0 || plan.SelfWriter(t, true) != nil || c.HasCodecs() && c.CodecOf(t) != nil {
		return !u.has(object)
	}
	return !u.memberOf(c, t).field
}

// isMap reports whether t is a map, or points to one.
func isMap(t reflect.Type) bool {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Map
}

// has reports whether an object has the member.
func (u *union) has(object []byte) bool {
	_, _, _, err := u.find(object)
	return err != errNoCase
}

// insert puts the member into b at at, which is behind the brace of an object.
func (u *union) insert(b []byte, at int, name string, set *kernel.EscapeSet) []byte {
	old := len(b)
	b = append(kernel.AppendString(b, u.member, set), ':')
	if b = kernel.AppendString(b, name, set); b[at] != '}' {
		b = append(b, ',')
	}
	text := bytes.Clone(b[old:])
	copy(b[at+len(text):], b[at:old])
	copy(b[at:], text)
	return b
}

var (
	errNoCase  = errors.New("zetes: the object does not say which case of the union it is")
	errTwoCase = errors.New("zetes: the object says twice which case of the union it is")
)

// read reads an object into a value of the type that its member says. The result is not valid for null.
func (u *union) read(r *codec.Reader) (v reflect.Value, ok bool) {
	if r.Null() {
		return reflect.Zero(reflect.TypeFor[any]()), false
	}
	if r.Peek() != codec.Object {
		r.BeginObject() // says what is wrong
		return v, false
	}
	raw := desk.Whole(r)
	if raw == nil {
		return v, false
	}
	name, from, to, err := u.find(raw)
	t := u.types[name]
	if err == nil && t == nil {
		err = fmt.Errorf("zetes: the union has no case %.100q", name)
	}
	if err != nil {
		r.Fail(err)
		return v, false
	}
	p := reflect.New(t)
	c, terms, lent := atWork(r)
	m := u.memberOf(c, t)
	taken := isMap(t) || m.folds || c.Options.Has(option.DisallowUnknownFields) || c.Shape.KeepRest
	if m.field || !taken {
		ReadValue(r, p.Interface())
		return p.Elem(), r.Err() == nil
	}
	_, at, _, _ := desk.Window(r)
	call := &decode.Call{Config: c}
	if name := at + from + bytes.IndexByte(raw[from:], '"'); lent && uint64(name) <= math.MaxUint32 && call.Hides(t, u.member) {
		call.Hidden = name
		readValue(call, r, p.Interface(), terms, lent)
		return p.Elem(), r.Err() == nil
	}
	raw = bytes.Clone(raw)
	for i := from; i < to; i++ {
		raw[i] = ' '
	}
	start := r.InputOffset()
	if call.Depth, call.Borrowed, call.Left = terms.Level, true, terms.Left; call.Left != nil {
		// The copy, and that of the run over it, are there until all unions within this one are read.
		taken := 2 * int64(len(raw))
		*call.Left -= taken
		defer func() { *call.Left += taken }()
	}
	if f, err := decodeWhole(call, r, p.Interface(), raw); r.Err() == nil {
		passed(c, r, raw, at, p.Interface(), f, err, start)
	}
	return p.Elem(), r.Err() == nil
}

// find returns the name in the member of the object raw, which is JSON, and where the member is, with the comma that
// it would leave behind.
func (u *union) find(raw []byte) (name string, from, to int, err error) {
	r := codec.BorrowBytesReader(raw)
	defer r.Release()
	end := 1
	for member := range r.Object() {
		if member != u.member {
			r.Skip()
			end = int(r.InputOffset())
			continue
		}
		if to > 0 {
			return "", 0, 0, errTwoCase
		}
		if r.Peek() != codec.String {
			return "", 0, 0, fmt.Errorf("zetes: the member %q, which says the case of the union, is no string", u.member)
		}
		name, from = r.String(), end
		end = int(r.InputOffset())
		to = end
	}
	switch {
	case r.Err() != nil:
		return "", 0, 0, r.Err()
	case to == 0:
		return "", 0, 0, errNoCase
	}
	if from == 1 {
		// It is the first member: the comma behind it goes.
		for to < len(raw) && raw[to] != ',' && raw[to] != '}' {
			to++
		}
		if raw[to] == ',' {
			to++
		}
	}
	return name, from, to, nil
}
