package stream

import (
	"bytes"
	"io"
	"iter"
	"reflect"

	"github.com/zetes-json/zetes/doc"
	"github.com/zetes-json/zetes/internal/bridge"
	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/frame"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
)

// Values returns the values that follow each other in r, with white space between them or not: concatenated JSON,
// and one value in each line (NDJSON, JSON Lines).
//
// A value that does not fit T comes with an [*zetes.Error], holds what did fit, and the next one follows. Input that
// is not JSON, or is cut, is an [*zetes.Error] too, and an error of r is given as it is, after all values that are
// complete; both come with T's zero value and end the stream. T starts from its zero value each time, and nothing in
// it aliases a buffer.
//
// Breaking out of the loop stops reading; another loop over the same iterator goes on behind the value that was
// given last. Memory is that of the largest value. The iterator is for one goroutine at a time.
func Values[T any](r io.Reader, opts ...Option) iter.Seq2[T, error] {
	return valuesOf[T](r, frame.Values, opts)
}

// Lines returns the values of r, of which each stands in a line of its own, as [Values] does. A line that is not
// JSON, holds more than one value, or is longer than [MaxValueSize], comes with an [*zetes.Error] and T's zero value,
// and reading goes on with the next line. Blank lines are passed over.
func Lines[T any](r io.Reader, opts ...Option) iter.Seq2[T, error] {
	if o := newOptions(DefaultMaxValueSize, opts); o.parallel > 0 {
		return newAhead[T](r, o).each
	}
	return valuesOf[T](r, frame.Lines, opts)
}

// Elements returns the elements of the one array that r holds, as [Values] does: an array of any length takes
// memory for one element. It reads r to its end, behind the array there may be white space only. Pointers in errors
// start with the element's index.
func Elements[T any](r io.Reader, opts ...Option) iter.Seq2[T, error] {
	return valuesOf[T](r, frame.Elements, opts)
}

func valuesOf[T any](r io.Reader, format frame.Format, opts []Option) iter.Seq2[T, error] {
	o := newOptions(DefaultMaxValueSize, opts)
	return newValueReader[T](frame.NewStream(r, format, o.max), format, &o).each
}

// frames are the values of a stream, which are decoded as typ.
type frames struct {
	stream *frame.Stream
	format frame.Format
	c      *plan.Config
	typ    reflect.Type
	base   []locate.Step // to the value at hand, in what tokens have opened
	counts bool          // all that the stream has given are values: there were no tokens
}

// valueReader decodes the values of a stream.
type valueReader[T any] struct {
	frames
	call decode.Call
	v    T
}

func newValueReader[T any](s *frame.Stream, format frame.Format, o *options) *valueReader[T] {
	t := reflect.TypeFor[T]()
	return &valueReader[T]{frames: frames{stream: s, format: format, c: o.c, typ: t, counts: true}, call: decode.Call{Config: o.c, Program: decode.ProgramOf(o.c, t)}}
}

// each yields what can be read now.
func (d *valueReader[T]) each(yield func(T, error) bool) {
	var zero T
	walk := d.call.Walk()
	defer walk.End()
	for {
		d.v = zero
		more, err := d.next(walk, &d.v)
		if !more {
			if err != nil {
				yield(zero, err)
			}
			return
		}
		v := d.v
		d.v = zero // what v holds is the caller's to keep alive
		if !yield(v, err) {
			return
		}
	}
}

// next reads the next value into v, which is zero. Where no more can be read now, or ever, there is none: err is what
// has ended the stream then, if it did not end by itself.
func (d *valueReader[T]) next(walk decode.Walk, v *T) (more bool, err error) {
	if d.window(walk, v) {
		return true, nil
	}
	raw, err := d.stream.Next()
	switch {
	case err == io.EOF || err == frame.ErrPending:
		return false, nil
	case err != nil:
		f, ok := err.(*frame.Error)
		if ok {
			err = d.streamError(f)
		}
		return ok && d.stream.Skips(), err
	case d.behind(walk, raw, v):
		return true, nil
	}
	return true, d.decode(raw, v)
}

// window decodes the next value where it lies, if it is whole in memory and fits. Then it need not be looked at twice.
func (d *valueReader[T]) window(walk decode.Walk, v *T) bool {
	w, start, edge, ok := d.stream.Window()
	if !ok {
		return false
	}
	end := walk.Value(&w, start, edge, mem.DataWord(v), d.format.Depth())
	return end >= 0 && d.stream.Take(start, end)
}

// behind decodes raw, which the stream has just made whole, where it lies.
func (d *valueReader[T]) behind(walk decode.Walk, raw []byte, v *T) bool {
	if d.format == frame.Lines {
		return false
	}
	var zero T
	*v = zero
	w, start, edge := d.stream.Behind(len(raw))
	return walk.Value(&w, start, edge, mem.DataWord(v), d.format.Depth()) >= 0
}

// decode decodes raw, the value that the stream has just given.
func (d *frames) decode(raw []byte, v any) error {
	// A document value checks its text and copies it. Whatever it refuses is decoded for the words of the error.
	if v, ok := v.(*doc.Value); ok && d.c == standard && v.UnmarshalJSON(raw) == nil {
		return nil
	}
	data := raw
	if d.c.Options&option.MayAlias != 0 {
		data = bytes.Clone(raw) // the stream's buffer is overwritten
	}
	call := decode.Call{Config: d.c, Borrowed: true}
	if d.c.Own {
		call.Depth, call.Counts = len(d.base), true
	}
	f, err := engine.Unmarshal(&call, data, v)
	if err == nil || f.Code == fault.BadTarget {
		return err
	}
	return d.valueError(raw, f, err)
}

// prefix is the start of the pointer to the element of that index.
func (d *frames) prefix(index int) string {
	if d.format != frame.Elements {
		return locate.Pointer(d.base)
	}
	return locate.Pointer([]locate.Step{{Index: index}})
}

// valueError gives err, from decoding raw, of which f is the fact, its place in the stream.
func (d *frames) valueError(raw []byte, f *fault.Fault, err error) error {
	p := d.place(len(raw))
	e := root.DecodeError(d.c, d.typ, raw, p, f, err)
	e.Pointer = d.prefix(d.stream.Given()-1) + e.Pointer
	if d.counts {
		e.Value = d.stream.Given()
	}
	return e
}

// streamError makes an Error of f.
func (d *frames) streamError(f *frame.Error) error {
	if f.NotArray != "" {
		e := root.PlaceError(d.c, f.Err, d.place(0), nil, nil)
		e.Err = f.TypeError(reflect.SliceOf(d.typ), e.Offset+1)
		return e
	}
	e := root.PlaceError(d.c, f.Err, d.place(0), d.typ, f.Steps)
	if d.counts && (f.Within || d.format != frame.Elements) {
		e.Value = d.stream.Given() + 1
	}
	if e.Pointer = locate.Pointer(f.Steps); f.Within || d.base != nil {
		e.Pointer = d.prefix(d.stream.Given()) + e.Pointer
	}
	return e
}

// place returns the place of the last value given, of length n, or of the last fault.
func (d *frames) place(n int) (p bridge.Place) {
	p.Seen, p.Start, p.At = d.stream.View(n)
	return p
}
