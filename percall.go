package zetes

import (
	"context"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
)

// Choices that differ from call to call are made by an API for one call, which shares all compiled code with the API it
// was made from. Calls of an API without such choices test for none.

// PerCall holds choices for single calls, in addition to those of an API's configuration: the choices of
// encoding/json's Encoder and Decoder, and the members to write.
type PerCall struct {
	NoEscapeHTML  bool // as Config.NoEscapeHTML. Unless the API has encoding/json's meaning otherwise, types are compiled once more
	UseNumber     bool // as Config.UseNumber, and replaces ExactInts
	RejectUnknown bool // as Config.RejectUnknown

	// Fields selects the members of objects that are written. It replaces the Fields of an earlier With; nil changes
	// nothing. Types are compiled once more for calls with Fields, whatever the set. A value with more than 100,000
	// nested arrays and objects is then an error.
	Fields *FieldSet
}

// With returns an API with the choices of p in addition to those of a. It shares a's compiled code, so it may be made
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

// WithContext returns an API like a, whose codecs get ctx from [ReadContext] and [WriteContext], at any depth of a
// value. It shares a's compiled code, so it may be made for a single call. A nil ctx removes the context.
//
//	out, err := api.WithContext(r.Context()).Marshal(v)
//
// The calls do not stop when the context ends.
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

// WriteContext returns the context of the call that lent w to a codec, as set by [API.WithContext], or the background
// context.
func WriteContext(w *codec.Writer) context.Context { return contextOf(desk.Owner(w)) }

// ReadContext returns the context of the call that lent r to a codec, as set by [API.WithContext], or the background
// context.
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
