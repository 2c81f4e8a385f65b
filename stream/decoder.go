package stream

import (
	"bytes"
	"io"
	"reflect"

	"github.com/zetes-json/zetes/internal/frame"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/wire"
)

// Decoder reads values of any type from a stream in which they follow each other. It is for one goroutine at a time.
// For values of one type there are [Values], [Lines] and [Elements].
type Decoder struct {
	frames
	tokens
	most int  // bytes of a value, or 0
	each bool // of a Finder: that is the limit of each value within the document
}

// NewDecoder returns a decoder that reads from r, perhaps beyond the values that are asked for. Values may have any
// size unless [MaxValueSize] or a limit of the API says otherwise.
func NewDecoder(r io.Reader, opts ...Option) *Decoder {
	o := newOptions(0, opts)
	d := new(Decoder)
	d.begin(r, &o)
	return d
}

func (d *Decoder) begin(r io.Reader, o *options) {
	d.frames, d.most = frames{format: frame.Values, c: o.c, counts: true}, o.max
	d.stream = frame.NewStream(r, frame.Values, d.room())
}

// Reset makes d read from r, as a new decoder with the same choices would, and keeps its memory. What was read from the
// last reader and not given is lost.
func (d *Decoder) Reset(r io.Reader) {
	if d.c == nil { // the zero Decoder
		o := newOptions(0, nil)
		d.begin(r, &o)
		return
	}
	s := d.stream
	d.frames, d.tokens = frames{format: frame.Values, c: d.c, counts: true}, tokens{open: d.open[:0]}
	if s.Reading() { // the last reader calls
		s = new(frame.Stream)
	}
	s.Reset(r, frame.Values, d.room())
	d.stream = s
}

// ready gives the zero Decoder its choices, and a reader at its end.
func (d *Decoder) ready() {
	if d.c == nil {
		d.Reset(bytes.NewReader(nil))
	}
}

// Decode reads the next value into what the pointer v leads to. At the end of the stream it returns io.EOF. A value
// that does not fit leaves the decoder behind it; after input that is not JSON every call returns that error.
//
// Behind tokens of [Decoder.Token] the next value is an element or member of what they have opened; where a
// name or a closing bracket stands there is none, and that is an error that ends the stream. Limits count what
// tokens have opened, as Token has it.
func (d *Decoder) Decode(v any) error {
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
			return d.noValue()
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
func (d *Decoder) next() ([]byte, error) {
	d.stream.Limit(d.room())
	raw, err := d.stream.Next()
	if err != nil {
		err = d.ended(err)
	}
	return raw, err
}

// ended returns what ended the stream, of which the stream itself says err.
func (d *Decoder) ended(err error) error {
	if f, ok := err.(*frame.Error); ok {
		err = d.streamError(f)
	}
	d.failed = err
	return err
}

// UseNumber makes numbers in interfaces json.Number, also in what codecs read by [zetes.ReadValue] and its kin.
func (d *Decoder) UseNumber() {
	d.ready()
	d.c = d.c.With((d.c.Options &^ option.ExactNumbers) | option.UseNumber)
}

// DisallowUnknownFields makes a name without a field an error, also in what codecs read by [zetes.ReadValue] and its
// kin.
func (d *Decoder) DisallowUnknownFields() {
	d.ready()
	d.c = d.c.With(d.c.Options | option.DisallowUnknownFields)
}

// Buffered returns a reader of what was read from the stream and not given yet. It is valid until the next Decode.
func (d *Decoder) Buffered() io.Reader {
	seen, start, _ := d.stream.View(0)
	return bytes.NewReader(seen[start:])
}

// InputOffset returns the offset of the first byte that was not given yet.
func (d *Decoder) InputOffset() int64 {
	_, start, at := d.stream.View(0)
	return at.Offset + int64(start)
}
