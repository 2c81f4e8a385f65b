package zetes

import (
	"context"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
)

// What differs from one call to the next is chosen by an API made for it, which shares all that the other one has
// compiled. Calls of APIs that nobody has asked for anything look for nothing.

// PerCall are choices for single calls, in addition to those of an API's configuration: those of encoding/json's
// Encoder and Decoder, and which members are written.
type PerCall struct {
	NoEscapeHTML  bool // as Config.NoEscapeHTML. Unless the API has encoding/json's meaning otherwise, types are compiled once more for it
	UseNumber     bool // as Config.UseNumber, and in place of ExactInts
	RejectUnknown bool // as Config.RejectUnknown

	// Fields are the members that are written of objects, in place of those of an earlier With; nil changes nothing.
	// Types are compiled once more for calls that choose members, whichever those are. A value with more than 100,000
	// arrays and objects within one another is an error then.
	Fields *FieldSet
}

// With returns an API that makes the choices of p besides those of a, and shares what a has compiled: it may be made
// for a single call.
//
//	err := api.With(zetes.PerCall{RejectUnknown: true}).Unmarshal(data, &v)
func (a *API) With(p PerCall) *API {
	o := a.c.Options
	if p.NoEscapeHTML {
		o &^= option.EscapeHTML
	}
	if p.UseNumber {
		o = (o &^ option.ExactNumbers) | option.UseNumber
	}
	if p.RejectUnknown {
		o |= option.DisallowUnknownFields
	}
	c := a.c.With(o)
	if p.Fields != nil {
		c = c.For(c.Context, p.Fields.set)
	}
	return &API{c: c, prefix: a.prefix, indent: a.indent}
}

// WithContext returns an API that is like a, and whose codecs get ctx by [ReadContext] and [WriteContext], however deep
// in a value they are. It shares what a has compiled: it may be made for a single call. With nil there is none.
//
//	out, err := api.WithContext(r.Context()).Marshal(v)
//
// The calls themselves don't end with the context.
func (a *API) WithContext(ctx context.Context) *API {
	if a.c.Members != nil {
		return &API{c: a.c.For(ctx, a.c.Members), prefix: a.prefix, indent: a.indent}
	}
	b := &struct {
		API
		own plan.Config
	}{API: *a, own: *a.c}
	b.own.SetContext(ctx)
	b.c = &b.own
	return &b.API
}

// WriteContext returns the context of the call that has lent w to a codec, as [API.WithContext] has set it, or the
// background.
func WriteContext(w *codec.Writer) context.Context { return contextOf(desk.Owner(w)) }

// ReadContext returns the context of the call that has lent r to a codec, as [API.WithContext] has set it, or the
// background.
func ReadContext(r *codec.Reader) context.Context {
	t, _ := desk.Terms(r)
	return contextOf(t.Owner)
}

func contextOf(owner any) context.Context {
	if c, ok := owner.(*plan.Config); ok && c.Context != nil {
		return c.Context.(context.Context)
	}
	return context.Background()
}
