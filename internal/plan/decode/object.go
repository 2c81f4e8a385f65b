package decode

import (
	"errors"
	"slices"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
)

// Decoding objects into structs, the decoder's most frequent loop. At each name it compares 16 bytes of the input at
// once with the next field's name and the closing quote; usually the colon and the value follow directly. Rare cases
// leave the loop: names in another order, escapes in names, fields of embedded pointers.
//
// After a call the loop needs only two variables, the field and the position of its value, so that each round stores
// only two words on the stack; with seven, documents took 3 to 8 % longer. Therefore search starts at the name again,
// addresses of fields are computed again after calls, and the function that reads a string also stores it.

// decodeStruct decodes the object at p into the struct at dst. It is longer than a screen, since it decodes the most
// frequent kinds itself: a call through node.run costs more than reading a short number.
//
// {"id":1,"name":"x"} into struct{ID int `json:"id"`; Name string `json:"name"`} goes like this:
//
//	p = 0   {      depth 1; the first token inside is at 1
//	p = 2   id":   the pattern of the field ID is the three bytes id" : they are equal, and p goes past the quote, to 5
//	p = 5   :      and no blank after it: the value is at 6
//	p = 6   1      by the field's op, opInt, in place; p = 7
//	p = 7   ,      the next name is at 8, and the field after ID is expected
//
// If the name is another one, the field after the expected one is tried, and then search looks the name up.
func decodeStruct(s *state, t *node, p int, dst unsafe.Pointer) int {
	if s.At(p) != '{' {
		return s.other(t, p, dst)
	}
	if s.depth++; s.depth > maxDepth {
		return s.fail()
	}
	if p = s.Token(p + 1); s.At(p) == '}' { // the object is empty; otherwise the loop below starts with a name
		s.depth--
		return p + 1
	}
	f, op := t.fields.first(), opOther
	for {
		// Absent members are frequent, so the field after the expected one is also tried. x.head and x.tail cover names
		// of up to 32 bytes with the closing quote. Any byte above a blank is taken for the start of the value.
		if in, x, e := s.In, f, p+1; mem.Load8(in, p) == '"' {
			w0, w1 := mem.Load64(in, e), mem.Load64(in, e+8)
			if x.head.Differs(w0, w1) {
				if x = x.next(); x.head.Differs(w0, w1) {
					goto search
				}
			}
			e += int(x.length)
			if x.length > 16 && (x.length > 32 || x.tail.DiffersAt(unsafe.Add(in, e-16))) {
				goto search
			}
			if mem.Load8(in, e) == ':' {
				c := mem.Load8(in, e+1)
				if c > ' ' {
					f, p = x, e+1
					goto value
				}
				if c == ' ' && mem.Load8(in, e+2) > ' ' {
					f, p = x, e+2
					goto value
				}
			}
		}
	search:
		if f, p = s.search(t, f, p); f == nil {
			return p
		}
	value:
		op = f.op
	known:
		switch op {
		case opString:
			p = decodeString(s, f.node, p, f.in(dst))
		case opInt:
			if v, n, ok := num.ReadInt(unsafe.Add(s.In, p)); ok {
				*(*int64)(f.in(dst)) = v
				p += n
			} else {
				p = s.other(f.node, p, f.in(dst))
			}
		case opFloat64:
			if v, n, ok := num.ReadFloat64(unsafe.Add(s.In, p)); ok {
				*(*float64)(f.in(dst)) = v
				p += n
			} else {
				p = s.other(f.node, p, f.in(dst))
			}
		case opBool:
			p = decodeBool(s, f.node, p, f.in(dst))
		case opStruct:
			p = decodeStruct(s, f.node, p, f.in(dst))
		case opSlice:
			p = decodeSlice(s, f.node, p, f.in(dst))
		case opPointer:
			p = decodePointer(s, f.node, p, f.in(dst))
		case opAny:
			p = decodeAny(s, f.node, p, f.in(dst))
		case opOnce:
			if op = f.node.op; s.once(f) {
				goto known
			}
			return s.stop(&twice, s.nameBefore(p)-1)
		case opFar:
			if s.options.Has(option.UniqueNames) && !s.once(f) {
				return s.stop(&twice, s.nameBefore(p)-1)
			}
			p = s.through(f, p, dst)
		case opRuled:
			p = s.ruled(f, p, dst)
		default:
			p = f.node.run(s, f.node, p, f.in(dst))
		}
		if p < 0 {
			return s.failed(t, f)
		}
		c := s.At(p)
		if c <= ' ' {
			p = s.Space(p)
			c = s.At(p)
		}
		if c != ',' {
			if c == '}' {
				s.depth--
				return p + 1
			}
			return s.fail()
		}
		f = f.next()
		if p++; s.At(p) <= ' ' {
			p = s.NearToken(p)
		}
	}
}

// failed ends decodeStruct after an error in the value of f, a field of t. If the error is from a method, failed adds f
// to the error's path, and so does each struct around the value. The paths of other errors are found later (findPath).
//
//go:noinline
func (s *state) failed(t *node, f *field) int {
	if s.fault.Code == fault.Method {
		s.fault.Path = append(s.fault.Path, steps(t, f)...)
	}
	return -1
}

