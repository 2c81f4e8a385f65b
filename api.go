package zetes

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"sort"
	"sync"

	"github.com/zetes-json/zetes/internal/check"
	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/index"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/relax"
	"github.com/zetes-json/zetes/internal/report"
	"github.com/zetes-json/zetes/internal/transfer"
	"github.com/zetes-json/zetes/internal/wire"
)

// API is a frozen [Config], made by [Config.Freeze]. The package's functions are its methods, and obey the Config. An
// API never changes and is safe for concurrent use. Its methods have the signatures of encoding/json's functions, so
// they can be passed where encoding/json's functions are expected.
type API struct {
	c              *plan.Dialect
	prefix, indent string
	from           *origin
}

// Append appends the JSON of v to dst and returns the extended slice, as the function [Append] does. On an error it
// returns dst unchanged.
func (a *API) Append(dst []byte, v any) ([]byte, error) {
	return a.append(&encode.Call{Config: a.c}, dst, v)
}

// append implements Append. call has a's configuration, and may have the Program of v's type.
func (a *API) append(call *encode.Call, dst []byte, v any) ([]byte, error) {
	to := dst
	if to == nil {
		to = []byte{} // the memory of a result for nil would have no space after it, and callers often append to it again
	}
	b, err := engine.Append(call, to, v)
	if err != nil {
		return dst, encodeErrorBy(a.c, v, err)
	}
	if a.indents() {
		return a.indented(dst, b[len(dst):])
	}
	return b, nil
}

// indented appends the value in text to dst, with a's indentation. text may lie in dst's memory.
func (a *API) indented(dst, text []byte) ([]byte, error) {
	compact := engine.Borrow()
	defer compact.Release()
	compact.Bytes = append(compact.Bytes[:0], text...)
	return appendIndent(dst, compact.Bytes, a.prefix, a.indent)
}

// HasCodec reports whether a codec writes values of type t, in place of compiled code. It returns false if only types
// within t, such as the type of a field, have codecs.
func (a *API) HasCodec(t reflect.Type) bool {
	cd := a.c.CodecOf(t)
	return cd != nil && cd.Write != nil
}

func (a *API) indents() bool { return a.prefix != "" || a.indent != "" }

// appendIndent appends compact JSON to dst, with indentation. It returns an error if the JSON is nested too deep to
// indent.
func appendIndent(dst, compact []byte, prefix, indent string) ([]byte, error) {
	out, err := engine.AppendIndent(dst, compact, prefix, indent)
	if err != nil {
		return dst, &Error{Err: err}
	}
	return out, nil
}

// Marshal returns the JSON of v in newly allocated memory.
func (a *API) Marshal(v any) ([]byte, error) { return a.marshal(&encode.Call{Config: a.c}, v) }

// marshal implements Marshal. call has a's configuration, and may have the Program of v's type.
func (a *API) marshal(call *encode.Call, v any) ([]byte, error) {
	if a.indents() {
		return a.MarshalIndent(v, a.prefix, a.indent)
	}
	b, err := engine.Marshal(call, v)
	if err != nil {
		err = encodeErrorBy(a.c, v, err)
	}
	return b, err
}

// MarshalIndent returns the JSON of v with each element on a line of its own, as json.MarshalIndent does.
func (a *API) MarshalIndent(v any, prefix, indent string) ([]byte, error) {
	b := engine.Borrow()
	defer b.Release()
	var err error
	if b.Bytes, err = engine.Append(&encode.Call{Config: a.c}, b.Bytes[:0], v); err != nil {
		return nil, encodeErrorBy(a.c, v, err)
	}
	out, err := appendIndent(nil, b.Bytes, prefix, indent)
	return out[:len(out):len(out)], err // the memory after the text may have bytes that formatting has left there
}

// MarshalString returns the JSON of v, as Marshal does, as a string.
func (a *API) MarshalString(v any) (string, error) {
	b, err := a.Marshal(v)
	return mem.Frozen(b), err
}

// MarshalTo writes the JSON of v to w in one call of Write. It writes nothing if v can't be encoded.
func (a *API) MarshalTo(w io.Writer, v any) error {
	b := engine.Borrow()
	defer b.Release()
	var err error
	if b.Bytes, err = a.Append(b.Bytes[:0], v); err != nil {
		return err
	}
	return transfer.WriteAll(w, b.Bytes)
}

