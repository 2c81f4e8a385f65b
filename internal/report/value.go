package report

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"

	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
)

// InValue finds the place of err in v, and returns it as a JSON Pointer and as steps. It also sets the Go path of a.
// Encoding v has returned err. o says how fields are found, and chosen which members are written. inner returns the
// error of this library in an error, or nil.
func InValue(a *About, o *shape.Options, chosen plan.MemberSet, v any, err error, inner func(error) *Nested) (pointer string, steps []locate.Step) {
	t := reflect.TypeOf(v)
	at, ok := err.(*locate.Written)
	switch {
	case ok && v == nil:
		return locate.Pointer(at.Steps), at.Steps
	case ok:
		a.Joined, a.of = true, &Origin{Root: locate.Root(t), Path: locate.Type(t, at.Steps, o).Text}
		return locate.Pointer(at.Steps), at.Steps
	case v == nil:
		return "", nil
	}
	c := causes{finder: finder{o, chosen, new(int)}, inner: inner}
	text, steps, ok := c.find(reflect.ValueOf(v), err, false)
	if !ok {
		return "", steps
	}
	a.Joined, a.of = c.joined, &Origin{Root: locate.Root(t), Path: text}
	return locate.Pointer(steps), steps
}

// causes searches for the values that errors are about.
type causes struct {
	finder
	inner  func(error) *Nested
	joined bool // the place is within the output of a method
}

// find returns the path through v to the value that err is about. If bare is true, v's own method has returned err, so
// the method of v is ignored.
func (c *causes) find(v reflect.Value, err error, bare bool) (text string, steps []locate.Step, ok bool) {
	var (
		typ    *json.UnsupportedTypeError
		value  *json.UnsupportedValueError
		method *json.MarshalerError
	)
	switch {
	case errors.As(err, &method):
		if t := method.Type; t != nil && (shape.OptionalOf(t) != nil || t.Kind() == reflect.Pointer && shape.OptionalOf(t.Elem()) != nil) {
			// The cause of an opt.Value's error is the error about its contents.
			if text, steps, ok = c.find(v, method.Err, bare); ok {
				return text, steps, true
			}
		}
		if text, steps, ok = c.within(v, method, bare); ok {
			return text, steps, true
		}
		return c.value(v, writtenBy(method, bare), false, bare)
	case errors.As(err, &typ):
		return c.value(v, func(v reflect.Value) bool { return v.Type() == typ.Type }, true, bare)
	case errors.As(err, &value) && aboutFloat(value):
		return c.value(v, func(v reflect.Value) bool {
			return v.CanFloat() && (math.IsNaN(v.Float()) || math.IsInf(v.Float(), 0))
		}, true, bare)
	}
	return "", nil, false
}

// aboutFloat reports whether err is about NaN or an infinity. In Go 1.27.0 and 1.27.1 encoding/json names them in Str
// alone, and leaves Value as the zero Value.
func aboutFloat(err *json.UnsupportedValueError) bool {
	if err.Value.IsValid() {
		return err.Value.CanFloat()
	}
	return err.Str == "NaN" || err.Str == "+Inf" || err.Str == "-Inf"
}

// within returns the results of find for the error of a method that has called this library itself. The library's error
// has a path from the value that the method encoded. within searches v for a value with this method in which find gives
// the same path. The path to that value and the path in the error together lead to the value with the fault.
func (c *causes) within(v reflect.Value, method *json.MarshalerError, bare bool) (text string, steps []locate.Step, ok bool) {
	inner := c.inner(method.Err)
	if inner == nil || inner.About == nil || inner.Line > 0 {
		return "", nil, false
	}
	var (
		further string
		deeper  []locate.Step
		is      = writtenBy(method, bare)
		called  = causes{finder: finder{c.shape, nil, c.visits}, inner: c.inner} // the method writes all members
	)
	text, steps, ok = c.value(v, func(v reflect.Value) bool {
		if !is(v) {
			return false
		}
		var ok bool
		further, deeper, ok = called.find(reflect.Indirect(v), inner.Err, true)
		return ok && locate.Pointer(deeper) == inner.Pointer
	}, true, bare)
	c.joined = ok
	return text + further, append(steps, deeper...), ok
}

// writtenBy returns a function that reports whether the method may have written a value. If bare is true, the function
// returns false for the first value that it gets, whose own method has called the encoder.
func writtenBy(method *json.MarshalerError, bare bool) func(reflect.Value) bool {
	return func(v reflect.Value) bool {
		if bare {
			bare = false
			return false
		}
		t := v.Type()
		return (t == method.Type || reflect.PointerTo(t) == method.Type) && (t.Kind() != reflect.Pointer || !v.IsNil())
	}
}
