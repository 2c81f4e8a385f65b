package decode

import (
	"errors"
	"fmt"
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// Pointers and interfaces, which lead to what is decoded into. null makes them nil; for all else a nil pointer gets
// a new value, and one that is there is decoded into, as encoding/json does. Rings of pointers, on which that would
// never end, are refused.

const pointerKind = reflect.Pointer

// decodePointer decodes the value at p into what the pointer at dst leads to. Of "x" into a *int that is nil the
// pointer is made all the same, and leads to 0, as with encoding/json.
// What a new pointer leads to is cut from the slab of its type: the pointees of one document lie side by side. The
// kinds that pointers mostly lead to are decoded without a call through run.
func decodePointer(s *state, t *node, p int, dst unsafe.Pointer) int {
	slot := (*unsafe.Pointer)(dst)
	if s.IsNull(p) {
		*slot = nil
		return p + 4
	}
	// In that release the error about 12 for a **T of texts names the outermost pointer, which is known here.
	if toolchain.NamesOutermost && t.text && s.At(p) != '"' {
		return s.noText(t, p, dst)
	}
	if *slot == nil {
		*slot = s.pointee(t.elem, p)
	} else if s.saving && !s.save(t.elem, *slot, 1, p) {
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

// ledValues is values for pointers, of which what those lead to that are not nil is put by already (saveLed).
func (s *state) ledValues(t *node, p int, base unsafe.Pointer, i, end int) (e, next int) {
	for {
		q := unsafe.Add(base, uintptr(i)*t.size)
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

// decodeHidden decodes into what an embedded pointer to an unexported struct, with a name of its own, leads to. Go
// does not let encoding/json set the pointer: it panics where it tries to.
// In struct{ *inner `json:"in"` } the pointer is a member of the name in. One that is there is decoded into, or,
// with null, left as it is in some releases. All else is an error, for the pointer would have to be set.
func decodeHidden(s *state, t *node, p int, dst unsafe.Pointer) int {
	switch at := *(*unsafe.Pointer)(dst); {
	case at != nil && !s.IsNull(p):
		if s.saving && !s.save(t.elem, at, 1, p) {
			return -1
		}
		return t.elem.run(s, t.elem, p, at)
	case at != nil && s.options.Has(option.NullKeepsHidden):
		return p + 4
	}
	e := s.skip(p)
	if e < 0 {
		return -1
	}
	return s.mismatchError(p, e, true, fmt.Errorf("json: %w: %v", errUnexportedPointer, t.rtype.Elem()))
}

// endless reports whether following t's pointers leads back to t: type P *P.
// One of two walkers takes two steps at a time: in a ring it meets the other one, and otherwise it gets to the
// end.
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

// decodeEndless refuses what encoding/json never returns from.
// A value for a P of type P *P has nowhere to go. null makes the outermost pointer nil.
func decodeEndless(s *state, t *node, p int, dst unsafe.Pointer) int {
	if s.IsNull(p) {
		*(*unsafe.Pointer)(dst) = nil
		return p + 4
	}
	s.fault = fault.Fault{Code: fault.Foreign, Offset: int64(p), Type: t.rtype, Err: errEndless}
	return -1
}

// decodeAny decodes into an interface without methods.
// What the interface holds counts only where that is a pointer: var v any = &config decodes into config.
// Everything else is replaced by a new value.
func decodeAny(s *state, t *node, p int, dst unsafe.Pointer) int {
	v := (*any)(dst)
	if *v != nil {
		if rv := reflect.ValueOf(*v); rv.Kind() == reflect.Pointer && !rv.IsNil() {
			return s.throughInterface(t, p, dst, rv)
		}
	}
	x, e := s.value(p)
	// A number out of range has no value: it leaves what was there.
	if e >= 0 && (x != nil || s.IsNull(p) || s.At(p) == '{') {
		*v = x
	}
	return e
}

// throughInterface decodes into what the pointer rv, held by the interface at dst, points to.
// The type is that of the value that is there now, so its node is looked up for each value. It may be one with
// methods or codecs, which the search through the target's type has not seen: their decoders make sure of the
// input themselves.
func (s *state) throughInterface(t *node, p int, dst unsafe.Pointer, rv reflect.Value) int {
	in, sound := nodeFor(s.cfg, rv.Type()).elem, s.fault.Code == fault.None
	e := s.throughTo(t, in, p, dst, rv)
	if sound && s.fault.Code != fault.None {
		s.led = append(s.led, led{p, in})
	}
	return e
}

// throughTo is throughInterface for an in behind the pointer.
func (s *state) throughTo(t, in *node, p int, dst unsafe.Pointer, rv reflect.Value) int {
	switch kind := in.rtype.Kind(); {
	// The pointer goes, and what it leads to stays. Of a pointer to a pointer the inner one becomes nil.
	case s.IsNull(p) && kind != reflect.Pointer:
		reflect.NewAt(t.rtype, dst).Elem().SetZero()
		return p + 4
	case s.saving && !s.save(in, rv.UnsafePointer(), 1, p):
		return -1
	// var v any = &v: the value takes the place of the pointer that leads to itself.
	case kind == reflect.Interface && s.options.Has(option.StopAtItself) && rv.Elem().Elem().Equal(rv):
		x, e := s.value(p)
		if e >= 0 && x != nil {
			rv.Elem().Set(reflect.ValueOf(x))
		}
		return e
	case (kind == reflect.Interface || kind == reflect.Pointer) && s.ringed(rv):
		if s.skip(p) < 0 {
			return -1
		}
		s.fault = fault.Fault{Code: fault.Foreign, Offset: int64(p), Type: t.rtype, Err: errEndless}
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
	if *held != was && s.options.Has(option.InterfacesStay) {
		*held = was
	}
	return e
}

// ringed reports whether the pointers and interfaces that v leads to form a ring on which encoding/json would never
// end.
// Followed are as many as values may be nested: what is longer is taken for a ring, too.
func (s *state) ringed(v reflect.Value) bool {
	for range maxDepth {
		in := v.Elem()
		if in.Kind() == reflect.Interface {
			in = in.Elem()
			if s.options.Has(option.StopAtItself) && in.IsValid() && in.Equal(v) {
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

// decodeInterface decodes into an interface with methods, which takes null, or a pointer that it holds already.
// Nothing tells what type an io.Reader that is nil should hold, so any other value does not fit. The toolchain has
// the words for the first such, and later ones are passed over.
func decodeInterface(s *state, t *node, p int, dst unsafe.Pointer) int {
	rv := reflect.NewAt(t.rtype, dst).Elem()
	if e := rv.Elem(); !rv.IsNil() && e.Kind() == reflect.Pointer && !e.IsNil() {
		return s.throughInterface(t, p, dst, e)
	}
	if s.IsNull(p) {
		rv.SetZero()
		return p + 4
	}
	if s.decided() {
		if s.options.Has(option.MismatchClears) {
			rv.SetZero()
		}
		return s.skip(p)
	}
	return s.fallback(t, p, dst)
}
