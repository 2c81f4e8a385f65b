package zetes

import (
	"reflect"

	"github.com/zetes-json/zetes/internal/bridge"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// unregistered is the API with encoding/json's meaning and without the codecs of Register.
var unregistered = &API{c: plan.V1}

func init() {
	encode.LinkExtras()
	decode.LinkExtras()
	bridge.Open(&bridge.Bridge[API, Error]{
		Config:      func(a *API) (c *plan.Config, prefix, indent string) { return a.c, a.prefix, a.indent },
		EncodeError: func(c *plan.Config, v any, err error) *Error { return encodeErrorBy(c, v, err) },
		DecodeError: decodeErrorAt,
		PlaceError:  placeError,
		PathOf:      func(e *Error) *string { return &e.goPath },
		API: func(c *plan.Config) *API {
			if c == plan.V1 {
				return unregistered
			}
			return &API{c: c}
		},
		DecodeAll: func(a *API, data []byte, v any, limit int) error { return a.unmarshalAll(data, v, limit, true) },
		Form:      (*Error).form,
	})
}

func decodeErrorAt(c *plan.Config, t reflect.Type, doc []byte, p bridge.Place, f *fault.Fault, err error) *Error {
	in := newInput(doc, p.Seen, c)
	in.start, in.at = p.Start, p.At
	e := in.located(t, f, ruledBy(f, err, &c.Shape))
	if f.Code != fault.Method {
		// The places in errors of encoding/json and of rules count from the start of the value too.
		before := p.At
		before.Advance(p.Seen[:p.Start])
		e.Err = toolchain.Shift(e.Err, before.Offset)
		if rule, ok := e.Err.(*RuleError); ok {
			rule.Offset += before.Offset
		}
	}
	return e
}

func placeError(c *plan.Config, err error, p bridge.Place, t reflect.Type, steps []locate.Step) *Error {
	e := &Error{Err: err}
	in := input{seen: p.Seen, start: p.Start, at: p.At}
	in.place(e, 0)
	if t != nil {
		e.root, e.goPath = locate.Root(t), locate.Type(t, steps, &c.Shape).Text
	}
	return e
}
