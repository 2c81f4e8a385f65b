package codec

import (
	"io"
	"math"
	"reflect"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/window"
	"github.com/zetes-json/zetes/internal/wire"
)

// Inside returns functions that other packages of this module need for readers, writers and codecs. Other programs
// can't call it, since they can't make a loan.Caller.
func Inside(c loan.Caller) inside {
	c.Check()
	return inside{}
}

// inside has the functions that Inside returns, as methods.
type inside struct{}

// Codec, Key and Field return the representation that package plan uses.

func (inside) Codec(c *Codec) *loan.Codec { return &c.parts }
func (inside) Key(k *Key) *loan.Key       { return &k.parts }
func (inside) Field(f *Field) *loan.Field { return &f.parts }

// Behind returns a codec for the pointer type t; cd is the codec for the type that t points to. The result writes nil
// as null, and reads null as nil.
func (inside) Behind(t reflect.Type, cd *loan.Codec) *loan.Codec {
	p := &loan.Codec{Type: t}
	if cd.Write != nil {
		p.Write = func(w *loan.Writer, v mem.Ptr) {
			if value := *(*mem.Ptr)(v); value != nil {
				cd.Write(w, value)
			} else {
				writerOf(w).Null()
			}
		}
	}
	if cd.Read != nil {
		p.Read = func(r *loan.Reader, v mem.Ptr) {
			pointer := reflect.NewAt(t, v).Elem()
			if readerOf(r).Null() {
				pointer.SetZero()
				return
			}
			if pointer.IsNil() {
				pointer.Set(reflect.New(t.Elem()))
			}
			cd.Read(r, pointer.UnsafePointer())
		}
	}
	return p
}

// SkipsNull returns a codec that skips null, and otherwise does the same as cd. cd must have a function Read.
func (inside) SkipsNull(cd *loan.Codec) *loan.Codec {
	skips := *cd
	skips.Read = func(r *loan.Reader, v mem.Ptr) {
		if !readerOf(r).Null() {
			cd.Read(r, v)
		}
	}
	return &skips
}

// Failing returns a codec for t that always fails with err, which its Check also returns.
func (inside) Failing(t reflect.Type, err error) *loan.Codec {
	return &loan.Codec{
		Type:  t,
		Write: func(w *loan.Writer, _ mem.Ptr) { writerOf(w).Fail(err) },
		Read:  func(r *loan.Reader, _ mem.Ptr) { readerOf(r).Fail(err) },
		Check: func(any, func(reflect.Type)) []error { return []error{err} },
	}
}

// BeginValue prepares w for a value that the caller writes without w's methods. The caller appends the value to buf,
// and passes the result to EndValue; w does not check the value. If w was lent to a codec, owner is the *plan.Dialect
// of the lender, and level the level of nesting at which w was lent; otherwise they are nil and 0. set has the escapes
// of w. If no value is allowed here, ok is false, and EndValue must not be called. Until EndValue, other calls of w are
// a misuse.
func (inside) BeginValue(w *Writer) (buf []byte, owner any, level int, set *kernel.EscapeSet, ok bool) {
	if !w.value() {
		return nil, nil, 0, nil, false
	}
	return w.suspend(), w.owner, w.level, w.set, true
}

// EndValue ends the value that BeginValue began. If err is not nil, buf must be unchanged.
func (inside) EndValue(w *Writer, buf []byte, err error) {
	w.resume(buf)
	switch {
	case w.place == writeNothing: // another call of w has failed after BeginValue
	case err != nil:
		w.fail(Failed, "", err)
	default:
		w.done(0)
	}
}

// Owner returns the *plan.Dialect of the encoder that lent w to a codec, or nil if w was not lent.
func (inside) Owner(w *Writer) any { return w.owner }

// Terms returns the terms on which r was lent to a codec; t.Level is the level of r's next value. lent reports whether
// r reads memory that does not change until r's next call, so that other code may read that memory too.
func (inside) Terms(r *Reader) (t loan.Terms, lent bool) {
	t = r.terms
	t.Level += len(r.stack)
	return t, r.win.Borrowed()
}

