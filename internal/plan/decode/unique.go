package decode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/option"
)

// Objects into structs under option.UniqueNames, where two members of one name are a fault, and into structs with rules
// (rules.go). The fault is found in the same pass: a bit for each field says that the field had a member, and names
// without a field are compared at the end of their object. In {"a":1,"x":2,"a":3} into struct{A int `json:"a"`} the bit
// of A is set when the second a is read.
//
// decodeStruct reads the object. The fields have opOnce, so it calls single for each value. The state has the bits of
// the innermost object; each decodeUnique keeps those of the object around its own in a local variable.

// decodeUnique decodes an object into a struct, like decodeStruct. Two members of one name are a fault, unless the
// struct has rules that allow them.
func decodeUnique(s *state, t *node, p int, dst unsafe.Pointer) int {
	start, k, mark := p, &s.stacks, len(s.stacks.names)
	outer := k.object
	k.object = object{of: t}
	more := (len(t.fields.list) - 1) / 64
	for range more {
		came := k.cameNames()
		came.bits = append(came.bits, 0)
	}
	if p = decodeStruct(s, t, p, dst); p >= 0 && !s.differ(mark) {
		p = s.fail()
	}
	if p >= 0 && t.fields.rules != nil {
		s.absent(t, start, dst)
	}
	if k.object = outer; more > 0 {
		k.came.bits = k.came.bits[:len(k.came.bits)-more]
	}
	return p
}

// differ reports whether the names from index mark on are all different. They are the names without a field of one
// object. It removes them from the list.
func (s *state) differ(mark int) bool {
	k := &s.stacks
	if len(k.names) <= mark {
		return true
	}
	again := s.validator().duplicate(k.names[mark:])
	k.names = k.names[:mark]
	return again < 0
}

// single decodes the value at p into the field f of the struct at dst. If f already had a member, it fails, or does what
// the rules of the struct say: it decodes the value all the same, or notes a fault and skips the value.
func (s *state) single(f *field, p int, dst unsafe.Pointer) int {
	if !s.once(f) {
		switch r := s.stacks.object.of.fields.rules; {
		case r == nil:
			return s.fail()
		case r.unique:
			s.noteTwice(s.stacks.object.of, s.nameBefore(p))
			return s.unknown(p)
		}
	}
	if len(f.hops) > 0 {
		return s.afar(f, p, dst)
	}
	return f.node.run(s, f.node, p, f.in(dst))
}

// nameBefore returns the position of the first character of the name of the member whose value is at p. A quote in a
// name has an odd number of backslashes before it.
func (s *state) nameBefore(p int) int {
	for p--; s.At(p) != '"'; p-- {
	}
	for {
		for p--; s.At(p) != '"'; p-- {
		}
		n := p
		for s.At(n-1) == '\\' {
			n--
		}
		if (p-n)%2 == 0 {
			return p + 1
		}
	}
}

// once reports whether this is the first member for the field f in the innermost object. It then sets the bit of f. An
// alias has the bit of the field that it names.
func (s *state) once(f *field) bool {
	in := s.stacks.object.of.fields
	i := indexIn(in.list, f)
	if r := in.rules; r != nil && i >= len(in.list)-len(r.aliases) {
		i = r.aliases[i-len(in.list)+len(r.aliases)]
	}
	word, bit := s.stacks.bitOf(i)
	first := *word&bit == 0
	*word |= bit
	return first
}

// bitOf returns the bit of the field with the index i in the innermost struct, and the word that has it.
func (k *stacks) bitOf(i int) (word *uint64, bit uint64) {
	if i < 64 {
		return &k.object.bits, 1 << i
	}
	return &k.came.bits[len(k.came.bits)-i/64], 1 << (i % 64)
}

// walkUnknown skips the value at p, for which there is no field, like the method unknown. It checks the rules of
// options that apply inside such values too.
func (s *state) walkUnknown(p int) int {
	if p = s.validator().value(p); p < 0 {
		return s.fail()
	}
	return p
}

// validator returns a validator for values without a place in the target, at the depth of s.
func (s *state) validator() *validator {
	return &validator{state: s, outer: s.depth, unique: s.options.Has(option.UniqueNames), valid: s.options.Has(option.ExactText)}
}
