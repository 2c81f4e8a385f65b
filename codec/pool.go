package codec

import (
	"io"
	"sync"
)

// keptMemory is how much memory of each kind a pooled Reader or Writer may keep.
const keptMemory = 1 << 20

var (
	readers = sync.Pool{New: func() any { return new(Reader) }}
	writers = sync.Pool{New: func() any { return new(Writer) }}
)

// BorrowReader returns a reader of src from a pool. It is the caller's alone until [Reader.Release].
func BorrowReader(src io.Reader) *Reader {
	r := readers.Get().(*Reader)
	r.Reset(src)
	r.free = false
	return r
}

// BorrowBytesReader returns a reader of data from a pool. It is the caller's alone until [Reader.Release].
func BorrowBytesReader(data []byte) *Reader {
	r := readers.Get().(*Reader)
	r.ResetBytes(data)
	r.free = false
	return r
}

// Release ends the life of r and gives its memory to the pool, whoever made it. Views that it gave must not be used any more; strings may. Until the pool
// lends r again every call fails as a misuse, and a second Release panics: after that the reader would have two owners.
func (r *Reader) Release() {
	if r.free {
		panic("codec: a Reader was released twice")
	}
	if r.lent {
		r.fail(Misuse, 0, "a reader that was lent to a codec is not the codec's to release", nil)
		return
	}
	r.free = true
	r.grow = nil
	if len(r.own) > keptMemory {
		r.own, r.words, r.room = nil, nil, 0
	}
	r.ResetBytes(nil)
	r.setLimits(Limits{})
	r.Lend(nil, 0, 0)
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
	r.err = &Error{Code: Misuse, What: "the reader was released"}
	readers.Put(r)
}

// BorrowWriter returns a writer to out from a pool. It is the caller's alone until [Writer.Release].
func BorrowWriter(out io.Writer) *Writer {
	w := writers.Get().(*Writer)
	w.Reset(out)
	w.free = false
	return w
}

// BorrowBytesWriter returns a writer from a pool that appends to dst. It is the caller's alone until [Writer.Release].
func BorrowBytesWriter(dst []byte) *Writer {
	w := writers.Get().(*Writer)
	w.ResetBytes(dst)
	w.free = false
	return w
}

// Release ends the life of w and gives its memory to the pool, whoever made it; what [Writer.Bytes] has returned of a writer without an [io.Writer] is the
// caller's. Nothing is flushed. Until the pool lends w again every call fails as a misuse, and a second Release panics.
func (w *Writer) Release() {
	if w.free {
		panic("codec: a Writer was released twice")
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
	w.buf, w.free, w.place = buf[:0], true, writeNothing
	w.err = &Error{Code: Misuse, What: "the writer was released"}
	writers.Put(w)
}
