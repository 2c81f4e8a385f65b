package stream

import (
	"iter"

	"github.com/zetes-json/zetes/internal/frame"
)

// A Pusher decodes values from bytes that are pushed to it as they come: by a callback, a websocket, a loop of
// one's own. Whatever the pieces are, values come out as soon as they are complete, in order. It is for one
// goroutine at a time.
type Pusher[T any] struct {
	in *frame.Pusher
	d  *valueReader[T]
}

// NewPusher returns a pusher of values that follow each other, as [Values] reads them.
func NewPusher[T any](opts ...Option) *Pusher[T] { return newPusher[T](frame.Values, opts) }

// NewElementPusher returns a pusher of the elements of one array, as [Elements] reads them.
func NewElementPusher[T any](opts ...Option) *Pusher[T] {
	return newPusher[T](frame.Elements, opts)
}

func newPusher[T any](format frame.Format, opts []Option) *Pusher[T] {
	o := newOptions(DefaultMaxValueSize, opts)
	in := frame.NewPusher(format, o.max)
	return &Pusher[T]{in, newValueReader[T](&in.Stream, format, &o)}
}

// Push adds b to the input at once, by copying, and returns the values that are complete now; those that a loop
// leaves come in the next one. Errors are those of [Values]. After one that ends the stream further input is
// dropped.
func (p *Pusher[T]) Push(b []byte) iter.Seq2[T, error] {
	p.in.Push(b)
	return p.d.each
}

// Close says that the input has ended, and returns the values that are left: a number at the very end is complete
// only now. An input that is cut is an [*zetes.Error] about [io.ErrUnexpectedEOF]. Nothing may be pushed afterwards.
func (p *Pusher[T]) Close() iter.Seq2[T, error] {
	p.in.Close()
	return p.d.each
}
