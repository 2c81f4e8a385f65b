package codec

import (
	"io"
	"slices"
	"strconv"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/transfer"
	"github.com/zetes-json/zetes/internal/wire"
)

// Writer writes JSON to memory, and from there to an [io.Writer] if it has one. It keeps the first error and writes
// nothing after it.
//
// Commas and colons come by themselves. Values at the top are followed by a line break each if the writer has an
// [io.Writer]; in memory there is one between them.
//
// A Writer is for one goroutine at a time. It is made by [NewWriter] and its kin; calls of the zero Writer may panic,
// and those of a copy of a Writer are a misuse, before a Reset. What it has written when an error comes is cut, and not
// to be used.
type Writer struct {
	holder[Writer]
	buf    []byte
	place  writePlace // what may come next
	after  writePlace // what may come after the next value
	out    io.Writer
	base   int64 // bytes handed to out
	set    *kernel.EscapeSet
	err    *Error
	stack  []writePlace // of the containers that are open: what may come after each
	keys   []string     // of the maps that are being written, innermost last
	layout *layout      // or nil for compact JSON
	strict bool         // text that is not UTF-8 is an error
	looked int          // of a strict writer: the bytes of buf whose text is known to be UTF-8
	lending
}

// writePlace says what may come next. A value may at those up to writeAgain, without a look at anything else up to
// writeFirst. Those that a comma comes at are odd.
type writePlace uint8

const (
	writeValue     writePlace = iota // a value, without a comma
	writeNext                        // a further element, or the end
	writeFirst                       // the first element, or the end
	_                                //
	writeAgain                       // a further value at the top
	_                                //
	writeFirstName                   // the first name, or the end
	writeNextName                    // a further name, or the end
	writeNothing                     // there is an error
	writeBusy                        // nothing until somebody else has written a value; was is the place then
)

// flushAt is how many bytes a writer gathers before it hands them on.
const flushAt = 16 << 10

// NewWriter returns a writer to out. Flush hands on what is still in memory.
func NewWriter(out io.Writer) *Writer {
	w := new(Writer)
	w.Reset(out)
	return w
}

// NewBytesWriter returns a writer that appends to dst. Bytes returns the result. Each call may write anywhere between
// the length and the capacity of what is there: what is written later must not lie in that memory.
func NewBytesWriter(dst []byte) *Writer {
	w := &Writer{buf: dst, after: writeAgain, set: &kernel.EscapeMinimal, lending: lending{from: len(dst)}}
	w.self = w
	return w
}

// Reset makes w write to out, as a new writer would, and keeps its memory. It is a misuse where [Writer.Release] is
// one.
func (w *Writer) Reset(out io.Writer) {
	if !w.mine("") {
		return
	}
	*w = Writer{
		holder: holder[Writer]{self: w, loans: w.loans, loan: w.loan},
		buf:    w.buf[:0], after: writeAgain, out: out, set: &kernel.EscapeMinimal, stack: w.stack[:0], keys: w.keys[:0],
	}
}

// ResetBytes makes w append to dst, as a new writer would, and keeps the rest of its memory. It is a misuse where
// [Writer.Release] is one.
func (w *Writer) ResetBytes(dst []byte) {
	if !w.mine("") {
		return
	}
	w.Reset(nil)
	w.buf, w.from = dst, len(dst)
}

// SetEscapeHTML says whether <, > and & are escaped in strings.
func (w *Writer) SetEscapeHTML(on bool) {
	set := w.set
	if set == nil {
		set = &kernel.EscapeMinimal
	}
	w.set = set.WithHTML(on)
}

// Bytes returns what is in memory: all that was written, unless the writer has an [io.Writer], where it is compact. A
// codec gets a copy of what it has written.
func (w *Writer) Bytes() []byte {
	if w.isCopy() {
		return nil
	}
	w.look()
	switch {
	case w.hold != made:
		return append([]byte(nil), w.buf[min(w.from, len(w.buf)):]...)
	case w.out != nil:
		return w.buf[:len(w.buf):len(w.buf)] // behind it is what others wrote in memory of the pool
	case w.layout != nil && w.err == nil && w.place != writeBusy:
		w.buf = w.layout.laidOut(w.buf)
		w.looked = len(w.buf)
	}
	return w.buf
}

// Err returns the first error, which is an [*Error], or nil.
func (w *Writer) Err() error {
	w.look()
	switch {
	case w.hold == back:
		e := *errBack
		return &e
	case w.hold == pooled:
		e := *errReleased
		return &e
	case w.err == nil:
		return nil
	}
	return w.err
}

