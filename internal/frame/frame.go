package frame

import (
	"bytes"
	"errors"

	"github.com/zetes-json/zetes/internal/toolchain"
	"github.com/zetes-json/zetes/internal/wire"
)

// Streams of values come one behind the other ({"a":1} {"a":2}), a line each, or as the elements of one array
// ([{"a":1},{"a":2}]). The cutter finds where each value starts and stops, in bytes that may end anywhere.
//
// Of the elements in the pieces [{"a" and :1},{ the first has more: the array has begun, and 4 bytes of a value were
// looked at. With the second the value {"a":1} is found. What lies between values, the array's brackets and commas, is
// the cutter's; what they are made of is the scanner's, and of lines nothing is looked at but whether they are blank.

// Format is how values lie in a stream.
type Format uint8

// The formats.
const (
	Values   Format = iota // one after the other, with white space between them or not
	Lines                  // one in each line; blank lines are passed over
	Elements               // the elements of one array
)

// Depth returns how many containers stand around a value.
func (f Format) Depth() int {
	if f == Elements {
		return 1
	}
	return 0
}

// verdict is what cut says about the bytes it was given. But for more and found, and a line that is too large, the
// stream has come to its end with it.
type verdict uint8

const (
	more     verdict = iota // the value goes on behind them
	found                   // there is a value
	wrong                   // the byte at stop cannot stand there
	notArray                // a value other than an array starts at start
	over                    // the stream ends here, in order
	short                   // the input ends within a value or the array
	large                   // the value is longer than allowed
)

// ErrTooLarge is the error about a value that is longer than allowed.
var ErrTooLarge = errors.New("json: value exceeds the size limit of the stream")

// cutter finds values in bytes that arrive in pieces. No byte is looked at again when more come. It has none of them:
// the caller keeps all that was not passed, and gives it again with what has come behind it.
type cutter struct {
	format Format
	max    int
	within int            // containers around a value, which count for the limit of nesting
	at     wire.Structure // around the values: the array that they are in
	scan   wire.Scanner
	n      int  // bytes of the value at hand that were looked at
	skips  bool // the rest of a line that is too long
}

// cut looks for a value in b, which starts where the last value or the last blank ended. With end nothing follows
// b. The value is b[start:stop]; with more, b[:start] is of no further use.
func (c *cutter) cut(b []byte, end bool) (start, stop int, v verdict) {
	if c.format == Lines {
		return c.line(b, end)
	}
	start = 0
	if c.n == 0 {
		if start, v = c.between(b, end); v != found {
			return start, start, v
		}
	}
	m, st := c.scan.Scan(b[start+c.n:])
	c.n += m
	stop = start + c.n
	switch {
	case c.n > c.max:
		return start, stop, large
	case st == wire.Bad:
		if _, token := c.scan.Lead(b[:stop]); !end && cutsWords(b, stop, token) {
			return start, stop, more
		}
		return start, stop, wrong
	case st == wire.Done, end && c.format == Values && c.scan.End():
		c.passed()
		return start, stop, found
	case end:
		return start, stop, short
	}
	return start, stop, more
}

// cutsWords reports whether b ends within what the words of the error about b[n] name: the character, or the escape
// sequence that begins token bytes before it. Both are looked at again with more of them.
func cutsWords(b []byte, n, token int) bool {
	_, whole := toolchain.Named(b, n, token)
	return !whole
}

// passed goes behind a value: the scanner is to begin another one, and in an array a comma or the end is due.
func (c *cutter) passed() {
	c.scan.ResetWithin(c.within)
	c.n = 0
	if c.format == Elements {
		c.at.Passed()
	}
}

// ended reports whether the array has ended: its first bracket was passed, and none is open.
func (c *cutter) ended() bool { return c.at.Past() && c.at.Depth() == 0 }

// between goes over what stands between values, up to the first byte of one: in a stream of values white space alone,
// in an array its brackets and commas too. Behind the array's end nothing else may stand.
func (c *cutter) between(b []byte, end bool) (i int, v verdict) {
	for {
		i += wire.Space(b[i:])
		if i == len(b) {
			switch {
			case !end:
				return i, more
			case c.format == Values || c.ended():
				return i, over
			}
			return i, short
		}
		if c.format == Values {
			return i, found
		}
		// The structure is asked on a copy: a byte that begins a value, or is wrong, is left where it is.
		ch := b[i]
		on := c.at
		part := on.Next(ch)
		switch {
		case (c.ended() || part == wire.Wrong) && !end && cutsWords(b, i, 0):
			return i, more
		case c.ended():
			return i, wrong
		case c.at.Depth() > 0 && c.at.WantsValue() && part != wire.Close:
			return i, found
		case part == wire.Wrong:
			return i, wrong
		case on.Depth() == 0 && part != wire.Close || on.InObject():
			return i, notArray
		}
		c.at = on
		i++
	}
}

// line finds the next line that is not blank. What it holds is for the decoder to judge. The bytes of a line that is
// cut are counted in c.n, so that only new ones are searched for its end. A last line needs no end of line. A line that
// is too long is told as soon as the limit is reached, and the rest of it is passed over.
func (c *cutter) line(b []byte, end bool) (start, stop int, v verdict) {
	for {
		i := bytes.IndexByte(b[start+c.n:], '\n')
		stop = start + c.n + i
		if i < 0 {
			stop = len(b)
			c.n = stop - start
		}
		switch {
		case c.skips && i < 0 && !end:
			c.n = 0
			return stop, stop, more // of the rest nothing is kept
		case c.skips:
			c.skips = false
			start = stop // as if the rest were blank
		case stop-start > c.max:
			c.n, c.skips = 0, true
			return start, start + c.max, large
		case i < 0 && !end:
			return start, stop, more
		}
		c.n = 0
		if wire.Space(b[start:stop]) < stop-start {
			return start, stop, found
		}
		if i < 0 {
			return stop, stop, over
		}
		start = stop + 1
	}
}
