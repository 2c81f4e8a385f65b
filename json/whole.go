package json

import (
	"bytes"
	"errors"
	"io"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/wire"
)

// With WholeTokens a Decoder stays before the white space and the separator that precede a token until all of the token
// has been read: of [1, 2] it passes the comma, the blank and the 2 together. More finds the 2 without passing
// anything. Any error that Decode and More find ends the stream.

// want returns the separator that must come before a token that starts with c, or 0.
func (d *Decoder) want(c byte) byte {
	switch {
	case d.at.WantsColon():
		return ':'
	case d.at.Past() && d.at.Depth() > 0 && c != '}' && c != ']':
		return ','
	}
	return 0
}

// next finds the next token. It returns the token's position in the buffer, its first byte, and the state of the
// grammar before it, after the separator. call asks the toolchain's Decoder for the error about bad syntax. At the end
// of the input the error is io.EOF outside of containers, and errShort within a container.
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
				err = d.askWhole(i, call)
			}
			return i, 0, on, err
		}
		c = d.r.Buffered()[i]
	}
	if d.want(c) != delim {
		return i, 0, on, d.askWhole(i, call)
	}
	if delim != 0 {
		on.Next(delim)
	}
	return i, c, on, nil
}

// value reads the next value, whose text is the unread bytes from i to n. If done is true, the value has been decoded
// into v, and f is the fault or nil. Otherwise the caller must pass f to finish, which decodes the value if f is nil.
func (d *Decoder) value(v any, call step) (i, n int, f *fault.Fault, done bool, err error) {
	i, c, on, err := d.next(call)
	if err != nil {
		return i, i, nil, false, err
	}
	if n = -1; on.WantsValue() {
		c := d.call()
		c.Depth = int32(d.at.Depth())
		n, f = d.r.value(c, i, v)
	}
	if done = n >= 0; !done {
		if n, err = d.ended(i, nil, call); err != nil {
			return i, n, nil, false, err
		}
	}
	switch {
	case on.WantsValue():
		on.Passed()
	case on.Next(c) != wire.Name:
		return i, n, nil, false, d.askWhole(n, call)
	}
	d.at = on
	return i, n, f, done, nil
}

func (d *Decoder) decodeWhole(v any) error {
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
	d.r.passed(i, n)
	return nil
}

func (d *Decoder) tokenWhole() (Token, error) {
	if d.err != nil {
		return nil, d.err
	}
	t, err := d.token()
	if err == errShort || d.c.Release.Has(option.BeforeGo1271) && errors.Is(err, io.ErrUnexpectedEOF) {
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
			return nil, d.askWhole(i, askToken)
		}
		return d.bracket(c, i+1, on), nil
	}
	n, err := d.ended(i, nil, askToken)
	if err != nil {
		return nil, err
	}
	if part == wire.Wrong {
		return nil, d.askWhole(n, askToken)
	}
	return d.scalar(i, n, on)
}

func (d *Decoder) moreWhole() bool {
	d.peeked = true
	i, c, _, err := d.next(askMore)
	if err == nil && wire.Starts(c) {
		return c != ']' && c != '}'
	}
	if d.err == nil {
		switch err {
		case nil:
			err = d.askWhole(i, askMore)
		case errShort:
			err = d.askWhole(len(d.r.Buffered()), askMore)
		}
		d.err = err
	}
	return d.err != io.EOF
}

// ahead returns the number of unread bytes that InputOffset counts as passed: the white space before the next token or
// separator after a call of More, the separator too after the end of the input, and 0 if only white space is unread.
func (d *Decoder) ahead() (n int64) {
	if !d.peeked && !d.eof {
		return 0
	}
	b := d.r.Buffered()
	i := wire.Space(b)
	if i == len(b) {
		return 0
	}
	if d.eof && (b[i] == ',' || b[i] == ':') {
		i++
	}
	return int64(i)
}
