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

// Most Decoders live for one small value, such as the body of a request, and would spend more on memory than on that.
// So an input has its window from a pool: from one Fill on to the end of a value behind which next to nothing is
// unread. Such a rest waits in the input itself. The window goes back empty, and never once somebody may have kept a
// part of it. To empty a window, or to make it again, takes time in proportion to its size, so a large one goes back
// when a quarter of its size has been read: each small value that comes by itself behind a large one would cost as much
// as the large one otherwise.
//
// Values are decoded where they lie or, if they seem to be alone in memory, as documents: of {"a":1} and a line break
// that is tried first, of {"a":1}{"a":2} and the start of a third one it is not. One that turns out to be cut is
// decoded again when it has come as a whole.

// Decoders are copied: to be fields of structs, to be moved, and to try something and go back by *d = saved. Copies of
// an input share its window, each with a place of its own in it, as those of the toolchain share a buffer. The lease
// counts how often a window was given back. A copy that finds another lease than its own fails, for the window may be
// a stranger's by now. One that finds that the text has moved looks for its place there, and fails where that has gone.

// input is what a Decoder reads.
type input struct {
	r     io.Reader
	b     *body  // the window, or nil
	lease uint64 // the window's
	base  int64  // where its text begins in the input, or rest
	at    int    // the first unread byte of either
	room  int    // without a window: how much room the last one had,
	rest  [mostRest]byte
	to    uint8 // and how long rest is
	given uint8 // how many windows went back
	begun bool  // by a NewDecoder
	small bool  // what option.SmallReads says
	size  int32 // of the last value
	gone  bool  // what was unread is in memory no more
}

// body is a window, with what works on it.
type body struct {
	window.Window
	source source
	values decode.Resident
	names  names
	lease  atomic.Uint64 // copies look at it whoever has the window
	from   int64         // where the input stood when the window was taken
	kept   bool          // parts of the window may be in other hands
}

// errCopied is the error of a Decoder whose unread bytes another copy of it has passed and given up.
var errCopied = errors.New("json: a copy of the Decoder has read on")

var bodies = sync.Pool{New: func() any {
	b := new(body)
	b.Reset(&b.source)
	b.SetRefill(b.refill)
	return b
}}

// refill sizes reads. Without SmallReads they are of at least 512 bytes each, with it of 64 bytes at first and of 4 KB
// in the long run, or more for long values.
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
	smallRoom  = 4 << 10        // bytes of a window that is emptied in no time
	mostRest   = 4              // unread bytes that need no window: a line break, mostly
	mostPooled = mem.MostPooled // of a window's memory
	mostGiven  = 16             // such windows that an input gives back before it keeps one
)

// source is an input's reader. A count that it can't have read makes of the Decoder what it makes of the toolchain's.
type source struct{ in *input }

// Read implements io.Reader.
func (s *source) Read(p []byte) (int, error) {
	n, err := s.in.r.Read(p)
	if uint(n) <= uint(len(p)) {
		return n, err
	}
	if n > 0 || !s.in.small {
		// The toolchain's decoder makes its buffer, which has room for p, that much longer. A negative count that
		// leaves something of the buffer would take back bytes that were given: that is an error here.
		have := len(s.in.Buffered())
		_ = make([]byte, have, have+len(p))[:have+n]
		return n, err
	}
	return 0, err
}

// Buffered returns the unread bytes that are in memory.
func (in *input) Buffered() []byte {
	if in.b == nil {
		return in.rest[in.at:in.to:in.to]
	}
	text := in.b.Text
	return text[in.at:len(text):len(text)]
}

// Discard marks the first n of them as read.
func (in *input) Discard(n int) { in.at += n }

// InputOffset returns where the first unread byte stands in the input.
func (in *input) InputOffset() int64 { return in.base + int64(in.at) }

// enter stands at the beginning of each call: copies of in may have used its window.
func (in *input) enter() {
	if in.b != nil && (in.b.lease.Load() != in.lease || in.b.Base != in.base) {
		in.regain()
	}
}

// regain finds the unread bytes of in where they are now, or gives up the window.
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

// keep says that parts of the window may be in other hands, from now on.
func (in *input) keep() {
	if in.b != nil {
		in.b.kept = true
	}
}

// Fill reads from the source once, as the method of a window does. While it is at work the window can't go back, nor
// does it afterwards if the source has panicked, or given up: somebody may still be reading for it.
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
	if b.source.in != in { // but the copy that has taken the window, or nil
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

// passed marks the value from first to n as read.
func (in *input) passed(first, n int) {
	in.size = int32(min(n-first, math.MaxInt32))
	in.Discard(n)
	in.leave()
}

// leave gives the window back if next to nothing is left. An input that has often done so keeps a small window from
// then on, for it goes on: with a value in each read, a third of the time of 50 bytes is the pool and what it asks for.
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

// value decodes the array or object that comes next, from the position first of the unread bytes on, into v as c has
// it. It returns where the value ends, or -1 where it is not in memory as a whole, or is not decoded without its end:
// nothing has happened then, unless there is a fault.
//
// To decode a value that is cut is work for nothing. So it is done only where as much is there as the value before
// took: of streams of large values the next one is rarely there.
func (in *input) value(c *decode.Call, first int, v any) (n int, f *fault.Fault) {
	if in.b == nil {
		return -1, nil
	}
	text, size := in.Buffered()[first:], int(in.size)
	switch {
	case len(text) < max(size, 1): // nothing is to be asked of a window without a text
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

// whole is value for one of about size bytes, which is in memory as a whole unless it is longer than the one before.
func (in *input) whole(c *decode.Call, first, size int, v any) (n int, f *fault.Fault) {
	b := in.b
	if b == nil || b.Reading() { // bitmaps of a text need zeros behind it, where the source is writing
		return -1, nil
	}
	if b.N < len(b.Text) {
		b.Mask()
	}
	if n, f = b.values.Unmarshal(c, &b.Input, in.at+first, size, v); n >= 0 {
		n -= in.at
	}
	return n, f
}

// alone is value for text that seems to be one array or object, and white space: it begins and ends as one does.
func alone(c *decode.Call, text []byte, v any) (n int, f *fault.Fault) {
	n = len(text)
	for n > 0 && wire.Space(text[n-1:n]) > 0 {
		n--
	}
	// In ASCII a closing bracket comes two behind its opening one.
	if at := wire.Space(text); at+1 >= n || text[n-1] != text[at]+2 || !container(text[:n]) {
		return -1, nil
	}
	c.Perhaps = true
	f = c.Unmarshal(text[:n], v).Take()
	c.Perhaps = false
	if f == nil {
		return n, nil
	}
	if f.Code == fault.Syntax || f.Code == fault.BadTarget {
		f = nil
	}
	return -1, f
}
