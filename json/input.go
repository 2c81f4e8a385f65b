package json

import (
	"errors"
	"io"
	"math"
	"sync"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/window"
	"github.com/zetes-json/zetes/internal/wire"
)

// Most Decoders read one small value, such as the body of a request, and allocating a buffer would cost more than the
// decoding. So an input takes its window from a pool at the first Fill. At the end of a value it gives the window back,
// if at most a few unread bytes follow, which it then stores in rest, and if no other code may have kept a part of the
// window. Emptying a window takes time, so a large one goes back only after a quarter of its size has been read.
//
// A value is decoded where it lies in the window. If the window seems to have one value only, the value is decoded as a
// document first: {"a":1} and a line break is such a case, {"a":1}{"a":2} and the start of a third value is not. A
// value that turns out to be incomplete is decoded again when all of it has been read.
//
// Decoders are copied: to be moved, and to try something and go back by *d = saved. Copies of an input share its
// window, each with its own position, as copies of the toolchain's Decoder share a buffer. The lease of a window counts
// how often the window was given back. A copy that finds another lease fails, since the window may belong to another
// Decoder now. If the text has moved, the copy looks for its position there, and fails if that text is gone.

// input is the source of a Decoder: a reader, and the unread bytes that came from it.
type input struct {
	r     io.Reader
	b     *body  // the window, or nil
	lease uint64 // the window's lease when it was taken
	base  int64  // offset in the input of the first byte of the window's text, or of rest
	at    int    // the first unread byte of the text or of rest
	room  int    // if there is no window: the capacity of the last one
	rest  [mostRest]byte
	to    uint8
	given uint8 // the number of windows that were given back
	begun bool  // the input was made by NewDecoder
	small bool  // option.SmallReads is set
	size  int32 // the size of the last value
	gone  bool  // the unread bytes are no longer in memory
}

// body is a window, with the source and the parts that decode its text.
type body struct {
	window.Window
	source source
	values decode.Resident
	names  names
	lease  atomic.Uint64 // also read by copies of an input that does not have the window
	from   int64         // offset in the input at which the window was taken
	kept   bool          // other code may hold parts of the window
}

// errCopied is the error of a Decoder whose unread bytes are gone, because a copy of it has read on.
var errCopied = errors.New("json: a copy of the Decoder has read on")

var bodies = sync.Pool{New: func() any {
	b := new(body)
	b.Reset(&b.source)
	b.SetRefill(b.refill)
	return b
}}

// refill returns the capacity for the next read. Without option.SmallReads there is space for 512 new bytes or more.
// With SmallReads the capacity is 64 bytes at first and grows to 4 KB, and further for long values.
func (b *body) refill(length, capacity, start int, offset int64) int {
	const least, first, most = 512, 64, 4 << 10
	switch {
	case !b.source.in.small:
		if capacity-(length-start) < least {
			return 2*capacity + least
		}
	case capacity == 0:
		return first
	case capacity <= most/2 && int64(capacity) < offset/2 || start == 0 && length >= 3*capacity/4:
		return 2 * capacity
	}
	return capacity
}

const (
	smallRoom  = 4 << 10        // up to this capacity, emptying a window takes hardly any time
	mostRest   = 4              // the most unread bytes that are stored without a window: often a line break
	mostPooled = mem.MostPooled // the largest capacity of a window that goes back to the pool
	mostGiven  = 16             // after this number of small windows an input keeps the next one
)

// source reads from the reader of an input. An impossible count has the same effect as for the toolchain's Decoder.
type source struct{ in *input }

func (s *source) Read(p []byte) (int, error) {
	n, err := s.in.r.Read(p)
	if uint(n) <= uint(len(p)) {
		return n, err
	}
	if n > 0 || !s.in.small {
		// The toolchain's decoder extends its buffer, which has space for p, by n. The extension panics if n is too
		// large, or negative and beyond the start of the buffer; so does this slicing. transfer.Read refuses others.
		have := len(s.in.Buffered())
		_ = make([]byte, have, have+len(p))[:have+n]
		return n, err
	}
	return 0, err
}

func (in *input) Buffered() []byte {
	if in.b == nil {
		return in.rest[in.at:in.to:in.to]
	}
	text := in.b.Text
	return text[in.at:len(text):len(text)]
}

func (in *input) Discard(n int) { in.at += n }

func (in *input) InputOffset() int64 { return in.base + int64(in.at) }

// enter is called at the start of each method, since copies of in may have used the window after the last call.
func (in *input) enter() {
	if in.b != nil && (in.b.lease.Load() != in.lease || in.b.Base != in.base) {
		in.regain()
	}
}

// regain finds the unread bytes of in at their new position in the window, or gives up the window.
//
//go:noinline
func (in *input) regain() {
	b := in.b
	if b.lease.Load() == in.lease {
		if at := in.InputOffset() - b.Base; at >= 0 && at <= int64(len(b.Text)) {
			in.base, in.at = b.Base, int(at)
			return
		}
	}
	in.base, in.at, in.to, in.b, in.gone = in.InputOffset(), 0, 0, nil, true
}

