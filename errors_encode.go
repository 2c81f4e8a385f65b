package zetes

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"

	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/shape"
)

// encodeErrorBy gives err, from encoding v, its place in v where that can be found.
func encodeErrorBy(o *shape.Options, v any, err error) *Error {
	e, _ := encodeErrorAt(o, v, err)
	return e
}

// encodeErrorAt is encodeErrorBy with the path in v as well.
func encodeErrorAt(o *shape.Options, v any, err error) (*Error, []locate.Step) {
	var (
		typ    *json.UnsupportedTypeError
		value  *json.UnsupportedValueError
		method *json.MarshalerError
		hit    func(reflect.Value) bool
	)
	switch {
	case v == nil:
	case errors.As(err, &method):
		hit = func(v reflect.Value) bool {
			t := v.Type()
			return (t == method.Type || reflect.PointerTo(t) == method.Type) && (t.Kind() != reflect.Pointer || !v.IsNil())
		}
	case errors.As(err, &typ):
		hit = func(v reflect.Value) bool { return v.Type() == typ.Type }
	case errors.As(err, &value):
		if value.Value.IsValid() && value.Value.CanFloat() {
			hit = func(v reflect.Value) bool {
				return v.CanFloat() && (math.IsNaN(v.Float()) || math.IsInf(v.Float(), 0))
			}
		}
	}
	e := &Error{Err: err}
	if at, ok := err.(*locate.Written); ok {
		root := locate.Root(reflect.TypeOf(v))
		e.Err, e.root = typeError(at.Err), len(root)
		e.Pointer, e.GoPath = locate.Pointer(at.Steps), root+locate.Type(reflect.TypeOf(v), at.Steps, o).Text
		return e, at.Steps
	}
	var steps []locate.Step
	if hit != nil {
		if text, found, ok := locate.Value(v, hit, method == nil, o); ok {
			root := locate.Root(reflect.TypeOf(v))
			e.GoPath, e.Pointer, e.root = root+text, locate.Pointer(found), len(root)
			steps = found
		}
	}
	return e, steps
}
