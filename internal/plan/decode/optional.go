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

// Of struct{A opt.Value[int]} the document {"A":7} makes A defined, {"A":null} null, and {} leaves it.
//
// An opt.Value is decoded in place, into a fresh value; where that does not fit, it is as it was. Under
// encoding/json's meaning it has a method: the caller's options do not reach what it holds, and what goes wrong
// there is the error of the method, which is called then. It is called from the start where methods of the caller's
// would be called a second time.

// compileOptional makes t a node of opt.Values.
func compileOptional(c *compiler, t *node) {
	t.run, t.optional = decodeOptional, shape.OptionalOf(t.rtype)
	t.elem = c.pointeeOf(reflect.PointerTo(t.optional.Elem))
}

// decodeOptional decodes the value at p into the opt.Value at dst. One that held something else is
// put back where the new value does not fit.
//
// The ways from here, by what the Value held and whose meaning it is:
//
//	null                       the Value is null, and zero beside that
//	it held something          redefine: aside with it, again from zero, and back if it does not fit
//	a meaning of one's own     defineOwn
//	a Value within a Value     in place; what is wrong is told by the innermost Value's method
//	methods of the caller's    decodeMethod, which calls the Value's own method, and that theirs: once
//	otherwise                  in place; the method is called where that has failed, for its words
func decodeOptional(s *state, t *node, p int, dst unsafe.Pointer) int {
	if !s.careful() {
		return -1
	}
	mark := (*shape.State)(unsafe.Add(dst, t.optional.State))
	zero := isZero(dst, t.size)
	if s.IsNull(p) {
		if !zero {
			t.zero(dst)
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
	// A Value within a Value: what goes wrong here is told by the method of one of the two, which failedValue sees to.
	case s.inValue:
		// The method of the Value around this one is called if anything is wrong.
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
	// As the method would, without the caller's options. The configuration, the list of all faults and the depth are
	// put back however the value ends.
	c, all, depth := s.cfg, s.all, s.depth
	s.use(c.With(c.Options &^ (option.UseNumber | option.DisallowUnknownFields)))
	s.inValue = true
	if all != nil {
		s.all = nil
	}
	e := t.elem.run(s, t.elem, p, value)
	s.use(c)
	s.inValue = false
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
	err, within := toolchain.NestedMethodError(&s.fault, s.nestedIn), s.fault.Within
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

// failedValue makes the fault, which was found in the opt.Value at dst, the error of the Value's method, and
// returns -1. The method is called for the innermost Value only: those around it would call it again, each with all
// that it holds, and add to the error where in them the inner one is. That is found on the way out: the fault's
// path grows, and nestedIn becomes the struct that the Value within the outermost one is in. Where the method has
// no error failedValue returns where the value ends.
//
//go:noinline
func (s *state) failedValue(t *node, p int, dst unsafe.Pointer, depth int) int {
	t.zero(dst)
	switch {
	case s.fault.Code == fault.Syntax:
		return -1
	case s.fault.Code == fault.Method:
		s.fault.Err = toolchain.MethodError(s.fault.Err, t.elem.rtype) // as the innermost Value's method would
		if path := s.fault.Path; len(path) > s.nestedAt {
			s.nestedIn, s.nestedAt = path[s.nestedAt].Struct, len(path)
		}
		return -1
	}
	within := s.fault.Offset
	s.fault, s.depth = fault.Fault{}, depth
	s.nestedIn, s.nestedAt = nil, 0
	e := s.skip(p)
	if e < 0 {
		return -1
	}
	u := reflect.NewAt(t.rtype, dst).Interface().(shape.Unmarshaler)
	if err := s.unmarshalJSON(u, t.size, p, e); err != nil {
		s.fault = fault.Fault{Code: fault.Method, Offset: int64(p), Err: err, Within: within}
		return -1
	}
	return e
}

// defineOwn decodes into the opt.Value at dst, which is zero, under a configuration of one's own.
// The Value is Defined only when all of it fits, so the deferred call clears what a part has left.
func (s *state) defineOwn(t *node, p int, dst unsafe.Pointer, mark *shape.State) int {
	// A codec that panics is caught further out.
	defer func() {
		if *mark != shape.Defined {
			t.zero(dst)
		}
	}()
	e, ok := s.valueOf(t.elem, p, unsafe.Add(dst, t.optional.Value))
	if ok {
		*mark = shape.Defined
	}
	return e
}

// valueOf decodes what an opt.Value holds under a configuration of one's own, and reports whether all of it fits.
// Faults do not end a run that wants all of them, or has one already: whether this value has one shows only in a
// report of its own.
func (s *state) valueOf(t *node, p int, dst unsafe.Pointer) (e int, ok bool) {
	if s.all == nil && s.fault.Code == fault.None {
		e = t.run(s, t, p, dst)
		return e, e >= 0 && s.fault.Code == fault.None
	}
	// What went wrong before is put aside, to see what does here.
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
// restore looks at the state of the Value, not at what is returned: it is Defined exactly where the new value has
// fitted. So it is put back as well where something panics.
//
//go:noinline
func (s *state) redefine(t *node, p int, dst unsafe.Pointer) int {
	var k kept
	k.keep(t, dst)
	defer k.restore(t, dst)
	t.zero(dst)
	return decodeOptional(s, t, p, dst)
}

// kept is what an opt.Value held, in a form that needs no memory where its kind allows that.
// It lies on the stack, so that decoding over a Value takes no memory for a number, a string, a slice, a pointer,
// an interface or a time. A struct with pointers is copied by reflection.
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

// keep takes what the opt.Value at dst holds.
func (k *kept) keep(t *node, dst unsafe.Pointer) {
	k.state = *(*shape.State)(unsafe.Add(dst, t.optional.State))
	value := unsafe.Add(dst, t.optional.Value)
	switch kind := t.elem.rtype.Kind(); {
	case k.fits(t):
		copy(mem.Slice(unsafe.Pointer(&k.words), int(t.elem.size)), mem.Slice(value, int(t.elem.size)))
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
		k.rest = reflect.New(t.elem.rtype).Elem()
		k.rest.Set(reflect.NewAt(t.elem.rtype, value).Elem())
	}
}

// fits reports whether words hold what the Value holds.
func (k *kept) fits(t *node) bool { return t.elem.pointerFree && t.elem.size <= unsafe.Sizeof(k.words) }

// restore makes the opt.Value at dst what it was, unless it has become another.
func (k *kept) restore(t *node, dst unsafe.Pointer) {
	mark := (*shape.State)(unsafe.Add(dst, t.optional.State))
	if *mark == shape.Defined {
		return
	}
	*mark = k.state
	value := unsafe.Add(dst, t.optional.Value)
	switch kind := t.elem.rtype.Kind(); {
	case k.fits(t):
		copy(mem.Slice(value, int(t.elem.size)), mem.Slice(unsafe.Pointer(&k.words), int(t.elem.size)))
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
		reflect.NewAt(t.elem.rtype, value).Elem().Set(k.rest)
	}
}
