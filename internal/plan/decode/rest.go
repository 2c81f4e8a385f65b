package decode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// Members without a field, in structs that have a map, raw JSON or an opt.Unknown for them. For {"id":1,"x":2,"y":3} in
//
//	struct {
//		ID     int            `json:"id"`
//		Others map[string]int `json:",embed"`
//	}
//
// the map gets x and y. restMember decodes such a value at once, so that faults come in the order of the input.

// rest says where members without a field go. The first such member sets all fields but dst.
type rest struct {
	dst   unsafe.Pointer // the struct
	place unsafe.Pointer // the map, the raw JSON or the opt.Unknown, or nil
	to    members        // the members of the map
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
	if m := &rare.rests[i].to; m.t != nil && p >= 0 {
		m.end(s)
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
	m := &r.to
	if m.t == nil {
		return r.raw(s, name, p)
	}
	m.next(s, p)
	key, _ := s.name(name)
	if p = m.t.elem.run(s, m.t.elem, p, m.elem); p >= 0 || s.stopped() {
		m.store(key, nil)
	}
	return p
}

// begin is called for the first member without a field; its value is at p. It finds the map or the raw JSON of the
// field f. It returns false after a fault. Old entries stay in the map; old raw JSON is replaced.
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
	case s.options.Has(option.MergeAnew):
		if !s.keepEmpty(m, held) {
			return false
		}
	case !s.checkIfSaving(): // entries of maps are not saved
		return false
	}
	r.to, r.place = members{t: m, dst: at}, at
	r.to.begin(s, p)
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
