package codec

import (
	"errors"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/option"
)

// lent is what a Writer knows of the one at whose place it writes.
type lent struct {
	owner any
	level int
	more  bool // several values have been written at the top
	free  bool // released
	from  int  // where in buf the output starts that is not handed out yet
}

// ResetBytes makes w append to dst, as a new writer would, and keeps the rest of its memory.
func (w *Writer) ResetBytes(dst []byte) {
	*w = Writer{buf: dst, after: writeAgain, set: &kernel.EscapeMinimal, stack: w.stack[:0], lent: lent{from: len(dst)}}
}

// Lease makes w append one value to dst, for a codec. w is new, or has been given back by [Writer.Return].
func (w *Writer) Lease(dst []byte, html bool, owner any, level int) {
	set := &kernel.EscapeMinimal
	if html {
		set = &kernel.EscapeHTML
	}
	w.buf, w.set, w.owner = dst, set, owner
	w.place, w.after, w.more, w.level = writeValue, writeAgain, false, level
}

// Return takes from w what was appended. Whoever kept w can do no harm to that.
func (w *Writer) Return() []byte {
	b := w.buf
	w.buf = nil
	return b
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
	w.done(0)
}

// Lend notes who lends the reader, how deep within a value, and with which choices, for packages that read whole values from it. A Reset keeps it.
func (r *Reader) Lend(owner any, level int, bits option.Set) {
	r.owner, r.level, r.bits = owner, level, bits
}

// Owner returns what Lend was given, or nil and 0.
func (r *Reader) Owner() (owner any, level int, bits option.Set) { return r.owner, r.level, r.bits }

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
	if w.place == writeAgain && !w.more {
		return nil // the place tells that no container is open and there is no error
	}
	switch {
	case w.err != nil:
		return w.err
	case len(w.stack) > 0:
		return ErrUnclosed
	case w.more:
		return ErrTwiceWritten
	}
	return ErrNothingWritten
}

// read returns what is wrong about what a codec read from r, which held one value.
func (r *Reader) read() error {
	if r.place == atEnd {
		return nil // the place tells that no container is open and there is no error
	}
	switch {
	case r.err != nil && r.err.Code == Truncated:
		return ErrReadTooMuch
	case r.err != nil:
		return r.err
	case len(r.stack) > 0 || r.More() || r.err != nil:
		return ErrNotRead
	}
	return nil
}
