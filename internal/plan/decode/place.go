package decode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
)

// Decoding a value that arrives in pieces. The caller, who has the pieces, enters open arrays and objects part by part,
// and lets the decoder fill complete values. A Place is the memory of one part. Elements of maps and values in
// interfaces can't be changed in place: they are copies, which are stored again after each change.

// Place is memory for a value, or no memory if it is zero. The Place of an element ends when its slice is reallocated.
type Place struct {
	t    *node
	at   unsafe.Pointer
	copy *copied       // the copy that contains the place, or nil
	cfg  *plan.Dialect // the configuration with which parts are decoded
}

// copied is a copy of a value that an interface or map holds. An element of a map is decoded into elem; after each
// change elem is stored under key. An array in an interface is decoded into list, which is then stored in box.
type copied struct {
	box  *any // the interface that holds list
	list *[]any
	m    reflect.Value
	key  reflect.Value // the key of elem in m
	elem reflect.Value
	copy *copied // the copy that contains box, or nil
}

// PlaceOf returns the place that v points to. Its parts are decoded with the configuration of c.
func PlaceOf(c *Call, v any) Place {
	t, dst := c.target(v)
	return Place{t: t, at: dst, cfg: c.Config}
}

// changed stores each copy around p in the map or interface that holds it, the innermost copy first: for
// map[string]any{"a": []any{…}} first the list in the interface, and then the interface in the map.
func (p Place) changed() {
	for c := p.copy; c != nil; c = c.copy {
		if c.box != nil {
			*c.box = *c.list
		} else {
			c.m.SetMapIndex(c.key, c.elem)
		}
	}
}

// pastPointers returns the node that remains when t's pointers are followed. The limit is for types such as type P *P.
func (t *node) pastPointers() *node {
	for n := 0; t.op == opPointer && n < maxPointers; n++ {
		t = t.elem
	}
	return t
}

// Fit says how a place takes a value.
type Fit uint8

const (
	NoTarget Fit = iota // there is no place: the value is skipped
	AsWhole             // the value is decoded when all of it has arrived
	ByParts             // the parts of the value are decoded as they arrive
	Misfit              // the value does not fit
)

// Fits returns how p takes a value that begins with the byte c. The value is a string, number, array or object.
func (p Place) Fits(c byte) Fit {
	if p.t == nil {
		return NoTarget
	}
	t := p.t.pastPointers()
	switch {
	case !p.plain(t) || c == '{' && t.op == opAny && p.cfg.Objects != nil:
		return AsWhole
	case t.takes(c):
		return ByParts
	}
	return Misfit
}

// plain reports whether values of t, to which p's pointers lead, can be decoded part by part: only the kind of t
// decides how, no code of the user's is called, and nothing is parsed from the text of a string. A struct with an
// embedded pointer that can't be set is not plain, since some of its members would be errors.
func (p Place) plain(t *node) bool {
	switch {
	case p.t.quoted || t.quoted || t.custom != nil || t.special != shape.Ordinary || t.optional != nil || t.word != nil:
		return false
	case t.op == opStruct:
		for i := range t.fields.list {
			for _, h := range t.fields.list[i].hops {
				if !h.settable {
					return false
				}
			}
		}
		return true
	}
	return t.isMap() || t.op != opOther && t.op != opPointer && t.op != opBytes
}

// isMap reports whether t is a map with string keys that are the names themselves.
func (t *node) isMap() bool {
	return t.Type.Kind() == reflect.Map && t.elem != nil && t.keyKind == keyString
}

// takes reports whether the value of a plain t may begin with c.
func (t *node) takes(c byte) bool {
	switch c {
	case '{':
		return t.op == opStruct || t.op == opAny || t.isMap()
	case '[':
		return t.op == opSlice || t.op == opAny
	case '"':
		return t.op == opString || t.op == opAny
	}
	return t.op == opAny || t.op.isScalar() && t.op != opBool
}

// reach follows p's pointers and returns the place that they lead to. It makes pointees for nil pointers.
func (p Place) reach() Place {
	for p.t.op == opPointer {
		slot := (*unsafe.Pointer)(p.at)
		if *slot == nil {
			*slot = reflect.New(p.t.elem.Type).UnsafePointer()
			p.changed()
		}
		p = Place{t: p.t.elem, at: *slot, cfg: p.cfg}
	}
	return p
}

func (p Place) value() reflect.Value { return reflect.NewAt(p.t.Type, p.at).Elem() }

