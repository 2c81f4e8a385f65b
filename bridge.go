package zetes

import (
	"reflect"

	"github.com/zetes-json/zetes/internal/bridge"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/plan"
)

func init() {
	bridge.Open(&bridge.Bridge[API, Error]{
		Config:      func(a *API) (c *plan.Config, prefix, indent string) { return a.c, a.prefix, a.indent },
		EncodeError: func(c *plan.Config, v any, err error) *Error { return encodeErrorBy(&c.Shape, v, err) },
		DecodeError: decodeErrorAt,
		PlaceError:  placeError,
	})
}

func decodeErrorAt(c *plan.Config, t reflect.Type, doc []byte, p bridge.Place, f *fault.Fault, err error) *Error {
	in := newInput(doc, p.Seen, &c.Shape)
	in.start, in.at = p.Start, p.At
	return in.located(t, f, ruled(err))
}

func placeError(c *plan.Config, err error, p bridge.Place, t reflect.Type, steps []locate.Step) *Error {
	e := &Error{Err: err}
	in := input{seen: p.Seen, start: p.Start, at: p.At}
	in.place(e, 0)
	if t != nil {
		e.root = len(locate.Root(t))
		e.GoPath = locate.Root(t) + locate.Type(t, steps, &c.Shape).Text
	}
	return e
}
