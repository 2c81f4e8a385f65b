package frame

import (
	"errors"
	"io"
)

// ErrPending reports that the bytes that were pushed so far contain no further value.
var ErrPending = errors.New("json: no further value yet")

// Pusher is a Stream that gets its bytes by Push, which copies them to the Stream's buffer. If Next needs more bytes
// than were pushed, it returns ErrPending. Unlike other errors, ErrPending does not end the stream.
type Pusher struct {
	Stream
	src pushed
}

// NewPusher returns the stream of the values in the pushed bytes, each of at most max bytes.
func NewPusher(format Format, max int) *Pusher {
	p := new(Pusher)
	p.Reset(&p.src, format, max)
	return p
}

// Push adds a copy of b to the input. After an error of the stream it does nothing.
func (p *Pusher) Push(b []byte) {
	for p.src.b = b; len(p.src.b) > 0 && p.final == nil; {
		p.fill()
		p.err = nil
	}
	p.src.b = nil
}

// Close says that nothing more will be pushed: Next returns the rest, and io.EOF instead of ErrPending. If cut is true,
// the input has ended too soon, even if it ends after a value. The format Lines ignores cut.
func (p *Pusher) Close(cut bool) { p.src.closed, p.cut.short = true, cut }

// pushed is a reader of the pushed bytes.
type pushed struct {
	b      []byte
	closed bool
}

func (p *pushed) Read(b []byte) (int, error) {
	n := copy(b, p.b)
	p.b = p.b[n:]
	switch {
	case n > 0:
		return n, nil
	case p.closed:
		return 0, io.EOF
	}
	return 0, ErrPending
}