// Unmarshal decodes the JSON value data into the value that v points to.
//
// Besides the errors of [Unmarshal] it returns a [*RuleError] if the input breaks a rule of the API's configuration.
// Rules about the whole input are checked before v is written to.
func (a *API) Unmarshal(data []byte, v any) error {
	return a.decode(&decode.Call{Config: a.c}, data, v)
}

// decode implements Unmarshal. call has a's configuration, and may have the Program of v's type.
func (a *API) decode(call *decode.Call, data []byte, v any) error {
	if a.c.Options&option.Additions != 0 {
		return a.relaxed(data, func(in *API, text []byte) error {
			call.Config = in.c
			return in.plain(call, text, v)
		})
	}
	return a.plain(call, data, v)
}

// plain decodes data, which must be JSON without additions such as comments.
func (a *API) plain(call *decode.Call, data []byte, v any) error {
	f, err := engine.Unmarshal(call, data, v)
	return tell(a.c, data, v, f, err)
}

// relaxed converts data, which may have the additions to JSON that a allows, and calls do with the resulting JSON and
// an API for this text. The places in errors that do returns are places in that JSON; relaxed changes them to those in
// data.
//
//go:noinline
func (a *API) relaxed(data []byte, do func(in *API, text []byte) error) error {
	t := relax.Open(a.c.Options, data, nil)
	in := a
	if t.Moves() {
		own, c := *a, *a.c
		own.c, c.Source = &c, t.Offset
		in = &own
		defer func() { c.Source = nil }() // errors and pools may keep c, but must not keep the text
	}
	err := do(in, t.Plain)
	switch all := err.(type) {
	case *Error:
		all.stoodIn(&t, a.c.Options)
	case Errors:
		for _, e := range all {
			e.stoodIn(&t, a.c.Options)
		}
	}
	return err
}

// UnmarshalString decodes the JSON value s, as Unmarshal does.
func (a *API) UnmarshalString(s string, v any) error {
	return a.decode(&decode.Call{Config: a.c, Borrowed: true}, mem.View(s), v)
}

// UnmarshalFrom reads r to its end and decodes the text, which must be one JSON value, as Unmarshal does. With a limit
// on the bytes of inputs it reads at most one byte more than the limit.
func (a *API) UnmarshalFrom(r io.Reader, v any) error {
	most := math.MaxInt
	if n := a.c.Limits.Bytes; n > 0 && n < most {
		most = n + 1
	}
	b := &engine.Scratch{} // not from a pool: strings may be parts of the input
	if a.c.Options&option.MayAlias == 0 {
		b = engine.Borrow()
		defer b.Release()
	}
	if err := b.ReadAll(r, most); err != nil {
		return err
	}
	return a.decode(&decode.Call{Config: a.c, Borrowed: true}, b.Bytes, v)
}

// Valid reports whether data is one JSON value that keeps the rules of the API's configuration for inputs.
func (a *API) Valid(data []byte) bool {
	if !a.c.ValidateFirst && a.c.Limits.Bytes == 0 && a.c.Options&option.Additions == 0 {
		return wire.Valid(data)
	}
	var raw json.RawMessage
	return a.Unmarshal(data, &raw) == nil
}

// Check compiles the types of values, which may be zero values and nil pointers, and all types in them. It returns the
// faults of these types, each once, as [*TypeError]s joined by [errors.Join]. Faults are what the configuration does
// not allow, such as a default that is not a value of its field, and what would be ignored silently:
//
//   - fields of one struct that get the same name from their tags or the API's [Naming], and are therefore left out;
//   - methods that are not called: methods of other libraries, such as MarshalEasyJSON, on a type that has none of
//     encoding/json's, and methods with a name of encoding/json's and another signature, such as
//     MarshalJSON(context.Context);
//   - an opt.Unknown that keeps nothing, since it has a name, or since there is no Config.KeepUnknown, and a field with
//     the tag option "embed" that can't take members, or is not exported, or has a name;
//   - members that are read-only and write-only, which are neither read nor written;
//   - tags that can't be read, and unknown tag options;
//   - fields for the member of a [Union] that do not read the name of their case, or do not write it again, and cases
//     of a Union that are no objects.
//
// Kinds without a JSON form, such as channels, are not reported here, but when the first value is encoded or decoded.
//
// Call Check when a program starts, or in a test. The first values are then not delayed by compiling.
func (a *API) Check(values ...any) error {
	var types []reflect.Type
	for _, v := range values {
		if t := reflect.TypeOf(v); t != nil {
			types = append(types, t)
		}
	}
	errs := check.Types(a.c, types)
	for i, err := range errs {
		errs[i] = typeError(err)
	}
	return errors.Join(errs...)
}

