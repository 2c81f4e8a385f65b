package codec

import (
	"sync"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/mem"
)

// keptMemory is the size in bytes of the largest buffer, of each kind, that a Reader or Writer keeps in the pool.
const keptMemory = 1 << 20

var (
	readers = sync.Pool{New: func() any { return newReader() }}
	writers = sync.Pool{New: func() any {
		both := new(struct {
			Writer
			ended atomic.Uint64
		})
		both.loans = &both.ended
		return &both.Writer
	}}
)

// holder protects the memory of a Reader or Writer from use by two owners. A copy of the struct has an address that
// differs from self. The copy refuses all calls except Reset, which gives it new memory. If a copy is made before a
// Release and stored back after it, the addresses are equal; so the pool also counts, for each loan, only the first
// Release.
type holder[T any] struct {
	_     mem.NoCopy
	self  *T // the address of the original, or nil before the first Reset
	hold  hold
	busy  bool           // other code is at work with the memory
	loans *atomic.Uint64 // the number of ended loans, shared by all copies; nil for the zero Reader or Writer
	loan  uint64         // the number of the current loan
}

// borrowReader returns a Reader from the pool, which belongs to the caller. It must be reset.
func borrowReader() *Reader {
	r := readers.Get().(*Reader)
	r.hold, r.loan = made, r.loans.Load()
	return r
}

// borrowWriter returns a Writer from the pool, which belongs to the caller. It must be reset.
func borrowWriter() *Writer {
	w := writers.Get().(*Writer)
	w.hold, w.loan = made, w.loans.Load()
	return w
}

// giveBack ends the loan and reports whether the memory goes to the pool. It returns false if another Release has ended
// this loan, or if there is no loan: a zero Reader or Writer that was Reset did not come from the pool.
func (o *holder[T]) giveBack() bool {
	return o.loans != nil && o.loans.CompareAndSwap(o.loan, o.loan+1)
}

// hold says which code owns a Reader or Writer.
type hold uint8

const (
	made   hold = iota // the caller of NewReader, NewWriter or a similar function
	lent               // the codec that it is lent to
	back               // the code that lent it and has taken it back
	pooled             // the pool
)

// Errors for calls of a Reader or Writer that belongs to other code.
var (
	errBack     = &Error{Code: Misuse, What: "it was lent, and taken back"}
	errReleased = &Error{Code: Misuse, What: "it was released"}
)

// public returns err for the caller of Err: nil as a nil error, and errBack and errReleased, which all Readers and
// Writers share, as copies that the caller may change.
func public(err *Error) error {
	switch err {
	case nil:
		return nil
	case errBack, errReleased:
		e := *err
		return &e
	}
	return err
}

const notYours = "released or reset by code that it was lent to, or that is called while it is at work"

// Release ends the use of r, and returns its memory to a pool, from which [NewReader] and [NewBytesReader] take it.
// Views that r returned must not be used any more; strings may.
//
// Until the pool lends r again, every call fails as a misuse, and a second Release panics, since the reader would have
// two owners. After that, a late call by the old owner can't be told from a call by the new owner. For a reader that
// was passed to a codec, Release fails as a misuse and does nothing.
func (r *Reader) Release() {
	if !r.mayReset("a Reader was released twice") {
		return
	}
	r.win.Trim(keptMemory)
	r.ResetBytes(nil)
	r.hold = pooled
	r.setLimits(Limits{})
	if cap(r.work.text) > keptMemory {
		r.work.text = nil
	}
	r.place = atFailed
	kept := 0
	for _, name := range r.left[:cap(r.left)] {
		kept += cap(name)
	}
	if kept > keptMemory || cap(r.left) > keptMemory/1024 {
		r.left = nil
	}
	r.err = errReleased
	if r.giveBack() {
		readers.Put(r)
	}
}

// mayReset reports whether the caller may reset or release r. If not, r's error becomes a misuse. If r is in the pool
// and twice is not empty, mayReset panics with the text twice.
func (r *Reader) mayReset(twice string) bool {
	return r.holder.mayReset(r, twice, func(what string) { r.fail(Misuse, 0, what, nil) })
}

// Release ends the use of w, and returns its memory to a pool, from which [NewWriter] and [NewBytesWriter] take it. If
// w has no [io.Writer], the result of [Writer.Bytes] still belongs to the caller. Nothing is flushed. The rules for
// later calls, and for writers that codecs get, are those of [Reader.Release].
func (w *Writer) Release() {
	if !w.mayReset("a Writer was released twice") {
		return
	}
	buf := w.buf
	if w.out == nil || cap(buf) > keptMemory {
		buf = nil // it belongs to the caller, or is too large for the pool
	}
	clear(w.keys) // a panic may have left keys of a map
	if cap(w.keys) > keptMemory/16 {
		w.keys = nil
	}
	w.Reset(nil)
	w.buf, w.hold, w.place = buf[:0], pooled, writeNothing
	if w.giveBack() {
		writers.Put(w)
	}
}

// mayReset does for w what Reader.mayReset does.
func (w *Writer) mayReset(twice string) bool {
	return w.holder.mayReset(w, twice, func(what string) { w.fail(Misuse, what, nil) })
}

// mayReset does the work of Reader.mayReset and Writer.mayReset. The parameter of is the Reader or Writer that contains
// o. It calls fail for a misuse.
func (o *holder[T]) mayReset(of *T, twice string, fail func(what string)) bool {
	switch {
	case o.self != nil && o.self != of:
		if twice != "" {
			fail("")
			return false
		}
		*of = *new(T) // of is a copy: the memory belongs to the original
	case o.hold == pooled && twice != "":
		panic("codec: " + twice)
	case o.hold != made || o.busy:
		fail(notYours)
		return false
	}
	return true
}
