package stream

import (
	"bytes"
	"io"
	"iter"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/transfer"
)

// writeSize is how many bytes are gathered for one call of Write.
const writeSize = 32 << 10

// WriteLines writes the values of seq to w, each in a line of its own: NDJSON, JSON Lines. It writes pieces of
// about 32 KB, each of whole values unless [FlushAt] asks for others. An API's indentation is not for lines: its line
// breaks would end them. Those in text that UncheckedRaw or UncheckedMethods leave as it is become spaces.
//
// An error of seq, as [Values] and its kin have them, one of encoding, or one of w ends it and is returned; all
// values before it are in w then. Errors of encoding are an [*zetes.Error] whose Value tells which value it was. For a
// sequence that has no errors, see [NoError].
func WriteLines[T any](w io.Writer, seq iter.Seq2[T, error], opts ...Option) error {
	o := newOptions(0, opts)
	if o.parallel > 0 {
		return writeAhead(w, seq, o)
	}
	e := newEmitter(w, &o)
	defer e.release()
	for v, err := range seq {
		if err == nil {
			err = e.value(&v, "", "\n")
		}
		if err != nil {
			return e.end(err)
		}
	}
	return e.end(nil)
}

// WriteArray writes the values of seq to w as one array, as [WriteLines] does. After an error of seq or of
// encoding the array is left open, so that nobody takes it for whole. Pointers in errors start with the element's
// index. Where the API of [Using] indents, the array is what its Marshal makes of a slice.
func WriteArray[T any](w io.Writer, seq iter.Seq2[T, error], opts ...Option) error {
	o := newOptions(0, opts)
	e := newEmitter(w, &o)
	defer e.release()
	e.elements = true
	before, between, end := "[", ",", "]"
	if o.prefix != "" || o.indent != "" {
		e.lines, e.prefix, e.indent = true, o.prefix+o.indent, o.indent
		before, between, end = "[\n"+e.prefix, ",\n"+e.prefix, "\n"+o.prefix+"]"
	}
	for v, err := range seq {
		if err == nil {
			err = e.value(&v, before, "")
		}
		if err != nil {
			return e.end(err)
		}
		before = between
	}
	if e.written == 0 {
		end = "[]"
	}
	e.buf.Bytes = append(e.buf.Bytes, end...)
	return e.end(nil)
}

// NoError makes a sequence for [WriteLines] and its kin out of one without errors, such as slices.Values of a slice.
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
	c   *plan.Config
	buf *engine.Buffer
	err error // of w

	pieces   *encode.Sink // takes parts of values, or nil
	least    int          // bytes that are worth a call of Write
	elements bool         // of one array
	written  int          // values that were encoded
	lines    bool         // of values: with prefix and indent, as an array has them
	prefix   string
	indent   string
}

func newEmitter(w io.Writer, o *options) *emitter {
	e := &emitter{w: w, c: o.c, buf: engine.Borrow(), least: writeSize, pieces: o.sink(w)}
	if o.piece > 0 {
		e.least = o.piece
	}
	e.buf.Bytes = e.buf.Bytes[:0]
	return e
}

func (e *emitter) release() { e.buf.Release() }

// value adds the value that v points to between two texts, and writes if it is time to.
func (e *emitter) value(v any, before, behind string) error {
	if err := e.add(v, before, behind); err != nil {
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

// add adds the value that v points to between two texts. Its error is a *zetes.Error that knows of no other values, or
// it has set e.err.
func (e *emitter) add(v any, before, behind string) error {
	if e.pieces != nil && !e.lines && !(behind == "\n" && unchecked(e.c)) {
		return e.addPieces(v, before, behind)
	}
	n := len(e.buf.Bytes)
	b, err := engine.Append(&encode.Call{Config: e.c}, append(e.buf.Bytes, before...), v)
	if err != nil {
		e.buf.Bytes = b[:n]
		return root.EncodeError(e.c, v, err)
	}
	if e.lines {
		compact := engine.Borrow()
		defer compact.Release()
		compact.Bytes = append(compact.Bytes[:0], b[n+len(before):]...)
		if b, err = engine.AppendIndent(b[:n+len(before)], compact.Bytes, e.prefix, e.indent); err != nil {
			e.buf.Bytes = b[:n]
			return &zetes.Error{Err: err}
		}
	}
	if behind == "\n" {
		oneLine(e.c, b[n:])
	}
	e.buf.Bytes = append(b, behind...)
	return nil
}

// unchecked reports whether c writes text as the caller's methods and raw values have it.
func unchecked(c *plan.Config) bool {
	return c.Options&(option.RawUnchecked|option.MethodsUnchecked) != 0
}

// oneLine makes spaces of the line breaks in b, a value that c has written. In JSON they stand between tokens only.
func oneLine(c *plan.Config, b []byte) {
	if !unchecked(c) {
		return
	}
	for _, end := range []byte("\n\r") {
		for rest := b; ; {
			i := bytes.IndexByte(rest, end)
			if i < 0 {
				break
			}
			rest[i], rest = ' ', rest[i+1:]
		}
	}
}

// addPieces is add for a value of which parts may be written at once. Of one that fails then what was gathered is left
// out.
func (e *emitter) addPieces(v any, before, behind string) error {
	n, passed := len(e.buf.Bytes), e.pieces.Passed
	b, err := engine.AppendPieces(&encode.Call{Config: e.c}, e.pieces, append(e.buf.Bytes, before...), v)
	if err == nil {
		e.buf.Bytes = append(b, behind...)
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

// located says of err that it is about the value behind those that were written.
func (e *emitter) located(err *zetes.Error) error {
	err.Value = e.written + 1
	if e.elements {
		err.Pointer = locate.Pointer([]locate.Step{{Index: e.written}}) + err.Pointer
	}
	return err
}

// flush writes what was gathered.
func (e *emitter) flush() error {
	if e.err == nil && len(e.buf.Bytes) > 0 {
		e.err = transfer.WriteAll(e.w, e.buf.Bytes)
	}
	e.buf.Bytes = e.buf.Bytes[:0]
	return e.err
}

// end writes the rest and returns err, or the writer's error.
func (e *emitter) end(err error) error {
	failed := e.flush()
	if err != nil {
		return err
	}
	return failed
}
