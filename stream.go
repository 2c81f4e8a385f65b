package zetes

import (
	"bytes"
	"io"
	"reflect"

	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/frame"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/wire"
)

// StreamEncoder writes values of any type to a stream, one in a line, with the meaning of an [API]. It is for one
// goroutine at a time.
type StreamEncoder struct {
	w              io.Writer
	c              *plan.Config
	prefix, indent string
	err            error // of the writer
}

// NewEncoder returns an encoder that writes to w.
func (a *API) NewEncoder(w io.Writer) *StreamEncoder {
	return &StreamEncoder{w: w, c: a.c, prefix: a.prefix, indent: a.indent}
}

// Encode writes the JSON of v and a line break in one call of Write. An error about v writes nothing, and the next
// value may follow; an error of the writer is returned by all further calls.
func (e *StreamEncoder) Encode(v any) error {
	if e.err != nil {
		return e.err
	}
	out := engine.Borrow()
	defer out.Release()
	var err error
	if out.Bytes, err = engine.Append(&encode.Call{Config: e.c}, out.Bytes[:0], v); err != nil {
		return encodeErrorBy(&e.c.Shape, v, err)
	}
	if e.prefix != "" || e.indent != "" {
		pretty := engine.Borrow()
		defer pretty.Release()
		if pretty.Bytes, err = appendIndent(pretty.Bytes[:0], out.Bytes, e.prefix, e.indent); err != nil {
			return err
		}
		out = pretty
	}
	out.Bytes = append(out.Bytes, '\n')
	e.err = writeAll(e.w, out.Bytes)
	return e.err
}

// SetIndent makes the encoder indent each further value, as json.Encoder's method does. SetIndent("", "") makes it
// compact.
func (e *StreamEncoder) SetIndent(prefix, indent string) { e.prefix, e.indent = prefix, indent }

// SetEscapeHTML says whether <, > and & are escaped in strings. Where that is not the API's own choice, types are
// compiled once more: make such a choice in the [Config], unless the API has encoding/json's meaning otherwise.
func (e *StreamEncoder) SetEscapeHTML(on bool) {
	o := e.c.Options &^ option.EscapeHTML
	if on {
		o |= option.EscapeHTML
	}
	e.c = e.c.With(o)
}

// StreamDecoder reads values of any type from a stream in which they follow each other, with the meaning of an
// [API]. It is for one goroutine at a time. For values of one type there are [Values], [Lines] and [Elements].
type StreamDecoder struct {
	frames
	tokens
}

// NewDecoder returns a decoder that reads from r, perhaps beyond the values that are asked for.
func (a *API) NewDecoder(r io.Reader) *StreamDecoder {
	d := &StreamDecoder{frames: frames{format: frame.Values, c: a.c, counts: true}}
	d.stream = frame.NewStream(r, frame.Values, d.room())
	return d
}

// Decode reads the next value into what the pointer v leads to. At the end of the stream it returns io.EOF. A value
// that does not fit leaves the decoder behind it; after input that is not JSON every call returns that error.
//
// Behind tokens of [StreamDecoder.Token] the next value is an element or member of what they have opened; where a
// name or a closing bracket stands there is none, and that is an error that ends the stream. Limits count what
// tokens have opened, as Token has it.
func (d *StreamDecoder) Decode(v any) error {
	d.typ = reflect.TypeFor[any]()
	if t := reflect.TypeOf(v); t != nil && t.Kind() == reflect.Pointer {
		d.typ = t.Elem()
	}
	if len(d.open) > 0 {
		c, err := d.advance()
		if err != nil {
			return err
		}
		if !wire.Starts(c) || c == ']' || c == '}' || d.at.WantsName() {
			return d.noValue(c)
		}
		if err := d.counted(0); err != nil {
			return err
		}
	} else if d.failed != nil {
		return d.failed
	}
	raw, err := d.next()
	if err != nil {
		return err
	}
	err = d.decode(raw, v)
	d.at.Passed()
	return err
}

// next returns the next value.
func (d *StreamDecoder) next() ([]byte, error) {
	d.stream.Limit(d.room())
	raw, err := d.stream.Next()
	if err != nil {
		if f, ok := err.(*frame.Fault); ok {
			err = d.streamError(f)
		}
		d.failed = err
	}
	return raw, err
}

// UseNumber makes numbers in interfaces json.Number, also in what codecs read by [ReadValue] and its kin.
func (d *StreamDecoder) UseNumber() {
	d.c = d.c.With((d.c.Options &^ option.ExactNumbers) | option.UseNumber)
}

// DisallowUnknownFields makes a name without a field an error, also in what codecs read by [ReadValue] and its kin.
func (d *StreamDecoder) DisallowUnknownFields() {
	d.c = d.c.With(d.c.Options | option.DisallowUnknownFields)
}

// Buffered returns a reader of what was read from the stream and not given yet. It is valid until the next Decode.
func (d *StreamDecoder) Buffered() io.Reader {
	seen, start, _ := d.stream.View(0)
	return bytes.NewReader(seen[start:])
}

// InputOffset returns the offset of the first byte that was not given yet.
func (d *StreamDecoder) InputOffset() int64 {
	_, start, at := d.stream.View(0)
	return at.Offset + int64(start)
}
