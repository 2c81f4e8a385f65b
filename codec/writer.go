package codec

import (
	"io"
	"math"
	"strconv"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/wire"
)

// Writer writes JSON to memory, and from there to an [io.Writer] if it has one. It keeps the first error and writes nothing after it.
//
// Commas and colons come by themselves. Values at the top are followed by a line break each if the writer has an [io.Writer].
type Writer struct {
	buf   []byte
	out   io.Writer
	base  int64 // bytes handed to out
	set   *kernel.EscapeSet
	err   *Error
	stack []bool // the containers that are open: true for an object
	place writePlace
	lent
}

// writePlace says what may come next.
type writePlace uint8

const (
	writeValue     writePlace = iota // a value, without a comma
	writeFirst                       // the first element, or the end
	writeNext                        // a further element, or the end
	writeFirstName                   // the first name, or the end
	writeNextName                    // a further name, or the end
)

// flushAt is how many bytes a writer gathers before it hands them on.
const flushAt = 16 << 10

// NewWriter returns a writer to out. Flush hands on what is still in memory.
func NewWriter(out io.Writer) *Writer {
	w := new(Writer)
	w.Reset(out)
	return w
}

// NewBytesWriter returns a writer that appends to dst. Bytes returns the result.
func NewBytesWriter(dst []byte) *Writer { return &Writer{buf: dst, set: &kernel.EscapeMinimal} }

// Reset makes w write to out, as a new writer would, and keeps its memory.
func (w *Writer) Reset(out io.Writer) {
	*w = Writer{buf: w.buf[:0], out: out, set: &kernel.EscapeMinimal, stack: w.stack[:0]}
}

// SetEscapeHTML says whether <, > and & are escaped in strings.
func (w *Writer) SetEscapeHTML(on bool) {
	w.set = &kernel.EscapeMinimal
	if on {
		w.set = &kernel.EscapeHTML
	}
}

// Bytes returns what is in memory: all that was written, unless the writer has an [io.Writer].
func (w *Writer) Bytes() []byte { return w.buf }

// Err returns the first error, which is an [*Error], or nil.
func (w *Writer) Err() error {
	if w.err == nil {
		return nil
	}
	return w.err
}

// Depth returns how many containers are open.
func (w *Writer) Depth() int { return len(w.stack) }

// Fail makes err the writer's error if it has none yet: for codecs that cannot write their value.
func (w *Writer) Fail(err error) { w.fail(Unsupported, "", err) }

func (w *Writer) fail(code Code, what string, err error) {
	if w.err == nil {
		w.err = &Error{Code: code, Offset: w.base + int64(len(w.buf)), What: what, Err: err}
	}
}

// Flush hands what is in memory to the [io.Writer], and returns the first error.
func (w *Writer) Flush() error {
	if w.err == nil && w.out != nil && len(w.buf) > 0 {
		n, err := w.out.Write(w.buf)
		if err == nil && n < len(w.buf) {
			err = io.ErrShortWrite
		}
		if err != nil {
			w.fail(IO, "", err)
		}
		w.base += int64(n)
		w.buf = w.buf[:0]
	}
	return w.Err()
}

// Close flushes, and fails if a container is still open.
func (w *Writer) Close() error {
	if len(w.stack) > 0 {
		w.fail(Misuse, "a container is still open", nil)
	}
	return w.Flush()
}

// value gets ready for a value.
func (w *Writer) value() bool {
	if w.err != nil {
		return false
	}
	switch w.place {
	case writeNext:
		w.buf = append(w.buf, ',')
	case writeFirstName, writeNextName:
		w.fail(Misuse, "a member without a name", nil)
		return false
	}
	return true
}

// done ends a value.
func (w *Writer) done() {
	switch {
	case len(w.stack) == 0:
		w.place = writeValue
		w.count++
		if w.out != nil {
			w.buf = append(w.buf, '\n')
		}
	case w.stack[len(w.stack)-1]:
		w.place = writeNextName
	default:
		w.place = writeNext
	}
	if w.out != nil && len(w.buf) >= flushAt {
		w.Flush()
	}
}

