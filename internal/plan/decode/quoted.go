package decode

import "unsafe"

// decodeQuoted decodes a field with the tag option "string": a number or a bool inside a string. Whatever is not
// plainly that goes to the toolchain, whose rules for it have a long history.
func decodeQuoted(s *state, t *typ, p int, dst unsafe.Pointer) int {
	in := t.elem
	if s.At(p) != '"' || !in.isScalar() {
		return s.foreign(t, p, dst)
	}
	if in.op == opBool {
		if v, e := s.quotedBool(p + 1); e > 0 {
			*(*bool)(s.quotedTarget(t, dst)) = v
			return e
		}
		return s.foreign(t, p, dst)
	}
	// A number that fits and ends the string: tried on the side, for the target must not change otherwise.
	var v uint64
	if c := s.At(p + 1); (c == '-' || c-'0' <= 9) && in.size <= 8 {
		if e := s.plainNumber(in, p+1, unsafe.Pointer(&v)); e > 0 && s.At(e) == '"' {
			at := s.quotedTarget(t, dst)
			copy(unsafe.Slice((*byte)(at), in.size), unsafe.Slice((*byte)(unsafe.Pointer(&v)), in.size))
			return e + 1
		}
	}
	return s.foreign(t, p, dst)
}

// isScalar reports whether t is a bool or a number without methods of its own.
func (t *typ) isScalar() bool {
	return t.nullKeeps && t.pointerFree && t.elem == nil && t.fields == nil
}

// decodeNullable decodes a pointer that has the tag option "string" though it leads to no scalar: the toolchain over
// version 2 makes it nil for the string "null".
func decodeNullable(s *state, t *typ, p int, dst unsafe.Pointer) int {
	if s.At(p) == '"' {
		return s.foreign(t, p, dst)
	}
	return t.elem.run(s, t.elem, p, dst)
}

// quotedTarget returns where the scalar goes: dst, or what the pointer there leads to.
func (s *state) quotedTarget(t *typ, dst unsafe.Pointer) unsafe.Pointer {
	if t.rtype.Kind() != pointerKind {
		return dst
	}
	slot := (*unsafe.Pointer)(dst)
	if *slot == nil {
		*slot = s.pointee(t.elem)
	}
	return *slot
}

func (s *state) quotedBool(p int) (v bool, e int) {
	switch {
	case s.IsTrue(p) && s.At(p+4) == '"':
		return true, p + 5
	case s.IsFalse(p) && s.At(p+5) == '"':
		return false, p + 6
	}
	return false, 0
}
