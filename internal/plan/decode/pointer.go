package decode

import (
	"errors"
	"fmt"
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan/decode/memory"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// Pointers and interfaces. null makes them nil. For other input a nil pointer gets a new pointee, and an existing one
// is decoded into, as in encoding/json. Rings of pointers, for which that would never end, are refused.

const pointerKind = reflect.Pointer

// decodePointer decodes the value at p into the pointee of the pointer at dst. For "x" into a nil *int the pointer is
// made nevertheless, and points to 0, as in encoding/json. New pointees come from the slab of their type, so the
// pointees of one document lie side by side. The most frequent kinds are decoded without a call of run.
func decodePointer(s *state, t *node, p int, dst unsafe.Pointer) int {
	slot := (*unsafe.Pointer)(dst)
	if s.IsNull(p) {
		*slot = nil
		return p + 4
	}
	// In that release the error about 12 for a **T of texts names the outermost pointer, which is known only here.
	if toolchain.NamesOutermost && t.text && s.At(p) != '"' {
		return s.noText(t, p, dst)
	}
	if *slot == nil {
		*slot = s.pointee(t.elem, p)
	} else if s.undo.saving && !s.save(t.elem, *slot, 1, p) {
		return -1
	}
	switch et, at := t.elem, *slot; et.op {
	case opInt:
		if v, n, ok := num.ReadInt(unsafe.Add(s.In, p)); ok {
			*(*int64)(at) = v
			return p + n
		}
		return s.other(et, p, at)
	case opBool:
		return decodeBool(s, et, p, at)
	case opString:
		return decodeString(s, et, p, at)
	case opStruct:
		return decodeStruct(s, et, p, at)
	default:
		return et.run(s, et, p, at)
	}
}

// pointee returns a zero value of t, for the JSON value at p. A value that decoding hands to the caller's code is an
// allocation of its own, as with encoding/json: the code may set a finalizer on it, which the runtime takes for the
// start of an allocation alone. For types whose methods decoding does not call, an allocation for each value would make
// lists, maps and trees of small structs 1.2 to 1.5 times as slow.
func (s *state) pointee(t *node, p int) unsafe.Pointer {
	s.charge(int(t.Size), p)
	if t.Size == 0 || t.Size > memory.SlabMost/4 || t.callsMethods() || t.lends() {
		return reflect.New(t.Type).UnsafePointer()
	}
	return s.memory.Pointee(&t.Layout)
}

// pointeeValues is values for pointers whose pointees were saved with the slice (savePointees).
func (s *state) pointeeValues(t *node, p int, base unsafe.Pointer, i, end int) (e, next int) {
	for {
		q := unsafe.Add(base, uintptr(i)*t.Size)
		i++
		if at := *(*unsafe.Pointer)(q); at != nil && !s.IsNull(p) {
			p = t.elem.run(s, t.elem, p, at)
		} else {
			p = decodePointer(s, t, p, q)
		}
		if p < 0 {
			return -1, i
		}
		if p = s.Token(p); s.At(p) != ',' || i == end {
			return p, i
		}
		p = s.Token(p + 1)
	}
}

// decodeHidden decodes into the pointee of an embedded pointer to an unexported struct that has a name of its own, such
// as "in" in struct{ *inner `json:"in"` }. Go does not let encoding/json set such a pointer: it panics. An existing
// pointee is decoded into; with null it is left unchanged in some releases. Everything else is an error, since the
// pointer would have to be set.
func decodeHidden(s *state, t *node, p int, dst unsafe.Pointer) int {
	switch at := *(*unsafe.Pointer)(dst); {
	case at != nil && !s.IsNull(p):
		if s.undo.saving && !s.save(t.elem, at, 1, p) {
			return -1
		}
		return t.elem.run(s, t.elem, p, at)
	case at != nil && s.cfg.Release.Has(option.NullKeepsHidden):
		return p + 4
	}
	e := s.skip(p)
	if e < 0 {
		return -1
	}
	return s.mismatchError(p, e, true, fmt.Errorf("json: %w: %v", errUnexportedPointer, t.Type.Elem()))
}

// endless reports whether following t's pointers leads back to t: type P *P. One of two walkers takes two steps at a
// time: in a ring it meets the other one, otherwise it reaches the end.
func endless(t reflect.Type) bool {
	slow, fast := t, t
	for fast.Kind() == reflect.Pointer && fast.Elem().Kind() == reflect.Pointer {
		slow, fast = slow.Elem(), fast.Elem().Elem()
		if slow == fast {
			return true
		}
	}
	return false
}

var errEndless = errors.New("json: cannot unmarshal into a pointer that leads to itself")

// decodeEndless refuses a value for a type P *P, for which encoding/json never returns. null makes the outermost
// pointer nil.
func decodeEndless(s *state, t *node, p int, dst unsafe.Pointer) int {
	if s.IsNull(p) {
		*(*unsafe.Pointer)(dst) = nil
		return p + 4
	}
	s.fault = fault.Fault{Code: fault.Foreign, Offset: int64(p), Type: t.Type, Err: errEndless}
	return -1
}

// decodeAny decodes into an interface without methods. If the interface holds a pointer, its pointee is decoded into:
// var v any = &config decodes into config. Any other value is replaced by a new one.
func decodeAny(s *state, t *node, p int, dst unsafe.Pointer) int {
	v := (*any)(dst)
	if *v != nil && s.options.Has(option.MergeAnew) {
		return s.overHeld(t, p, dst)
	} else if *v != nil {
		if rv := reflect.ValueOf(*v); rv.Kind() == reflect.Pointer && !rv.IsNil() {
			return s.throughInterface(t, p, dst, rv)
		}
	}
	x, e := s.value(p)
	// A number out of range has no value: the interface is unchanged.
	if e >= 0 && (x != nil || s.IsNull(p) || s.At(p) == '{') {
		*v = x
	}
	return e
}

// overHeld decodes null into an interface that holds a value. Other values are left to the standard library, which
// decodes them into a copy of that value.
func (s *state) overHeld(t *node, p int, dst unsafe.Pointer) int {
	if !s.IsNull(p) {
		return s.fail()
	}
	return s.cleared(t, p, dst)
}

// throughInterface decodes into the value that the pointer rv in the interface at dst points to. The node is looked up
// for each value, since the type is that of the present pointer. It may have methods or codecs, which the search
// through the target's type has not seen: their decoders check the input themselves.
func (s *state) throughInterface(t *node, p int, dst unsafe.Pointer, rv reflect.Value) int {
	in, before := nodeFor(s.cfg, rv.Type()).elem, s.misfits()
	e := s.throughTo(t, in, p, dst, rv)
	if s.misfits() > before {
		s.led = append(s.led, led{at: p, end: e, node: in})
	}
	return e
}

// throughTo decodes into the value that rv points to; in is its node.
func (s *state) throughTo(t, in *node, p int, dst unsafe.Pointer, rv reflect.Value) int {
	switch kind := in.Type.Kind(); {
	// The interface becomes nil, and the pointee is unchanged. For a pointer to a pointer the inner one becomes nil.
	case s.IsNull(p) && kind != reflect.Pointer:
		reflect.NewAt(t.Type, dst).Elem().SetZero()
		return p + 4
	case s.undo.saving && !s.save(in, rv.UnsafePointer(), 1, p):
		return -1
	// With var v any = &v, the value replaces the pointer that leads to itself.
	case kind == reflect.Interface && s.cfg.Release.Has(option.StopAtItself) && rv.Elem().Elem().Equal(rv):
		x, e := s.value(p)
		if e >= 0 && x != nil {
			rv.Elem().Set(reflect.ValueOf(x))
		}
		return e
	case (kind == reflect.Interface || kind == reflect.Pointer) && s.ringed(rv):
		if s.skip(p) < 0 {
			return -1
		}
		s.fault = fault.Fault{Code: fault.Foreign, Offset: int64(p), Type: t.Type, Err: errEndless}
		return -1
	case toolchain.NamesOutermost && in.text && s.At(p) != '"' && !s.IsNull(p):
		e := s.noText(in, p, rv.UnsafePointer())
		if s.fault.Code == fault.Mismatch && s.fault.Offset == int64(p) {
			s.fault.Outermost = true
		}
		return e
	}
	held := (*[2]unsafe.Pointer)(dst) // any interface is two words
	was := *held
	e := in.run(s, in, p, rv.UnsafePointer())
	if *held != was && s.cfg.Release.Has(option.InterfacesStay) {
		*held = was
	}
	return e
}

// ringed reports whether the pointers and interfaces from v on form a ring, for which encoding/json would never end. It
// follows as many as values may be nested; a longer chain counts as a ring too.
func (s *state) ringed(v reflect.Value) bool {
	for range maxDepth {
		in := v.Elem()
		if in.Kind() == reflect.Interface {
			in = in.Elem()
			if s.cfg.Release.Has(option.StopAtItself) && in.IsValid() && in.Equal(v) {
				return false
			}
		}
		if in.Kind() != reflect.Pointer || in.IsNil() {
			return false
		}
		v = in
	}
	return true
}

// decodeInterface decodes into an interface with methods. It accepts null, and decodes into a pointer that the
// interface holds. Otherwise the value does not fit, since the type to make for an io.Reader, say, is not known. The
// toolchain has the words for the first such value, and later ones are skipped.
func decodeInterface(s *state, t *node, p int, dst unsafe.Pointer) int {
	rv := reflect.NewAt(t.Type, dst).Elem()
	if !rv.IsNil() && s.options.Has(option.MergeAnew) {
		return s.overHeld(t, p, dst)
	}
	if e := rv.Elem(); !rv.IsNil() && e.Kind() == reflect.Pointer && !e.IsNil() {
		return s.throughInterface(t, p, dst, e)
	}
	if s.IsNull(p) {
		rv.SetZero()
		return p + 4
	}
	if s.decided() {
		if s.cfg.Release.Has(option.MismatchClears) {
			rv.SetZero()
		}
		return s.skip(p)
	}
	return s.fallback(t, p, dst)
}
