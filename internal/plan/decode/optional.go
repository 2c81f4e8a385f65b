package decode

import (
	"reflect"
	"time"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// For struct{A opt.Value[int]} the document {"A":7} makes A defined, {"A":null} makes it null, and {} leaves it
// unchanged.
//
// An opt.Value is decoded in place, into a fresh value. If that does not fit, the Value is unchanged. Under
// encoding/json's meaning it has a method: the caller's options do not reach its contents, and an error there is the
// error of the method, which is then called. If methods of the caller's would be called a second time, the method is
// called from the start.

// nested is what a run knows about the opt.Values around its value.
type nested struct {
	open bool  // the run is within an opt.Value, whose method is called if the contents do not fit
	at   int32 // length of the fault's path when the fault last left an opt.Value: see failedValue
	in   any   // the struct type that contains the opt.Value directly within the outermost one
}

// compileOptional makes t a node for opt.Values.
func compileOptional(c *compiler, t *node) {
	t.run, t.optional = decodeOptional, shape.OptionalOf(t.Type)
	t.elem = c.pointeeOf(reflect.PointerTo(t.optional.Elem))
}

// decodeOptional decodes the value at p into the opt.Value at dst. If the new value does not fit, the old one is put
// back.
//
// The cases, by the old state of the Value and the meaning:
//
//	null                       the Value becomes null, and its contents zero
//	the Value is not zero      redefine saves it, decodes over zero, and restores it if the new value does not fit
//	Dialect.Own is set         defineOwn
//	within another opt.Value   decode in place; if that fails, call the method of the innermost Value for its error
//	contents with methods      decodeMethod calls the Value's method, so that the methods of the contents run once
//	otherwise                  decode in place; if that fails, call the Value's method for its error
func decodeOptional(s *state, t *node, p int, dst unsafe.Pointer) int {
	if !s.careful() {
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
	// A Value within a Value: the method of one of the two reports errors, which failedValue decides.
	case s.nested.open:
		// If anything is wrong, the method of the Value around this one is called.
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
	// Decode as the method would, without the caller's options. The configuration, the list of all faults and the depth
	// are restored however the value ends.
	c, all, depth := s.cfg, s.all, s.depth
	s.use(c.With(c.Options &^ (option.UseNumber | option.DisallowUnknownFields)))
	s.nested.open = true
	if all != nil {
		s.all = nil
	}
	e := t.elem.run(s, t.elem, p, value)
	s.use(c)
	s.nested.open = false
	if all != nil {
		s.all = all
	}
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

// failedValue turns the fault, which was found in the opt.Value at dst, into the error of the Value's method, and
// returns -1. If the method returns no error, failedValue returns the end of the value.
//
// Only the method of the innermost Value is called. The method of each Value around it would decode all the contents
// again, and only add to the error which struct contains the inner Value. failedValue finds that struct without a call:
// the fault's path grows on the way out, so path[nested.at] is the step at which the last Value stands in its struct.
//
//go:noinline
func (s *state) failedValue(t *node, p int, dst unsafe.Pointer, depth int) int {
	t.Zero(dst)
	switch {
	case s.fault.Code == fault.Syntax:
		return -1
	case s.fault.Code == fault.Method:
		s.fault.Err = toolchain.MethodError(s.fault.Err, t.elem.Type) // as the innermost Value's method would
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

// defineOwn decodes into the opt.Value at dst, which is zero, under another configuration. The Value becomes Defined
// only when all of it fits; otherwise the deferred call clears what a part has left.
func (s *state) defineOwn(t *node, p int, dst unsafe.Pointer, mark *shape.State) int {
	// A codec that panics is caught by an outer function.
	defer func() {
		if *mark != shape.Defined {
			t.Zero(dst)
		}
	}()
	e, ok := s.valueOf(t.elem, p, unsafe.Add(dst, t.optional.Value))
	if ok {
		*mark = shape.Defined
	}
	return e
}

// valueOf decodes the contents of an opt.Value under another configuration, and reports whether all of it fits. Faults
// do not end a run that wants all of them, or has one already, so it uses a report of its own.
func (s *state) valueOf(t *node, p int, dst unsafe.Pointer) (e int, ok bool) {
	if s.all == nil && s.fault.Code == fault.None {
		e = t.run(s, t, p, dst)
		return e, e >= 0 && s.fault.Code == fault.None
	}
	// Set earlier faults aside, to see those of this value.
	first, all := s.fault, s.all
	s.fault = fault.Fault{}
	var found findings
	if all != nil {
		found.most = all.most
		s.all = &found
	}
	e = t.run(s, t, p, dst)
	ok = e >= 0 && s.fault.Code == fault.None && len(found.values) == 0
	s.all = all
	for _, f := range found.values {
		s.collect(f)
	}
	if e >= 0 && first.Code != fault.None {
		s.fault = first
	}
	return e, ok
}

// redefine decodes the value at p, which is not null, into the opt.Value at dst, which is not zero.
//
// restore looks at the state of the Value, not at the result: it is Defined only if the new value has fitted. So the
// old value is put back after a panic too.
//
//go:noinline
func (s *state) redefine(t *node, p int, dst unsafe.Pointer) int {
	var k kept
	k.keep(t, dst)
	defer k.restore(t, dst)
	t.Zero(dst)
	return decodeOptional(s, t, p, dst)
}

// kept is the old contents of an opt.Value, in a form that needs no allocation for most kinds. It lies on the stack, so
// decoding over a Value takes no memory for a number, a string, a slice, a pointer, an interface or a time. A struct
// with pointers is copied by reflection.
type kept struct {
	state shape.State
	words [8]uint64
	text  string
	list  mem.SliceHeader
	ptr   unsafe.Pointer
	iface [2]unsafe.Pointer
	at    time.Time
	rest  reflect.Value
}

// keep stores the contents of the opt.Value at dst.
func (k *kept) keep(t *node, dst unsafe.Pointer) {
	k.state = *(*shape.State)(unsafe.Add(dst, t.optional.State))
	value := unsafe.Add(dst, t.optional.Value)
	switch kind := t.elem.Type.Kind(); {
	case k.fits(t):
		copy(mem.Slice(unsafe.Pointer(&k.words), int(t.elem.Size)), mem.Slice(value, int(t.elem.Size)))
	case kind == reflect.String:
		k.text = *(*string)(value)
	case kind == reflect.Slice:
		k.list = *(*mem.SliceHeader)(value)
	case kind == reflect.Pointer || kind == reflect.Map:
		k.ptr = *(*unsafe.Pointer)(value)
	case kind == reflect.Interface:
		k.iface = *(*[2]unsafe.Pointer)(value)
	case t.elem.special == shape.Time:
		k.at = *(*time.Time)(value)
	default:
		k.rest = reflect.New(t.elem.Type).Elem()
		k.rest.Set(reflect.NewAt(t.elem.Type, value).Elem())
	}
}

// fits reports whether words can hold the contents.
func (k *kept) fits(t *node) bool { return t.elem.PointerFree && t.elem.Size <= unsafe.Sizeof(k.words) }

// restore gives the opt.Value at dst its old contents, unless it has new ones.
func (k *kept) restore(t *node, dst unsafe.Pointer) {
	mark := (*shape.State)(unsafe.Add(dst, t.optional.State))
	if *mark == shape.Defined {
		return
	}
	*mark = k.state
	value := unsafe.Add(dst, t.optional.Value)
	switch kind := t.elem.Type.Kind(); {
	case k.fits(t):
		copy(mem.Slice(value, int(t.elem.Size)), mem.Slice(unsafe.Pointer(&k.words), int(t.elem.Size)))
	case kind == reflect.String:
		*(*string)(value) = k.text
	case kind == reflect.Slice:
		*(*mem.SliceHeader)(value) = k.list
	case kind == reflect.Pointer || kind == reflect.Map:
		*(*unsafe.Pointer)(value) = k.ptr
	case kind == reflect.Interface:
		*(*[2]unsafe.Pointer)(value) = k.iface
	case t.elem.special == shape.Time:
		*(*time.Time)(value) = k.at
	default:
		reflect.NewAt(t.elem.Type, value).Elem().Set(k.rest)
	}
}