// mostErrors is the largest number of errors that UnmarshalAll returns.
const mostErrors = 1 << 16

// UnmarshalAll does what the function [UnmarshalAll] does, under a's configuration. It also returns all broken rules:
// decoding goes on after a broken rule. Only the limits on bytes, values and memory end it, since these limits prevent
// more work.
func (a *API) UnmarshalAll(data []byte, v any, limit int) error {
	if a.c.Options&option.Additions != 0 {
		return a.relaxed(data, func(in *API, text []byte) error { return in.allErrors(text, v, limit, false, nil) })
	}
	return a.allErrors(data, v, limit, false, nil)
}

// allErrors implements UnmarshalAll for JSON without additions such as comments. borrowed says that the caller will
// overwrite data later. If brief is not nil and there are errors about data, allErrors calls brief with them and
// returns its result. These errors are valid until brief returns; data must be borrowed.
func (a *API) allErrors(data []byte, v any, limit int, borrowed bool, brief func(all Errors) error) (err error) {
	if limit <= 0 {
		limit = 100
	}
	limit = min(limit, mostErrors)
	call := &decode.Call{Config: a.c, Borrowed: borrowed}
	engine.UnmarshalAll(call, data, v, limit, brief != nil, func(found []fault.Fault, texts *mem.Arena) {
		switch {
		case len(found) == 0:
		case found[0].Code == fault.BadTarget:
			err = engine.Explained(call, data, v, &found[0])
		case brief == nil:
			err = a.errorsOf(call, data, v, found, texts, new(drafts), false)
		default:
			d := briefs.Get().(*drafts)
			err = brief(a.errorsOf(call, data, v, found, texts, d, true))
			d.release()
		}
	})
	return err
}

// errorsOf returns an error for each fault in found, in the memory of d. call has decoded data into v with these
// faults. The texts of the errors are allocated in the arena texts, or on the heap if texts is nil. If brief is true,
// the errors after the first lack parts that their JSON forms do not show, such as the excerpt.
func (a *API) errorsOf(call *decode.Call, data []byte, v any, found []fault.Fault, texts *mem.Arena, d *drafts, brief bool) Errors {
	d.of = report.Origin{Type: reflect.TypeOf(v).Elem(), Config: a.c}
	list, all := d.take(len(found))
	in := report.NewPlaces(data, locate.Place{Seen: data}, &d.of, innerOf)
	in.Keep(texts)
	for i := range found {
		e, f, last := &list[i], &found[i], (*Error)(nil)
		if i > 0 {
			last = all[i-1]
		}
		all[i] = e
		in.Brief = brief && i > 0
		var err error
		switch {
		case f.Code == fault.UnknownName: // the fault says all that a RuleError needs
		case in.Brief && f.Code == fault.Mismatch && f.Type == nil && report.StandsAlone(f.Err):
			err = f.Err // it lacks only the path to the value
		default:
			err = engine.Explained(call, data, v, f)
		}
		e.locate(&in, a.c, f, err)
		switch {
		case !call.Borrowed: // the words are found when they are needed
		case last != nil && f.Value != nil && f.Value == found[i-1].Value && e.about.SameWords(e.Err, &last.about, last.Err):
			e.about.Known, e.words = last.about.Known, last.words
		default:
			reason, words := e.reasonAndWords(texts, f.Value)
			e.about.Known, e.words = report.Reason(reason), words
		}
	}
	// Errors of methods and codecs have places within their values, so they may come out of order.
	for i := 1; i < len(all); i++ {
		if all[i].Offset < all[i-1].Offset {
			sort.SliceStable(all, func(a, b int) bool { return all[a].Offset < all[b].Offset })
			break
		}
	}
	return all
}

// tell returns err as an [*Error] with its place in data, and releases the memory of f, the fault that err describes.
// Without a fault, or if the fault is about the pointer v, it returns err unchanged.
func tell(c *plan.Dialect, data []byte, v any, f *fault.Fault, err error) error {
	if err == nil || f == nil || f.Code == fault.BadTarget {
		return err
	}
	e := located(data, locate.Place{Seen: data}, c, reflect.TypeOf(v).Elem(), f, err)
	f.Forget()
	return e
}

// A call with choices of its own goes through a separate API, which [API.With] makes. The separate API shares compiled
// code with the API that it was made from. So calls without such choices need not test for them.