// Fail makes err the writer's error if it has none yet: for codecs that cannot write their value.
func (w *Writer) Fail(err error) { w.fail(Failed, "", err) }

//go:noinline
func (w *Writer) fail(code Code, what string, err error) {
	if w.hold >= back {
		return // Err tells
	}
	if w.isCopy() { // nothing of the memory is looked at, which is another's
		w.place, w.err = writeNothing, &Error{Code: Misuse, What: "a copy of a Writer"}
		return
	}
	w.look()
	w.place = writeNothing
	if w.err == nil {
		w.err = &Error{Code: code, Offset: w.base + int64(len(w.buf)), What: what, Err: err, Pointer: w.pointer()}
	}
}

// Flush hands what is in memory to the [io.Writer], and returns the first error.
func (w *Writer) Flush() error {
	if w.isCopy() {
		w.fail(Misuse, "", nil)
		return w.Err()
	}
	w.look()
	if w.err == nil && w.out != nil && len(w.buf) > 0 {
		n, err := w.handOn()
		if err != nil {
			w.fail(IO, "", err)
		}
		w.base += int64(n)
		w.buf, w.looked = w.buf[:0], 0
	}
	return w.Err()
}

// handOn writes what is in memory.
func (w *Writer) handOn() (n int, err error) {
	buf := w.suspend()
	defer w.resume(buf)
	if l := w.layout; l != nil {
		l.text = l.append(l.text[:0], buf)
		if _, err := transfer.Write(w.out, l.text); err != nil {
			return 0, err
		}
		return len(buf), nil
	}
	return transfer.Write(w.out, buf)
}

// Close flushes, and fails if a container is still open.
func (w *Writer) Close() error {
	if len(w.stack) > 0 {
		w.fail(Misuse, "a container is still open", nil)
	}
	return w.Flush()
}

// A value begins with fits, and with start where it does not. It is written to the tail, behind what comma has put
// there, and ends with done. This is what all calls do besides their own work, so that it is inlined in each: the
// slice's pointer is never stored, and growing, further values at the top and all that goes wrong are calls.

// isCopy reports whether w is a copy of another Writer. The zero Writer becomes its own by it.
func (w *Writer) isCopy() bool {
	if w.self == nil {
		w.self = w
	}
	return w.self != w
}

// fits reports whether a value may stand here that takes up to size bytes, besides a comma, and there is room for both.
func (w *Writer) fits(size int) bool {
	return w.place <= writeFirst && cap(w.buf)-len(w.buf) > size && w.self == w
}

// start makes fits true, or reports that no value can stand here.
//
//go:noinline
func (w *Writer) start(size int) bool {
	if (w.place > writeFirst || w.isCopy()) && !w.again() {
		return false
	}
	if cap(w.buf)-len(w.buf) <= size {
		w.grow(size)
	}
	return true
}

//go:noinline
func (w *Writer) grow(size int) { w.buf = slices.Grow(w.buf, size+spare) }

// spare is what a buffer grows by besides what is asked for.
const spare = 512

// tail is k bytes behind where the next byte goes.
func (w *Writer) tail(k int) mem.Ptr { return mem.Add(mem.Data(w.buf), uintptr(len(w.buf)+k)) }

// comma writes one to the tail, and returns its length: 0 if none belongs there.
func (w *Writer) comma() int {
	mem.Store8(w.tail(0), 0, ',')
	return int(w.place & 1)
}

// done ends a value, of which n bytes have been written to the tail.
func (w *Writer) done(n int) {
	w.buf = w.buf[:len(w.buf)+n]
	w.place = w.after
	if w.out != nil {
		w.sent()
	}
}

// value gets ready for a value that is appended to the buffer; it ends with done(0).
func (w *Writer) value() bool {
	if !w.fits(0) && !w.start(0) {
		return false
	}
	w.buf = w.buf[:len(w.buf)+w.comma()]
	return true
}

// again is start where no value may stand, but at the top.
//
//go:noinline
func (w *Writer) again() bool {
	if w.isCopy() {
		w.fail(Misuse, "", nil)
		return false
	}
	switch w.place {
	case writeAgain:
		w.more = true
		if w.hold == made && w.out == nil {
			w.buf = append(w.buf, '\n') // 1 and 2 are not 12; where there is an io.Writer each value ends so
		}
		return true
	case writeFirstName, writeNextName:
		w.fail(Misuse, "a member without a name", nil)
	case writeBusy:
		w.atWork()
	}
	return false
}

