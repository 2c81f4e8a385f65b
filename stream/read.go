package stream

import (
	"bytes"
	"encoding/json"
	"io"
	"iter"
	"reflect"

	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/frame"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/query"
	"github.com/zetes-json/zetes/internal/relax"
)

// Values returns the values that follow each other in r, with or without white space between them: concatenated JSON,
// or one value in each line (NDJSON, JSON Lines).
//
// A value that does not fit T comes with an [*zetes.Error] and holds the parts that fit; the next value follows. Input
// that is not JSON, or is cut, is an [*zetes.Error] too. An error of r is returned unchanged, after all complete
// values. Both come with T's zero value and end the stream. T starts from its zero value each time, and nothing in it
// aliases a buffer.
//
// Leaving the loop stops reading. Another loop over the same iterator continues after the last value. The iterator
// takes memory for the largest value, and is for one goroutine at a time.
func Values[T any](r io.Reader, opts ...Option) iter.Seq2[T, error] {
	return valuesOf[T](r, frame.Values, opts)
}

// Lines returns the values of r, as [Values] does, where each value is a line. A line that is not JSON, holds more than
// one value, or is longer than [MaxValueSize] comes with an [*zetes.Error] and T's zero value, and reading continues
// with the next line. Blank lines are skipped.
func Lines[T any](r io.Reader, opts ...Option) iter.Seq2[T, error] {
	if o := newOptions(DefaultMaxValueSize, opts); o.parallel > 0 {
		return newAhead[T](r, o).each
	}
	return valuesOf[T](r, frame.Lines, opts)
}

// Elements returns the elements of the only array in r, as [Values] does. It takes memory for one element, however long
// the array is. It reads r to its end; after the array only white space may follow. Pointers in errors start with the
// element's index.
func Elements[T any](r io.Reader, opts ...Option) iter.Seq2[T, error] {
	return valuesOf[T](r, frame.Elements, opts)
}

func valuesOf[T any](r io.Reader, format frame.Format, opts []Option) iter.Seq2[T, error] {
	o := newOptions(DefaultMaxValueSize, opts)
	return newValueReader[T](frame.NewStream(relax.NewReader(r, o.c.Options), format, o.max), format, &o).each
}

// frames is a stream of values that are decoded into the type typ.
type frames struct {
	stream *frame.Stream
	format frame.Format
	c      *plan.Dialect
	typ    reflect.Type
	base   []locate.Step // the path to the current value, through the containers that tokens have opened
	counts bool          // errors get the number of their value, since the stream has returned no tokens
}

// valueReader decodes the values of a stream.
type valueReader[T any] struct {
	frames
	call    decode.Call
	values  decode.Resident // memory that call uses for all values
	v       T
	inPlace bool   // each value is the text of its line, as a part of the stream's buffer
	parts   *parts // the selected parts of the current value, or nil if values are not searched
}

func newValueReader[T any](s *frame.Stream, format frame.Format, o *options) *valueReader[T] {
	t := reflect.TypeFor[T]()
	f := frames{stream: s, format: format, c: o.c, typ: t, counts: true}
	d := &valueReader[T]{frames: f}
	d.call = decode.Call{Config: o.c, Program: decode.ProgramOf(o.c, t), Depth: int32(format.Depth()), Undo: true, Resident: &d.values}
	d.inPlace = o.inPlace && format == frame.Lines && o.parallel == 0
	if o.query != nil {
		d.parts = &parts{below: (*query.Query)(o.query).Of()}
	}
	return d
}

// each yields the values that can be read now.
func (d *valueReader[T]) each(yield func(T, error) bool) {
	var zero T
	defer d.values.End()
	d.v = zero // a method may have panicked in the last loop
	for {
		more, err := d.next(&d.v)
		if !more {
			if err != nil {
				yield(zero, err)
			}
			return
		}
		v := d.v
		d.v = zero // so that d does not keep the memory of v alive
		if !yield(v, err) {
			return
		}
	}
}

// next reads the next value into v, which is zero, and returns true. It returns false if no value can be read now. If
// the stream has ended because of an error, err is that error.
func (d *valueReader[T]) next(v *T) (more bool, err error) {
	if d.parts != nil {
		return d.nextPart(v)
	}
	if d.format != frame.Lines && d.decodeInPlace(v) {
		return true, nil
	}
	raw, err := d.stream.Next()
	switch {
	case err != nil:
		return d.ended(err)
	case d.decodeReturned(raw, v):
		return true, nil
	}
	return true, d.decode(raw, v)
}

// ended returns what next must return after the stream has returned err.
func (d *frames) ended(err error) (more bool, _ error) {
	if err == io.EOF || err == frame.ErrPending {
		return false, nil
	}
	_, ok := err.(*frame.Error)
	err = d.streamError(err) // before Skips moves on
	return ok && d.stream.Skips(), err
}

