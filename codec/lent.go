package codec

import (
	"errors"

	"github.com/zetes-json/zetes/internal/kernel"
)

// lent is what a Writer knows of the one at whose place it writes.
type lent struct {
	owner any
	level int
	count int // values at the top
}

// ResetBytes makes w append to dst, as a new writer would, and keeps the rest of its memory.
func (w *Writer) ResetBytes(dst []byte) {
	*w = Writer{buf: dst, set: &kernel.EscapeMinimal, stack: w.stack[:0]}
}

// Lend notes who lends the writer, and how deep within a value, for packages that write whole values into it. A Reset forgets it.
func (w *Writer) Lend(owner any, level int) { w.owner, w.level = owner, level }

// Owner returns what Lend was given, or nil and 0.
func (w *Writer) Owner() (owner any, level int) { return w.owner, w.level }

// EscapesHTML reports whether <, > and & are escaped in strings.
func (w *Writer) EscapesHTML() bool { return w.set == &kernel.EscapeHTML }

// BeginValue gets ready for a value that the caller appends to buf and hands back by [Writer.EndValue]. Where no value can stand
// ok is false, and nothing is to be handed back.
func (w *Writer) BeginValue() (buf []byte, ok bool) {
	ok = w.value()
	return w.buf, ok
}

// EndValue takes the buffer of [Writer.BeginValue] back, with one JSON value appended to it. It is not checked.
func (w *Writer) EndValue(buf []byte) {
	w.buf = buf
	w.done()
}

// Lend notes who lends the reader, and how deep within a value, for packages that read whole values from it. A Reset keeps it.
func (r *Reader) Lend(owner any, level int) { r.owner, r.level = owner, level }

// Owner returns what Lend was given, or nil and 0.
func (r *Reader) Owner() (owner any, level int) { return r.owner, r.level }

// What codecs do wrong, besides what a [Writer] or [Reader] refuses.
var (
	ErrNothingWritten = errors.New("codec: nothing was written")
	ErrTwiceWritten   = errors.New("codec: more than one value was written")
	ErrUnclosed       = errors.New("codec: an object or array was not ended")
	ErrNotRead        = errors.New("codec: the value was not read to its end")
	ErrReadTooMuch    = errors.New("codec: more was read than the value")
)

// wrote returns what is wrong about what a codec wrote into w.
func (w *Writer) wrote() error {
	switch {
	case w.err != nil:
		return w.err
	case len(w.stack) > 0:
		return ErrUnclosed
	case w.count == 0:
		return ErrNothingWritten
	case w.count > 1:
		return ErrTwiceWritten
	}
	return nil
}

// read returns what is wrong about what a codec read from r, which held one value.
func (r *Reader) read() error {
	switch {
	case r.err != nil && r.err.Code == Truncated:
		return ErrReadTooMuch
	case r.err != nil:
		return r.err
	case len(r.stack) > 0 || len(r.Buffered()) > 0:
		return ErrNotRead
	}
	return nil
}
