package json

import (
	"io"
	"strings"

	"github.com/zetes-json/zetes/internal/wire"
)

// A Decoder without WholeTokens goes over the text of [1, 2] in steps: each blank and separator is passed when a call
// comes to it, and stays passed where the call fails. Errors of values end the stream, those between values do not.

// decodeStepwise is Decode without WholeTokens.
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
	if d.at.WantsValue() { // a method may have read on, into an object
		d.at.Passed()
	}
	return err
}

// fetchBlank fetches until something else than white space is in memory, and returns the error that came with the last
// bytes or in place of them: a line break is often a read of its own.
func (d *Decoder) fetchBlank() (late error) {
	b := d.r.Buffered()
	for i := wire.Space(b); i == len(b) && late == nil; i += wire.Space(b[i:]) {
		if err := d.fetchIn(i, &late); err != nil {
			late = err
		}
		b = d.r.Buffered()
		i = min(i, len(b)) // the source may have read from d
	}
	return late
}

// readValue makes the next value whole in the buffer and returns its length, white space before it included. late is
// the error that came with bytes of it.
func (d *Decoder) readValue(late error) (n int, err error) {
	if n, err = d.ended(0, late, nil); err != nil {
		d.err = err
		return 0, err
	}
	d.scanned += int64(n)
	return n, nil
}

// peek returns the next byte that is not white space, as the first unread one.
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

// tokenStepwise is Token without WholeTokens.
func (d *Decoder) tokenStepwise() (Token, error) {
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
		raw := d.r.Buffered()[:n:n]
		d.r.Discard(n)
		d.at = on
		return d.scalarToken(raw)
	}
}
