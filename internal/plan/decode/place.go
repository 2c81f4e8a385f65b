package decode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/shape"
)

// A value that comes in pieces is decoded part by part: who has the pieces goes into the arrays and objects that are
// open, and has the decoder fill what is finished. A Place is where such a part goes. Places lie in memory one within
// another, as long as structs and slices do; the elements of maps and what interfaces hold are copies, which are put
// back after each change.

// Place is memory for a value. The zero Place is that of a value that nobody wants.
// A Place is valid as long as nobody else moves what it lies in: that of an element ends when the array gets
// another one that needs longer memory.
type Place struct {
	t    *node
	at   unsafe.Pointer
	copy *copied // what has to be put back after a change
	call *Call   // by which parts are decoded
}

// copied is a value that lies elsewhere than where it is held.
// Of map[string]int the element is decoded into memory of its own, elem, and stored again under key after each
// change. An array in an interface is list: box is the interface, which gets the slice again when it has grown.
type copied struct {
	box  *any // an interface that holds list
	list *[]any
	m    reflect.Value
	key  reflect.Value // of elem in m
	elem reflect.Value
	copy *copied // of box
}

// PlaceOf returns the place that v points to, for parts that are decoded as c asks for.
func PlaceOf(c *Call, v any) Place {
	t, dst := c.target(v)
	return Place{t: t, at: dst, call: c}
}

// Wanted reports whether p is a place at all.
func (p Place) Wanted() bool { return p.t != nil }

// changed puts back what is a copy.
// A list in an element of a map, map[string]any{"a": []any{…}}, is put back in two steps: list into the interface,
// and the interface into the map.
func (p Place) changed() {
	for c := p.copy; c != nil; c = c.copy {
		if c.box != nil {
			*c.box = *c.list
		} else {
			c.m.SetMapIndex(c.key, c.elem)
		}
	}
}

// behind returns the type behind pointers.
// The bound is for types that lead to themselves, as type P *P does.
func (t *node) behind() *node {
	for n := 0; t.op == opPointer && n < maxPointers; n++ {
		t = t.elem
	}
	return t
}

// Plain reports whether the value of p is decoded by its kind alone, so that a part of it says what the whole will
// begin with: nothing of the caller's is called, and nothing is read from the text of a string.
// A struct with an embedded pointer that can't be set is not plain: some of its members would be errors.
func (p Place) Plain() bool {
	t := p.t.behind()
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

// HoldsAny reports whether p is an interface without methods, or a pointer to one.
func (p Place) HoldsAny() bool { return p.t.behind().op == opAny }

// isMap reports whether t is a map whose keys are names as they are.
func (t *node) isMap() bool {
	return t.rtype.Kind() == reflect.Map && t.elem != nil && t.keyKind == keyString
}

// Takes reports whether the value of a plain p may begin with c, the first byte of a string, number, array or object.
func (p Place) Takes(c byte) bool {
	t := p.t.behind()
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

// reach returns the place behind pointers, which it makes where there are none.
// A pointer is made as Unmarshal makes it, before anything of its value is there.
func (p Place) reach() Place {
	for p.t.op == opPointer {
		slot := (*unsafe.Pointer)(p.at)
		if *slot == nil {
			*slot = reflect.New(p.t.elem.rtype).UnsafePointer()
			p.changed()
		}
		p = Place{t: p.t.elem, at: *slot, call: p.call}
	}
	return p
}

// value returns what lies at p.
func (p Place) value() reflect.Value { return reflect.NewAt(p.t.rtype, p.at).Elem() }

// Open begins an array or object, of which nothing is there yet, at p, which takes it, and returns the place of that.
func (p Place) Open(bracket byte) Place {
	p = p.reach()
	switch {
	case p.t.op == opAny && bracket == '[':
		list := &[]any{}
		p = Place{nodeFor(p.call.Config, reflect.TypeFor[[]any]()), unsafe.Pointer(list), &copied{box: (*any)(p.at), list: list, copy: p.copy}, p.call}
	case p.t.op == opAny:
		m := &map[string]any{}
		*(*any)(p.at) = *m
		p.changed()
		return Place{t: nodeFor(p.call.Config, reflect.TypeFor[map[string]any]()), at: unsafe.Pointer(m), call: p.call}
	case p.t.op == opSlice:
		if v := p.value(); v.IsNil() {
			v.Set(reflect.MakeSlice(p.t.rtype, 0, 0))
		} else {
			v.SetLen(0)
		}
	case p.t.isMap():
		if v := p.value(); v.IsNil() {
			v.Set(reflect.MakeMap(p.t.rtype))
		}
	}
	p.changed()
	return p
}

// Member returns the place of a member of the object p, which Open has returned.
func (p Place) Member(name string) Place {
	if p.t.op != opStruct {
		key := reflect.New(p.t.rtype.Key()).Elem()
		key.SetString(name)
		elem := reflect.New(p.t.rtype.Elem())
		return Place{p.t.elem, elem.UnsafePointer(), &copied{m: p.value(), key: key, elem: elem.Elem(), copy: nil}, p.call}
	}
	f := p.t.fields.find(name)
	if f == nil {
		return Place{}
	}
	at, holds := p.at, p.copy
	for i := range f.hops {
		h := &f.hops[i]
		slot := (*unsafe.Pointer)(unsafe.Add(at, h.offset))
		if *slot == nil {
			*slot = reflect.New(h.elem.rtype).UnsafePointer()
			Place{t: p.t, at: at, copy: holds}.changed()
		}
		at, holds = *slot, nil
	}
	return Place{f.node, unsafe.Add(at, f.last), holds, p.call}
}

// Members returns a place for the member of that name of the object p that has no memory yet.
func (p Place) Members(name string) Place {
	if p.t.op != opStruct {
		return Place{t: p.t.elem}
	}
	if f := p.t.fields.find(name); f != nil {
		return Place{t: f.node}
	}
	return Place{}
}

// Elements returns a place for the elements of the array p, which Open has returned, that has no memory yet.
func (p Place) Elements() Place { return Place{t: p.t.elem} }

// Element returns the place of the element of that index, the array's last one.
func (p Place) Element(i int) Place {
	v := p.value()
	if v.Len() <= i {
		if v.Cap() <= i {
			v.Grow(1)
		}
		v.SetLen(i + 1)
		p.changed()
	}
	return Place{t: p.t.elem, at: v.Index(i).Addr().UnsafePointer(), call: p.call}
}

// SetText makes s the string at a p that takes one.
func (p Place) SetText(s string) {
	p = p.reach()
	if p.t.op == opAny {
		*(*any)(p.at) = s
	} else {
		*(*string)(p.at) = s
	}
	p.changed()
}

// Keep returns a function that makes the bool, number, string or interface at p what it is now.
func (p Place) Keep() (restore func()) {
	p = p.reach()
	was := reflect.New(p.t.rtype).Elem()
	was.Set(p.value())
	return func() { p.value().Set(was) }
}

// Fill decodes data, a whole value, into p. It returns a pointer to what lies there, and what is wrong.
func (p Place) Fill(data []byte) (v any, f *fault.Fault) {
	call := *p.call
	call.Program = p.t
	v = reflect.NewAt(p.t.rtype, p.at).Interface()
	f = call.Unmarshal(data, v).Take()
	p.changed()
	return v, f
}