// Window returns the part of the input that r has in memory, and the position of the first unread value. The caller may
// read that value itself: if it ends before edge it is complete, and Advance moves r after it. If no value can start
// here, ok is false.
func (inside) Window(r *Reader) (in *wire.Input, start, edge int, ok bool) {
	if _, ok := r.value(Invalid); !ok {
		return nil, 0, 0, false
	}
	return &r.win.Input, r.win.Pos, r.win.Edge, true
}

// Advance moves r after the value that ends at position end of the window.
func (inside) Advance(r *Reader, end int) {
	if end < r.win.Pos || end > len(r.win.Text) {
		panic("codec: a value that ends outside of the window")
	}
	r.done(end - r.win.Pos)
}

// BeginRead is called with a reader that has just been lent to a codec. It returns the window, the position of the
// value in the window, and the terms of the loan. Advance must then be called to pass the value. The codec may store
// data for its next value from r in kept.
func (inside) BeginRead(r *loan.Reader) (lent *Reader, in *wire.Input, start int, t *loan.Terms, kept *loan.Kept) {
	lent = readerOf(r)
	return lent, &lent.win.Input, lent.win.Pos, &lent.terms, &lent.work.kept
}

// Kept returns the place where a codec may store data for the next value that it writes to w.
func (inside) Kept(w *loan.Writer) *loan.Kept { return &writerOf(w).kept }

// Written writes a whole value to w, which has just been lent to a codec. The function by appends the value; it has the
// same form as the field Append of loan.Codec.
func (inside) Written(w *loan.Writer, by func(w *loan.Writer, dst []byte, owner any, level int, v mem.Ptr) ([]byte, error), v mem.Ptr) {
	lent := writerOf(w)
	buf, err := by(w, lent.buf, lent.owner, lent.level, v)
	if err != nil {
		lent.fail(Failed, "", err)
		return
	}
	lent.buf = buf
	lent.done(0)
}

// Seek makes r, which is lent, continue at position p of its window, where a value inside r's own value starts. After
// that value was read, Settle must be called. Seek returns false if r can't be used. If no value starts at p, reading
// fails.
func (inside) Seek(r *Reader, p int) bool {
	if r.self != r || r.hold != lent || r.busy || r.err != nil || p < int(-r.win.Base) || p >= len(r.win.Text) {
		return false
	}
	r.win.Pos, r.place = p, atValue
	return true
}

// Settle is called when the value that Seek went to has been read. It returns the position after that value, or the
// error of r, which is removed so that r can be used again.
func (inside) Settle(r *Reader) (end int, err error) {
	if r.err != nil {
		err, r.err = r.err, nil
		r.place = atEnd
	}
	return r.win.Pos, err
}

// Whole reads until the next value is complete in memory and returns its text. The value stays unread.
func (inside) Whole(r *Reader) []byte { return r.ahead(Invalid, math.MaxInt) }

// Suspend makes calls of r fail until Resume. It is called before functions of the user's run that must not use r.
func (inside) Suspend(r *Reader) { r.suspend() }

// Resume ends a Suspend.
func (inside) Resume(r *Reader) { r.resume() }

// View returns the place in memory at which the next value of r starts, and the path to it. ok is false if r is lent to
// a codec, or if the line and column at which its window starts are not known.
func (inside) View(r *Reader) (p locate.Place, path []locate.Step, ok bool) {
	if r.terms.Owner != nil || r.self != r || r.win.Borrowed() || r.win.Start.Offset != r.win.Base {
		return p, nil, false
	}
	return locate.Place{Seen: r.win.Text, Start: r.win.Pos, At: r.win.Start}, r.steps(false), true
}

