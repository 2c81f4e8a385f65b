package decode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
)

// Objects into structs under option.UniqueNames. Two members of one name are a fault that is found in the same pass: a
// bit for each field says that it had a member, and names without a field are compared at the end of their object. In
// {"a":1,"x":2,"a":3} into struct{A int `json:"a"`} the second a finds the bit of A set.
//
// The loop is that of decodeStruct, with the bits as a third variable that outlives each call. Values without a field
// are walked by the validator, since the rules hold for them too.

// mostUnique is the number of fields that a struct may have for decodeUnique.
const mostUnique = 256

// seen has a bit for each field of a struct.
type seen [mostUnique / 64]uint64

// add adds field i, and reports whether it was not there before.
func (b *seen) add(i uintptr) bool {
	word, bit := &b[i/64%uintptr(len(b))], uint64(1)<<(i%64)
	if *word&bit != 0 {
		return false
	}
	*word |= bit
	return true
}

// decodeUnique is decodeStruct for structs whose members have different names.
func decodeUnique(s *state, t *node, p int, dst unsafe.Pointer) int {
	if s.At(p) != '{' {
		return s.other(t, p, dst)
	}
	if s.depth++; s.depth > maxDepth || len(t.fields.list) > mostUnique {
		return s.fail()
	}
	if p = s.Token(p + 1); s.At(p) == '}' {
		s.depth--
		return p + 1
	}
	var had seen
	first := t.fields.first()
	f, mark := first, len(s.stacks.names)
	for {
		if in, x, e := s.In, f, p+1; mem.Load8(in, p) == '"' {
			w0, w1 := word(in, e), word(in, e+8)
			if x.head.Differs(w0, w1) {
				if x = x.next(); x.head.Differs(w0, w1) {
					goto search
				}
			}
			e += int(x.length)
			if x.length > 16 && (x.length > 32 || x.tail.DiffersAt(unsafe.Add(in, e-16))) {
				goto search
			}
			if mem.Load8(in, e) == ':' && mem.Load8(in, e+1) > ' ' {
				f, p = x, e+1
				goto value
			}
		}
	search:
		if f, p = s.searchUnique(t, f, p); f == nil {
			if p >= 0 {
				p = s.closeUnique(p, mark)
			}
			return p
		}
	value:
		if !had.add((uintptr(unsafe.Pointer(f)) - uintptr(unsafe.Pointer(first))) / unsafe.Sizeof(field{})) {
			return s.fail()
		}
		switch f.op {
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
		case opHops:
			p = s.afar(f, p, dst)
		default:
			p = f.node.run(s, f.node, p, f.in(dst))
		}
		if p < 0 {
			return -1
		}
		c := s.At(p)
		if c <= ' ' {
			p = s.Space(p)
			c = s.At(p)
		}
		if c != ',' {
			if c == '}' {
				return s.closeUnique(p+1, mark)
			}
			return s.fail()
		}
		f = f.next()
		if p++; s.At(p) <= ' ' {
			p = s.NearToken(p)
		}
	}
}

// searchUnique is search for decodeUnique. It puts names without a field on the state's stack of names.
func (s *state) searchUnique(t *node, f *field, p int) (*field, int) {
	for {
		if p = s.Token(p); s.At(p) != '"' {
			return nil, s.fail()
		}
		start := p + 1
		x, e := f, start+int(f.length)
		if f.head.DiffersAt(unsafe.Add(s.In, start)) || f.length > 16 && !f.matchesLong(s.In, start, s.N) {
			if x, e = s.member(t, start); e < 0 {
				return nil, -1
			}
		}
		if p = s.Colon(e); p < 0 {
			return nil, s.fail()
		}
		if x != nil {
			return x, p
		}
		s.stacks.names = append(s.stacks.names, span{start, e - 1})
		if p = s.validator().value(p); p < 0 {
			return nil, s.fail()
		}
		var more bool
		if p, more = s.Next(p, '}'); p < 0 {
			return nil, s.fail()
		} else if !more {
			return nil, p
		}
	}
}

// closeUnique ends an object at p, whose names without a field are on the stack from mark on. It returns p, or -1 if
// two of these are the same.
func (s *state) closeUnique(p, mark int) int {
	s.depth--
	if len(s.stacks.names) == mark {
		return p
	}
	if s.validator().duplicate(s.stacks.names[mark:]) >= 0 {
		return s.fail()
	}
	s.stacks.names = s.stacks.names[:mark]
	return p
}

// validator returns what walks over values without a place in the target, at the depth of s.
func (s *state) validator() *validator {
	return &validator{state: s, outer: s.depth, unique: true, valid: s.options.Has(option.ExactText)}
}
