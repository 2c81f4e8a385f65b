package stream

import (
	"io"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/transfer"
)

// Encoder writes values of any type to a stream, each in a line of its own. It is for one goroutine at a time.
type Encoder struct {
	_              mem.NoCopy
	w              io.Writer
	c              *plan.Dialect
	prefix, indent string
	pieces         *encode.Sink // gets the parts of values; nil if values are not split
	err            error        // the writer's error, or an error about a value of which a part was written
	resets         int          // number of calls of Reset
}

// NewEncoder returns an encoder that writes to w.
func NewEncoder(w io.Writer, opts ...Option) *Encoder {
	o := newOptions(0, opts)
	return &Encoder{w: w, c: o.c, prefix: o.prefix, indent: o.indent, pieces: o.sink(w)}
}

// Encode writes the JSON of v and a line break in one call of Write, or in several calls under [FlushAt]. If v can't be
// encoded, nothing is written, and the next value may follow. An error of the writer is returned by all further calls.
// With an indentation, from [Encoder.SetIndent] or from the configuration, a value takes several lines, as with
// json.Encoder; [WriteLines] ignores the indentation.
func (e *Encoder) Encode(v any) error {
	switch {
	case e.err != nil:
		return e.err
	case e.pieces != nil && e.prefix == "" && e.indent == "" && !engine.Unchecked(e.c):
		return e.encodePieces(v)
	}
	var out engine.Draft
	err := out.Append(&encode.Call{Config: e.c}, v)
	if err != nil {
		return root.EncodeError(e.c, v, err)
	}
	if e.prefix != "" || e.indent != "" {
		if err = out.Indent(e.prefix, e.indent); err != nil {
			return &zetes.Error{Err: err}
		}
	} else {
		engine.OneLine(e.c, out.Bytes)
	}
	out.Bytes = append(out.Bytes, '\n')
	resets := e.resets
	err = transfer.WriteAll(e.w, out.Bytes)
	out.Release()
	if e.resets == resets { // otherwise the writer called Reset
		e.err = err
	}
	return err
}

// encodePieces does what Encode does, for a value that may be written in parts.
func (e *Encoder) encodePieces(v any) error {
	s, resets, passed := e.pieces, e.resets, e.pieces.Passed
	out := emitter{w: s.W, c: e.c, buf: engine.Borrow(), pieces: s}
	out.buf.Bytes = out.buf.Bytes[:0]
	err := out.addPieces(v, "", "\n")
	if err == nil {
		err = out.flush()
	}
	out.release()
	failed := out.err
	if failed == nil && s.Passed != passed {
		failed = err
	}
	if e.resets == resets { // otherwise the writer called Reset
		e.err = failed
	}
	return err
}

// Reset makes e write to w, as a new encoder with the same options would. An error of the last writer is forgotten.
func (e *Encoder) Reset(w io.Writer) {
	e.begin()
	e.w, e.err = w, nil
	if e.pieces != nil {
		e.pieces = &encode.Sink{W: w, Size: e.pieces.Size}
	}
	e.resets++
}

// begin gives the zero Encoder its options.
func (e *Encoder) begin() {
	if e.c == nil {
		e.c = newOptions(0, nil).c
	}
}

// SetIndent makes the encoder indent each further value, as json.Encoder.SetIndent does. SetIndent("", "") makes the
// output compact.
func (e *Encoder) SetIndent(prefix, indent string) { e.prefix, e.indent = prefix, indent }

// SetEscapeHTML says whether <, > and & are escaped in strings. If that differs from the API's own choice, types are
// compiled once more, unless the API otherwise behaves as encoding/json does. To avoid that, make the choice in the
// [zetes.Config].
func (e *Encoder) SetEscapeHTML(on bool) {
	e.begin()
	e.c = e.c.With((e.c.Options &^ option.EscapeHTML) | option.When(on, option.EscapeHTML))
}
