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

// Pointers and interfaces. null makes them nil. For other input a nil pointer gets a new pointee, and an existing
// pointee is decoded into, as in encoding/json. Rings of pointers are refused, since following them would never end.

const pointerKind = reflect.Pointer

// decodePointer decodes the value at p into the pointee of the pointer at dst. If the value does not fit, such as "x"
// for a nil *int, the pointee is made nevertheless, and is 0, as in encoding/json.
func decodePointer(s *state, t *node, p int, dst unsafe.Pointer) int {
	slot := (*unsafe.Pointer)(dst)
	if s.IsNull(p) {
		*slot = nil
		return p + 4
	}
	// In releases with NamesOutermost the error about 12 for a **T with UnmarshalText names the outermost pointer type.
	if toolchain.NamesOutermost && t.text && s.At(p) != '"' {
		return s.noText(t, p, dst)
	}
	if *slot == nil {
		*slot = s.pointee(t.elem, p)
	} else if s.undo.saving && !s.save(t.elem, *slot, 1, p) {
		return -1
	}
	if t.elem.op == opInt {
		if v, n, ok := num.ReadInt(unsafe.Add(s.In, p)); ok {
			**(**int64)(dst) = v
			return p + n
		}
	}
	return t.elem.run(s, t.elem, p, *slot)
}

// pointee returns a new zero value of t, for the JSON value at p. If decoding passes it to a method or codec, it is an
// allocation of its own, as with encoding/json, since runtime.SetFinalizer needs the start of an allocation. Other
// values come from a slab, which makes lists, maps and trees of small structs 1.2 to 1.5 times as fast.
func (s *state) pointee(t *node, p int) unsafe.Pointer {
	s.charge(int(t.Size), p)
	if t.Size == 0 || t.Size > memory.SlabMost/4 || t.callsMethods() || t.lends() {
		return reflect.New(t.Type).UnsafePointer()
	}
	return s.memory.Pointee(&t.Layout)
}

// decodeHidden decodes into the pointee of an embedded pointer to an unexported struct with a JSON name, such as "in"
// in struct{ *inner `json:"in"` }. Reflection can't set such a pointer. So only an existing pointee is decoded into;
// null leaves the pointer unchanged in some releases. Everything else is an error.
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

// endless reports whether following t's pointers never ends, as for type P *P: then slow and fast meet.
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

// decodeEndless refuses a value for a type such as P *P, for which encoding/json never returns.
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
	if *v != nil {
		if s.options.Has(option.MergeAnew) {
			return s.overHeld(t, p, dst)
		} else if rv := reflect.ValueOf(*v); rv.Kind() == reflect.Pointer && !rv.IsNil() {
			return s.throughInterface(t, p, dst, rv)
		}
	}
	x, e := s.value(p)
	// x is nil for a number that is out of range: the interface then stays unchanged.
	if e >= 0 && (x != nil || s.IsNull(p) || s.At(p) == '{') {
		*v = x
	}
	return e
}

// overHeld decodes null into an interface that holds a value, under MergeAnew. It fails for other values:
// encoding/json/v2 decodes these into a copy of the old value, so the standard library must do it.
func (s *state) overHeld(t *node, p int, dst unsafe.Pointer) int {
	if !s.IsNull(p) {
		return s.fail()
	}
	return s.cleared(t, p, dst)
}

// throughInterface decodes into the value that rv, the pointer in the interface at dst, points to. Its type may have
// methods or codecs that findCalls has not seen; their decoders check the input themselves. In a Trial, and in a window
// of a Resident, from which a method may read on, it fails: the caller then decodes the value as a document.
func (s *state) throughInterface(t *node, p int, dst unsafe.Pointer, rv reflect.Value) int {
	in, before := nodeFor(s.cfg, rv.Type()).elem, s.misfits()
	if (s.host.resident || s.host.trial) && (in.callsMethods() || in.lends()) {
		return s.fail()
	}
	depth := s.depth - int(s.undo.outset)
	e := s.throughTo(t, in, p, dst, rv)
	if s.misfits() > before {
		s.led = append(s.led, led{p, e, depth, in})
	}
	return e
}

// throughTo decodes into the value that rv points to, by the node in.
func (s *state) throughTo(t, in *node, p int, dst unsafe.Pointer, rv reflect.Value) int {
	switch kind := in.Type.Kind(); {
	// null makes the interface nil, but for a pointer to a pointer null makes the inner pointer nil.
	case s.IsNull(p) && kind != reflect.Pointer:
		reflect.NewAt(t.Type, dst).Elem().SetZero()
		return p + 4
	case s.undo.saving && !s.save(in, rv.UnsafePointer(), 1, p):
		return -1
	// If v was set by var v any; v = &v, the new value replaces the pointer to v in v.
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
	held := (*[2]unsafe.Pointer)(dst)
	was := *held
	e := in.run(s, in, p, rv.UnsafePointer())
	if *held != was && s.cfg.Release.Has(option.InterfacesStay) {
		*held = was
	}
	return e
}

// ringed reports whether the pointers and interfaces from v on form a ring, or a chain of more than maxDepth.
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
// interface holds. No other value fits, since it is not known which type to make for an io.Reader, for example.
// encoding/json makes the error about the first such value; later ones are skipped.
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