func (w *Writer) begin(object bool, c byte, first writePlace) {
	if !w.value() {
		return
	}
	if len(w.stack) == wire.MaxDepth {
		w.fail(TooDeep, "", nil)
		return
	}
	w.buf = append(w.buf, c)
	w.stack = append(w.stack, object)
	w.place = first
}

func (w *Writer) end(c byte, first, next writePlace) {
	if w.err != nil {
		return
	}
	if w.place != first && w.place != next {
		w.fail(Misuse, "the end of a container that is not open, or whose last member has no value", nil)
		return
	}
	w.buf = append(w.buf, c)
	w.stack = w.stack[:len(w.stack)-1]
	w.done()
}

// BeginObject starts an object; [Writer.Name] and a value for each member follow, and [Writer.EndObject].
func (w *Writer) BeginObject() { w.begin(true, '{', writeFirstName) }

// EndObject ends the object that is open.
func (w *Writer) EndObject() { w.end('}', writeFirstName, writeNextName) }

// BeginArray starts an array; its elements follow, and [Writer.EndArray].
func (w *Writer) BeginArray() { w.begin(false, '[', writeFirst) }

// EndArray ends the array that is open.
func (w *Writer) EndArray() { w.end(']', writeFirst, writeNext) }

// Name writes the name of a member.
func (w *Writer) Name(name string) {
	if w.err != nil {
		return
	}
	switch w.place {
	case writeFirstName:
	case writeNextName:
		w.buf = append(w.buf, ',')
	default:
		w.fail(Misuse, "a name that is not in an object", nil)
		return
	}
	w.buf = append(kernel.AppendString(w.buf, name, w.set), ':')
	w.place = writeValue
}

// Null writes null.
func (w *Writer) Null() { w.literal("null") }

// Bool writes true or false.
func (w *Writer) Bool(v bool) {
	if v {
		w.literal("true")
	} else {
		w.literal("false")
	}
}

func (w *Writer) literal(s string) {
	if w.value() {
		w.buf = append(w.buf, s...)
		w.done()
	}
}

// Int writes a number.
func (w *Writer) Int(v int64) {
	if w.value() {
		w.buf = num.AppendInt(w.buf, v)
		w.done()
	}
}

// Uint writes a number.
func (w *Writer) Uint(v uint64) {
	if w.value() {
		w.buf = num.AppendUint(w.buf, v)
		w.done()
	}
}

// Float64 writes a number, the shortest that reads back as v. NaN and the infinities are errors.
func (w *Writer) Float64(v float64) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		w.fail(Unsupported, strconv.FormatFloat(v, 'g', -1, 64), nil)
	} else if w.value() {
		w.buf = num.AppendFloat64(w.buf, v)
		w.done()
	}
}

// Float32 writes a number, the shortest that reads back as v. NaN and the infinities are errors.
func (w *Writer) Float32(v float32) {
	if f := float64(v); math.IsNaN(f) || math.IsInf(f, 0) {
		w.fail(Unsupported, strconv.FormatFloat(f, 'g', -1, 32), nil)
	} else if w.value() {
		w.buf = num.AppendFloat32(w.buf, v)
		w.done()
	}
}

// Number writes text, which must be a JSON number.
func (w *Writer) Number(text string) {
	b := mem.View(text)
	if n, st := wire.Number(b); st != wire.More || n != len(b) || !wire.Complete(b) {
		w.fail(Unsupported, strconv.Quote(text)+" is not a number", nil)
		return
	}
	w.literal(text)
}

// String writes a string. Bytes that are not UTF-8 become U+FFFD.
func (w *Writer) String(s string) {
	if w.value() {
		w.buf = kernel.AppendString(w.buf, s, w.set)
		w.done()
	}
}

// StringBytes writes the text b as a string.
func (w *Writer) StringBytes(b []byte) { w.String(mem.Frozen(b)) }

// Raw writes text, which must be a JSON value, without white space around its tokens.
func (w *Writer) Raw(text []byte) {
	if !w.value() {
		return
	}
	buf, bad := wire.AppendCompact(w.buf, text, w.set == &kernel.EscapeHTML)
	if bad >= 0 {
		w.fail(Syntax, "raw value, byte "+strconv.Itoa(bad), nil)
		return
	}
	w.buf = buf
	w.done()
}
