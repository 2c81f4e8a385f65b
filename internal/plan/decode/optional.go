package decode

import (
	"math"
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// Decoding into an opt.Value: {"A":7} makes the field A defined, {"A":null} makes it null, and {} leaves it unchanged.
//
// The contents of the Value are decoded in place, starting from zero. If they do not fit, the old Value is put back.
// Under encoding/json's meaning an opt.Value is a type with an UnmarshalJSON method: the caller's options do not
// apply to its contents, and an error in them is an error of the method. So after a failure in place the method is
// called, to get its error. If the contents have methods, which must not run twice, it is called from the start.

// nested has what is needed for errors in opt.Values.
type nested struct {
	open bool  // an opt.Value is being decoded whose method is called if the contents do not fit
	at   int32 // the length of the fault's path when failedValue was last called
	in   any   // the innermost struct type around the opt.Value for which failedValue was last called
}

func compileOptional(c *compiler, t *node) {
	t.optional = shape.OptionalOf(t.Type)
	t.elem = c.pointeeOf(reflect.PointerTo(t.optional.Elem))
}

// decodeOptional decodes the value at p into the opt.Value at dst. The first case that applies decides:
//
//	null                       the Value becomes null, and its contents zero
//	the Value is not zero      redefine saves it, decodes over zero, and restores it if the new value does not fit
//	Dialect.Own is set         defineOwn, since the configuration is not encoding/json's
//	within another opt.Value   decode in place; if that fails, call the method of the innermost Value for its error
//	contents with methods      decodeMethod calls the Value's method, so that the methods of the contents run once
//	otherwise                  decode in place; if that fails, call the Value's method for its error
func decodeOptional(s *state, t *node, p int, dst unsafe.Pointer) int {
	if !s.checkIfSaving() {
		return -1
	}
	mark := (*shape.State)(unsafe.Add(dst, t.optional.State))
	zero := isZero(dst, t.Size)
	if s.IsNull(p) {
		if !zero {
			t.Zero(dst)
		}
		*mark = shape.Null
		return p + 4
	}
	if !zero {
		return s.redefine(t, p, dst)
	}
	value := unsafe.Add(dst, t.optional.Value)
	switch {
	case s.cfg.Own:
		return s.defineOwn(t, p, dst, mark)
	case s.nested.open:
		// After an earlier fault the method of the outer Value decodes all of it again, so decoding in place ends here.
		if s.fault.Code != fault.None {
			return -1
		}
		*mark = shape.Defined
		depth := s.depth
		if e := t.elem.run(s, t.elem, p, value); e >= 0 && s.fault.Code == fault.None {
			return e
		}
		return s.failedValue(t, p, dst, depth)
	case s.fault.Code != fault.None || t.elem.callsMethods():
		return decodeMethod(s, t, p, dst)
	}
	// Decode as the Value's method would: without the caller's options, and up to the first fault only.
	c, all, depth := s.cfg, s.all, s.depth
	s.use(c.With(c.Options &^ (option.UseNumber | option.DisallowUnknownFields)))
	s.nested.open, s.all = true, nil
	e := t.elem.run(s, t.elem, p, value)
	s.use(c)
	s.nested.open, s.all = false, all
	if e >= 0 && s.fault.Code == fault.None {
		*mark = shape.Defined
		return e
	}
	if e = s.failedValue(t, p, dst, depth); e >= 0 || s.fault.Code == fault.Syntax {
		return e
	}
	err, within := toolchain.NestedMethodError(&s.fault, s.nested.in), s.fault.Within
	s.fault, s.depth = fault.Fault{}, depth
	if e = s.skip(p); e < 0 {
		return -1
	}
	e = s.method(p, e, err)
	f := &s.fault
	if all != nil && len(all.values) > 0 {
		f = &all.values[len(all.values)-1]
	}
	if f.Code == fault.Method && f.Offset == int64(p) {
		f.Within = within
	}
	return e
}

// failedValue turns s.fault, which was found in the opt.Value at dst, into the error of the Value's method, and returns
// -1. If the method returns no error, failedValue returns the end of the value.
//
// Only the method of the innermost Value is called. The methods of the Values around it would only add to the error
// which struct contains the inner Value. failedValue stores that struct in nested.in: each struct around the fault has
// added its steps to the fault's path, and path[nested.at] is the first step that was added since the last call.
//
//go:noinline
func (s *state) failedValue(t *node, p int, dst unsafe.Pointer, depth int) int {
	t.Zero(dst)
	switch {
	case s.fault.Code == fault.Syntax:
		return -1
	case s.fault.Code == fault.Method:
		s.fault.Err = toolchain.MethodError(s.fault.Err, t.elem.Type) // the error of the innermost Value's method
		if path := s.fault.Path; len(path) > int(s.nested.at) {
			s.nested.in, s.nested.at = path[s.nested.at].Struct, int32(len(path))
		}
		return -1
	}
	within := s.fault.Offset
	s.fault, s.depth = fault.Fault{}, depth
	s.nested.in, s.nested.at = nil, 0
	e := s.skip(p)
	if e < 0 {
		return -1
	}
	u := reflect.NewAt(t.Type, dst).Interface().(shape.Unmarshaler)
	if err := s.unmarshalJSON(u, t.Size, p, e); err != nil {
		s.fault = fault.Fault{Code: fault.Method, Offset: int64(p), Err: err, Within: within}
		return -1
	}
	return e
}

// defineOwn decodes into the opt.Value at dst, which is zero, under a configuration other than encoding/json's. If not
// all of the contents fit, or a codec panics, the deferred call clears them.
func (s *state) defineOwn(t *node, p int, dst unsafe.Pointer, mark *shape.State) int {
	defer func() {
		if *mark != shape.Defined {
			t.Zero(dst)
		}
	}()
	first, all := s.fault, s.all
	if s.fault = (fault.Fault{}); all != nil {
		s.all = &findings{most: all.most}
	}
	e := t.elem.run(s, t.elem, p, unsafe.Add(dst, t.optional.Value))
	if e >= 0 && s.sound() {
		*mark = shape.Defined
	}
	if all != nil {
		found := s.all.values
		s.all = all
		for _, f := range found {
			s.collect(f)
		}
	}
	if e >= 0 && first.Code != fault.None {
		s.fault = first
	}
	return e
}

// redefine decodes the value at p, which is not null, into the opt.Value at dst, which is not zero. It saves the old
// Value, usually on the stack of old values, to which nothing else is pushed meanwhile, since the input is checked
// first. The deferred call puts the old Value back, also after a panic, unless the new Value has become Defined.
//
//go:noinline
func (s *state) redefine(t *node, p int, dst unsafe.Pointer) int {
	if !s.checkInput(nil) {
		return -1
	}
	mark, in := (*shape.State)(unsafe.Add(dst, t.optional.State)), t.pointersIn()
	var old unsafe.Pointer
	if in.tooMany {
		old, _ = t.Alloc(1)
		t.Move(old, dst, 1)
	} else {
		room := s.undo.room
		s.undo.room = math.MaxInt
		s.save(t, dst, 1, 0)
		old, s.undo.room = unsafe.Pointer(&s.undo.old[s.undo.kept[len(s.undo.kept)-1].first]), room
	}
	defer func() {
		if *mark != shape.Defined {
			t.Move(dst, old, 1)
		}
		if !in.tooMany {
			s.undo.pop(in)
		}
	}()
	t.Zero(dst)
	return decodeOptional(s, t, p, dst)
}
