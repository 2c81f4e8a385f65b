package json

import (
	"bytes"
	"io"

	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/toolchain"
	"github.com/zetes-json/zetes/internal/wire"
)

// Between two calls, a Decoder is between two tokens of a stream. Its wire.Structure says what may come next: after the
// 1 of [1, 2] a comma or the bracket. Two bits of package option say which release the Decoder follows:
//
//	SmallReads    how much is read at once, and what happens if a reader returns an impossible count (input.go)
//	WholeTokens   set: the comma, the blank and the 2 are passed together or not at all (whole.go)
//	              not set: the comma is passed when it is read, and More passes the blank (stepwise.go)
//
// The texts of errors are always the running toolchain's (ask.go).

// A Decoder reads and decodes JSON values from an input stream.
type Decoder struct {
	r       input
	c       *plan.Dialect
	err     error          // the error that every further Decode returns, or nil
	at      wire.Structure // the state of the grammar before the next token
	scanned int64          // bytes of all values so far: without WholeTokens, offsets in errors count only these
	whole   bool           // option.WholeTokens is set
	peeked  bool           // More was called since the last token or value
	eof     bool           // Token has come to the end of the input inside a container
}

// NewDecoder returns a new decoder that reads from r.
//
// The decoder has its own buffer and may read data from r beyond the JSON values requested.
func NewDecoder(r io.Reader) *Decoder { return newDecoder(r, plan.V1) }

func newDecoder(r io.Reader, c *plan.Dialect) *Decoder {
	o := c.Release
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

func (d *Decoder) choose(o option.Set) {
	toolchain.LinkDecoder()
	if d.c == nil { // d was not made by NewDecoder
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

// errShort means that the input ended before a token or value was complete. It is not returned to users.
var errShort = &struct{ error }{io.ErrUnexpectedEOF}

// fetch reads at least one more byte. At the end of the input it returns errShort. An error that came with bytes is
// dropped under SmallReads. Otherwise it is stored in late, and the next call for the same token returns it.
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

// fetchIn does what fetch does, after n bytes of a value have been scanned. If the reader panics, d.scanned keeps those
// n bytes: the next call scans the value again, so offsets in later errors count the bytes twice.
func (d *Decoder) fetchIn(n int, late *error) error {
	d.scanned += int64(n)
	err := d.fetch(late)
	d.scanned -= int64(n)
	return err
}

// blank reads until a byte at i or later is not white space, and returns the position of that byte.
func (d *Decoder) blank(i int) (int, error) {
	var late error
	for {
		b := d.r.Buffered()
		i = min(i, len(b)) // the reader may have called methods of d
		i += wire.Space(b[i:])
		if i < len(b) {
			return i, nil
		}
		if err := d.fetch(&late); err != nil {
			return i, err
		}
	}
}

// ended returns the end of the value that starts at i. late is an error that came with bytes of the value. call asks
// the toolchain's Decoder for the error about bad syntax.
func (d *Decoder) ended(i int, late error, call step) (n int, err error) {
	var scan wire.Scanner // not a field: most Decoders decode one value without it
	if d.whole {
		scan.ResetWithin(d.at.Depth()) // containers around the value count too
	}
	for n, done := i, false; ; {
		b := d.r.Buffered()
		if n > len(b) { // the reader has called methods of d: the scanned bytes are gone
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
		// Without WholeTokens a scalar has ended only if there is a byte after it.
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

// cut returns the error for a value that is not complete because reading has failed with err. scan has seen all bytes
// of the value so far. With WholeTokens it returns errShort unchanged, and the caller finds the text.
func (d *Decoder) cut(scan *wire.Scanner, err error) error {
	switch {
	case err != errShort || d.whole:
		return err
	case scan.Blank():
		return io.EOF
	}
	return io.ErrUnexpectedEOF
}

func (d *Decoder) call() *decode.Call { return &decode.Call{Config: d.c} }

// finish marks the value in the unread bytes from first to n as read, and decodes it into v. If f is not nil, the value
// has been decoded already, with the fault f. Only decodeValue calls methods, after the value is marked as read, so
// methods that use d continue after the value.
func (d *Decoder) finish(first, n int, v any, f *fault.Fault) error {
	raw := d.r.Buffered()[first:n:n]
	if f == nil {
		var e int
		if e, f = d.r.whole(d.call(), first, n-first, v); e < 0 && f == nil {
			d.r.keep() // methods such as UnmarshalJSON may keep the text that they get
			d.r.passed(first, n)
			return decodeValue(d.c, raw, v)
		}
	}
	var err error
	if f != nil {
		err = engine.DocumentError(d.call(), raw, v, f)
	}
	d.r.passed(first, n)
	return err
}

func container(b []byte) bool {
	c := b[len(b)-1]
	return c == '}' || c == ']'
}
