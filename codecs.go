package zetes

import (
	"bytes"
	"errors"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
)

// WriteValue writes a value of any type into w, with the options and codecs of the API at work. Within a codec that
// is the one whose call it serves; elsewhere it is that of the package's own functions. An error becomes w's.
// Codecs may call one another by it some 600 deep.
func WriteValue(w *codec.Writer, v any) { writeValue(apiOf(w.Owner()), w, v, false) }

// WriteValue is the function [WriteValue] with a's meaning.
func (a *API) WriteValue(w *codec.Writer, v any) { writeValue(a, w, v, false) }

// WriteDefault writes *v as it would be without a codec for T: what a codec that only decorates calls. Codecs of
// what T is made of are used.
func WriteDefault[T any](w *codec.Writer, v *T) {
	if v == nil {
		w.Null()
		return
	}
	writeValue(apiOf(w.Owner()), w, v, true)
}

// apiOf returns the API at work, of what the Owner method of a Writer or Reader returns.
func apiOf(owner any, _ int) *API {
	if a, ok := owner.(*API); ok {
		return a
	}
	return standard()
}

func writeValue(a *API, w *codec.Writer, v any, bare bool) {
	owner, level := w.Owner()
	dst, ok := w.BeginValue()
	if !ok {
		return
	}
	c := a.c
	if c == plan.V1 && !w.EscapesHTML() {
		c = plan.V1Plain
	}
	b, err := engine.AppendNested(c, dst, v, level, bare)
	if err != nil {
		e, steps := encodeErrorAt(&c.Shape, v, err)
		err = e
		if owner != nil && steps != nil {
			err = &locate.Written{Err: e, Steps: steps} // for the codec that w serves
		}
		w.Fail(err)
		return
	}
	w.EndValue(b)
}

// ReadValue reads the next value from r into what the pointer v leads to, with the options and codecs of the API at
// work, as [WriteValue] finds it, and with what a [StreamDecoder] has been told. An error becomes r's.
//
// Codecs may call one another by it some 5,000 deep: each counts as one level, besides the arrays and objects that
// it has open, towards the 10,000 that input may be nested.
func ReadValue(r *codec.Reader, v any) {
	a, bits := readerAPI(r)
	a.readValue(r, v, bits, false)
}

// readerAPI returns the API at work, and its choices as they are at work.
func readerAPI(r *codec.Reader) (*API, option.Set) {
	owner, level, bits := r.Owner()
	a := apiOf(owner, level)
	if owner != any(a) {
		bits = a.bits
	}
	return a, bits
}

// ReadValue is the function [ReadValue] with a's meaning. Under [Config].Alias strings are copies, for the reader's
// memory is overwritten.
func (a *API) ReadValue(r *codec.Reader, v any) { a.readValue(r, v, a.bits, false) }

// ReadDefault reads the next value from r into *v as it would be without a codec for T: what a codec that only
// decorates calls.
func ReadDefault[T any](r *codec.Reader, v *T) {
	a, bits := readerAPI(r)
	a.readValue(r, v, bits, true)
}

func (a *API) readValue(r *codec.Reader, v any, bits option.Set, bare bool) {
	owner, level, _ := r.Owner()
	level += r.Depth()
	w, at, edge, ok := r.Window()
	if !ok {
		return
	}
	end := engine.DecodeWindow(a.c, bits, &w, at, edge, v, level, bare)
	if end >= 0 {
		r.Advance(end)
		return
	}
	start := r.InputOffset()
	if r.Lent() {
		// Under rules for whole inputs this one has been looked at from its top.
		end, f := engine.DecodeLent(a.c, bits, &w, at, v, level, bare, a.c.Audit && owner == any(a))
		if f == nil && end < edge {
			r.Advance(end)
		} else if f != nil && f.Code == fault.Codec && owner != nil {
			// The place is told where it happened, and by who reads the whole; here it would take time at each level.
			f.Err.(*codec.Failure).Offset += start
			r.Fail(f.Err)
		} else if raw := r.Whole(); raw != nil {
			err := engine.LentError(a.c, bits, raw, v, f)
			a.passed(r, raw, at, v, f, err, start)
		}
		return
	}
	raw := r.Whole()
	if raw == nil {
		return
	}
	if len(raw) >= edge-at {
		// It was cut.
		w, at, _, _ = r.Window()
		if end = engine.DecodeWindow(a.c, bits, &w, at, at+len(raw)+1, v, level, bare); end >= 0 {
			r.Advance(end)
			return
		}
	}
	if bits.Has(option.AliasInput) {
		raw = bytes.Clone(raw) // the reader's memory is overwritten
	}
	f, err := engine.UnmarshalNested(a.c, bits, raw, v, level, bare)
	a.passed(r, raw, at, v, f, err, start)
}

// passed makes r pass raw, a value that stands at at in its window and starts at start in its input, or fail for
// err, of which f is the fact.
func (a *API) passed(r *codec.Reader, raw []byte, at int, v any, f *fault.Fault, err error, start int64) {
	if err == nil {
		r.Advance(at + len(raw))
		return
	}
	var inner *codec.Failure
	if errors.As(err, &inner) {
		inner.Offset += start
	}
	err = a.tell(raw, v, f, err)
	if e, ok := err.(*Error); ok {
		e.within = start
	}
	r.Fail(err)
}
