package json

import (
	"bytes"
	"io"

	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/wire"
)

// A Decoder stands between two tokens of a stream, and a wire.Structure says what may come next: behind the 1 of
// [1, 2] a comma or the bracket. Releases of encoding/json differ in how it goes on from there, and that is two bits
// of package option, whatever toolchain runs:
//
//	SmallReads    how much is read at once, and what becomes of a reader's odd answers (input.go)
//	WholeTokens   set: the comma, the blank and the 2 are passed together or not at all (whole.go)
//	              not set: the comma is passed when it is seen, and More passes the blank (stepwise.go)
//
// The words of errors are the running toolchain's in any case (ask.go).

// A Decoder reads and decodes JSON values from an input stream.
type Decoder struct {
	r       input
	c       *plan.Config
	err     error          // every further Decode returns it
	at      wire.Structure // between the tokens that were given and those that come
	scanned int64          // bytes of values, in which offsets of errors are counted without WholeTokens
	whole   bool           // what option.WholeTokens says
	peeked  bool           // More was called since the last token or value
	eof     bool           // Token met the end of the input inside of a container
}

// NewDecoder returns a new decoder that reads from r.
//
// The decoder has its own buffer and may read data from r beyond the JSON values requested.
func NewDecoder(r io.Reader) *Decoder { return newDecoder(r, plan.V1) }

// newDecoder is NewDecoder under any meaning.
func newDecoder(r io.Reader, c *plan.Config) *Decoder {
	o := c.Options
	d := &Decoder{c: c, r: input{r: r, begun: true, small: o.Has(option.SmallReads)}, whole: o.Has(option.WholeTokens)}
	if r == nil && d.r.small {
		panic("jsontext: invalid nil io.Reader")
	}
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
	d.r.enter()
	d.r.keep()
	return bytes.NewReader(d.r.Buffered())
}

// Decode reads the next JSON value from its input and stores it in the value pointed to by v.
//
// See the documentation of [Unmarshal] for the conversion of JSON into a Go value.
func (d *Decoder) Decode(v any) error {
	if d.err != nil {
		return d.err
	}
	d.r.enter()
	if d.whole {
		return d.decodeWhole(v)
	}
	return d.decodeStepwise(v)
}

// Token returns the next JSON token in the input stream. At the end of the input stream, Token returns nil, [io.EOF].
//
// Token guarantees that the delimiters [ ] { } it returns are properly nested and matched.
// Commas and colons are elided.
func (d *Decoder) Token() (Token, error) {
	d.r.enter()
	if d.whole {
		return d.tokenWhole()
	}
	return d.tokenStepwise()
}

// More reports whether there is another element in the array or object being parsed.
func (d *Decoder) More() bool {
	d.r.enter()
	if d.whole {
		return d.moreWhole()
	}
	c, err := d.peek()
	return err == nil && c != ']' && c != '}'
}

// InputOffset returns the offset of the decoder's position in the input stream: the end of the most recently
// returned token and the beginning of the next.
func (d *Decoder) InputOffset() int64 {
	offset := d.r.InputOffset()
	if d.whole {
		d.r.enter()
		offset += d.ahead()
	}
	return offset
}

// errShort says that the input ended.
var errShort = &struct{ error }{io.ErrUnexpectedEOF}

// fetch gets at least one more byte. The end of the input is errShort.
//
// An error that came with bytes is forgotten under SmallReads. Else it is kept in late, and is what the next call
// returns for the same token.
func (d *Decoder) fetch(late *error) error {
	if *late != nil {
		return *late
	}
	n, err := d.r.Fill()
	if err == io.EOF {
		err = errShort
	}
	if n == 0 {
		return err
	}
	if !d.r.small {
		*late = err
	}
	return nil
}

// fetchIn is fetch where n bytes of a value have been scanned. Behind a reader that panics offsets of errors count them
// twice, for the value is scanned again.
func (d *Decoder) fetchIn(n int, late *error) error {
	d.scanned += int64(n)
	err := d.fetch(late)
	d.scanned -= int64(n)
	return err
}

// blank fetches until the byte at i or one behind it is not white space, and returns where.
func (d *Decoder) blank(i int) (int, error) {
	var late error
	for {
		b := d.r.Buffered()
		i = min(i, len(b)) // the source may have read from d
		i += wire.Space(b[i:])
		if i < len(b) {
			return i, nil
		}
		if err := d.fetch(&late); err != nil {
			return i, err
		}
	}
}

// ended returns where the value that starts at i ends. late is the error that came with bytes of it, and call is what
// is to be asked about bad syntax.
func (d *Decoder) ended(i int, late error, call step) (n int, err error) {
	var scan wire.Scanner // not a field: most Decoders decode one value, which needs none, and cost what their memory does
	if d.whole {
		scan.ResetWithin(d.at.Depth()) // containers that count for the limit of nesting
	}
	for n, done := i, false; ; {
		b := d.r.Buffered()
		if n > len(b) { // the source has read from d: what was scanned is gone
			if d.whole {
				late = errShort
			}
			return 0, d.cut(&scan, late)
		}
		if !done {
			m, st := scan.Scan(b[n:])
			n += m
			if st == wire.Bad {
				return n, d.wrong(n, call)
			}
			done = st == wire.Done
		}
		// Without whole tokens the end of a scalar is seen at the byte behind it.
		if done && (d.whole || n < len(b) || container(b[:n])) {
			return n, nil
		}
		if err := d.fetchIn(n, &late); err != nil {
			if err == errShort && (done || scan.End()) {
				return n, nil
			}
			return n, d.cut(&scan, err)
		}
	}
}

// cut is what a value ends with that err ends, where scan has seen as much of it as there is. WholeTokens has words of
// its own for errShort.
func (d *Decoder) cut(scan *wire.Scanner, err error) error {
	switch {
	case err != errShort || d.whole:
		return err
	case scan.Blank():
		return io.EOF
	}
	return io.ErrUnexpectedEOF
}

// call is what d asks of the machine.
func (d *Decoder) call() *decode.Call { return &decode.Call{Config: d.c} }

// finish passes the value that is in memory as a whole, the unread bytes from first up to n, and decodes it into v,
// unless that is done already, with the fault f. Methods that use d find it behind the value.
func (d *Decoder) finish(first, n int, v any, f *fault.Fault) error {
	raw := d.r.Buffered()[first:n:n]
	if f == nil {
		var e int
		if e, f = d.r.whole(d.call(), first, n-first, v); e < 0 && f == nil {
			d.r.keep() // methods may keep what they get
			d.r.passed(first, n)
			return decodeValue(d.c, raw, v)
		}
	}
	var err error
	if f != nil {
		err = engine.UnmarshalError(d.call(), raw, v, f)
	}
	d.r.passed(first, n)
	return err
}

// container reports whether a value that ends with b is an object or an array.
func container(b []byte) bool {
	c := b[len(b)-1]
	return c == '}' || c == ']'
}