// atWork fails for a call from within one that goes on with w afterwards.
func (w *Writer) atWork() {
	w.fail(Misuse, "a call from within one that goes on with the writer afterwards", nil)
}

// sent hands on what has been gathered, once that is enough.
//
//go:noinline
func (w *Writer) sent() {
	if len(w.stack) == 0 {
		w.buf = append(w.buf, '\n')
	}
	if len(w.buf) >= flushAt {
		w.Flush()
	}
}

// begin and end have nothing to keep across a call where all is well: the slow ways are called last.
func (w *Writer) begin(c byte, first, next writePlace) {
	n, depth := len(w.buf), len(w.stack)
	if !w.fits(1) || depth == cap(w.stack) {
		w.beginSlow(c, first, next)
		return
	}
	k := w.comma()
	mem.Store8(w.tail(k), 0, c)
	w.buf = w.buf[:n+k+1]
	w.stack = w.stack[:depth+1]
	w.stack[depth] = w.after
	w.place, w.after = first, next
}

//go:noinline
func (w *Writer) beginSlow(c byte, first, next writePlace) {
	if !w.fits(1) && !w.start(1) {
		return
	}
	depth := len(w.stack)
	if depth >= wire.MaxDepth {
		w.fail(TooDeep, "", nil)
		return
	}
	if depth == cap(w.stack) {
		w.stack = append(make([]writePlace, 0, min(2*depth+16, wire.MaxDepth)), w.stack...)
	}
	if w.place == writeAgain {
		w.place = writeValue
	}
	w.begin(c, first, next)
}

func (w *Writer) end(c byte, first, next writePlace) {
	n, last := len(w.buf), len(w.stack)-1
	if w.place != first && w.place != next || n == cap(w.buf) || w.self != w {
		w.endSlow(c, first, next)
		return
	}
	mem.Store8(w.tail(0), 0, c)
	w.buf = w.buf[:n+1]
	w.after = w.stack[last]
	w.stack = w.stack[:last]
	w.place = w.after
	if w.out != nil {
		w.sent()
	}
}

//go:noinline
func (w *Writer) endSlow(c byte, first, next writePlace) {
	if w.place != first && w.place != next || w.isCopy() {
		w.noEnd()
		return
	}
	w.grow(1)
	w.end(c, first, next)
}

func (w *Writer) noEnd() {
	if w.place == writeBusy {
		w.atWork()
	} else if w.err == nil {
		w.fail(Misuse, "the end of a container that is not the one that is open, or whose last member has no value", nil)
	}
}

// BeginObject starts an object; [Writer.Name] and a value for each member follow, and [Writer.EndObject].
func (w *Writer) BeginObject() { w.begin('{', writeFirstName, writeNextName) }

// EndObject ends the object that is open.
func (w *Writer) EndObject() { w.end('}', writeFirstName, writeNextName) }

// BeginArray starts an array; its elements follow, and [Writer.EndArray].
func (w *Writer) BeginArray() { w.begin('[', writeFirst, writeNext) }

// EndArray ends the array that is open.
func (w *Writer) EndArray() { w.end(']', writeFirst, writeNext) }

// emptyArray writes an array without elements.
func (w *Writer) emptyArray() {
	if !w.fits(2) || len(w.stack) >= wire.MaxDepth {
		w.BeginArray()
		w.EndArray()
		return
	}
	k := w.comma()
	mem.Store8(w.tail(k), 0, '[')
	mem.Store8(w.tail(k), 1, ']')
	w.done(k + 2)
}

// Name writes the name of a member. Names that are known beforehand are written faster by [Writer.Member] and its like.
func (w *Writer) Name(name string) {
	if !w.nameFits(kernel.NameRoom) && !w.startName(kernel.NameRoom) {
		return
	}
	k := w.comma()
	w.place = writeValue
	if n := kernel.WriteName(w.tail(k), name); n != 0 {
		w.buf = w.buf[:len(w.buf)+k+n]
		return
	}
	w.buf = append(kernel.AppendString(w.buf[:len(w.buf)+k], name, w.set), ':')
}

// nameFits reports whether a name may stand here that takes up to size bytes, besides a comma, and there is room
// for both.
func (w *Writer) nameFits(size int) bool {
	return w.place-writeFirstName <= writeNextName-writeFirstName && cap(w.buf)-len(w.buf) > size && w.self == w
}

// startName makes nameFits true, or fails.
//
//go:noinline
func (w *Writer) startName(size int) bool {
	if w.place != writeFirstName && w.place != writeNextName || w.isCopy() {
		w.noName()
		return false
	}
	w.grow(size)
	return true
}