// PerCall holds choices for single calls, in addition to those of an API's configuration: the choices of
// encoding/json's Encoder and Decoder and some more of [Config], and the members to write.
type PerCall struct {
	NoEscapeHTML  bool // as Config.NoEscapeHTML. If the API departs from encoding/json in other ways, types are compiled once more
	UseNumber     bool // as Config.UseNumber, and replaces ExactInts
	RejectUnknown bool // as Config.RejectUnknown

	Prefix, Indent string // if one of them is not empty, both replace those of the API

	// Fields selects the members of objects that are written. It replaces the Fields of an earlier With; nil leaves
	// them unchanged. Types are compiled once more for calls with Fields, but not for each set. A value with more than
	// 100,000 nested arrays and objects is then an error.
	Fields *FieldSet
}

// With returns an API with the choices of p in addition to those of a. It shares a's compiled code, so it may be made
// for a single call.
//
//	err := api.With(zetes.PerCall{RejectUnknown: true}).Unmarshal(data, &v)
func (a *API) With(p PerCall) *API {
	o := a.c.Options | option.When(p.UseNumber, option.UseNumber) | option.When(p.RejectUnknown, option.DisallowUnknownFields)
	c := a.c.With(o &^ (option.When(p.NoEscapeHTML, option.EscapeHTML) | option.When(p.UseNumber, option.ExactNumbers)))
	if p.Fields != nil {
		c = c.For(c.Context, p.Fields.set)
	}
	b := &API{c: c, prefix: a.prefix, indent: a.indent, from: a.from}
	if p.Prefix != "" || p.Indent != "" {
		b.prefix, b.indent = p.Prefix, p.Indent
	}
	return b
}

// origin is the Config that an API was made from, and the APIs that were made from changes of it.
type origin struct {
	Config
	lock     sync.Mutex
	variants map[any]*API
}

// mostVariants is the largest number of variants that an API keeps.
const mostVariants = 1000

// Vary returns an API whose Config is that of a after change, for choices that differ from call to call and are not in
// [PerCall]. The first call with a key calls change, and types are compiled anew for the API that it returns. All
// further calls with an equal key return the same API, and do not call change.
//
//	loose := api.Vary("loose", func(c *zetes.Config) { c.Fuzzy, c.RejectUnknown = true, false })
//
// The result does not have the choices that a got from [API.With] and [API.WithContext]: make them again for the
// result. Vary panics as [Config.Freeze] does. It keeps the APIs of the first 1,000 keys, and makes a new API at each
// call with another key. Use few keys, and never let a client choose them.
func (a *API) Vary(key any, change func(c *Config)) *API {
	o := a.from
	if o == nil {
		o = new(origin) // an API that this package made, not the user
	}
	if key != nil && !reflect.ValueOf(key).Comparable() {
		panic(fmt.Sprintf("zetes: Vary has a key that can't be compared, a %T", key))
	}
	if known := o.variant(key, nil); known != nil {
		return known
	}
	c := o.Config
	c.keep()
	if change != nil {
		change(&c)
	}
	return o.variant(key, c.Freeze())
}

// variant returns the API that is stored under the key. If there is none, it stores made under the key and returns
// made; if made is nil, it stores nothing and returns nil.
func (o *origin) variant(key any, made *API) *API {
	o.lock.Lock()
	defer o.lock.Unlock()
	if known := o.variants[key]; known != nil || made == nil {
		return known
	}
	if o.variants == nil {
		o.variants = map[any]*API{}
	}
	if len(o.variants) < mostVariants {
		o.variants[key] = made
	}
	return made
}

// keep replaces the slices of c by copies, so that later changes of the caller's slices have no effect.
func (c *Config) keep() {
	c.Codecs, c.Fields, c.Keys, c.CodecsFor = slices.Clone(c.Codecs), slices.Clone(c.Fields), slices.Clone(c.Keys), slices.Clone(c.CodecsFor)
}

// WithContext returns an API like a, whose codecs get ctx from [ReadContext] and [WriteContext], at any depth of a
// value. It shares a's compiled code, so it may be made for a single call. A nil ctx removes the context.
//
//	out, err := api.WithContext(r.Context()).Marshal(v)
//
// The calls do not stop when the context ends.
func (a *API) WithContext(ctx context.Context) *API {
	if a.c.Members != nil {
		return &API{c: a.c.For(ctx, a.c.Members), prefix: a.prefix, indent: a.indent, from: a.from}
	}
	b := &struct {
		API
		own plan.Dialect
	}{API: *a, own: *a.c}
	b.own.Context = ctx
	b.c = &b.own
	return &b.API
}

