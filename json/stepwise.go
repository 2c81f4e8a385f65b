package json // go1.26 only: this file

import (
	"io"
	"strings"

	"github.com/zetes-json/zetes/internal/wire"
)

// Without WholeTokens a Decoder reads the text of [1, 2] in small steps: a call moves past each blank and separator
// that it reads, and does not go back if it fails. Errors in values end the stream, errors between values do not.

func (d *Decoder) decodeStepwise(v any) error {
	if d.at.WantsColon() || d.at.Past() && d.at.Depth() > 0 && !d.at.InObject() {
		c, err := d.peek()
		if err != nil {
			return err
		}
		on := d.at
		if on.Next(c) != wire.Separator {
			return d.askStepwise(" x", askDecode)
		}
		d.at = on
		d.r.Discard(1)
	}
	if !d.at.WantsValue() {
		return d.askStepwise("", askDecode)
	}
	late := d.fetchBlank()
	n, f := d.r.value(d.call(), 0, v)
	var err error
	if n >= 0 {
		d.scanned += int64(n)
		d.r.passed(0, n)
	} else if n, err = d.readValue(late); err != nil {
		return err
	} else {
		err = d.finish(0, n, v, f)
	}
	if d.at.WantsValue() { // otherwise a method has read from d, which is now inside an object
		d.at.Passed()
	}
	return err
}

// fetchBlank reads until a byte that is not white space is in memory. It returns the error of the last read.
func (d *Decoder) fetchBlank() (late error) {
	b := d.r.Buffered()
	for i := wire.Space(b); i == len(b) && late == nil; i += wire.Space(b[i:]) {
		if err := d.fetchIn(i, &late); err != nil {
			late = err
		}
		b = d.r.Buffered()
		i = min(i, len(b)) // the reader may have called methods of d
	}
	return late
}

// readValue reads until the next value is in the buffer, and returns its length, with white space before it. late is an
// error that came with bytes of the value.
func (d *Decoder) readValue(late error) (n int, err error) {
	if n, err = d.ended(0, late, nil); err != nil {
		d.err = err
		return 0, err
	}
	d.scanned += int64(n)
	return n, nil
}

// peek skips white space and returns the next byte, which stays unread.
func (d *Decoder) peek() (c byte, err error) {
	if b := d.r.Buffered(); len(b) > 0 && b[0] > ' ' {
		return b[0], nil
	}
	n, err := d.blank(0)
	if err == errShort {
		err = io.EOF
	}
	if err != nil {
		return 0, err
	}
	d.r.Discard(n)
	return d.r.Buffered()[0], nil
}

func (d *Decoder) tokenStepwise() (Token, error) {
	for {
		c, err := d.peek()
		if err != nil {
			return nil, err
		}
		on := d.at
		switch on.Next(c) {
		case wire.Open, wire.Close:
			return d.bracket(c, 1, on), nil
		case wire.Separator:
			d.at = on
			d.r.Discard(1)
			continue
		case wire.Wrong:
			// If a value may come here, readValue below finds the error, except for brackets and separators.
			if !d.at.WantsValue() || strings.IndexByte("]},:", c) >= 0 {
				return nil, d.askStepwise(string([]byte{c}), askToken)
			}
		}
		if d.err != nil {
			return nil, d.err
		}
		n, err := d.readValue(nil)
		if err != nil {
			return nil, err
		}
		return d.scalar(0, n, on)
	}
}
