//go:build goexperiment.jsonv2

package json

import (
	"bytes"
	stdjson "encoding/json"
	"io"
	"reflect"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/wire"
)

// refill is how the toolchain's decoder sizes its reads: 64 bytes at first, 4 KB in the long run, more for long values.
func refill(length, capacity, start int, offset int64) int {
	const first, most = 64, 4 << 10
	if capacity == 0 {
		return first
	}
	if capacity <= most/2 && int64(capacity) < offset/2 || start == 0 && length >= 3*capacity/4 {
		return 2 * capacity
	}
	return capacity
}

// ignoresNegative says what a negative count of bytes read is: nothing, or an end to the decoder.
const ignoresNegative = true

type decoderState struct {
	peeked bool // More was called since the last token or value
	eof    bool // Token met the end of the input inside of a container
}

func (d *Decoder) init(r io.Reader) {
	if r == nil {
		panic("jsontext: invalid nil io.Reader")
	}
}

// step is one of the decoder's calls, for asking the toolchain what it would say.
type step func(*stdjson.Decoder) error

func askToken(std *stdjson.Decoder) error {
	_, err := std.Token()
	return err
}

func askDecode(std *stdjson.Decoder) error {
	var raw stdjson.RawMessage
	return std.Decode(&raw)
}

func askMore(std *stdjson.Decoder) error {
	std.More()
	return askToken(std)
}

// want is the separator that must stand before a token that starts with c.
func (d *Decoder) want(c byte) byte {
	switch {
	case d.at.WantsColon():
		return ':'
	case d.at.Past() && d.at.Depth() > 0 && c != '}' && c != ']':
		return ','
	}
	return 0
}

// blank fetches until the byte at i or one behind it is not white space, and returns where.
func (d *Decoder) blank(i int) (int, error) {
	for {
		b := d.r.Buffered()
		i += wire.Space(b[i:])
		if i < len(b) {
			return i, nil
		}
		if err := d.fetch(); err != nil {
			return i, err
		}
	}
}

// errShort says that the input ended.
var errShort = &struct{ error }{io.ErrUnexpectedEOF}

// fetch gets at least one more byte. The end of the input is errShort.
func (d *Decoder) fetch() error {
	n, err := d.r.Fill()
	if n > 0 {
		return nil // an error that came with bytes is not kept, as the toolchain has it
	}
	if err == io.EOF {
		return errShort
	}
	return err
}

// next finds the token that comes next: where it starts in the buffer, its first byte, and the place before it, behind
// the separator. An error about the syntax is the one that call gets from the toolchain; the end of the input is io.EOF
// at the top, and errShort in a container.
func (d *Decoder) next(call step) (i int, c byte, on wire.Structure, err error) {
	on = d.at
	if i, err = d.blank(0); err != nil {
		if err == errShort && d.at.Depth() == 0 {
			err = io.EOF
		}
		return i, 0, on, err
	}
	var delim byte
	if c = d.r.Buffered()[i]; c == ',' || c == ':' {
		delim = c
		if i, err = d.blank(i + 1); err != nil {
			if d.want('"') != delim {
				err = d.ask(i, call)
			}
			return i, 0, on, err
		}
		c = d.r.Buffered()[i]
	}
	if d.want(c) != delim {
		return i, 0, on, d.ask(i, call)
	}
	if delim != 0 {
		on.Next(delim)
	}
	return i, c, on, nil
}

// ended returns where the value that starts at i ends.
func (d *Decoder) ended(i int, call step) (int, error) {
	d.scan.ResetWithin(d.at.Depth())
	n := i
	for {
		b := d.r.Buffered()
		m, st := d.scan.Scan(b[n:])
		n += m
		switch st {
		case wire.Done:
			return n, nil
		case wire.Bad:
			return n, d.ask(n, call)
		}
		if err := d.fetch(); err != nil {
			if err == errShort && d.scan.End() {
				return n, nil
			}
			return n, err
		}
	}
}

// ask returns the toolchain's error for call in the present state, when it comes upon the byte at i.
//
// The toolchain's words depend on how much of the bad token it has seen. Its decoder is led to this state by a
// made-up input, gets the bytes up to the bad place one by one, so that its buffer has room, and then the rest at
// once.
func (d *Decoder) ask(i int, call step) error {
	text, tokens := d.at.WholeLead()
	shift := d.r.InputOffset() - int64(len(text))
	std := stdjson.NewDecoder(&slowReader{b: append(text, d.r.Buffered()...), fast: len(text) + i - 5})
	for range tokens {
		if err := askToken(std); err != nil {
			return err
		}
	}
	err := call(std)
	if e, ok := err.(*stdjson.SyntaxError); ok {
		e.Offset += shift
	}
	return err
}

