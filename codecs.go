package zetes

import (
	"bytes"
	"errors"
	"reflect"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/bridge"
	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/wire"
)

// desk is what package codec does for this one alone.
var desk = loan.Get[loan.Desk[codec.Reader, codec.Writer, codec.Codec, codec.Key, codec.Field]]()

// WriteValue writes a value of any type into w, with the options and codecs of the API at work. Within a codec that
// is the one whose call it serves; elsewhere it is that of the package's own functions. An error becomes w's.
// Codecs may call one another by it some 600 deep.
func WriteValue(w *codec.Writer, v any) { writeValue(nil, w, v, false) }

// WriteValue is the function [WriteValue] with a's meaning.
func (a *API) WriteValue(w *codec.Writer, v any) { writeValue(a, w, v, false) }

// WriteDefault writes *v as it would be without a codec for T: what a codec that only decorates calls. Codecs of
// what T is made of are used.
func WriteDefault[T any](w *codec.Writer, v *T) {
	if v == nil {
		w.Null()
		return
	}
	writeValue(nil, w, v, true)
}

// configOf returns the configuration at work, of whoever has lent a Writer or Reader.
func configOf(owner any) *plan.Config {
	if c, ok := owner.(*plan.Config); ok {
		return c
	}
	return standard().c
}

// errUnfinished is for values whose writing was left by a panic.
var errUnfinished = errors.New("zetes: a panic has ended the writing of a value")

// writtenInto returns c with the choices of the Writer that it writes into, whose set of escapes that is: for text that
// is not UTF-8, and for HTML where c has no meaning of its own.
func writtenInto(c *plan.Config, set *kernel.EscapeSet) *plan.Config {
	o := c.Options
	if set.Marks() {
		o |= option.MarkInvalidUTF8
	}
	if !c.Own && !set.HTML() {
		o &^= option.EscapeHTML
	}
	return c.With(o)
}

// writeValue writes v with a's meaning, or that of the API at work if a is nil.
func writeValue(a *API, w *codec.Writer, v any, bare bool) {
	dst, owner, level, set, ok := desk.BeginValue(w)
	if !ok {
		return
	}
	b, err := dst, errUnfinished
	defer func() { desk.EndValue(w, b, err) }()
	c := configOf(owner)
	if a != nil {
		c = a.c
	}
	c = writtenInto(c, set)
	if b, err = engine.Append(&encode.Call{Config: c, Depth: level + 1, Bare: bare}, dst, v); err == nil && c.Finish != nil && owner != any(c) {
		b, err = c.Finish(b, len(dst)) // nobody else does
	}
	if err != nil {
		e, steps := encodeErrorAt(&c.Shape, nil, v, err)
		b, err = dst, e
		if owner != nil && steps != nil {
			err = &locate.Written{Err: e, Steps: steps} // for the codec that w serves
		}
	}
}

// ReadValue reads the next value from r into what the pointer v leads to, with the options and codecs of the API at
// work, as [WriteValue] finds it, and with what a stream.Decoder has been told. An error becomes r's.
//
// Codecs may call one another by it some 5,000 deep: each counts as one level, besides the arrays and objects that
// it has open, towards the 10,000 that input may be nested.
func ReadValue(r *codec.Reader, v any) {
	c, t, lent := atWork(r)
	readValue(&decode.Call{Config: c}, r, v, t, lent)
}

// atWork returns the configuration at work, and the terms of r.
func atWork(r *codec.Reader) (c *plan.Config, t loan.Terms, lent bool) {
	t, lent = desk.Terms(r)
	return configOf(t.Owner), t, lent
}

// ReadValue is the function [ReadValue] with a's meaning. Under [Config].Alias strings are copies, for the reader's
// memory is overwritten.
func (a *API) ReadValue(r *codec.Reader, v any) {
	t, lent := desk.Terms(r)
	readValue(&decode.Call{Config: a.c}, r, v, t, lent)
}

// ReadDefault reads the next value from r into *v as it would be without a codec for T: what a codec that only
// decorates calls.
func ReadDefault[T any](r *codec.Reader, v *T) {
	c, t, lent := atWork(r)
	readValue(&decode.Call{Config: c, Bare: true}, r, v, t, lent)
}

