package frame

import (
	"errors"
	"io"
)

// ErrPending says that the bytes so far hold no further value.
var ErrPending = errors.New("json: no further value yet")

// Pusher is a Stream whose bytes are brought. What is pushed is copied to the window at once; a Next that needs more
// than there is returns ErrPending, which unlike other errors is not the end.
type Pusher struct {
	Stream
	src pushed
}

// NewPusher returns the stream of the values in what is pushed, of at most max bytes each.
func NewPusher(format Format, max int) *Pusher {
	p := new(Pusher)
	p.start(&p.src, format, max)
	return p
}

// Push adds a copy of b to the input. After an error of the stream it does nothing.
func (p *Pusher) Push(b []byte) {
	for p.src.b = b; len(p.src.b) > 0 && p.said == nil; {
		p.fill()
		p.err = nil
	}
	p.src.b = nil
}

// Close says that nothing more will be pushed: Next returns what is left, and io.EOF instead of ErrPending.
func (p *Pusher) Close() { p.src.closed = true }

// pushed is a reader of what is at hand.
type pushed struct {
	b      []byte
	closed bool
}

// Read implements io.Reader.
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