// keep prevents the window from going back to the pool, since other code may hold parts of it.
func (in *input) keep() {
	if in.b != nil {
		in.b.kept = true
	}
}

// Fill reads from the source once. During the read the window can't go back to the pool, nor after a panic or error:
// the reader may still be writing into it.
func (in *input) Fill() (int, error) {
	switch {
	case in.gone:
		return 0, errCopied
	case in.b == nil && !in.begun:
		return 0, io.EOF
	case in.b == nil:
		in.b = bodies.Get().(*body)
		in.lease, in.b.from = in.b.lease.Load(), in.InputOffset()
		in.b.Resume(in.b.from, in.room, in.rest[in.at:in.to])
	case in.b.Reading():
		return 0, window.ErrReentered
	default:
		in.b.Pos = in.at
	}
	b := in.b
	if b.source.in != in { // a copy may have taken the window
		b.source.in = in
	}
	in.base, in.at = in.InputOffset(), 0
	before := b.kept
	b.kept = true
	n, err := b.FillTo(b.refill(len(b.Text), b.Room(), b.Pos, in.base))
	if in.at != 0 {
		b.Text = b.Text[:len(b.Text)-n]
		n, err = 0, window.ErrReentered
	}
	if err == nil || err == io.EOF {
		b.kept = before
	}
	return n, err
}

func (in *input) passed(first, n int) {
	in.size = int32(min(n-first, math.MaxInt32))
	in.Discard(n)
	in.leave()
}

// leave gives the window back to the pool if at most mostRest bytes are unread. After mostGiven small windows an input
// keeps the next one: with values of 50 bytes, each by one read, exchanging windows would take a third of the time.
func (in *input) leave() {
	b, left := in.b, in.Buffered()
	if b == nil || b.kept || len(left) > mostRest {
		return
	}
	switch room := b.Room(); {
	case room > smallRoom:
		if in.InputOffset()-b.from < int64(room/4) {
			return
		}
	case in.given == mostGiven:
		b.values.End()
		return
	default:
		in.given++
	}
	in.base, in.at, in.room, in.to, in.b = in.InputOffset(), 0, b.Room(), uint8(copy(in.rest[:], left)), nil
	b.lease.Add(1)
	b.Empty(mostPooled)
	b.values.End()
	b.source.in = nil
	bodies.Put(b)
}

// value decodes the array or object that starts at index first of the unread bytes into v, and returns the index after
// its end. It returns -1 if the array or object is not complete in memory, or can't be decoded before its end is known.
// With -1 and no fault, v is unchanged. Since work on an incomplete value is wasted, value tries only if there are at
// least as many bytes as the previous value had.
func (in *input) value(c *decode.Call, first int, v any) (n int, f *fault.Fault) {
	if in.b == nil {
		return -1, nil
	}
	text, size := in.Buffered()[first:], int(in.size)
	switch {
	case len(text) < max(size, 1):
		return -1, nil
	case len(text) < 2*size || size == 0:
		if n, f = alone(c, text, v); n >= 0 {
			return n + first, f
		} else if f != nil || size == 0 {
			return -1, f
		}
	}
	return in.whole(c, first, size, v)
}

// whole does the work of value, for a value that is expected to be complete in memory and to have about size bytes.
func (in *input) whole(c *decode.Call, first, size int, v any) (n int, f *fault.Fault) {
	b := in.b
	if b == nil || b.Reading() { // bitmaps need zeros after the text, where the source is writing
		return -1, nil
	}
	if b.N < len(b.Text) {
		b.Mask()
	}
	start := in.at + first
	if at := b.Space(start); b.At(at)|0x20 != '{' { // neither { nor [: a number may go on after the window
		return -1, nil
	}
	c.Resident = &b.values
	n, f = c.UnmarshalIn(&b.Input, start, len(b.Text)+1, v)
	if c.Resident = nil; n >= 0 {
		n -= in.at
	}
	return n, f
}

// alone decodes text into v like value, if text, without white space around it, begins and ends with brackets.
func alone(c *decode.Call, text []byte, v any) (n int, f *fault.Fault) {
	n = len(text)
	for n > 0 && wire.Space(text[n-1:n]) > 0 {
		n--
	}
	// In ASCII a closing bracket is its opening bracket plus 2.
	if at := wire.Space(text); at+1 >= n || text[n-1] != text[at]+2 || !container(text[:n]) {
		return -1, nil
	}
	c.Trial = true
	f = c.Unmarshal(text[:n], v)
	c.Trial = false
	if f == nil {
		return n, nil
	}
	if f.Code == fault.Syntax || f.Code == fault.BadTarget {
		f = nil
	}
	return -1, f
}
