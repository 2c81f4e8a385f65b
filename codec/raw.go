package codec

import (
	"io"
	"math"

	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/wire"
)

// whole reads until the value at the first unread byte is complete in the window, and returns its length. longest
// limits the bytes of a number, and the bytes of a string between its quotes. If there are more, r fails.
func (r *Reader) whole(longest int) (n int, ok bool) {
	r.work.scan.ResetWithin(len(r.stack) + wire.MaxDepth - int(r.bounds.deepest))
	kind := kindOf[r.win.At(r.win.Pos)]
	switch {
	case kind == String:
		longest = min(longest, math.MaxInt-2) + 2
	case kind != Number:
		longest = math.MaxInt
	}
	for {
		m, st := r.work.scan.Scan(r.win.Text[r.win.Pos+n:])
		if n += m; n > longest {
			r.fail(Limit, 0, "bytes of a "+kind.String(), nil)
			return 0, false
		}
		switch st {
		case wire.Done:
			return n, true
		case wire.Bad:
			r.refuse(n)
			r.deeper(n)
			return 0, false
		}
		if !r.moreOrEnd() {
			r.deeper(n)
			return n, r.err == nil
		}
	}
}

// refuse makes r fail because the scanner has found a wrong byte at n.
func (r *Reader) refuse(n int) {
	if r.work.scan.TooDeep() {
		r.fail(r.tooDeep(), n, "containers within each other", nil)
		return
	}
	r.unexpected(n, r.work.scan.Where())
}

// moreOrEnd reads at least one byte into the window and returns true. If it can't, it returns false. Then r has failed,
// except at the end of the input after a complete number.
func (r *Reader) moreOrEnd() bool {
	if r.work.scan.End() {
		n, err := r.fetch()
		if n == 0 && err != io.EOF {
			r.failFetch(err)
		}
		return n > 0
	}
	return r.more()
}

// Raw reads a value of any kind, checks it, and returns its text, which is valid until the next call. It needs memory
// for all of the text.
func (r *Reader) Raw() []byte {
	if p := r.win.Pos; r.at(atValue) {
		if e := r.win.Skip(p, int(r.bounds.deepest)-len(r.stack)); e > 0 && e < r.win.Edge {
			r.win.Pos, r.place = e, r.after
			return r.win.Text[p:e:e]
		}
	}
	return r.text(Invalid, math.MaxInt)
}

// Skip reads a value of any kind. The value is checked, but need not fit into memory. Only the limits on depth and
// bytes apply to it.
func (r *Reader) Skip() {
	if _, ok := r.value(Invalid); !ok {
		return
	}
	if e := r.win.Skip(r.win.Pos, int(r.bounds.deepest)-len(r.stack)); e > 0 && e < r.win.Edge {
		r.done(e - r.win.Pos)
		return
	}
	r.work.scan.ResetWithin(len(r.stack) + wire.MaxDepth - int(r.bounds.deepest))
	for whole := true; ; whole = false {
		n, st := r.work.scan.Scan(r.win.Text[r.win.Pos:])
		switch st {
		case wire.Done:
			r.done(n)
			return
		case wire.Bad:
			if r.refuse(n); whole {
				r.deeper(n)
			}
			return
		}
		r.win.Pos += n
		if !r.moreOrEnd() {
			if r.err == nil {
				r.done(0)
			}
			return
		}
	}
}

// text reads a value of kind want, as ahead does, and returns its text.
func (r *Reader) text(want Kind, most int) []byte {
	b := r.ahead(want, most)
	if b != nil {
		r.done(len(b))
	}
	return b
}

// ahead reads until the next value is complete in memory and returns its text. The value stays unread. r fails if the
// value is not of kind want, unless want is Invalid, or if it is a string or number longer than the parameter most
// allows.
func (r *Reader) ahead(want Kind, most int) []byte {
	if _, ok := r.value(want); !ok {
		return nil
	}
	n, ok := r.whole(most)
	if !ok {
		return nil
	}
	meter.Look(n)
	return r.win.Text[r.win.Pos : r.win.Pos+n : r.win.Pos+n]
}