// FailAt makes err the cause of r's error, unless r has an error already. at is the place of err, which the text of err
// contains too.
func (inside) FailAt(r *Reader, err error, at locate.Spot) {
	if r.err != nil {
		return
	}
	r.err = &Error{
		Code: Failed, Offset: at.Offset, Line: at.Line, Column: at.Column, Pointer: at.Pointer, Excerpt: at.Excerpt,
		Err: err, caret: at.Caret, placed: true,
	}
	r.place = atFailed
}

// Exchange swaps the window of r with *w, so that r continues with the input of w.
func (inside) Exchange(r *Reader, w *window.Window) { r.win, *w = *w, r.win }

// Bound limits the next value of r, which has a source, to about as many bytes as the parameter most says; 0 means no
// limit. r fails when it needs more bytes from the source and has already read beyond the limit. TooLong recognizes
// that error.
func (inside) Bound(r *Reader, most int) {
	r.win.Most, r.win.Ahead = 0, most > 0
	if r.win.Ahead {
		r.win.Most = r.InputOffset() + int64(most)
	}
}

// TooLong reports whether e is about an input that is longer than allowed.
func (inside) TooLong(e *Error) bool { return e.Code == Limit && e.What == tooLong }

// ReadPieces makes the codec cd read the next value of r, which need not be complete in memory, into the value that v
// points to. owner is the configuration, a *plan.Dialect, for values that the codec passes on to the decoder.
func (inside) ReadPieces(r *Reader, cd *loan.Codec, owner any, v mem.Ptr) {
	if _, ok := r.value(Invalid); !ok {
		return
	}
	// Until cd returns, r is like a Reader that the decoder has lent: it ends after this value, and can't be released.
	r.keepNames()
	held, terms, bounds, stack, left, depth := r.hold, r.terms, r.bounds, r.stack, r.left, len(r.stack)
	most, tuned := r.win.Most, r.tuned
	index, member, after, top, start := r.index, r.member, r.after, r.top, r.InputOffset()
	r.hold, r.terms.Owner, r.terms.Level = lent, owner, r.terms.Level+depth
	r.bounds.deepest, r.tuned = r.bounds.deepest-int32(depth), false
	r.stack, r.left, r.index, r.after, r.top = stack[depth:], left[len(left):], 0, atEnd, atEnd
	defer func() {
		if v := recover(); v != nil {
			r.fail(Failed, 0, "", &Panic{Value: v})
		}
		switch e := r.err; {
		case e != nil && e.Code == Truncated && e.Err == io.EOF: // the codec has read on after the value
			e.Code, e.What, e.Err = Failed, "", errReadTooMuch
		case e == nil && (r.place != atEnd || r.InputOffset() == start):
			r.fail(Failed, 0, "", errNotRead)
		}
		if r.tuned { // the codec has set limits, which hold for its value alone
			r.bounds, r.win.Most = bounds, most
		}
		r.hold, r.terms, r.bounds.deepest, r.stack, r.left, r.tuned = held, terms, bounds.deepest, stack, left, tuned
		r.index, r.member, r.after, r.top = index, member, after, top
		if r.place == atEnd {
			r.place = after
		}
		if e := r.err; e != nil {
			if cause := *e; e.Code >= WrongKind && e.Code != IO && e.Code != TooDeep && e.What != tooLong {
				cause.nested = true
				e.Code, e.What, e.Err = Failed, "", &Failure{Type: cd.Type, Offset: e.Offset, Err: &cause}
			}
			e.Pointer, e.nested = locate.Pointer(r.steps(true))+e.Pointer, false
			r.count(e, int(e.Offset-r.win.Base))
		}
	}()
	cd.Read((*loan.Reader)(mem.Ptr(r)), v)
}

// Spot returns the place of e, which the text of e then leaves out, since the caller adds it.
func (inside) Spot(e *Error) locate.Spot {
	e.nested = true
	return locate.Spot{Offset: e.Offset, Line: e.Line, Column: e.Column, Pointer: e.Pointer, Excerpt: e.Excerpt, Caret: e.caret}
}

// Explain replaces the cause of r's error by err, whose text has the place too.
func (inside) Explain(r *Reader, err error) { r.err.Err, r.err.placed = err, true }
