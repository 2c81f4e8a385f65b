package json

import (
	"io"
	"sync"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/window"
	"github.com/zetes-json/zetes/internal/wire"
)

// Most Decoders live for one small value, such as the body of a request, and would spend more on memory than on that.
// So an input has its window from a pool: from one Fill on to the end of a value behind which next to nothing is
// unread. Such a rest waits in the input itself. The window goes back empty, and never once somebody may have kept a
// part of it.
//
// Values are decoded where they lie or, if they seem to be alone in memory, as documents: of {"a":1} and a line break
// that is tried first, of {"a":1}{"a":2} and the start of a third one it is not. One that turns out to be cut is
// decoded again when it has come as a whole.

// input is what a Decoder reads.
type input struct {
	r     io.Reader
	b     *body // the window, or nil, and then
	base  int64 // is where the input goes on,
	room  int   // how much room the window had,
	rest  [mostRest]byte
	from  uint8 // and what of rest
	to    uint8 // is unread
	begun bool  // by a NewDecoder
	kept  bool  // parts of the window may be in other hands
	small bool  // what option.SmallReads says
	size  int   // of the last value
}

// body is a window, with what works on it.
type body struct {
	window.Window
	source source
	values decode.Resident
	names  names
}

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
	mostRest   = 4        // unread bytes that need no window: a line break, mostly
	mostPooled = 64 << 10 // of a window's memory
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
		return in.rest[in.from:in.to:in.to]
	}
	return in.b.Buffered()
}

// Discard marks the first n of them as read.
func (in *input) Discard(n int) {
	if in.b != nil {
		in.b.Discard(n)
		return
	}
	in.from += uint8(n)
	in.base += int64(n)
}

// InputOffset returns where the first unread byte stands in the input.
func (in *input) InputOffset() int64 {
	if in.b == nil {
		return in.base
	}
	return in.b.InputOffset()
}

// Fill reads from the source once, as the method of a window does. While it is at work the window can't go back, nor
// does it afterwards if the source has panicked, or given up: somebody may still be reading for it.
func (in *input) Fill() (int, error) {
	if in.b == nil {
		if !in.begun {
			return 0, io.EOF
		}
		in.b = bodies.Get().(*body)
		in.b.source.in = in
		in.b.Resume(in.base, in.room, in.rest[in.from:in.to])
	}
	before := in.kept
	in.kept = true
	n, err := in.b.Fill()
	if err == nil || err == io.EOF {
		in.kept = before
	}
	return n, err
}

// passed marks the value that ends at n as read.
func (in *input) passed(n int) {
	in.size = n
	in.Discard(n)
	in.leave()
}

// leave gives the window back if next to nothing is left.
func (in *input) leave() {
	left := in.Buffered()
	if in.b == nil || in.kept || len(left) > mostRest {
		return
	}
	b := in.b
	in.base, in.room, in.from, in.to, in.b = b.InputOffset(), b.Room(), 0, uint8(copy(in.rest[:], left)), nil
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
	if in.b == nil || in.b.Reading() {
		return -1, nil
	}
	text := in.b.Buffered()[first:]
	switch {
	case len(text) < max(in.size, 1): // nothing is to be asked of a window without a text
		return -1, nil
	case len(text) < 2*in.size || in.size == 0:
		if n, f = alone(c, text, v); n >= 0 {
			return n + first, f
		} else if f != nil || in.size == 0 {
			return -1, f
		}
	}
	return in.whole(c, first, in.size, v)
}

// whole is value for one of about size bytes, which is in memory as a whole unless it is longer than the one before.
func (in *input) whole(c *decode.Call, first, size int, v any) (n int, f *fault.Fault) {
	b := in.b
	if b == nil {
		return -1, nil
	}
	if b.N < len(b.Text) {
		b.Mask()
	}
	if n, f = b.values.Unmarshal(c, &b.Input, b.Pos+first, size, v); n >= 0 {
		n -= b.Pos
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
	perhaps := *c
	perhaps.Perhaps = true
	if f = perhaps.Unmarshal(text[:n], v).Take(); f == nil {
		return n, nil
	}
	if f.Code == fault.Syntax || f.Code == fault.BadTarget {
		f = nil
	}
	return -1, f
}
