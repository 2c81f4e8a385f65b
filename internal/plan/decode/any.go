package decode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// Values for interfaces without methods: {"a":[1,"x",null]} becomes map[string]any{"a": []any{1.0, "x", nil}}. Elements
// are collected on a stack of the state until their array or object ends, and then copied to memory for exactly their
// number. Numbers, strings and slices in interfaces share blocks of memory (memory.Boxes).

type entry struct {
	key   string
	value any
}

// value decodes the value at p as encoding/json does for an empty interface, and returns the position after it.
func (s *state) value(p int) (any, int) {
	switch s.At(p) {
	case '"':
		v, e := s.anyText(p + 1)
		if e < 0 {
			return nil, -1
		}
		return s.boxes.String(v), e
	case '{':
		return s.object(p)
	case '[':
		return s.array(p)
	case 't':
		if s.IsTrue(p) {
			return true, p + 4
		}
	case 'f':
		if s.IsFalse(p) {
			return false, p + 5
		}
	case 'n':
		if s.IsNull(p) {
			return nil, p + 4
		}
	default:
		return s.number(p)
	}
	return nil, s.fail()
}

// anyText reads a string for an interface, like text. With AliasInput it shares memory with the input, with
// InternStrings with equal strings.
func (s *state) anyText(p int) (string, int) {
	if s.options&(option.AliasInput|option.InternStrings) == 0 {
		return s.text(p)
	} else if s.options.Has(option.AliasInput) {
		return s.aliased(p)
	}
	return s.name(p)
}

// number decodes the number at p for an interface. The result is a float64, unless an option requires another type.
func (s *state) number(p int) (any, int) {
	if s.options&(option.UseNumber|option.ExactNumbers) != 0 {
		return s.numberAs(p)
	}
	return s.float(p)
}

// float decodes the number at p for an interface as a float64.
func (s *state) float(p int) (any, int) {
	f, n, ok := num.ReadFloat64(unsafe.Add(s.In, p))
	if ok {
		return s.boxes.Float(f), p + n
	}
	if n == 0 || s.options.Has(option.EndAtFault) {
		return nil, s.fail()
	}
	// The number is out of range. The error is stored, and decoding continues.
	if !s.decided() {
		s.mismatched(nil, p, toolchain.FieldError(string(s.input[p:p+n]), p-s.first, anyType, false, s.options))
	}
	switch {
	case s.cfg.Release.Has(option.BeforeGo1272):
		return s.infinity(p), p + n
	case s.cfg.Release.Has(option.OutOfRangeAsZero):
		return float64(0), p + n
	}
	return nil, p + n
}

// array decodes the array at p as a []any. The elements of all open arrays lie on one stack, and the elements of this
// array start at mark. When the array ends, they are copied to memory for exactly their number, and its part of the
// stack is cleared: later decodings use the same stack, and it must not keep values alive.
func (s *state) array(p int) (any, int) {
	start := p
	if s.depth++; s.depth > maxDepth {
		return nil, s.fail()
	}
	if p = s.Token(p + 1); s.At(p) == ']' {
		s.depth--
		return s.boxes.Slice([]any{}), p + 1
	}
	mark := len(s.stacks.anys)
	for {
		v, e := s.value(p)
		if e < 0 {
			clear(s.stacks.anys[mark:])
			s.stacks.anys = s.stacks.anys[:mark]
			return nil, -1
		}
		s.stacks.anys = append(s.stacks.anys, v)
		if s.IsComma(e) {
			p = s.Token(e + 1)
			continue
		}
		var more bool
		if p, more = s.Next(e, ']'); more {
			continue
		}
		list := s.stacks.anys[mark:]
		var out []any
		if p >= 0 {
			s.charge(len(list)*anyBytes, start)
			out = append(make([]any, 0, len(list)), list...)
			s.depth--
		}
		clear(list)
		s.stacks.anys = s.stacks.anys[:mark]
		if p < 0 {
			return nil, s.fail()
		}
		return s.boxes.Slice(out), p
	}
}

// object decodes the object at p as a map[string]any, or as the value that the configuration makes from its members
// (Dialect.Objects). The members are collected on a stack, like the elements of an array.
func (s *state) object(p int) (any, int) {
	start := p
	if s.depth++; s.depth > maxDepth {
		return nil, s.fail()
	}
	if p = s.Token(p + 1); s.At(p) == '}' {
		s.depth--
		s.charge(mapBytes(0, 0, 0), start)
		if s.cfg.Objects != nil {
			return s.ordered(nil), p + 1
		}
		return map[string]any{}, p + 1
	}
	mark := len(s.stacks.members)
	e := s.gather(p)
	list := s.stacks.members[mark:]
	var v any
	if e >= 0 {
		s.charge(mapBytes(stringSize, anyBytes, len(list)), start)
		if s.cfg.Objects != nil {
			v = s.ordered(list)
		} else {
			m := make(map[string]any, len(list))
			for i := range list {
				m[list[i].key] = list[i].value
			}
			v = m
			e = s.unique(e, len(m), len(list))
		}
		s.depth--
	}
	clear(list)
	s.stacks.members = s.stacks.members[:mark]
	return v, e
}

// ordered returns the value that the configuration makes from the members in list. The function Objects gets them as a
// sequence, which is empty after ordered has returned, since the memory of list is used again.
func (s *state) ordered(list []entry) any {
	open := &list
	v := s.cfg.Objects(func(yield func(string, any) bool) {
		for _, m := range *open {
			if !yield(m.key, m.value) {
				return
			}
		}
	})
	*open = nil
	return v
}

// gather decodes the members of an object, the first of which is at p, and pushes them on the stack of members. It
// returns the position after the closing brace. The members of inner objects have left the stack when the member that
// contains them is pushed. A name that occurs twice is on the stack twice; the caller must let the last one win.
func (s *state) gather(p int) int {
	for {
		if s.At(p) != '"' {
			return s.fail()
		}
		k, e := s.name(p + 1)
		if e < 0 {
			return -1
		}
		if e = s.Colon(e); e < 0 {
			return s.fail()
		}
		v, e := s.value(e)
		if e < 0 {
			return -1
		}
		s.stacks.members = append(s.stacks.members, entry{k, v})
		if s.IsComma(e) {
			p = s.Token(e + 1)
			continue
		}
		var more bool
		if p, more = s.Next(e, '}'); !more {
			if p < 0 {
				return s.fail()
			}
			return p
		}
	}
}

// name returns the name of a member whose first character is at p, and the position after its closing quote, or -1
// after a fault. Names without escapes come from the cache of map keys.
func (s *state) name(p int) (string, int) {
	e := s.StringEnd(p)
	if s.At(e) == '"' && !s.Dirty {
		return s.memory.Key(mem.Add(s.In, uintptr(p)), e-p), e + 1
	}
	return s.text(p)
}
