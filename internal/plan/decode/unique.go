package decode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/option"
)

// Objects into structs under option.UniqueNames. Two members of one name are a fault that is found in the same pass: a
// bit for each field says that it had a member, and names without a field are compared at the end of their object. In
// {"a":1,"x":2,"a":3} into struct{A int `json:"a"`} the second a finds the bit of A set.
//
// decodeStruct reads the object. All fields have opFar, so that afar is called for each value, and asks once. The bits
// of an object are on a stack of the state, above those of the objects around it.

// decodeUnique is decodeStruct for structs whose members have different names.
func decodeUnique(s *state, t *node, p int, dst unsafe.Pointer) int {
	came, mark := s.stacks.cameNames(), len(s.stacks.names)
	first, at, outer := came.first, came.at, len(came.bits)
	came.first, came.at = t.fields.first(), outer
	for range (len(t.fields.list) + 63) / 64 {
		came.bits = append(came.bits, 0)
	}
	if p = decodeStruct(s, t, p, dst); p >= 0 && len(s.stacks.names) > mark {
		if s.validator().duplicate(s.stacks.names[mark:]) >= 0 {
			p = s.fail()
		}
		s.stacks.names = s.stacks.names[:mark]
	}
	came.first, came.at, came.bits = first, at, came.bits[:outer]
	return p
}

// once reports whether the innermost object had no member for the field f before, and notes this one.
func (s *state) once(f *field) bool {
	came := s.stacks.came
	i := (uintptr(unsafe.Pointer(f)) - uintptr(unsafe.Pointer(came.first))) / unsafe.Sizeof(*f)
	word, bit := &came.bits[came.at+int(i/64)], uint64(1)<<(i%64)
	if *word&bit != 0 {
		return false
	}
	*word |= bit
	return true
}

// walkUnknown is unknown under option.UniqueNames, whose rules hold for values without a field too.
func (s *state) walkUnknown(p int) int {
	if p = s.validator().value(p); p < 0 {
		return s.fail()
	}
	return p
}

// validator returns what walks over values without a place in the target, at the depth of s.
func (s *state) validator() *validator {
	return &validator{state: s, outer: s.depth, unique: true, valid: s.options.Has(option.ExactText)}
}
