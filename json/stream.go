package json

import (
	"bytes"
	"io"

	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/wire"
)

// A Decoder reads and decodes JSON values from an input stream.
type Decoder struct {
	r    input
	scan wire.Scanner
	c    *plan.Config
	err  error          // every further Decode returns it
	at   wire.Structure // between the tokens that were given and those that come
	decoderState
}

// NewDecoder returns a new decoder that reads from r.
//
// The decoder has its own buffer and may read data from r beyond the JSON values requested.
func NewDecoder(r io.Reader) *Decoder {
	d := &Decoder{c: plan.V1, r: input{r: r, begun: true}}
	d.init(r)
	return d
}

// UseNumber makes the Decoder decode a number into an interface value as a [Number] instead of as a float64.
func (d *Decoder) UseNumber() { d.choose(option.UseNumber) }

// DisallowUnknownFields makes the Decoder return an error when the target is a struct and the input has an
// object name that matches none of the target's exported fields that are not ignored.
func (d *Decoder) DisallowUnknownFields() { d.choose(option.DisallowUnknownFields) }

// choose adds to the choices of d.
func (d *Decoder) choose(o option.Set) {
	if d.c == nil { // not made by NewDecoder
		d.c = plan.V1
	}
	d.c = d.c.With(d.c.Options | o)
}

// Buffered returns a reader of the data remaining in the Decoder's buffer. The reader is valid until the next call to
// [Decoder.Decode] or [Decoder.Token].
func (d *Decoder) Buffered() io.Reader {
	d.r.kept = true
	return bytes.NewReader(d.r.Buffered())
}

// call is what d asks of the machine.
func (d *Decoder) call() *decode.Call { return &decode.Call{Config: d.c} }

// finish passes the value that is in memory as a whole, the unread bytes from first up to n, and decodes it into v,
// unless that is done already, with the fault f. Methods that use d find it behind the value.
func (d *Decoder) finish(first, n int, v any, f *fault.Fault) error {
	raw := d.r.Buffered()[first:n:n]
	if f == nil {
		var e int
		if e, f = d.r.whole(d.call(), first, v); e < 0 && f == nil {
			d.r.kept = true // methods may keep what they get
			d.r.passed(n)
			return decodeValue(d.c, raw, v)
		}
	}
	var err error
	if f != nil {
		err = engine.UnmarshalError(d.call(), raw, v, f)
	}
	d.r.passed(n)
	return err
}

// container reports whether a value that ends with b is an object or an array.
func container(b []byte) bool {
	c := b[len(b)-1]
	return c == '}' || c == ']'
}

// An Encoder writes JSON values to an output stream.
type Encoder struct {
	w              io.Writer
	c              *plan.Config
	err            error // of the writer; every further Encode returns it
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
	if e.c = plan.V1Plain; on {
		e.c = plan.V1
	}
}