// Open starts an array (bracket is '[') or object ('{') at p, and returns its place. p.Fits must have returned ByParts.
// A slice or an interface is empty at first; a struct or a map keeps its old content.
func (p Place) Open(bracket byte) Place {
	p = p.reach()
	switch {
	case p.t.op == opAny && bracket == '[':
		list := &[]any{}
		p = Place{nodeFor(p.cfg, reflect.TypeFor[[]any]()), unsafe.Pointer(list), &copied{box: (*any)(p.at), list: list, copy: p.copy}, p.cfg}
	case p.t.op == opAny:
		m := &map[string]any{}
		*(*any)(p.at) = *m
		p.changed()
		return Place{t: nodeFor(p.cfg, reflect.TypeFor[map[string]any]()), at: unsafe.Pointer(m), cfg: p.cfg}
	case p.t.op == opSlice:
		if v := p.value(); v.IsNil() {
			v.Set(reflect.MakeSlice(p.t.Type, 0, 0))
		} else {
			v.SetLen(0)
		}
	case p.t.isMap():
		if v := p.value(); v.IsNil() {
			v.Set(reflect.MakeMap(p.t.Type))
		}
	}
	p.changed()
	return p
}

// Part returns the place of a part of p, which Open must have returned: the member name, or the last element, at index.
// The place is zero if a struct has no field for the name. If made is false, it has no memory and is only for Fits.
func (p Place) Part(name string, index int, made bool) Place {
	switch {
	case p.t.op == opStruct:
		if f := p.t.fields.find(name); f == nil {
			return Place{}
		} else if made {
			return p.field(f)
		} else {
			return Place{t: f.node, cfg: p.cfg}
		}
	case !made:
		return Place{t: p.t.elem, cfg: p.cfg}
	case p.t.op == opSlice:
		v := p.value()
		if v.Len() <= index {
			if v.Cap() <= index {
				v.Grow(1)
			}
			v.SetLen(index + 1)
			p.changed()
		}
		return Place{t: p.t.elem, at: v.Index(index).Addr().UnsafePointer(), cfg: p.cfg}
	}
	key := reflect.New(p.t.Type.Key()).Elem()
	key.SetString(name)
	elem := reflect.New(p.t.Type.Elem())
	return Place{p.t.elem, elem.UnsafePointer(), &copied{m: p.value(), key: key, elem: elem.Elem(), copy: nil}, p.cfg}
}

func (p Place) field(f *field) Place {
	at, holds := p.at, p.copy
	for i := range f.hops {
		h := &f.hops[i]
		slot := (*unsafe.Pointer)(unsafe.Add(at, h.offset))
		if *slot == nil {
			*slot = reflect.New(h.elem.Type).UnsafePointer()
			Place{t: p.t, at: at, copy: holds}.changed()
		}
		at, holds = *slot, nil
	}
	return Place{f.node, unsafe.Add(at, f.last), holds, p.cfg}
}

// SetText stores the string s at p, which accepts strings.
func (p Place) SetText(s string) {
	if p = p.reach(); p.t.op == opAny {
		*(*any)(p.at) = s
	} else {
		*(*string)(p.at) = s
	}
	p.changed()
}

// Fill decodes data, a whole value, into p under the settings of c, but by the Program of p. It returns a pointer to
// the value, and the fault, or nil. A number may be filled in again whenever more of its text has arrived. Then old is
// not nil: the first call stores the old value of p there, and later calls restore it before they decode.
func (p Place) Fill(c *Call, data []byte, old *reflect.Value) (v any, f *fault.Fault) {
	if old != nil {
		if at := p.reach(); old.IsValid() {
			at.value().Set(*old)
		} else {
			*old = reflect.New(at.t.Type).Elem()
			old.Set(at.value())
		}
	}
	call := *c
	call.Program = p.t
	v = reflect.NewAt(p.t.Type, p.at).Interface()
	f = call.Unmarshal(data, v)
	p.changed()
	return v, f
}

// Pieces says how the value at p is read from a source. program decodes it at address at when it is complete in memory;
// program is nil if p has no memory. cd is the codec of the value if the codec reads the value before all of it is in
// memory. members reports that the value is a struct that is read member by member, since a field has such a codec,
// such as an io.Writer for the text of {"name":"a","content":"aGVs…"}.
func (p Place) Pieces() (program *Program, at mem.Ptr, cd *plan.Codec, members bool) {
	t, g := p.t, p.cfg
	if t == nil || g.ValidateFirst || g.Limits.Bytes > 0 || g.Limits.Memory > 0 {
		return t, p.at, nil, false
	}
	if t.callsMethods(); t.lends() && t.inPieces() {
		if t.custom == nil {
			return t, p.at, nil, true
		}
		cd = t.custom.codec
	}
	return t, p.at, cd, false
}

// inPieces reports whether a codec reads a t, or a field of the struct t, before all of it is in memory.
func (t *node) inPieces() bool {
	switch {
	case t.custom != nil:
		return t.custom.codec != nil && t.custom.codec.Pieces
	case t.op != opStruct || t.fields.rest != nil:
		return false
	}
	found := false
	for i := range t.fields.list {
		f := &t.fields.list[i]
		if f.hops != nil {
			return false
		}
		found = found || f.node.inPieces()
	}
	return found
}