func (w *Writer) noName() {
	if w.place == writeBusy {
		w.atWork()
	} else if w.err == nil {
		w.fail(Misuse, "a name that is not in an object, or follows a name", nil)
	}
}

// Null writes null.
func (w *Writer) Null() {
	if w.fits(4) || w.start(4) {
		k := w.comma()
		mem.Store32(w.tail(k), 0, wire.WordNull)
		w.done(k + 4)
	}
}

// Bool writes true or false.
func (w *Writer) Bool(v bool) {
	if w.fits(5) || w.start(5) {
		k := w.comma()
		w.done(k + putBool(w.tail(k), v))
	}
}

// putBool writes v at p and returns its length. 5 bytes are writable.
func putBool(p mem.Ptr, v bool) int {
	if v {
		mem.Store32(p, 0, wire.WordTrue)
		return 4
	}
	mem.Store8(p, 0, 'f')
	mem.Store32(p, 1, wire.WordAlse)
	return 5
}

// Int writes a number.
func (w *Writer) Int(v int64) {
	if w.fits(num.Room) || w.start(num.Room) {
		k := w.comma()
		w.done(k + num.WriteInt(w.tail(k), v))
	}
}

// Uint writes a number.
func (w *Writer) Uint(v uint64) {
	if w.fits(num.Room) || w.start(num.Room) {
		k := w.comma()
		w.done(k + num.WriteUint(w.tail(k), v))
	}
}

// Float64 writes a number, the shortest that reads back as v. NaN and the infinities are errors.
func (w *Writer) Float64(v float64) {
	if v-v != 0 {
		w.noNumber(v, 64)
	} else if w.fits(num.Room) || w.start(num.Room) {
		k := w.comma()
		w.done(k + num.WriteFloat64(w.tail(k), v))
	}
}

// Float32 writes a number, the shortest that reads back as v. NaN and the infinities are errors.
func (w *Writer) Float32(v float32) {
	if v-v != 0 {
		w.noNumber(float64(v), 32)
	} else if w.fits(num.Room) || w.start(num.Room) {
		k := w.comma()
		w.done(k + num.WriteFloat32(w.tail(k), v))
	}
}

// noNumber fails for NaN and the infinities.
//
//go:noinline
func (w *Writer) noNumber(v float64, bits int) {
	w.fail(Unsupported, strconv.FormatFloat(v, 'g', -1, bits), nil)
}

// Number writes text, which must be a JSON number. [Writer.Raw] takes it as bytes.
func (w *Writer) Number(text string) {
	if !wire.IsNumber(mem.View(text)) {
		w.fail(Unsupported, strconv.Quote(text)+" is not a number", nil)
		return
	}
	if w.value() {
		w.buf = append(w.buf, text...)
		w.done(0)
	}
}

// String writes a string. Bytes that are not UTF-8 become U+FFFD, or are an error after [Writer.SetStrictUTF8].
func (w *Writer) String(s string) {
	if size := len(s) + 1 + kernel.Room; !w.fits(size) && !w.start(size) {
		return
	}
	k := w.comma() + 1
	mem.Store8(w.tail(k), -1, '"')
	if len(s) > 0 {
		consumed, written := kernel.Escape(w.tail(k), mem.Data(mem.View(s)), len(s), cap(w.buf)-len(w.buf)-k, w.set)
		if consumed < len(s) {
			w.long(k-1, s)
			return
		}
		k += written
	}
	mem.Store8(w.tail(k), 0, '"')
	w.done(k + 1)
}

// long is String, behind k bytes at the tail, where escapes take more than the room they were given.
//
//go:noinline
func (w *Writer) long(k int, s string) {
	w.buf = kernel.AppendString(w.buf[:len(w.buf)+k], s, w.set)
	w.done(0)
}

// StringBytes writes the text b as a string.
func (w *Writer) StringBytes(b []byte) { w.String(mem.Frozen(wire.Apart(w.buf, b))) }

// Raw writes text, which must be a JSON value, without white space around its tokens.
func (w *Writer) Raw(text []byte) {
	text = wire.Apart(w.buf, text)
	if !w.value() {
		return
	}
	buf, bad := wire.AppendCompact(w.buf, text, w.set.HTML())
	if bad >= 0 {
		w.fail(Syntax, "raw value, byte "+strconv.Itoa(bad), nil)
		return
	}
	w.buf = buf
	w.done(0)
}