// readValue reads the next value from r, whose terms these are, into v, by what else call asks for.
func readValue(call *decode.Call, r *codec.Reader, v any, t loan.Terms, lent bool) {
	c := call.Config
	call.Depth, call.Borrowed = t.Level, true
	failed := r.Err() != nil
	in, at, edge, ok := desk.Window(r)
	if !ok {
		if !failed { // else the error is about another value, and what follows that is nobody's
			refused(call, r, v)
		}
		return
	}
	if lender, ok := t.Owner.(*plan.Config); ok && c.Related(lender) {
		call.Left = t.Left
	}
	end, _ := call.UnmarshalIn(in, at, edge, v)
	if end >= 0 {
		desk.Advance(r, end)
		return
	}
	// From here on functions of the caller's may be called, which may have r too.
	start := r.InputOffset()
	if lent {
		// Under rules for whole inputs this one has been looked at from its top.
		lender, ok := t.Owner.(*plan.Config)
		call.Checked = ok && c.ValidateFirst && c.Related(lender)
		call.Lent = true
		end, f := decodeLent(call, r, v, in, at, edge)
		if r.Err() != nil {
			return
		}
		if f == nil && end < edge {
			desk.Advance(r, end)
		} else if f != nil && f.Code == fault.Codec && t.Owner != nil {
			// The place is told where it happened, and by who reads the whole; here it would take time at each level.
			f.Err.(*codec.Failure).Offset += start
			r.Fail(f.Err)
		} else if raw := desk.Whole(r); raw != nil {
			passed(c, r, raw, at, v, f, engine.UnmarshalError(call, raw, v, f), start)
		}
		return
	}
	raw := desk.Whole(r)
	if raw == nil {
		refused(call, r, v)
		return
	}
	if len(raw) >= edge-at {
		// It was cut.
		in, at, _, _ = desk.Window(r)
		if end, _ = call.UnmarshalIn(in, at, at+len(raw)+1, v); end >= 0 {
			desk.Advance(r, end)
			return
		}
	}
	if c.Options&option.MayAlias != 0 {
		raw = bytes.Clone(raw) // the reader's memory is overwritten
	}
	if f, err := decodeWhole(call, r, v, raw); r.Err() == nil {
		passed(c, r, raw, at, v, f, err, start)
	}
}

// decodeLent decodes the value at at in the window that r was lent.
func decodeLent(c *decode.Call, r *codec.Reader, v any, in *wire.Input, at, edge int) (end int, f *fault.Fault) {
	desk.Suspend(r)
	defer desk.Resume(r)
	return c.UnmarshalIn(in, at, edge, v)
}

// decodeWhole decodes raw, the next value of r.
func decodeWhole(c *decode.Call, r *codec.Reader, v any, raw []byte) (*fault.Fault, error) {
	desk.Suspend(r)
	defer desk.Resume(r)
	f := c.Unmarshal(raw, v).Take()
	if f == nil {
		return nil, nil
	}
	return f, engine.UnmarshalError(c, raw, v, f)
}

// refused gives the error of r about a value that is no JSON, or is cut, the cause that Unmarshal would return: it
// knows the way through v's type. Readers that are lent have none, for who lends them tells of the whole input.
func refused(call *decode.Call, r *codec.Reader, v any) {
	e, ok := r.Err().(*codec.Error)
	if !ok || e.Code != codec.Syntax && e.Code != codec.Truncated {
		return
	}
	seen, start, first, ok := desk.View(r)
	if !ok || start == len(seen) {
		return // nothing of a value is there
	}
	text := seen[start:]
	f := call.Unmarshal(text, v).Take()
	if f == nil || f.Code != fault.Syntax {
		return
	}
	p := bridge.Place{Seen: seen, Start: start, At: locate.Cursor{Offset: first.Offset, Lines: first.Line - 1, Columns: first.Column - 1}}
	cause := decodeErrorAt(call.Config, reflect.TypeOf(v).Elem(), text, p, f, engine.UnmarshalError(call, text, v, f))
	if cause.Offset != e.Offset {
		return
	}
	if cause.Pointer = e.Pointer; e.Code == codec.Truncated {
		cause.Err = e.Err
	}
	desk.Explain(r, cause)
}

// passed makes r pass raw, a value that stands at at in its window and starts at start in its input, or fail for
// err, of which f is the fact.
func passed(c *plan.Config, r *codec.Reader, raw []byte, at int, v any, f *fault.Fault, err error, start int64) {
	if err == nil {
		desk.Advance(r, at+len(raw))
		return
	}
	var inner *codec.Failure
	if errors.As(err, &inner) {
		inner.Offset += start
	}
	if seen, start, first, ok := desk.View(r); ok && f != nil && f.Code != fault.BadTarget {
		p := bridge.Place{Seen: seen, Start: start, At: locate.Cursor{Offset: first.Offset, Lines: first.Line - 1, Columns: first.Column - 1}}
		e := decodeErrorAt(c, reflect.TypeOf(v).Elem(), raw, p, f, err)
		e.Pointer = first.Pointer + e.Pointer
		desk.FailAt(r, e, loan.Placed{Offset: e.Offset, Line: e.Line, Column: e.Column, Pointer: e.Pointer, Excerpt: e.Excerpt, Caret: e.caret})
		return
	}
	err = tell(c, raw, v, f, err)
	if e, ok := err.(*Error); ok {
		e.within = start
	}
	r.Fail(err)
}