// FieldSet is a set of members of JSON objects, made by [ParseFields], that are to be written. It never changes and is
// safe for concurrent use. The zero FieldSet contains all members.
type FieldSet struct{ set *index.Members }

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
	if len(text) > index.MostSetText {
		return nil, fmt.Errorf("zetes: %d bytes are too many for a set of fields", len(text))
	}
	set, flaw, bad := index.ParseMembers(text)
	switch flaw {
	case index.NoName:
		return nil, fmt.Errorf("zetes: a name is missing in a set of fields, at offset %d", bad)
	case index.LongPath:
		return nil, fmt.Errorf("zetes: a path of a set of fields has more than %d names, at offset %d", index.MostSteps, bad)
	}
	return &FieldSet{set}, nil
}

// unregistered is the API that behaves as encoding/json does, without the codecs of Register.
var unregistered = &API{c: plan.V1, from: new(origin)}

func init() {
	encode.LinkExtras()
	decode.LinkExtras()
}

// Inside returns functions for other packages of this module. Other programs can't call it, since they can't make its
// argument.
func Inside(c loan.Caller) inside {
	c.Check()
	return inside{}
}

// inside has the functions of this package for packages above it, such as stream, httpjson and jsondoc.
type inside struct{}

// Config returns the configuration of a, and its indentation.
func (inside) Config(a *API) (c *plan.Dialect, prefix, indent string) { return a.c, a.prefix, a.indent }

// Unregistered returns the API that behaves as encoding/json does, without the codecs of [Register].
func (inside) Unregistered() *API { return unregistered }

// DecodeAll does what the UnmarshalAll of a does, for a caller that may overwrite data later. If complete is true, err
// has all errors, and others is empty. Otherwise err is the first error, and others has the JSON forms of all further
// errors.
func (inside) DecodeAll(a *API, data []byte, v any, limit int, complete bool) (others report.Forms, err error) {
	brief := func(all Errors) error {
		others = all[1:].list()
		return all[0].kept(data)
	}
	if complete {
		brief = nil
	}
	switch {
	case a.c.Options&option.Additions != 0:
		err = a.relaxed(data, func(in *API, text []byte) error { return in.allErrors(bytes.Clone(text), v, limit, false, nil) })
		if all, ok := err.(Errors); ok && !complete {
			err, others = all[0], all[1:].list()
		}
		return others, err
	case a.c.Options.Has(option.AliasInput):
		data = bytes.Clone(data)
	}
	err = a.allErrors(data, v, limit, true, brief)
	return others, err
}

// FormsOf returns the JSON forms of the errors in all. It leaves out nil errors.
func (inside) FormsOf(all Errors) report.Forms { return all.list() }

// ErrorsOf returns a list of the error first and of errors that it makes from the JSON forms in others.
func (inside) ErrorsOf(first *Error, others report.Forms) Errors {
	forms := others.AppendTo(nil)
	all, memory := make(Errors, 1+len(forms)), make([]Error, len(forms))
	all[0] = first
	for i := range forms {
		all[i+1] = &memory[i]
		_ = memory[i].become(&forms[i]) // fails only for pointers that no Error has
	}
	return all
}

// FormOf returns the JSON form of e.
func (inside) FormOf(e *Error) report.ErrorForm { return e.form(nil) }

// EncodeError returns an error for err, with the path to the value that failed. Encoding v under c has returned err.
func (inside) EncodeError(c *plan.Dialect, v any, err error) *Error { return encodeErrorBy(c, v, err) }

// DecodeError returns an error for err, which f describes. Decoding doc, which stands at p, into a t has returned err.
func (inside) DecodeError(c *plan.Dialect, t reflect.Type, doc []byte, p locate.Place, f *fault.Fault, err error) *Error {
	return decodeErrorAt(c, t, doc, p, f, err)
}

// PathOf returns the address of e's Go path without the type at its start, so that the caller can change it. e is an
// error of encoding.
func (inside) PathOf(e *Error) *string { return &e.about.Own().Path }

// PlaceError returns an error for err at the place p, with that pointer.
func (inside) PlaceError(err error, p locate.Place, pointer string) *Error {
	e := &Error{Err: err}
	in := report.NewPlaces(nil, p, nil, innerOf)
	e.set(in.Spot(0))
	e.Pointer = pointer
	return e
}

// Through makes the Go path of e lead from t along steps, unless t is nil. c says how fields are found.
func (inside) Through(e *Error, c *plan.Dialect, t reflect.Type, steps []locate.Step) {
	if t != nil {
		e.about.Through(c, t, steps)
	}
}
