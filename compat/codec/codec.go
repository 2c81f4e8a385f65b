package codec

import (
	"errors"
	"io"
	"reflect"
	"strings"

	zcodec "github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/transfer"
	"github.com/zetes-json/zetes/json"
)

// Encoder writes values, one after the other without anything between them.
type Encoder struct {
	h       *JsonHandle
	out     io.Writer      // of values at the top, or
	bytes   *[]byte        // their memory, or
	w       *zcodec.Writer // where a Selfer writes
	buf     []byte
	written int
}

// NewEncoder returns an Encoder to w.
func NewEncoder(w io.Writer, h Handle) *Encoder {
	e := &Encoder{h: jsonOf(h)}
	e.Reset(w)
	return e
}

// NewEncoderBytes returns an Encoder that writes over *out.
func NewEncoderBytes(out *[]byte, h Handle) *Encoder {
	e := &Encoder{h: jsonOf(h)}
	e.ResetBytes(out)
	return e
}

func jsonOf(h Handle) *JsonHandle {
	if h == nil {
		return nil
	}
	return h.json()
}

var errNowhere = errors.New("codec: the Encoder has nowhere to write to")

// Reset makes e write to w.
func (e *Encoder) Reset(w io.Writer) {
	if e.bytes != nil {
		e.buf = nil // It is the caller's.
	}
	e.out, e.bytes, e.buf, e.written = w, nil, e.buf[:0], 0
}

// ResetBytes makes e write over *out.
func (e *Encoder) ResetBytes(out *[]byte) {
	if e.Reset(nil); out != nil {
		e.bytes, e.buf = out, (*out)[:0]
	}
}

// Release does nothing, as in go/codec.
func (e *Encoder) Release() {}

// NumBytesWritten returns the number of bytes written since the last Reset.
func (e *Encoder) NumBytesWritten() int { return e.written }

// MustEncode is Encode, and panics with its error.
func (e *Encoder) MustEncode(v any) {
	if err := e.Encode(v); err != nil {
		panic(err)
	}
}

// Encode writes v.
func (e *Encoder) Encode(v any) error {
	api, err := e.h.meaning()
	switch {
	case err != nil:
		return err
	case e.w != nil:
		api.WriteValue(e.w, v)
		return e.w.Err()
	case e.bytes == nil && e.out == nil:
		return errNowhere
	case e.bytes == nil:
		e.buf = e.buf[:0]
	}
	start := len(e.buf)
	text, err := api.Append(e.buf, v)
	if err != nil {
		return err
	}
	if e.h.TermWhitespace {
		text = append(text, ' ')
	}
	e.buf = text
	e.written += len(text) - start
	if e.bytes != nil {
		*e.bytes = text
		return nil
	}
	err = transfer.WriteAll(e.out, text)
	if cap(e.buf) > 1<<20 {
		e.buf = nil
	}
	return err
}

var errNumber = errors.New("codec: a number goes on after its end, as in 012")

// Decoder reads values, one after the other.
type Decoder struct {
	h     *JsonHandle
	r     *zcodec.Reader
	lent  bool   // to a Selfer
	whole []byte // the input, if it is bytes that may be one value and nothing is read yet
	read  int    // the length of whole, if it was one value and is read
}

// NewDecoder returns a Decoder of r. It may read beyond the value that it returns.
func NewDecoder(r io.Reader, h Handle) *Decoder {
	d := &Decoder{h: jsonOf(h), r: zcodec.NewBytesReader(nil)}
	d.Reset(r)
	return d
}

// NewDecoderBytes returns a Decoder of in.
func NewDecoderBytes(in []byte, h Handle) *Decoder {
	return &Decoder{h: jsonOf(h), r: zcodec.NewBytesReader(in), whole: in}
}

// NewDecoderString returns a Decoder of s.
func NewDecoderString(s string, h Handle) *Decoder { return NewDecoderBytes([]byte(s), h) }

// Reset makes d read r.
func (d *Decoder) Reset(r io.Reader) {
	if r == nil {
		r = strings.NewReader("")
	}
	d.whole, d.read = nil, 0
	d.r.Reset(r)
}

// ResetBytes makes d read in.
func (d *Decoder) ResetBytes(in []byte) {
	d.whole, d.read = in, 0
	d.r.ResetBytes(in)
}

// ResetString makes d read s.
func (d *Decoder) ResetString(s string) { d.ResetBytes([]byte(s)) }

// Release does nothing, as in go/codec.
func (d *Decoder) Release() {}

// HandleName returns json.
func (d *Decoder) HandleName() string { return d.h.Name() }

// NumBytesRead returns the offset after the last value.
func (d *Decoder) NumBytesRead() int { return d.read + int(d.r.InputOffset()) }

// MustDecode is Decode, and panics with its error.
func (d *Decoder) MustDecode(v any) {
	if err := d.Decode(v); err != nil {
		panic(err)
	}
}

// Decode reads the next value into what v points to, or into the map v. At the end of the input it returns io.EOF. An
// error ends reading.
func (d *Decoder) Decode(v any) error {
	api, err := d.h.meaning()
	if err != nil {
		return err
	}
	if m := reflect.ValueOf(v); m.Kind() == reflect.Map && !m.IsNil() {
		p := reflect.New(m.Type())
		p.Elem().Set(m)
		v = p.Interface()
	}
	if in := d.whole; in != nil {
		d.whole = nil
		if err := api.Unmarshal(in, v); err == nil {
			d.r.ResetBytes(nil)
			d.read = len(in)
			return nil
		} else if json.Valid(in) {
			d.r.Fail(err) // It is not read again: methods of v's type may have been called.
			return err
		}
	}
	if !d.lent && !d.r.More() && d.r.Err() == nil {
		return io.EOF
	}
	number := !d.lent && d.r.Peek() == zcodec.Number
	api.ReadValue(d.r, v)
	if rest := d.r.Buffered(); number && len(rest) > 0 && strings.IndexByte("0123456789+-.eE", rest[0]) >= 0 {
		d.r.Fail(errNumber) // Otherwise 012 would be two values.
	}
	return d.r.Err()
}