// search finds the field of the member at p, and returns it with the position of its value. It skips members that have
// no field. At the end of the object it returns nil and the position after the object. f is the expected field. search
// is for names in another order or case, with escapes, or without a field, and for more white space than usual.
func (s *state) search(t *node, f *field, p int) (*field, int) {
	for {
		if p = s.Token(p); s.At(p) != '"' {
			return nil, s.fail()
		}
		p++
		x := f
		if !x.matchesAt(s, p) {
			x = t.fields.learnedFor(f)
		}
		e, name := p+int(x.length), p
		if !x.matchesAt(s, p) {
			if x, e = s.member(t, p); e < 0 {
				return nil, -1
			}
			if x != nil && t.fields.learned.misses != nil {
				x = s.inSpelling(t.fields, x, f, p, e-1)
			}
		}
		if p = s.Colon(e); p < 0 {
			return nil, s.fail()
		}
		if x != nil {
			return x, p
		}
		if t.fields.rest != nil && name-1 != int(s.hidden) {
			p = extra().rest(s, t, name, p)
		} else {
			p = s.unknown(p)
		}
		if p < 0 {
			return nil, -1
		}
		var more bool
		if p, more = s.Next(p, '}'); p < 0 {
			return nil, s.fail()
		} else if !more {
			s.depth--
			return nil, p
		}
	}
}

// through decodes the value at p into the field f of the struct at dst. If embedded pointers lead to f, and one of them
// is nil and can't be set, state.hop stores the fault, and the value is skipped, as in encoding/json.
func (s *state) through(f *field, p int, dst unsafe.Pointer) int {
	at := s.hop(f, dst, p)
	if at == nil {
		if s.fault.Code == fault.Syntax {
			return -1
		}
		return s.skip(p)
	}
	return f.node.run(s, f.node, p, at)
}

// member finds the field for the name whose first character is at p, and returns it, or nil if there is none, with the
// position after the name. The position is -1 if decoding ends.
func (s *state) member(t *node, p int) (*field, int) {
	name, e := s.view(p)
	if e < 0 {
		return nil, -1
	}
	if p-1 == int(s.hidden) {
		return nil, e
	}
	f := t.fields.find(unsafe.String(unsafe.SliceData(name), len(name)))
	if f == nil && s.options.Has(option.DisallowUnknownFields) && t.fields.rest == nil {
		if s.options.Has(option.EndAtFault) {
			return nil, s.stop(t, p-1)
		}
		s.note(fault.Fault{Code: fault.UnknownName, Offset: int64(p - 1), Type: t.Type, Err: errors.New(string(name))})
	}
	if f == nil && s.options.Has(option.UniqueNames) {
		s.stacks.names = append(s.stacks.names, span{p, e - 1})
	}
	return f, e
}

// unknown skips the value at p, for which there is no field.
func (s *state) unknown(p int) int {
	if s.options&(option.UniqueNames|option.Attempt) != 0 {
		return extra().unknown(s, p)
	}
	return s.skip(p)
}

// errUnexportedPointer reports that an embedded pointer is nil and can't be set, such as in struct{*inner}.
var errUnexportedPointer = errors.New("cannot set embedded pointer to unexported struct")

// hop returns the address of f in the struct at the address at, for a member whose value is at p. It follows embedded
// pointers, and allocates the pointees of nil pointers: in struct{ *A } with type A struct{ *B } and type B struct{ X
// int } the way to X has two hops. It returns nil if a pointer can't be set, or if the input turns out not to be JSON.
// held says that the memory may have old content, which must be saved; a new pointee has none.
func (s *state) hop(f *field, at unsafe.Pointer, p int) unsafe.Pointer {
	held := s.undo.saving
	for i := range f.hops {
		h := &f.hops[i]
		slot := (*unsafe.Pointer)(unsafe.Add(at, h.offset))
		if *slot == nil {
			if !h.settable {
				if s.options.Has(option.EndAtFault) {
					s.fail()
				} else {
					s.note(fault.Fault{Code: fault.Mismatch, Offset: int64(p), Type: h.elem.Type, Err: errUnexportedPointer})
				}
				return nil
			}
			// The first pointer is a part of the struct, and was saved together with the struct.
			if held && i > 0 && !s.save(nodesOfMemory().pointer, unsafe.Pointer(slot), 1, ^p) {
				return nil
			}
			held = false
			*slot = s.pointee(h.elem, p)
		}
		at = *slot
	}
	at = unsafe.Add(at, f.last)
	if held && len(f.hops) > 0 && !s.save(f.node, at, 1, p) {
		return nil
	}
	return at
}

// steps returns the path from the struct t to f, innermost step first, with the names of embedded fields. For X in
// struct{ A } with type A struct{ X int } the steps are X and then the embedded A. index[0] is a field of t itself, and
// each further index is a field of the struct found so far, or of the struct that it points to.
func steps(t *node, f *field) []fault.Step {
	path := []fault.Step{{Struct: t.Type, Name: f.name}}
	at := t.Type
	for i := 0; i < len(f.index)-1; i++ {
		if i > 0 && at.Kind() == pointerKind {
			at = at.Elem()
		}
		g := at.Field(f.index[i])
		path = append(path, fault.Step{Struct: t.Type, Name: g.Name, Embedded: true})
		at = g.Type
	}
	slices.Reverse(path[1:]) // the embedded names were added from the outside in
	return path
}
