package codec

import (
	"errors"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/wire"
)

// loan is what a Writer knows of the one at whose place it writes.
type loan struct {
	owner any
	level int
	more  bool // several values have been written at the top
	hold  hold
	from  int // where in buf the output starts that is not handed out yet
}

// ResetBytes makes w append to dst, as a new writer would, and keeps the rest of its memory. It is a misuse where
// [Writer.Release] is one.
func (w *Writer) ResetBytes(dst []byte) {
	if !w.mine("") {
		return
	}
	*w = Writer{buf: dst, after: writeAgain, set: &kernel.EscapeMinimal, stack: w.stack[:0], keys: w.keys[:0], loan: loan{from: len(dst)}}
}

// Lease makes w append one value to dst, for a codec. w is new, or has been given back by [Writer.Return].
func (w *Writer) Lease(dst []byte, html bool, owner any, level int) {
	set := &kernel.EscapeMinimal
	if html {
		set = &kernel.EscapeHTML
	}
	w.buf, w.set, w.owner = dst, set, owner
	w.place, w.after, w.more, w.level = writeValue, writeAgain, false, level
	w.hold, w.from = lent, len(dst)
}

// Return takes from w what was appended. Whoever kept w can do no harm with it until it is on lease again.
func (w *Writer) Return() []byte {
	b := w.buf
	w.buf = nil
	w.hold, w.place = back, writeNothing
	return b
}

// Lend notes who lends the writer, and how deep within a value, for packages that write whole values into it. A
// Reset forgets it.
func (w *Writer) Lend(owner any, level int) { w.owner, w.level = owner, level }

// Owner returns what Lend was given, or nil and 0.
func (w *Writer) Owner() (owner any, level int) { return w.owner, w.level }

// EscapesHTML reports whether <, > and & are escaped in strings.
func (w *Writer) EscapesHTML() bool { return w.set == &kernel.EscapeHTML }

// BeginValue gets ready for a value that the caller appends to buf and hands back by [Writer.EndValue]. Where no
// value can stand ok is false, and nothing is to be handed back.
func (w *Writer) BeginValue() (buf []byte, ok bool) {
	ok = w.value()
	return w.buf, ok
}

// EndValue takes the buffer of [Writer.BeginValue] back, with one JSON value appended to it. It is not checked.
func (w *Writer) EndValue(buf []byte) {
	w.buf = buf
	w.done(0)
}

// Lease makes r read the one value that starts at start in w, for a codec. w is not copied, and nothing of the
// value has been checked: where it ends is found by reading it. It may have deepest containers within one another,
// and numbers for package big of so many digits; owner, level and bits are those of [Reader.Lend].
//
// Of a reader that has read one value of w to its end no pointer is written: while the collector marks, each write
// of one is dear.
func (r *Reader) Lease(w *wire.Input, start int, owner any, level, deepest, digits int, bits option.Set) {
	if r.place != atEnd || r.tuned || r.input.In != w.In || r.input.Masks != w.Masks || cap(r.buf) < w.N || mem.DataWord(r.owner) != mem.DataWord(owner) {
		r.leaseAnew(w, owner)
	}
	r.input.N, r.input.Dirty = w.N, w.Dirty
	r.buf, r.base, r.pos, r.edge = r.buf[:w.N], -int64(start), start, w.N+1
	r.index, r.place, r.open = 0, atValue, true
	r.level, r.deepest, r.digits, r.bits = level, deepest, digits, bits
}

// leaseAnew is Lease for whatever state r is in. What another codec has asked of it is not for the next one.
//
//go:noinline
func (r *Reader) leaseAnew(w *wire.Input, owner any) {
	r.resetWindow(w, 0, w.N)
	r.setLimits(Limits{})
	r.owner, r.tuned = owner, false
}

// Return ends a lease. It returns the position behind the value, or false where r can't tell, for the codec has
// read by other means than values.
func (r *Reader) Return() (end int, ok bool) { return r.pos, r.place == atEnd && !r.tuned }

// Recall takes the window back that r had on lease: whoever kept r sees nothing of what comes into it.
func (r *Reader) Recall() {
	if r.place != atEnd {
		r.input, r.place, r.tuned = noInput, atFailed, true
		if r.err == nil {
			r.err = errBack
		}
	}
	r.buf, r.pos, r.open = r.buf[:0], 0, false
	for _, s := range r.slabs {
		s.drop() // the next window is another input
	}
}

// resetWindow makes r read the one value that stands from start to end in w, which has been checked.
func (r *Reader) resetWindow(w *wire.Input, start, end int) {
	r.hold = lent
	r.resetTo(nil)
	r.SetRefill(nil)
	r.input, r.buf = *w, mem.Slice(w.In, w.N)[:end]
	r.base, r.pos, r.edge = -int64(start), start, end+1
	r.borrowed, r.top, r.after = true, atEnd, atEnd
}

// narrow finds the end of the value that r has on lease, and keeps from sight what lies behind it. A value that is
// not JSON has no end: it fails, whoever reads it.
//
//go:noinline
func (r *Reader) narrow() {
	r.open = false
	if end := r.input.Skip(int(-r.base), r.deepest); end > 0 {
		r.buf, r.edge = r.buf[:end], end+1
	}
}

// rest is Buffered for a window that is lent.
func (r *Reader) rest() []byte {
	if r.open {
		r.narrow()
	}
	return r.buf[r.pos:len(r.buf):len(r.buf)]
}

// Lent reports whether r reads in memory that stays as it is while it has it, and that others may walk over at the
// same time.
func (r *Reader) Lent() bool { return r.borrowed }

// Lend notes who lends the reader, how deep within a value, and with which choices, for packages that read whole
// values from it. A Reset keeps it.
func (r *Reader) Lend(owner any, level int, bits option.Set) {
	r.owner, r.level, r.bits, r.tuned = owner, level, bits, true
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