// slowReader gives some bytes before the position fast one at a time, and those from there on together.
type slowReader struct {
	b    []byte
	n    int
	fast int
}

func (r *slowReader) Read(p []byte) (n int, err error) {
	if r.n >= len(r.b) {
		return 0, io.EOF
	}
	switch left := r.fast - r.n; {
	case left > 128:
		n = copy(p, r.b[r.n:r.fast-128])
	case left > 0:
		n = copy(p[:1], r.b[r.n:])
	default:
		n = copy(p, r.b[r.n:])
	}
	r.n += n
	return n, nil
}

// took notes that the token or value that ends at n has been read.
func (d *Decoder) took(n int) {
	d.r.Discard(n)
	d.peeked, d.eof = false, false
}

// value reads the next value: its bytes are b[i:n] of the buffer. With done it has been decoded into v.
func (d *Decoder) value(v any, call step) (i, n int, f *fault.Fault, done bool, err error) {
	i, c, on, err := d.next(call)
	if err != nil {
		return i, i, nil, false, err
	}
	if n = -1; on.WantsValue() {
		c := d.call()
		c.Depth = d.at.Depth()
		n, f = d.r.value(c, i, v)
	}
	if done = n >= 0; !done {
		if n, err = d.ended(i, call); err != nil {
			return i, n, nil, false, err
		}
	}
	switch {
	case on.WantsValue():
		on.Passed()
	case on.Next(c) != wire.Name:
		return i, n, nil, false, d.ask(n, call)
	}
	d.at = on
	return i, n, f, done, nil
}

// Decode reads the next JSON value from its input and stores it in the value pointed to by v.
//
// See the documentation of [Unmarshal] for the conversion of JSON into a Go value.
func (d *Decoder) Decode(v any) error {
	if d.err != nil {
		return d.err
	}
	i, n, f, done, err := d.value(v, askDecode)
	if err != nil {
		if err == errShort || err.Error() == "unexpected end of JSON input" {
			err = io.ErrUnexpectedEOF
		}
		d.err = err
		return err
	}
	d.peeked, d.eof = false, false
	if !done {
		return d.finish(i, n, v, f)
	}
	d.r.passed(n)
	return nil
}

// Token returns the next JSON token in the input stream. At the end of the input stream, Token returns nil, [io.EOF].
//
// Token guarantees that the delimiters [ ] { } it returns are properly nested and matched.
// Commas and colons are elided.
func (d *Decoder) Token() (Token, error) {
	if d.err != nil {
		return nil, d.err
	}
	t, err := d.token()
	if err == errShort {
		if len(bytes.Trim(d.r.Buffered(), " \r\n\t,:")) == 0 {
			d.eof = true
			return nil, io.EOF
		}
		return nil, io.ErrUnexpectedEOF
	}
	return t, err
}

func (d *Decoder) token() (Token, error) {
	i, c, on, err := d.next(askToken)
	if err != nil {
		return nil, err
	}
	part := on.Next(c)
	switch c {
	case '[', '{', ']', '}':
		if part == wire.Wrong || on.Depth() > wire.MaxDepth {
			return nil, d.ask(i, askToken)
		}
		d.at = on
		d.took(i + 1)
		if on.Depth() == 0 {
			d.r.leave()
		}
		return Delim(c), nil
	}
	n, err := d.ended(i, askToken)
	if err != nil {
		return nil, err
	}
	if part == wire.Wrong {
		return nil, d.ask(n, askToken)
	}
	d.at = on
	raw := d.r.Buffered()[i:n:n]
	d.took(n)
	t, err := d.scalarToken(raw)
	if err != nil {
		return nil, &UnmarshalTypeError{Value: "number " + string(raw), Type: reflect.TypeFor[float64](), Offset: d.InputOffset()}
	}
	return t, nil
}

// More reports whether there is another element in the array or object being parsed.
func (d *Decoder) More() bool {
	d.peeked = true
	i, c, _, err := d.next(askMore)
	if err == nil && wire.Starts(c) {
		return c != ']' && c != '}'
	}
	if d.err == nil {
		switch err {
		case nil:
			err = d.ask(i, askMore)
		case errShort:
			err = d.ask(len(d.r.Buffered()), askMore)
		}
		d.err = err
	}
	return d.err != io.EOF
}

// InputOffset returns the offset of the decoder's position in the input stream: the end of the most recently
// returned token and the beginning of the next.
func (d *Decoder) InputOffset() int64 {
	offset := d.r.InputOffset()
	if d.peeked || d.eof {
		// After More it is the beginning of the next token, and after the end of the input that of what would
		// follow a separator.
		b := d.r.Buffered()
		if n := wire.Space(b); n < len(b) {
			offset += int64(n)
			if d.eof && (b[n] == ',' || b[n] == ':') {
				offset++
			}
		}
	}
	return offset
}
