package codec

import (
	"io"
	"sync"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/mem"
)

// keptMemory is how much memory of each kind a pooled Reader or Writer may keep.
const keptMemory = 1 << 20

var (
	readers = sync.Pool{New: func() any { r := newReader(); r.loans = new(atomic.Uint64); return r }}
	writers = sync.Pool{New: func() any { w := new(Writer); w.loans = new(atomic.Uint64); return w }}
)

// holder says whose the memory of a Reader or Writer is, where callers may copy it. A copy is another one than self: it
// refuses all calls but a Reset, which gives it memory of its own. What is saved before a Release and put back after it
// is not a copy in this sense: for the pool the first Release of a loan counts.
type holder[T any] struct {
	_     mem.NoCopy
	self  *T             // what has the memory, or nil before the first Reset
	loans *atomic.Uint64 // how many have ended, of one of the pool; its copies share that
	loan  uint64         // the number of the loan at hand
}

// borrow begins a loan.
func (o *holder[T]) borrow() { o.loan = o.loans.Load() }

// giveBack reports whether the pool gets the memory back. It gets none that is not its own, and of several copies it
// gets the memory of the first.
func (o *holder[T]) giveBack() bool {
	return o.loans != nil && o.loans.CompareAndSwap(o.loan, o.loan+1)
}

// hold says whose a Reader or Writer is.
type hold uint8

const (
	made   hold = iota // of who has made it or borrowed it
	lent               // of who has lent it, to a codec or to the function of a Capture
	back               // the same, who has it back
	pooled             // of the pool
)

// What is done to a Reader or Writer that is somebody else's.
var (
	errBack     = &Error{Code: Misuse, What: "it was lent, and taken back"}
	errReleased = &Error{Code: Misuse, What: "it was released"}
)

const notYours = "released or reset by code that it was lent to, or that is called while it is at work"

// BorrowReader returns a reader of src from a pool. It is the caller's alone until [Reader.Release].
func BorrowReader(src io.Reader) *Reader {
	r := readers.Get().(*Reader)
	r.hold = made
	r.borrow()
	r.Reset(src)
	return r
}

// BorrowBytesReader returns a reader of data from a pool. It is the caller's alone until [Reader.Release].
func BorrowBytesReader(data []byte) *Reader {
	r := readers.Get().(*Reader)
	r.hold = made
	r.borrow()
	r.ResetBytes(data)
	return r
}

// Release ends the life of r, and gives its memory to the pool if r was borrowed. Views that it gave must not be used
// any more; strings may.
//
// Until the pool lends r again every call fails as a misuse, and a second Release panics: after that the reader
// would have two owners. Once the pool has lent it again a call that comes too late is not told from those of the
// new owner. A reader that a codec or the function of a [Reader.Capture] is given is not theirs: Release fails as a
// misuse and does nothing.
func (r *Reader) Release() {
	if !r.mine("a Reader was released twice") {
		return
	}
	r.win.Trim(keptMemory)
	r.ResetBytes(nil)
	r.hold = pooled
	r.setLimits(Limits{})
	if cap(r.text) > keptMemory {
		r.text = nil
	}
	r.place = atFailed
	kept := 0
	for _, name := range r.left[:cap(r.left)] {
		kept += cap(name)
	}
	if kept > keptMemory || cap(r.left) > keptMemory/1024 {
		r.left = nil
	}
	if r.inner != nil && cap(r.inner.text) > keptMemory {
		r.inner = nil
	}
	r.err = errReleased
	if r.giveBack() {
		readers.Put(r)
	}
}

// mine reports whether r is its caller's to reset, or to release, with twice: then it panics with that if r is the
// pool's. Anything else is a misuse.
func (r *Reader) mine(twice string) bool {
	switch {
	case r.self != nil && r.self != r:
		if twice != "" {
			r.fail(Misuse, 0, "", nil)
			return false
		}
		*r = Reader{} // a copy: the memory is another's
	case r.hold == pooled && twice != "":
		panic("codec: " + twice)
	case r.hold != made || r.busy:
		r.fail(Misuse, 0, notYours, nil)
		return false
	}
	return true
}

// BorrowWriter returns a writer to out from a pool. It is the caller's alone until [Writer.Release].
func BorrowWriter(out io.Writer) *Writer {
	w := writers.Get().(*Writer)
	w.hold = made
	w.borrow()
	w.Reset(out)
	return w
}

// BorrowBytesWriter returns a writer from a pool that appends to dst. It is the caller's alone until [Writer.Release].
func BorrowBytesWriter(dst []byte) *Writer {
	w := writers.Get().(*Writer)
	w.hold = made
	w.borrow()
	w.ResetBytes(dst)
	return w
}

// Release ends the life of w, and gives its memory to the pool if w was borrowed; what [Writer.Bytes] has returned of
// a writer without an [io.Writer] is the caller's. Nothing is flushed. What holds for calls after [Reader.Release],
// and for readers that are lent, holds for writers too.
func (w *Writer) Release() {
	if !w.mine("a Writer was released twice") {
		return
	}
	buf := w.buf
	if w.out == nil || cap(buf) > keptMemory {
		buf = nil // the caller's, or too large
	}
	clear(w.keys) // of a map whose writing was left by a panic
	if cap(w.keys) > keptMemory/16 {
		w.keys = nil
	}
	w.Reset(nil)
	w.buf, w.hold, w.place = buf[:0], pooled, writeNothing
	if w.giveBack() {
		writers.Put(w)
	}
}

// mine reports whether w is its caller's to release or reset, as that of a Reader does.
func (w *Writer) mine(twice string) bool {
	switch {
	case w.self != nil && w.self != w:
		if twice != "" {
			w.fail(Misuse, "", nil)
			return false
		}
		*w = Writer{} // a copy: the memory is another's
	case w.hold == pooled && twice != "":
		panic("codec: " + twice)
	case w.hold != made || w.busy:
		w.fail(Misuse, notYours, nil)
		return false
	}
	return true
}
