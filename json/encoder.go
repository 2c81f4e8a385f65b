package json

import (
	"io"

	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/encode"
)

// An Encoder writes JSON values to an output stream.
type Encoder struct {
	w              io.Writer
	c              *plan.Dialect
	err            error // the first error of w, which every further Encode returns
	prefix, indent string
}

// NewEncoder returns a new encoder that writes to w.
func NewEncoder(w io.Writer) *Encoder { return &Encoder{w: w, c: plan.V1} }

// Encode writes the JSON encoding of v to the stream, followed by a newline character.
//
// See the documentation of [Marshal] for the conversion of Go values to JSON.
func (e *Encoder) Encode(v any) error {
	if e.err != nil {
		return e.err
	}
	var out engine.Draft
	err := out.Append(&encode.Call{Config: e.c}, v)
	if err != nil {
		return locate.Bare(err)
	}
	if e.prefix != "" || e.indent != "" {
		if err = out.Indent(e.prefix, e.indent); err != nil {
			return err
		}
	}
	out.Bytes = append(out.Bytes, '\n')
	_, err = e.w.Write(out.Bytes)
	out.Release()
	if err != nil {
		e.err = err
	}
	return err
}

// SetIndent makes the encoder format each further value as if indented by the function [Indent] with the same
// prefix and indent. SetIndent("", "") disables indentation.
func (e *Encoder) SetIndent(prefix, indent string) { e.prefix, e.indent = prefix, indent }

// SetEscapeHTML says whether characters that are problematic in HTML are escaped in JSON strings.
// By default &, <, and > are written as \u0026, \u003c, and \u003e.
func (e *Encoder) SetEscapeHTML(on bool) {
	if e.c = plan.V1; !on {
		e.c = plan.V1Plain()
	}
}
