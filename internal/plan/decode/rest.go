package decode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// Members without a field, in structs that have a map, raw JSON or an opt.Unknown for them. For {"id":1,"x":2,"y":3}
// into
//
//	struct {
//		ID     int            `json:"id"`
//		Others map[string]int `json:",embed"`
//	}
//
// the map gets x and y. The object is read like that of any struct. When a name has no field, restMember decodes the
// value at once, by the node of the map's elements, so that faults come in the order of the input.

// rest says where members without a field go, for a struct that is being decoded. The first such member sets all
// fields but dst.
type rest struct {
	dst   unsafe.Pointer // the struct
	place unsafe.Pointer // the map, the raw JSON or the opt.Unknown, or nil
	at    unsafe.Pointer // memory for one element of the map; all members use it, one after the other
	to    members
	hint  int // the number of members for which the map was made
	held  int // the number of members that the map had before
	n     int // the number of members so far
	calls int // the number of method calls before the last member
}

// byRest makes the field of t for members without a field of their own.
func (c *compiler) byRest(t *node, r *shape.Rest) {
	f := t.fields
	f.rest = &field{far: &far{}, node: c.nodeOf(r.Type)}
	c.locate(f.rest, r.Path, r.Offset)
	if f.keeps = shape.KeepsRest(r.Type); !f.keeps && (f.rest.node.custom != nil || f.rest.node.keyKind != keyString) {
		c.refuse(t, shape.CodedRest(t.Type))
		return
	}
	t.run, t.op = decodeWithRest, opOther
}

// decodeWithRest decodes a struct that has a field for members without a field of their own.
func decodeWithRest(s *state, t *node, p int, dst unsafe.Pointer) int {
	if t.fields.keeps {
		if !s.checkIfSaving() {
			return -1
		}
		// An opt.Unknown has the members of one object only: after {"a":1} and then {"b":2} into one struct it has b.
		if at := t.fields.rest.reach(dst); at != nil && s.At(p) == '{' && t.problem.Load() == nil {
			t.fields.rest.node.Zero(at)
		}
	}
	rare := s.stacks.rareMemory()
	i := len(rare.rests)
	rare.rests = append(rare.rests, rest{dst: dst})
	switch {
	case t.fields.rules != nil:
		p = decodeByRules(s, t, p, dst)
	case s.options.Has(option.UniqueNames):
		p = decodeUnique(s, t, p, dst)
	default:
		p = decodeStruct(s, t, p, dst)
	}
	r := &rare.rests[i]
	if m := r.to.t; m != nil && p >= 0 {
		if r.at != unsafe.Pointer(&s.stacks.word) && !m.elem.callsMethods() && !m.elem.lends() {
			m.elem.Zero(r.at) // clear the element, as decodeMap does
		}
		s.mapped(m, r.hint, r.to.count()-r.held)
	}
	rare.rests[i] = rest{}
	rare.rests = rare.rests[:i]
	return p
}

// restMember decodes the member without a field of the struct type t whose name begins at name, after the quote, and
// whose value is at p. It returns the position after the value, or -1 after a fault.
func (s *state) restMember(t *node, name, p int) int {
	r := &s.stacks.rare.rests[len(s.stacks.rare.rests)-1]
	if t.fields.keeps {
		return r.keep(s, t.fields.rest, name, p)
	}
	if f := t.fields.rest; r.place == nil && !r.begin(s, f, p) {
		if s.fault.Code == fault.Syntax {
			return -1
		}
		return s.skip(p) // an embedded pointer can't be set: hop has stored the fault
	}
	r.n++
	m := r.to.t
	if m == nil {
		return r.raw(s, name, p)
	}
	if r.at == unsafe.Pointer(&s.stacks.word) {
		s.stacks.word = 0
	} else if r.n > 1 {
		s.copyCalled(r.calls, r.at, m.elem.Size)
		r.calls = s.calls()
		m.elem.Zero(r.at)
	}
	if s.limit.on {
		s.charge(m.mapBytes(r.n)-m.mapBytes(r.n-1), p)
	}
	key, _ := s.name(name)
	if p = m.elem.run(s, m.elem, p, r.at); p >= 0 || s.stopped() {
		r.to.store(key, nil, r.at)
	}
	return p
}

// begin is called for the first member without a field; its value is at p. It finds the map or the raw JSON of the
// field f, and makes the map if it is nil. It returns false after a fault. Old entries stay in the map; old raw JSON
// is replaced.
func (r *rest) begin(s *state, f *field, p int) bool {
	at := s.hop(f, r.dst, p)
	if at == nil {
		return false
	}
	m := f.node
	if m.Type.Kind() != reflect.Map {
		b := (*[]byte)(at)
		if cap(*b) > 0 && s.options.Has(option.MergeAnew) { // encoding/json/v2 adds to the text, in its memory
			s.fail()
			return false
		}
		*b, r.place = nil, at
		return true
	}
	switch held := *(*unsafe.Pointer)(at); {
	case held == nil:
		s.charge(mapBytes(0, 0, 0), p)
		r.hint = s.sizeHint(m, p)
		reflect.NewAt(m.Type, at).Elem().Set(reflect.MakeMapWithSize(m.Type, r.hint))
	case s.options.Has(option.MergeAnew):
		if !s.keepEmpty(m, held) {
			return false
		}
	case !s.checkIfSaving(): // entries of maps are not saved
		return false
	}
	r.to, r.place, r.calls = members{t: m, dst: at}, at, s.calls()
	if r.held, r.at = r.to.count(), unsafe.Pointer(&s.stacks.word); !m.elem.op.isScalar() {
		r.at = s.pointee(m.elem, p)
	}
	return true
}

// raw adds a member to raw JSON, unchanged. Its name begins at name, and its value is at p.
func (r *rest) raw(s *state, name, p int) int {
	e := s.unknown(p)
	if e < 0 {
		return -1
	}
	b := (*[]byte)(r.place)
	if n := len(*b) - 1; n > 0 {
		(*b)[n] = ','
	} else {
		*b = append(*b, '{')
	}
	*b = append(*b, s.input[name-1:s.skipString(name-1)]...)
	*b = append(*b, ':')
	*b = append(*b, s.input[p:e]...)
	*b = append(*b, '}')
	return e
}

// keep adds a member to the opt.Unknown of the field f. Its name begins at name, and its value is at p.
func (r *rest) keep(s *state, f *field, name, p int) int {
	e := s.unknown(p)
	if e < 0 {
		return -1
	}
	if r.place == nil {
		r.place = s.hop(f, r.dst, p) // nil if an embedded pointer can't be set
	}
	s.charge(memberBytes, p)
	if text, _ := s.name(name); r.place != nil {
		reflect.NewAt(f.node.Type, r.place).Interface().(shape.Keeper).AddNoCheck(text, s.input[p:e])
	}
	return e
}