// nextPart does what next does, for a reader that searches values: it reads the next selected part.
func (d *valueReader[T]) nextPart(v *T) (more bool, err error) {
	for !d.parts.open() {
		raw, err := d.stream.Next()
		if err != nil {
			return d.ended(err)
		}
		if err = d.search(d.parts, raw, d.prefix(d.stream.Given()-1)); err != nil {
			return true, err
		}
	}
	return true, d.parts.decode(&d.frames, v)
}

// decodeInPlace decodes the next value, in the stream's buffer. It returns false if the value is not complete there
// or has a fault.
func (d *valueReader[T]) decodeInPlace(v *T) bool {
	w, start, edge, ok := d.stream.Window()
	if !ok {
		return false
	}
	if end, _ := d.call.UnmarshalIn(&w, start, edge, v); end >= 0 && d.stream.Take(start, end) {
		return true
	}
	*v = *new(T)
	return false
}

// decodeReturned decodes raw, which the stream has just returned, without a copy, in the stream's buffer. It returns
// false if raw has a fault.
func (d *valueReader[T]) decodeReturned(raw []byte, v *T) bool {
	if d.inPlace {
		d.call.InPlace = raw
		if end, _ := d.call.UnmarshalIn(nil, 0, 0, v); end >= 0 {
			return true
		}
		d.inPlace, d.call.InPlace = false, nil // T is another type, or the text must be looked at
	}
	w, start, edge := d.stream.LastWindow(len(raw))
	end, _ := d.call.UnmarshalIn(&w, w.Token(start), edge, v)
	if d.format == frame.Lines && end >= 0 && w.Token(end) < edge-1 {
		*v = *new(T)
		return false // the line has more than one value
	}
	return end >= 0
}

// decode decodes raw, the value that the stream has just returned.
func (d *frames) decode(raw []byte, v any) error {
	return d.unmarshal(raw, v, d.stream.Place(len(raw)), func() string { return d.prefix(d.stream.Given() - 1) })
}

// check applies the rules of the configuration to raw, the value that the stream has just returned.
func (d *frames) check(raw []byte) error {
	typ := d.typ
	defer func() { d.typ = typ }()
	d.typ = reflect.TypeFor[json.RawMessage]()
	return d.decode(raw, new(json.RawMessage))
}

// aim stores the type of the value that v points to, for errors.
func (d *frames) aim(v any) {
	d.typ = reflect.TypeFor[any]()
	if t := reflect.TypeOf(v); t != nil && t.Kind() == reflect.Pointer {
		d.typ = t.Elem()
	}
}

// unmarshal decodes raw, a value in the stream's memory. at is the place of raw, for errors, and pointer returns the
// JSON Pointer to the value.
func (d *frames) unmarshal(raw []byte, v any, at locate.Place, pointer func() string) error {
	data := raw
	if d.c.Options&option.MayAlias != 0 {
		data = bytes.Clone(raw) // the stream's buffer is overwritten
	}
	call := decode.Call{Config: d.c, Borrowed: true, Offset: at.Offset()}
	if d.c.Own {
		call.Depth, call.Counts = int32(len(d.base)), true
	}
	f, err := engine.Unmarshal(&call, data, v)
	if err == nil || f.Code == fault.BadTarget {
		return err
	}
	e := root.DecodeError(d.c, d.typ, raw, at, f, err)
	e.Pointer = pointer() + e.Pointer
	if d.counts {
		e.Value = d.stream.Given()
	}
	return e
}

// prefix returns the start of the pointer to the element with that index.
func (d *frames) prefix(index int) string {
	if d.format != frame.Elements {
		return locate.Pointer(d.base)
	}
	return locate.Pointer([]locate.Step{{Index: index}})
}

// streamError converts a *frame.Error to a *zetes.Error. It returns other errors unchanged.
func (d *frames) streamError(err error) error {
	f, ok := err.(*frame.Error)
	if !ok {
		return err
	}
	if f.NotArray != "" {
		e := root.PlaceError(f.Err, d.stream.Place(0), "")
		e.Err = f.TypeError(reflect.SliceOf(d.typ), e.Offset+1)
		return e
	}
	e := root.PlaceError(f.Err, d.stream.Place(0), locate.Pointer(f.Steps))
	root.Through(e, d.c, d.typ, f.Steps)
	if d.counts && (f.Within || d.format != frame.Elements) {
		e.Value = d.stream.Given() + 1
	}
	if f.Within || d.base != nil {
		e.Pointer = d.prefix(d.stream.Given()) + e.Pointer
	}
	return e
}
