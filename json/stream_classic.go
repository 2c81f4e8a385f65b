//go:build !goexperiment.jsonv2

package json

import (
	stdjson "encoding/json"
	"io"
	"strings"

	"github.com/zetes-json/zetes/internal/toolchain"
	"github.com/zetes-json/zetes/internal/wire"
)

// refill is how the classic decoder sizes its reads: at least 512 bytes each.
func refill(length, capacity, start int, _ int64) int {
	const least = 512
	if capacity-(length-start) < least {
		return 2*capacity + least
	}
	return capacity
}

// ignoresNegative says what a negative count of bytes read is: nothing, or an end to the decoder.
const ignoresNegative = false

type decoderState struct {
	scanned int64 // bytes that went through readValue: the toolchain counts the offsets of its errors in them
}

func (d *Decoder) init(io.Reader) {}

// Decode reads the next JSON value from its input and stores it in the value pointed to by v.
//
// See the documentation of [Unmarshal] for the conversion of JSON into a Go value.
func (d *Decoder) Decode(v any) error {
	if d.err != nil {
		return d.err
	}
	if d.at.WantsColon() || d.at.Past() && d.at.Depth() > 0 && !d.at.InObject() {
		c, err := d.peek()
		if err != nil {
			return err
		}
		on := d.at
		if on.Next(c) != wire.Separator {
			return d.ask(" x", (*stdjson.Decoder).Decode)
		}
		d.at = on
		d.r.Discard(1)
	}
	if !d.at.WantsValue() {
		return d.ask("", (*stdjson.Decoder).Decode)
	}
	var err error
	if b := d.r.Buffered(); wire.Space(b) == len(b) {
		_, err = d.r.Fill()
	}
	n, f := d.r.value(d.call(), 0, v)
	if n >= 0 {
		d.scanned += int64(n)
		d.r.passed(n)
		err = nil
	} else {
		if n, err = d.readValue(err); err != nil {
			return err
		}
		err = d.finish(0, n, v, f)
	}
	d.at.Passed()
	return err
}

// readValue makes the next value whole in the buffer and returns its length, white space before it included. err is
// that of a Fill before.
func (d *Decoder) readValue(err error) (n int, _ error) {
	d.scan.Reset()
	done := false
	for {
		b := d.r.Buffered()
		if n > len(b) {
			d.err = err // the source has read from d: what was scanned is gone
			return 0, err
		}
		if !done {
			m, st := d.scan.Scan(b[n:])
			n += m
			if st == wire.Bad {
				d.err = d.syntaxError(b[:n+1])
				return 0, d.err
			}
			done = st == wire.Done
		}
		// The toolchain sees the end of a scalar at the byte behind it.
		if done && (n < len(b) || container(b[:n])) {
			break
		}
		if err != nil {
			if err == io.EOF {
				if done || d.scan.End() {
					break
				}
				if !d.scan.Blank() {
					err = io.ErrUnexpectedEOF
				}
			}
			d.err = err
			return 0, err
		}
		_, err = d.r.Fill()
	}
	d.scanned += int64(n)
	return n, nil
}

// syntaxError returns the toolchain's error about b, of which the last byte is wrong.
func (d *Decoder) syntaxError(b []byte) error { return toolchain.SyntaxError(b, d.scanned) }

// ask returns what the toolchain says when it does call in the present place with next to come.
func (d *Decoder) ask(next string, call func(*stdjson.Decoder, any) error) error {
	lead := d.at.Lead()
	std := stdjson.NewDecoder(strings.NewReader(lead.Text + next))
	for range lead.Tokens {
		if _, err := std.Token(); err != nil {
			return err
		}
	}
	var v any
	err := call(std, &v)
	if e, ok := err.(*stdjson.SyntaxError); ok {
		e.Offset = d.InputOffset()
	}
	return err
}

// unexpected is the error about a token that starts with c and cannot stand here.
func (d *Decoder) unexpected(c byte) error {
	return d.ask(string([]byte{c}), func(std *stdjson.Decoder, _ any) error {
		_, err := std.Token()
		return err
	})
}

// peek returns the next byte that is not white space, as the first unread one.
func (d *Decoder) peek() (c byte, err error) {
	for {
		b := d.r.Buffered()
		if n := wire.Space(b); n < len(b) {
			d.r.Discard(n)
			return b[n], nil
		}
		if err != nil {
			return 0, err
		}
		_, err = d.r.Fill()
	}
}

// Token returns the next JSON token in the input stream. At the end of the input stream, Token returns nil, [io.EOF].
//
// Token guarantees that the delimiters [ ] { } it returns are properly nested and matched.
// Commas and colons are elided.
func (d *Decoder) Token() (Token, error) {
	for {
		c, err := d.peek()
		if err != nil {
			return nil, err
		}
		on := d.at
		switch on.Next(c) {
		case wire.Open, wire.Close:
			d.at = on
			d.r.Discard(1)
			if on.Depth() == 0 {
				d.r.leave()
			}
			return Delim(c), nil
		case wire.Separator:
			d.at = on
			d.r.Discard(1)
			continue
		case wire.Wrong:
			// Where a value may come, the scanner finds what is wrong, but for brackets and separators.
			if !d.at.WantsValue() || strings.IndexByte("]},:", c) >= 0 {
				return nil, d.unexpected(c)
			}
		}
		raw, err := d.scalar()
		if err != nil {
			return nil, err
		}
		d.at = on
		return d.scalarToken(raw)
	}
}

// scalar reads the scalar whose first byte is the first unread one.
func (d *Decoder) scalar() ([]byte, error) {
	if d.err != nil {
		return nil, d.err
	}
	n, err := d.readValue(nil)
	if err != nil {
		return nil, err
	}
	raw := d.r.Buffered()[:n:n]
	d.r.Discard(n)
	return raw, nil
}

// More reports whether there is another element in the array or object being parsed.
func (d *Decoder) More() bool {
	c, err := d.peek()
	return err == nil && c != ']' && c != '}'
}

// InputOffset returns the offset of the decoder's position in the input stream: the end of the most recently
// returned token and the beginning of the next.
func (d *Decoder) InputOffset() int64 { return d.r.InputOffset() }
