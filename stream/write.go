package stream

import (
	"cmp"
	"io"
	"iter"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/transfer"
)

// writeSize is the number of bytes that are gathered before Write is called.
const writeSize = 32 << 10

// WriteLines writes the values of seq to w, each in a line of its own: NDJSON, JSON Lines. It writes pieces of about 32
// KB, each with whole values, unless [FlushAt] makes it split values. It ignores an API's indentation, whose line
// breaks would end the lines. Line breaks in text that UncheckedRaw or UncheckedMethods leave unchanged become spaces.
//
// It stops at the first error and returns it: an error of seq, such as those of [Values], of encoding, or of w. All
// values before the error are written. An error of encoding is an [*zetes.Error] whose Value is the number of the
// value. For a sequence without errors use [NoError].
func WriteLines[T any](w io.Writer, seq iter.Seq2[T, error], opts ...Option) error {
	o := newOptions(0, opts)
	if o.parallel > 0 {
		return writeAhead(w, seq, o)
	}
	e := newEmitter(w, &o)
	defer e.release()
	return e.end(emit(seq, func(v *T) error { return e.value(v, "", "\n") }))
}

// emit calls write with each value of seq. It stops at the first error, of write or of seq, and returns it.
func emit[T any](seq iter.Seq2[T, error], write func(v *T) error) error {
	for v, err := range seq {
		if err == nil {
			err = write(&v)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// WriteArray writes the values of seq to w as one array, as [WriteLines] does. After an error of seq or of encoding the
// array has no end, so that readers find it incomplete. Pointers in errors start with the element's index. If the API
// of [Using] indents, the array is written as the API's Marshal would write a slice.
func WriteArray[T any](w io.Writer, seq iter.Seq2[T, error], opts ...Option) error {
	o := newOptions(0, opts)
	e := newEmitter(w, &o)
	defer e.release()
	e.elements = true
	before, between, end := "[", ",", "]"
	if o.prefix != "" || o.indent != "" {
		e.prefix, e.indent = o.prefix+o.indent, o.indent
		before, between, end = "[\n"+e.prefix, ",\n"+e.prefix, "\n"+o.prefix+"]"
	}
	err := emit(seq, func(v *T) error {
		err := e.value(v, before, "")
		before = between
		return err
	})
	if err != nil {
		return e.end(err)
	}
	if e.written == 0 {
		end = "[]"
	}
	e.buf.Bytes = append(e.buf.Bytes, end...)
	return e.end(nil)
}

// NoError converts a sequence without errors, such as slices.Values of a slice, to a sequence for [WriteLines] and
// similar functions.
func NoError[T any](seq iter.Seq[T]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for v := range seq {
			if !yield(v, nil) {
				return
			}
		}
	}
}

// emitter gathers JSON for a writer.
type emitter struct {
	w   io.Writer
	c   *plan.Dialect
	buf *engine.Scratch
	err error // the writer's error

	pieces   *encode.Sink // gets the parts of values; nil if values are not split
	least    int          // Write is called once this many bytes are gathered
	elements bool         // the values are elements of one array
	written  int          // number of values that were encoded
	prefix   string       // starts each line of an element; "" if elements are not indented
	indent   string
}

func newEmitter(w io.Writer, o *options) *emitter {
	e := &emitter{w: w, c: o.c, buf: engine.Borrow(), least: cmp.Or(o.piece, writeSize), pieces: o.sink(w)}
	e.buf.Bytes = e.buf.Bytes[:0]
	return e
}

func (e *emitter) release() { e.buf.Release() }

// value gathers three texts: the parameter before, the JSON of the value that v points to, and the parameter after. It
// writes the gathered bytes once there are e.least of them.
func (e *emitter) value(v any, before, after string) error {
	if err := e.add(v, before, after); err != nil {
		return e.located(err.(*zetes.Error))
	}
	if e.err != nil {
		return e.err
	}
	e.written++
	if len(e.buf.Bytes) >= e.least {
		return e.flush()
	}
	return nil
}

// add gathers the same three texts as value. If v can't be encoded, it returns a *zetes.Error whose Value is not set
// yet. If a part of the value was written and the writer failed, it returns nil, and e.err is the writer's error.
func (e *emitter) add(v any, before, after string) error {
	if e.pieces != nil && e.prefix == "" && !(after == "\n" && engine.Unchecked(e.c)) {
		return e.addPieces(v, before, after)
	}
	n := len(e.buf.Bytes)
	b, err := engine.Append(&encode.Call{Config: e.c}, append(e.buf.Bytes, before...), v)
	if err != nil {
		e.buf.Bytes = b[:n]
		return root.EncodeError(e.c, v, err)
	}
	if e.prefix != "" {
		compact := engine.Borrow()
		defer compact.Release()
		compact.Bytes = append(compact.Bytes[:0], b[n+len(before):]...)
		if b, err = engine.AppendIndent(b[:n+len(before)], compact.Bytes, e.prefix, e.indent); err != nil {
			e.buf.Bytes = b[:n]
			return &zetes.Error{Err: err}
		}
	}
	if after == "\n" {
		engine.OneLine(e.c, b[n+len(before):])
	}
	e.buf.Bytes = append(b, after...)
	return nil
}

// addPieces does what add does, for a value that may be written in parts. If it fails, the part of the value that is
// still in the buffer is dropped.
func (e *emitter) addPieces(v any, before, after string) error {
	n, passed := len(e.buf.Bytes), e.pieces.Passed
	b, err := engine.AppendPieces(&encode.Call{Config: e.c}, e.pieces, append(e.buf.Bytes, before...), v)
	if err == nil {
		e.buf.Bytes = append(b, after...)
		return nil
	}
	if e.pieces.Passed != passed {
		n = 0
	}
	e.buf.Bytes = b[:n]
	if e.err = e.pieces.Err; e.err != nil {
		return nil
	}
	return root.EncodeError(e.c, v, err)
}

// located makes err an error about the value after the values that were written.
func (e *emitter) located(err *zetes.Error) error {
	err.Value = e.written + 1
	if e.elements {
		err.Pointer = locate.Pointer([]locate.Step{{Index: e.written}}) + err.Pointer
	}
	return err
}

// flush writes the gathered bytes.
func (e *emitter) flush() error {
	if e.err == nil && len(e.buf.Bytes) > 0 {
		e.err = transfer.WriteAll(e.w, e.buf.Bytes)
	}
	e.buf.Bytes = e.buf.Bytes[:0]
	return e.err
}

// end writes the gathered bytes. It returns err, or, if err is nil, the writer's error.
func (e *emitter) end(err error) error {
	failed := e.flush()
	if err != nil {
		return err
	}
	return failed
}
