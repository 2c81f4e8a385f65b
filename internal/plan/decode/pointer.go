package decode

import (
	"reflect"
	"unsafe"
)

const pointerKind = reflect.Pointer

func decodePointer(s *state, t *typ, p int, dst unsafe.Pointer) int {
	slot := (*unsafe.Pointer)(dst)
	if s.isNull(p) {
		*slot = nil
		return p + 4
	}
	if *slot == nil {
		*slot = s.pointee(t.elem)
	}
	// Types can refer to themselves without any JSON nesting: type P *P.
	if s.depth++; s.depth > 2*maxDepth {
		return s.fail()
	}
	p = t.elem.run(s, t.elem, p, *slot)
	s.depth--
	return p
}

// decodeAny decodes into an interface without methods.
func decodeAny(s *state, t *typ, p int, dst unsafe.Pointer) int {
	v := (*any)(dst)
	if *v != nil {
		if rv := reflect.ValueOf(*v); rv.Kind() == reflect.Pointer && !rv.IsNil() {
			return s.throughInterface(t, p, dst, rv)
		}
	}
	x, e := s.value(p)
	// A number out of range has no value: it leaves what was there.
	if e >= 0 && (x != nil || s.isNull(p)) {
		*v = x
	}
	return e
}

// throughInterface decodes into what the pointer rv, held by the interface at dst, points to.
func (s *state) throughInterface(t *typ, p int, dst unsafe.Pointer, rv reflect.Value) int {
	s.held = true
	et := rv.Type().Elem()
	if s.isNull(p) || et.Kind() == reflect.Interface || et.Kind() == reflect.Pointer {
		// null replaces the pointer or what it points to, and chains may lead back to where they began.
		return s.foreign(t, p, dst)
	}
	in := typeFor(s.cfg, et)
	return in.run(s, in, p, rv.UnsafePointer())
}

// decodeInterface decodes into an interface with methods, which takes null, or a pointer that it holds already.
func decodeInterface(s *state, t *typ, p int, dst unsafe.Pointer) int {
	rv := reflect.NewAt(t.rtype, dst).Elem()
	if e := rv.Elem(); !rv.IsNil() && e.Kind() == reflect.Pointer && !e.IsNil() {
		return s.throughInterface(t, p, dst, e)
	}
	if s.isNull(p) {
		rv.SetZero()
		return p + 4
	}
	return s.foreign(t, p, dst)
}
