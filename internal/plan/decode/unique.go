package decode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/option"
)

// Objects into structs under option.UniqueNames, where two members of one name are a fault, and into structs with rules
// (rules.go). The fault is found in the same pass: in {"a":1,"x":2,"a":3} into struct{A int `json:"a"`} the bit of A is
// set when the second a is read. Names without a field are compared at the end of their object.
//
// decodeStruct reads the object. For fields with opOnce or opFar it calls state.once, which tests and sets the field's
// bit, and so does state.ruled. The state has the bits of the innermost object; each decodeUnique keeps those of the
// object around its own in a local variable.

// decodeUnique decodes like decodeStruct. Two members of one name are a fault, unless rules allow them (state.ruled).
func decodeUnique(s *state, t *node, p int, dst unsafe.Pointer) int {
	start, k, mark := p, &s.stacks, len(s.stacks.names)
	outer := k.object
	k.object = object{first: uintptr(unsafe.Pointer(t.fields.first()))}
	more := (len(t.fields.list) - 1) / 64
	for range more {
		rare := k.rareMemory()
		rare.bits = append(rare.bits, 0)
	}
	if p = decodeStruct(s, t, p, dst); p >= 0 && len(k.names) > mark { // names without a field
		if s.validator().duplicate(k.names[mark:]) {
			p = s.fail()
		}
		k.names = k.names[:mark]
	}
	if t.fields.rules != nil && p >= 0 {
		s.absent(t, start, dst)
	}
	if k.object = outer; more > 0 {
		k.rare.bits = k.rare.bits[:len(k.rare.bits)-more]
	}
	return p
}

// once reports whether this is the first member for the field f in the innermost object. It then sets the bit of f.
func (s *state) once(f *field) bool {
	k := &s.stacks
	i := (uintptr(unsafe.Pointer(f)) - k.object.first) / unsafe.Sizeof(*f)
	word, bit := &k.object.bits, uint64(1)<<(i%64)
	if i >= 64 {
		word = &k.rare.bits[len(k.rare.bits)-int(i/64)]
	}
	if *word&bit != 0 {
		return false
	}
	*word |= bit
	return true
}

// walkUnknown skips the value at p, for which there is no field, and checks the rules of options that apply inside it.
func (s *state) walkUnknown(p int) int {
	if p = s.validator().value(p); p < 0 {
		return s.fail()
	}
	return p
}

// validator returns a validator for values that are not stored, at the depth of s.
func (s *state) validator() *validator {
	return &validator{state: s, outer: s.depth, unique: s.options.Has(option.UniqueNames), valid: s.options.Has(option.ExactText)}
}
