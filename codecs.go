package zetes

import (
	"errors"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/plan"
)

// WriteValue writes a value of any type into w, with the options and codecs of the API at work. Within a codec that is the one whose
// call it serves; elsewhere it is that of the package's own functions. An error becomes w's.
func WriteValue(w *codec.Writer, v any) { writeValue(w, v, false) }

// WriteDefault writes *v as it would be without a codec for T: what a codec that only decorates calls. Codecs of what T is made of
// are used.
func WriteDefault[T any](w *codec.Writer, v *T) {
	if v == nil {
		w.Null()
		return
	}
	writeValue(w, v, true)
}

func writeValue(w *codec.Writer, v any, bare bool) {
	owner, level := w.Owner()
	a, ok := owner.(*API)
	if !ok {
		a = standard()
	}
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
		w.Fail(err)
		return
	}
	w.EndValue(b)
}

// ReadValue reads the next value from r into what the pointer v leads to, with the options and codecs of the API at work, as
// [WriteValue] finds it. An error becomes r's.
func ReadValue(r *codec.Reader, v any) { readValue(r, v, false) }

// ReadDefault reads the next value from r into *v as it would be without a codec for T: what a codec that only decorates calls.
func ReadDefault[T any](r *codec.Reader, v *T) { readValue(r, v, true) }

func readValue(r *codec.Reader, v any, bare bool) {
	owner, level := r.Owner()
	a, ok := owner.(*API)
	if !ok {
		a = standard()
	}
	r.Peek() // passes white space
	start := r.InputOffset()
	raw := r.Raw()
	if raw == nil {
		return
	}
	if f, err := engine.UnmarshalNested(a.c, a.bits, raw, v, level, bare); err != nil {
		var inner *codec.Failure
		if errors.As(err, &inner) {
			inner.Offset += start
		}
		r.Fail(a.tell(raw, v, f, err))
	}
}
