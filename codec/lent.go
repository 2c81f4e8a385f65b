package codec

import (
	"errors"
	"reflect"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// The encoder lends a Writer to each codec that it calls, and the decoder a Reader. A codec may keep its Reader or
// Writer after it has returned: then the Reader or Writer has no data and ignores calls, until it is lent again.

// lend makes w append one value to dst. w must be new, or take must have ended its last loan. lend stores a pointer
// only if it differs from the pointer of the last loan, because each store is expensive while the garbage collector
// marks.
func (w *Writer) lend(dst []byte, set *kernel.EscapeSet, owner any, level int) {
	w.buf = dst
	if w.set != set {
		w.set = set
	}
	if mem.DataWord(w.owner) != mem.DataWord(owner) {
		w.owner = owner
	}
	if w.self != w {
		w.self = w
	}
	w.place, w.after, w.more, w.level = writeValue, writeAgain, false, level
	w.hold, w.from = lent, len(dst)
}

// take ends the loan of w, and returns the buffer with the value.
func (w *Writer) take() []byte {
	b := w.buf
	w.buf = nil
	w.hold, w.place = back, writeNothing
	if b == nil && w.kept != nil { // the codec has not returned yet
		w.kept.Drop()
		w.kept = nil
	}
	return b
}

// The encoder and decoder know Writer and Reader only as types of package loan: the conversions just change the type of
// the pointer.

func writerOf(w *loan.Writer) *Writer { return (*Writer)(mem.Ptr(w)) }
func readerOf(r *loan.Reader) *Reader { return (*Reader)(mem.Ptr(r)) }

// suspend returns the buffer of w, and makes w refuse calls until resume.
func (w *Writer) suspend() (buf []byte) {
	buf = w.buf
	w.was, w.place, w.buf, w.busy = w.place, writeBusy, nil, true
	return buf
}

func (w *Writer) resume(buf []byte) {
	if w.buf, w.busy = buf, false; w.place == writeBusy {
		w.place = w.was
	}
}

// lend makes r read only the value at position start of in. deepest limits the levels of arrays and objects in the
// value, and digits the length of numbers that are read for package big.
//
// If r has just read a value of in to its end, lend stores no pointer, because each store of a pointer is expensive
// while the garbage collector marks.
func (r *Reader) lend(in *wire.Input, start int, t loan.Terms, deepest, digits int) {
	if r.place != atEnd || r.tuned || r.win.In != in.In || r.win.Masks != in.Masks || cap(r.win.Text) < in.N ||
		r.terms.Left != t.Left || mem.DataWord(r.terms.Owner) != mem.DataWord(t.Owner) {
		r.lendAnew(in, t)
	}
	r.win.N, r.win.Dirty = in.N, in.Dirty
	r.win.Text, r.win.Base, r.win.Pos, r.win.Edge = r.win.Text[:in.N], -int64(start), start, in.N+1
	r.index, r.place, r.open = 0, atValue, true
	r.terms.Level, r.terms.Origin, r.bounds.deepest, r.bounds.digits = t.Level, t.Origin, int32(deepest), digits
}

// lendAnew does the part of lend that is needed if the window differs from the last one, or after errors. It also
// undoes settings that another codec has made.
//
//go:noinline
func (r *Reader) lendAnew(in *wire.Input, t loan.Terms) {
	r.hold = lent
	r.win.Borrow(in, 0, in.N, 0)
	r.reset()
	r.top, r.after, r.work.guesses = atEnd, atEnd, mem.BudgetFor(lentGuesses)
	r.setLimits(Limits{})
	r.terms, r.tuned = t, false
}

// take takes back the window that r borrowed.
func (r *Reader) take() {
	if r.place != atEnd {
		r.win.Blind()
		r.place, r.tuned = atFailed, true
		if r.err == nil {
			r.err = errBack
		}
	}
	r.win.Text, r.win.Pos, r.open = r.win.Text[:0], 0, false
	for _, s := range r.work.slabs {
		s.drop() // the next window may be of another input
	}
	if r.work.kept != nil {
		r.work.kept.Drop()
	}
	r.work.guesses = mem.BudgetFor(lentGuesses)
}

// A Reader has a budget for memory that it allocates in advance. The budget grows with the length of the input. A lent
// Reader gets the budget for an input of lentGuesses bytes, whatever the input is. This is little, since there may be a
// lent Reader for each level of nesting.
const lentGuesses = 256

// narrow finds the end of the value that r was lent for, and hides the text after it. A value that is not JSON has no
// end, and reading it fails anyway.
//
//go:noinline
func (r *Reader) narrow() {
	r.open = false
	if end := r.win.Skip(int(-r.win.Base), int(r.bounds.deepest)); end > 0 {
		r.win.Text, r.win.Edge = r.win.Text[:end], end+1
	}
}

// suspend makes r refuse calls until resume.
func (r *Reader) suspend() { r.was, r.place, r.busy = r.place, atRest, true }

func (r *Reader) resume() {
	if r.busy = false; r.place == atRest {
		r.place = r.was
	}
}

func init() { loan.Open(lender{}) }

// lender is the [loan.Lender] of this package.
type lender struct{}

func (lender) NewWriter(drain func([]byte) ([]byte, error)) *loan.Writer {
	return (*loan.Writer)(mem.Ptr(&Writer{drain: drain}))
}

// NewReader returns a Reader with a small arena, since a call may need a Reader for each level of nesting.
func (lender) NewReader() *loan.Reader {
	r := &Reader{work: working{arena: new(mem.Arena)}} // one allocation for both would need a larger size class
	*r.work.arena = mem.SmallArena()
	return (*loan.Reader)(mem.Ptr(r))
}

func (lender) Write(lent *loan.Writer, write func(*loan.Writer, mem.Ptr), dst []byte, set *kernel.EscapeSet, owner any, level int, v mem.Ptr) ([]byte, error) {
	w := writerOf(lent)
	w.lend(dst, set, owner, level)
	write(lent, v)
	err := w.wrong()
	return w.take(), err
}

func (lender) TakeWriter(w *loan.Writer) []byte { return writerOf(w).take() }

func (lender) Read(lent *loan.Reader, read func(*loan.Reader, mem.Ptr), in *wire.Input, start int, t loan.Terms, deepest, digits int, v mem.Ptr) (end int, err error) {
	r := readerOf(lent)
	r.lend(in, start, t, deepest, digits)
	read(lent, v)
	if r.place == atEnd {
		return r.win.Pos, nil // at this place no container is open, and there is no error
	}
	return -1, r.wrong()
}

func (lender) TakeReader(r *loan.Reader) { readerOf(r).take() }

func (lender) Marshaler() reflect.Type         { return reflect.TypeFor[Marshaler]() }
func (lender) Unmarshaler() reflect.Type       { return reflect.TypeFor[Unmarshaler]() }
func (lender) Marshal(w *loan.Writer, v any)   { v.(Marshaler).MarshalZetes(writerOf(w)) }
func (lender) Unmarshal(r *loan.Reader, v any) { v.(Unmarshaler).UnmarshalZetes(readerOf(r)) }

func (lender) Failed(t reflect.Type, field string, writing bool, err error) (offset *int64, failure error) {
	f := &Failure{Type: t, Field: field, Writing: writing, Err: err}
	return &f.Offset, f
}

func (lender) Failure(err error) (offset *int64, failure error) {
	if f, ok := errors.AsType[*Failure](err); ok {
		return &f.Offset, f
	}
	return nil, nil
}

func (lender) Panicked(v any) error { return &Panic{Value: v} }

// Mistakes of codecs that the methods of [Writer] and [Reader] do not find.
var (
	errNothingWritten = errors.New("codec: nothing was written")
	errTwiceWritten   = errors.New("codec: more than one value was written")
	errUnclosed       = errors.New("codec: an object or array was not ended")
	errNotRead        = errors.New("codec: the value was not read to its end")
	errReadTooMuch    = errors.New("codec: more was read than the value")
)

// wrong returns an error if a codec has not written exactly one value to w.
func (w *Writer) wrong() error {
	if w.place == writeAgain && !w.more {
		return nil // at this place no container is open, and there is no error
	}
	switch {
	case w.err != nil:
		return w.err
	case len(w.stack) > 0:
		return errUnclosed
	case w.more:
		return errTwiceWritten
	}
	return errNothingWritten
}

// wrong returns an error if a codec has not read exactly the value of r. It is only called if r has not come to the end
// of the value.
func (r *Reader) wrong() error {
	switch {
	case r.err != nil && r.err.Code == Truncated:
		return errReadTooMuch
	case r.err != nil:
		return r.err
	case len(r.stack) > 0 || r.More() || r.err != nil:
		return errNotRead
	}
	return nil
}
