package zetes

import (
	"context"
	"fmt"

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
		own plan.Dialect
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
	if c, ok := owner.(*plan.Dialect); ok && c.Context != nil {
		return c.Context.(context.Context)
	}
	return context.Background()
}

// FieldSet is a set of members of JSON objects, made by [ParseFields], that are to be written. It never changes and is
// safe for concurrent use. The zero FieldSet contains all members.
type FieldSet struct{ set *plan.MemberSet }

// ParseFields parses a list of members for [PerCall].Fields: paths with commas between them, such as
// id,user.name,items.price. A path leads from member to member by their JSON names, and through arrays to all of their
// elements. The value at its end is written with everything in it. All other members are left out, of structs, maps and
// any other objects in the output. Values that are not objects are written unchanged.
//
// The name * stands for all members that are not named beside it: *.id,user.name selects the name of user, and the id
// of all other members. A backslash removes the special meaning of a following comma, dot, star or backslash.
//
// Members of structs that are left out are not read: their methods and codecs are not called, and they can't cause
// errors. Maps, and the output of methods and codecs, are first written completely.
//
// Names that no object has select nothing, and are not an error. Errors are: an empty name, a backslash at the end, a
// text of more than 64 KB, and a path of more than 10,000 names, since JSON that can be read is not nested deeper. A
// set takes at most 16 bytes of memory for each byte of its text.
func ParseFields(text string) (*FieldSet, error) {
	if len(text) > plan.MostSetText {
		return nil, fmt.Errorf("zetes: %d bytes are too many for a set of fields", len(text))
	}
	set, flaw, bad := plan.ParseMembers(text)
	switch flaw {
	case plan.NoName:
		return nil, fmt.Errorf("zetes: a name is missing in a set of fields, at offset %d", bad)
	case plan.LongPath:
		return nil, fmt.Errorf("zetes: a path of a set of fields has more than %d names, at offset %d", plan.MostSteps, bad)
	}
	return &FieldSet{set}, nil
}
