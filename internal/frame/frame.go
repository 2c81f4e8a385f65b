package frame

import (
	"bytes"
	"errors"

	"github.com/zetes-json/zetes/internal/toolchain"
	"github.com/zetes-json/zetes/internal/wire"
)

// The values of a stream follow each other ({"a":1} {"a":2}), stand in a line each, or are the elements of one array
// ([{"a":1},{"a":2}]). The cutter finds where each value starts and ends, in bytes that may be cut anywhere.
//
// Take the format Elements and the pieces [{"a" and :1},{. For the first piece the verdict is "more": the array has
// begun, and 4 bytes of a value were scanned. With the second piece it is "found", for the value {"a":1}. The cutter
// itself reads the text between values, and the array's brackets and commas. A wire.Scanner reads the values.

// Format says how the values of a stream are separated.
type Format uint8

const (
	Values   Format = iota // one after the other, with or without white space between them
	Lines                  // one value in each line; blank lines are skipped
	Elements               // the elements of one array
)

func (f Format) Depth() int {
	if f == Elements {
		return 1
	}
	return 0
}

// verdict is the result of cut for some bytes. After more and found the stream goes on. After large it goes on only in
// the format Lines, with the next line. Every other verdict ends the stream.
type verdict uint8

const (
	more     verdict = iota // the value goes on after these bytes
	found                   // b[start:stop] is a value
	wrong                   // the byte at stop is not allowed
	notArray                // a value other than an array starts at start
	over                    // the stream ends here without an error
	short                   // the input ends within a value or the array
	large                   // the value is longer than allowed
)

// ErrTooLarge is the error of a value that is longer than allowed.
var ErrTooLarge = errors.New("json: value exceeds the size limit of the stream")

// cutter finds values in bytes that arrive in pieces. If a piece ends inside a value, cut returns the position start of
// the value. The caller keeps the bytes from start on, and calls cut again with these and the new bytes, of which the
// cutter scans only the new ones.
type cutter struct {
	format Format
	max    int
	within int            // number of arrays and objects around a value; they count towards the limit of nesting
	at     wire.Structure // the state of the grammar before the value: inside or outside of the array
	scan   wire.Scanner
	n      int  // bytes of the current value that were scanned
	skips  bool // the rest of a line that is too long is being skipped
	short  bool // set by Pusher.Close: the input ends too soon, even if it ends after a value
}

// cut searches b for a value, which is b[start:stop]. b starts after the last value, or, if the last verdict was more,
// at the start that came with it: the caller may drop the bytes before that. end says that nothing follows b.
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
		c.nextValue()
		return start, stop, found
	case end:
		return start, stop, short
	}
	return start, stop, more
}

// cutsWords reports whether b ends inside the character or escape sequence that has the wrong byte b[n] and token bytes
// before it. The error quotes all of it, so the caller then tries again with more bytes.
func cutsWords(b []byte, n, token int) bool {
	_, whole := toolchain.Named(b, n, token)
	return !whole
}

// nextValue makes c ready for the next value. In an array a comma or the closing bracket must follow first.
func (c *cutter) nextValue() {
	c.scan.ResetWithin(c.within)
	c.n = 0
	if c.format == Elements {
		c.at.Passed()
	}
}

// ended reports whether the array has ended.
func (c *cutter) ended() bool { return c.at.Past() && c.at.Depth() == 0 }

// between skips the text between values, up to the first byte of a value: white space, and in an array also its
// brackets and commas. After the end of the array only white space may follow.
func (c *cutter) between(b []byte, end bool) (i int, v verdict) {
	for {
		i += wire.Space(b[i:])
		if i == len(b) {
			switch {
			case !end:
				return i, more
			case !c.short && (c.format == Values || c.ended()):
				return i, over
			}
			return i, short
		}
		if c.format == Values {
			return i, found
		}
		// on is a copy of c.at, which must stay before the byte if the byte begins a value or is wrong.
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

// line finds the next line that is not blank. The number of bytes of an incomplete line is stored in c.n, so that only
// new bytes are searched for its end. The last line needs no line end. A line that is too long is reported as soon as
// the limit is reached, and its rest is skipped.
func (c *cutter) line(b []byte, end bool) (start, stop int, v verdict) {
	if len(b) > 0 && b[0] == '\n' && c.n == 0 && !c.skips {
		start = 1 // skip the end of the last line
	}
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
			return stop, stop, more // the rest of the line is dropped
		case c.skips:
			c.skips = false
			start = stop // skip the rest as if it were blank
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
