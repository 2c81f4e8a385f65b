package stream

import (
	"bytes"
	"io"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/frame"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/relax"
	"github.com/zetes-json/zetes/internal/toolchain"
	"github.com/zetes-json/zetes/internal/wire"
)

// Decoder reads values of any type that follow each other in a stream. It is for one goroutine at a time. For values of
// one type use [Values], [Lines] and [Elements].
type Decoder struct {
	_ mem.NoCopy
	frames
	tokens
	most int  // the largest size of a value in bytes; 0 means no limit
	each bool // d belongs to a Finder; most then limits each value within the document
}

// NewDecoder returns a decoder that reads from r. It may read beyond the values that it returns. Values may have any
// size, unless [MaxValueSize] or a limit of the API bounds it.
func NewDecoder(r io.Reader, opts ...Option) *Decoder {
	o := newOptions(0, opts)
	d := new(Decoder)
	d.begin(r, &o)
	return d
}

func (d *Decoder) begin(r io.Reader, o *options) {
	d.frames, d.most = frames{format: frame.Values, c: o.c, counts: true}, o.max
	d.stream = frame.NewStream(relax.NewReader(r, d.c.Options), frame.Values, d.room())
}

// Reset makes d read from r, as a new decoder with the same options would, and keeps its memory. Unread bytes of the
// last reader are lost.
func (d *Decoder) Reset(r io.Reader) {
	if d.c == nil { // d is the zero Decoder
		o := newOptions(0, nil)
		d.begin(r, &o)
		return
	}
	s := d.stream
	d.frames, d.tokens = frames{format: frame.Values, c: d.c, counts: true}, tokens{open: d.open[:0]}
	if s.Reading() { // the last reader called Reset
		s = new(frame.Stream)
	}
	s.Reset(relax.NewReader(r, d.c.Options), frame.Values, d.room())
	d.stream = s
}

// ready gives the zero Decoder its options and an empty input.
func (d *Decoder) ready() {
	if d.c == nil {
		d.Reset(bytes.NewReader(nil))
	}
}

// Decode reads the next value into the value that v points to. At the end of the stream it returns io.EOF. After a
// value that does not fit, the decoder continues with the next value. After input that is not JSON, every call returns
// the same error.
//
// A struct with a field that is an [io.Writer] and that a codec reads, such as with ready.Named, is decoded member by
// member, so that the codec can read a string of any length. Then the first error ends the stream. Without a limit on
// bytes such a string takes constant memory.
//
// After tokens of [Decoder.Token] the next value is an element or member of the open container. If a name or a closing
// bracket comes next, there is no value, and the error ends the stream. Limits count containers that tokens have
// opened, as for Token.
func (d *Decoder) Decode(v any) error {
	d.aim(v)
	if len(d.open) > 0 {
		c, err := d.advance()
		if err != nil {
			return err
		}
		if !wire.Starts(c) || c == ']' || c == '}' || d.at.WantsName() {
			return d.fail(toolchain.ValueError(d.at.Lead(), d.stream.Character(), d.InputOffset()))
		}
		if err := d.counted(0); err != nil {
			return err
		}
	} else if d.failed != nil {
		return d.failed
	}
	if ok, err := d.members(v); ok {
		return err
	}
	raw, err := d.next()
	if err != nil {
		return err
	}
	err = d.decode(raw, v)
	d.at.Passed()
	return err
}

// members decodes the next value into the value that v points to while its text arrives. It returns false if the value
// must be complete in memory first; then nothing of the value has been read.
func (d *Decoder) members(v any) (ok bool, err error) {
	most := 0
	if d.most > 0 {
		most = max(d.room(), 1)
	}
	s, depth := d.stream, 0
	if d.each {
		depth = len(d.open)
	}
	if ok, err = root.ReadMembers(d.c, s, depth, most, v); !ok || d.stream != s {
		return ok, err // a codec may have called Reset, and the error does not end the new input
	}
	if e, ok := err.(*zetes.Error); ok {
		if e.Pointer = d.prefix(0) + e.Pointer; !d.counts {
			e.Value = 0
		}
	}
	d.at.Passed()
	d.failed = err
	return true, err
}

// next returns the text of the next value.
func (d *Decoder) next() ([]byte, error) {
	d.stream.Limit(d.room())
	raw, err := d.stream.Next()
	if err != nil {
		err = d.ended(err)
	}
	return raw, err
}

// ended returns the error that ended the stream. err is the stream's own error.
func (d *Decoder) ended(err error) error {
	d.failed = d.streamError(err)
	return d.failed
}

// UseNumber makes numbers in interfaces json.Number. Codecs that call [zetes.ReadValue] or similar functions get them
// too.
func (d *Decoder) UseNumber() {
	d.ready()
	d.c = d.c.With((d.c.Options &^ option.ExactNumbers) | option.UseNumber)
}

// DisallowUnknownFields makes a name without a field an error, also in codecs that call [zetes.ReadValue] or similar
// functions.
func (d *Decoder) DisallowUnknownFields() {
	d.ready()
	d.c = d.c.With(d.c.Options | option.DisallowUnknownFields)
}

// Buffered returns a reader of the bytes that were read from the stream and not returned yet. It is valid until the
// next Decode.
func (d *Decoder) Buffered() io.Reader { return d.stream.Buffered() }

// InputOffset returns the offset of the first byte that was not returned yet.
func (d *Decoder) InputOffset() int64 { return d.stream.InputOffset() }
