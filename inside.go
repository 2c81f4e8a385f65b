package zetes

import (
	"reflect"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/report"
)

// unregistered is the API with encoding/json's meaning and without the codecs of Register.
var unregistered = &API{c: plan.V1}

func init() {
	encode.LinkExtras()
	decode.LinkExtras()
}

// Inside returns what packages of this module do with APIs and errors. It is not for other programs, which can't make
// its argument.
func Inside(c loan.Caller) inside {
	c.Check()
	return inside{}
}

// inside has the functions of this package for packages above it, such as stream, httpjson and jsondoc.
type inside struct{}

// Config returns the configuration of a, and its indentation.
func (inside) Config(a *API) (c *plan.Dialect, prefix, indent string) { return a.c, a.prefix, a.indent }

// API returns the API with the configuration c.
func (inside) API(c *plan.Dialect) *API {
	if c == plan.V1 {
		return unregistered
	}
	return &API{c: c}
}

// DecodeAll is the UnmarshalAll of a for data whose memory will be used again. Its errors keep their words.
func (inside) DecodeAll(a *API, data []byte, v any, limit int) error {
	return a.unmarshalAll(data, v, limit, true)
}

// EncodeError returns an error for err, from encoding v under c, with the path to the fault.
func (inside) EncodeError(c *plan.Dialect, v any, err error) *Error { return encodeErrorBy(c, v, err) }

// DecodeError returns an error for err, from decoding doc, which stands at p, into a t. f describes err.
func (inside) DecodeError(c *plan.Dialect, t reflect.Type, doc []byte, p locate.Place, f *fault.Fault, err error) *Error {
	return decodeErrorAt(c, t, doc, p, f, err)
}

// PathOf returns the address of the part of e's Go path after the type, for changes. e is an error of encoding.
func (inside) PathOf(e *Error) *string { return &e.about.Own().Path }

// Form returns the JSON form of e. texts is memory for its texts, or nil.
func (inside) Form(e *Error, texts *mem.Arena) report.ErrorForm { return e.form(texts) }

// PlaceError returns an error for err at p. If t is not nil, the error's Go path leads from t along steps.
func (inside) PlaceError(c *plan.Dialect, err error, p locate.Place, t reflect.Type, steps []locate.Step) *Error {
	e := &Error{Err: err}
	in := report.NewPlaces(nil, p, nil, innerOf)
	e.set(in.Spot(0))
	if t != nil {
		e.about.Through(c, t, steps)
	}
	return e
}
