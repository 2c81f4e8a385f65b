package zetes

import (
	"bytes"
	"io"
	"iter"
	"reflect"

	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/frame"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// DefaultMaxValueSize is how many bytes a value in a stream may have unless [MaxValueSize] says otherwise.
const DefaultMaxValueSize = 64 << 20

// ErrValueTooLarge is the cause of the [*Error] for a value in a stream that has more bytes than allowed. It ends
// the stream.
var ErrValueTooLarge = frame.ErrTooLarge

// StreamOption is a choice about reading or writing a stream of values.
type StreamOption func(*streamOptions)

type streamOptions struct {
	max    int
	format frame.Format
	api    *API
}

// MaxValueSize limits each value of a stream to n bytes; to those of [Lines] the white space of their line counts.
// A stream takes memory for its largest value, up to four times its size.
func MaxValueSize(n int) StreamOption { return func(o *streamOptions) { o.max = n } }

// Using reads and writes with the meaning of a instead of that of the package's own functions. A limit of a's on
// bytes holds for each value. Values of a stream are written without indentation. A nil a stands for the package's
// own functions.
func Using(a *API) StreamOption {
	return func(o *streamOptions) {
		o.api = a
		if a == nil {
			return
		}
		if most := a.c.Limits.Bytes; most > 0 {
			o.max = most
		}
	}
}

func newStreamOptions(format frame.Format, opts []StreamOption) streamOptions {
	o := streamOptions{max: DefaultMaxValueSize, format: format}
	for _, opt := range opts {
		opt(&o)
	}
	if o.api == nil {
		o.api = standard()
	}
	return o
}

// Values returns the values that follow each other in r, with white space between them or not: concatenated JSON,
// and one value in each line (NDJSON, JSON Lines).
//
// A value that does not fit T comes with an [*Error], holds what did fit, and the next one follows. Input that is
// not JSON, or is cut, is an [*Error] too, and an error of r is given as it is, after all values that are complete;
// both come with T's zero value and end the stream. T starts from its zero value each time, and nothing in it
// aliases a buffer.
//
// Breaking out of the loop stops reading; another loop over the same iterator goes on behind the value that was
// given last. Memory is that of the largest value. The iterator is for one goroutine at a time.
func Values[T any](r io.Reader, opts ...StreamOption) iter.Seq2[T, error] {
	return valuesOf[T](r, frame.Values, opts)
}

// Lines returns the values of r, of which each stands in a line of its own, as [Values] does. A line that is not
// JSON, or holds more than one value, comes with an [*Error] and T's zero value, and reading goes on with the next
// line. Blank lines are passed over.
func Lines[T any](r io.Reader, opts ...StreamOption) iter.Seq2[T, error] {
	return valuesOf[T](r, frame.Lines, opts)
}

// Elements returns the elements of the one array that r holds, as [Values] does: an array of any length takes
// memory for one element. It reads r to its end, behind the array there may be white space only. Pointers in errors
// start with the element's index.
func Elements[T any](r io.Reader, opts ...StreamOption) iter.Seq2[T, error] {
	return valuesOf[T](r, frame.Elements, opts)
}

func valuesOf[T any](r io.Reader, format frame.Format, opts []StreamOption) iter.Seq2[T, error] {
	o := newStreamOptions(format, opts)
	return newValueReader[T](frame.NewStream(r, o.format, o.max), o).each
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

func newValueReader[T any](s *frame.Stream, o streamOptions) *valueReader[T] {
	t := reflect.TypeFor[T]()
	return &valueReader[T]{frames: frames{stream: s, format: o.format, c: o.api.c, typ: t, counts: true}, call: decode.Call{Config: o.api.c, Type: decode.TypeOf(o.api.c, t)}}
}

// each yields what can be read now.
func (d *valueReader[T]) each(yield func(T, error) bool) {
	var zero T
	walk := d.call.Walk()
	defer walk.End()
	for {
		d.v = zero
		var err error
		if !d.window(walk) {
			var raw []byte
			raw, err = d.stream.Next()
			switch {
			case err == io.EOF || err == frame.ErrPending:
				return
			case err != nil:
				if f, ok := err.(*frame.Fault); ok {
					err = d.streamError(f)
				}
				yield(zero, err)
				return
			}
			if !d.behind(walk, raw) {
				err = d.decode(raw, &d.v)
			}
		}
		v := d.v
		d.v = zero // what v holds is the caller's to keep alive
		if !yield(v, err) {
			return
		}
	}
}

// window decodes the next value where it lies, if it is whole in memory and fits. Then it need not be looked at twice.
func (d *valueReader[T]) window(walk decode.Walk) bool {
	w, start, edge, ok := d.stream.Window()
	if !ok {
		return false
	}
	end := walk.Value(&w, start, edge, mem.DataWord(&d.v), 0)
	return end >= 0 && d.stream.Take(start, end)
}

// behind decodes raw, which the stream has just made whole, where it lies.
func (d *valueReader[T]) behind(walk decode.Walk, raw []byte) bool {
	if d.format == frame.Lines {
		return false
	}
	var zero T
	d.v = zero
	w, start, edge := d.stream.Behind(len(raw))
	return walk.Value(&w, start, edge, mem.DataWord(&d.v), 0) >= 0
}

// decode decodes raw, the value that the stream has just given.
func (d *frames) decode(raw []byte, v any) error {
	data := raw
	if d.c.Options.Has(option.AliasInput) {
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
	return d.valueError(raw, f, ruled(err))
}

// prefix is the start of the pointer to the element of that index.
func (d *frames) prefix(index int) string {
	if d.format != frame.Elements {
		return locate.Pointer(d.base)
	}
	return locate.Pointer([]locate.Step{{Index: index}})
}

// valueError gives err, from decoding raw, its place in the stream.
func (d *frames) valueError(raw []byte, f *fault.Fault, err error) error {
	in := newInput(raw, nil, &d.c.Shape)
	in.seen, in.start, in.at = d.stream.View(len(raw))
	e := in.located(d.typ, f, err)
	e.Pointer = d.prefix(d.stream.Given()-1) + e.Pointer
	if d.counts {
		e.Value = d.stream.Given()
	}
	if f.Code != fault.Method {
		before := in.at
		before.Advance(in.seen[:in.start])
		e.Err = toolchain.Shift(err, before.Offset)
		if rule, ok := err.(*RuleError); ok {
			rule.Offset += before.Offset
		}
	}
	return e
}

// streamError makes an Error of f.
func (d *frames) streamError(f *frame.Fault) error {
	e := &Error{Err: f.Err}
	t := d.typ
	var in input
	in.seen, in.start, in.at = d.stream.View(0)
	in.place(e, 0)
	if f.NotArray != "" {
		e.Err = f.TypeError(reflect.SliceOf(t), e.Offset+1)
		return e
	}
	if d.counts && (f.Within || d.format != frame.Elements) {
		e.Value = d.stream.Given() + 1
	}
	e.root = len(locate.Root(t))
	e.GoPath = locate.Root(t) + locate.Type(t, f.Steps, &d.c.Shape).Text
	if e.Pointer = locate.Pointer(f.Steps); f.Within || d.base != nil {
		e.Pointer = d.prefix(d.stream.Given()) + e.Pointer
	}
	return e
}

// A Pusher decodes values from bytes that are pushed to it as they come: by a callback, a websocket, a loop of
// one's own. Whatever the pieces are, values come out as soon as they are complete, in order. It is for one
// goroutine at a time.
type Pusher[T any] struct {
	in *frame.Pusher
	d  *valueReader[T]
}

// NewPusher returns a pusher of values that follow each other, as [Values] reads them.
func NewPusher[T any](opts ...StreamOption) *Pusher[T] { return newPusher[T](frame.Values, opts) }

// NewElementPusher returns a pusher of the elements of one array, as [Elements] reads them.
func NewElementPusher[T any](opts ...StreamOption) *Pusher[T] {
	return newPusher[T](frame.Elements, opts)
}

func newPusher[T any](format frame.Format, opts []StreamOption) *Pusher[T] {
	o := newStreamOptions(format, opts)
	in := frame.NewPusher(o.format, o.max)
	return &Pusher[T]{in, newValueReader[T](&in.Stream, o)}
}

// Push adds b to the input at once, by copying, and returns the values that are complete now; those that a loop
// leaves come in the next one. Errors are those of [Values]. After one that ends the stream further input is
// dropped.
func (p *Pusher[T]) Push(b []byte) iter.Seq2[T, error] {
	p.in.Push(b)
	return p.d.each
}

// Close says that the input has ended, and returns the values that are left: a number at the very end is complete
// only now. An input that is cut is an [*Error] about [io.ErrUnexpectedEOF]. Nothing may be pushed afterwards.
func (p *Pusher[T]) Close() iter.Seq2[T, error] {
	p.in.Close()
	return p.d.each
}
