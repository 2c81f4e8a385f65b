package stream

import (
	"iter"

	"github.com/zetes-json/zetes/internal/frame"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/relax"
)

// A Pusher decodes values from bytes that are pushed to it as they come, for example by a callback, a websocket or a
// loop. It returns values in order as soon as they are complete, however the input is divided into pieces. It is for
// one goroutine at a time.
type Pusher[T any] struct {
	_       mem.NoCopy
	in      *frame.Pusher
	relaxed *relax.Pieces
	d       *valueReader[T]
}

// NewPusher returns a pusher of values that follow each other, as [Values] reads them.
func NewPusher[T any](opts ...Option) *Pusher[T] { return newPusher[T](frame.Values, opts) }

// NewElementPusher returns a pusher of the elements of one array, as [Elements] reads them.
func NewElementPusher[T any](opts ...Option) *Pusher[T] { return newPusher[T](frame.Elements, opts) }

func newPusher[T any](format frame.Format, opts []Option) *Pusher[T] {
	o := newOptions(DefaultMaxValueSize, opts)
	in := frame.NewPusher(format, o.max)
	return &Pusher[T]{in: in, relaxed: relax.NewPieces(o.c.Options), d: newValueReader[T](&in.Stream, format, &o)}
}

// Push copies b to the input at once, and returns an iterator over the values that are complete now. Values that a loop
// does not reach come with the next call. Errors are those of [Values]. After an error that ends the stream further
// input is dropped.
func (p *Pusher[T]) Push(b []byte) iter.Seq2[T, error] {
	p.in.Push(p.relaxed.Convert(b, false))
	return p.d.each
}

// Close says that the input has ended, and returns the remaining values: a number at the very end is complete only now.
// If the input is cut off, there is an [*zetes.Error] about [io.ErrUnexpectedEOF]. Nothing may be pushed afterwards.
func (p *Pusher[T]) Close() iter.Seq2[T, error] {
	p.in.Push(p.relaxed.Convert(nil, true))
	p.in.Close(p.relaxed.Cut())
	return p.d.each
}
