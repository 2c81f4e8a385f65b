package codec

import (
	"io"
	"math"

	"github.com/zetes-json/zetes/internal/wire"
)

// whole makes the value at the first unread byte whole in the window and returns its length. A string is longer than
// longest allows if there are more bytes between its quotes.
func (r *Reader) whole(longest int) (n int, ok bool) {
	r.scan.ResetWithin(len(r.stack) + wire.MaxDepth - r.deepest)
	if r.input.At(r.pos) != '"' || longest > math.MaxInt-2 {
		longest = math.MaxInt
	} else {
		longest += 2
	}
	for {
		m, st := r.scan.Scan(r.buf[r.pos+n:])
		if n += m; n > longest {
			r.fail(Limit, 0, "bytes of a string", nil)
			return 0, false
		}
		switch st {
		case wire.Done:
			return n, true
		case wire.Bad:
			r.refuse(n)
			return 0, false
		}
		if !r.moreOrEnd() {
			return n, r.err == nil
		}
	}
}

// refuse fails at the byte that the scanner has found to be wrong.
func (r *Reader) refuse(n int) {
	if r.scan.TooDeep() {
		r.fail(r.tooDeep(), n, "containers within each other", nil)
		return
	}
	r.fail(Syntax, n, "", nil)
}

// moreOrEnd is more where the input may end behind a number.
func (r *Reader) moreOrEnd() bool {
	if r.scan.End() {
		n, err := r.fetch()
		if n == 0 && err != io.EOF {
			r.failFetch(err)
		}
		return n > 0
	}
	return r.more()
}

// Raw reads a value of any kind and returns its text, which has been checked. It takes memory for all of it.
func (r *Reader) Raw() []byte {
	b := r.Whole()
	if b != nil {
		r.done(len(b))
	}
	return b
}

// Skip reads a value of any kind. It is checked as others are, but need not fit into memory. Of the limits only
// those on depth and bytes hold for it.
func (r *Reader) Skip() {
	if _, ok := r.value(Invalid); !ok {
		return
	}
	if e := r.input.Skip(r.pos, r.deepest-len(r.stack)); e > 0 && e < r.edge {
		r.done(e - r.pos)
		return
	}
	r.scan.ResetWithin(len(r.stack) + wire.MaxDepth - r.deepest)
	for {
		n, st := r.scan.Scan(r.buf[r.pos:])
		switch st {
		case wire.Done:
			r.done(n)
			return
		case wire.Bad:
			r.refuse(n)
			return
		}
		r.pos += n
		if !r.moreOrEnd() {
			if r.err == nil {
				r.done(0)
			}
			return
		}
	}
}

// Capture calls f with a reader of the value that comes next, and leaves the value unread: it can be read again.
// That reader counts offsets as r does, and its error becomes r's.
func (r *Reader) Capture(f func(*Reader)) {
	if _, ok := r.value(Invalid); !ok {
		return
	}
	n, ok := r.whole(math.MaxInt)
	if !ok {
		return
	}
	// f may capture too, so the reader is its alone while it runs.
	inner := r.inner
	if r.inner = nil; inner == nil {
		inner = new(Reader)
	}
	inner.setLimits(r.limits)
	inner.digits = r.digits
	inner.resetWindow(&r.input, r.pos, r.pos+n)
	inner.base = r.base // its offsets are r's, also those in what others make of its errors
	inner.Lend(r.Owner())
	f(inner)
	if e := inner.err; e != nil && r.err == nil {
		r.fail(e.Code, int(e.Offset-r.InputOffset()), e.What, e.Err)
		r.err.Pointer += e.Pointer
	}
	inner.Recall()
	r.inner = inner
}
