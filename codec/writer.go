package codec

import (
	"cmp"
	"io"
	"slices"
	"strconv"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/scan"
	"github.com/zetes-json/zetes/internal/transfer"
	"github.com/zetes-json/zetes/internal/wire"
)

// Writer writes JSON to memory, and from there to an [io.Writer] if it has one. It keeps the first error and writes
// nothing after it.
//
// The Writer itself writes commas and colons. With an [io.Writer], each value at the top level is followed by a line
// break; in memory there is a line break between two values.
//
// A Writer is for one goroutine at a time. [NewWriter] and [NewBytesWriter] make one. Methods of the zero Writer may
// panic, and calling methods of a copy of a Writer is a misuse, until Reset. After an error the output is incomplete,
// and must not be used.
type Writer struct {
	holder[Writer]
	buf    []byte
	place  writePlace // what may come next
	after  writePlace // what may come after the next value
	out    io.Writer
	base   int64 // number of bytes written to the io.Writer
	set    *kernel.EscapeSet
	err    *Error
	stack  []writePlace // for each open array and object, the place after it
	keys   []string     // sorted keys of the maps that are being written, the innermost last
	layout *layout      // nil for compact JSON
	strict bool         // text that is not UTF-8 is an error
	looked int          // with strict: the number of bytes of buf that are known to be UTF-8

	// For a Writer that is lent to a codec.
	owner any
	level int
	from  int        // the start in buf of the codec's value, or of a NewBytesWriter's output
	more  bool       // more than one value was written at the top level
	was   writePlace // while busy: the place before the other code was called
	kept  loan.Kept  // data that a codec in another package of this module keeps for its next value, or nil

	drain func(buf []byte) ([]byte, error) // if w is lent: takes the output so far, which ends within a string
}

// writePlace says what may come next. At places up to writeFirst a value may come without a further check, at
// writeAgain after the check in the method again, and at all other places none. A place has an odd number if a comma
// must be written before what comes next.
type writePlace uint8

const (
	writeValue     writePlace = iota // a value, without a comma
	writeNext                        // another element, or the end
	writeFirst                       // the first element, or the end
	_                                // unused: writeAgain must be even
	writeAgain                       // another value at the top level
	_                                // unused: writeFirstName must be even
	writeFirstName                   // the first name, or the end
	writeNextName                    // another name, or the end
	writeNothing                     // there is an error
	writeBusy                        // nothing while other code writes a value; was is the place before
)

// flushAt is the number of bytes in memory at which a Writer writes them to its io.Writer.
const flushAt = 16 << 10

// NewWriter returns a writer to out. Flush writes the bytes that are still in memory. [Writer.Release] gives its memory
// to a later writer; without that the garbage collector frees it.
func NewWriter(out io.Writer) *Writer {
	w := borrowWriter()
	w.Reset(out)
	return w
}

// NewBytesWriter returns a writer that appends to dst, like [NewWriter]. Bytes returns the result. Each call may write
// anywhere between the length and the capacity of dst, so values to be written must not be stored there.
func NewBytesWriter(dst []byte) *Writer {
	w := borrowWriter()
	w.ResetBytes(dst)
	return w
}

// Reset makes w write to out, as a new writer would, and keeps its memory. For a writer that a codec gets, Reset is a
// misuse; for a released writer it does nothing.
func (w *Writer) Reset(out io.Writer) {
	if !w.mayReset("") {
		return
	}
	*w = Writer{
		holder: holder[Writer]{self: w, loans: w.loans, loan: w.loan},
		buf:    w.buf[:0], after: writeAgain, out: out, set: kernel.EscapeMinimal, stack: w.stack[:0], keys: w.keys[:0],
	}
}

// ResetBytes makes w append to dst, as a new writer would, and keeps its other memory. For a writer that a codec gets,
// ResetBytes is a misuse; for a released writer it does nothing.
func (w *Writer) ResetBytes(dst []byte) {
	if !w.mayReset("") {
		return
	}
	w.Reset(nil)
	w.buf, w.from = dst, len(dst)
}

// SetEscapeHTML says whether <, > and & are escaped in strings.
func (w *Writer) SetEscapeHTML(on bool) {
	w.set = cmp.Or(w.set, kernel.EscapeMinimal).WithHTML(on)
}

// Bytes returns the output: all of it if the writer has no [io.Writer], otherwise the part that is still in memory, in
// compact form, which is valid until the next call. A codec gets a copy of the part that it has written.
func (w *Writer) Bytes() []byte {
	if w.isCopy() {
		return nil
	}
	w.look()
	switch {
	case w.hold != made:
		return append([]byte(nil), w.buf[min(w.from, len(w.buf)):]...)
	case w.out != nil:
		return w.buf[:len(w.buf):len(w.buf)] // the memory after it may have other output
	case w.layout != nil && w.err == nil && w.place != writeBusy:
		w.buf = w.layout.laidOut(w.buf)
		w.looked = len(w.buf)
	}
	return w.buf
}

// Err returns the first error, which is an [*Error], or nil.
func (w *Writer) Err() error {
	w.look()
	switch w.hold {
	case back:
		return public(errBack)
	case pooled:
		return public(errReleased)
	}
	return public(w.err)
}

// Fail makes err the writer's error if it has none yet. Codecs call it if they can't write their value.
func (w *Writer) Fail(err error) { w.fail(Failed, "", err) }

//go:noinline
func (w *Writer) fail(code Code, what string, err error) {
	if w.hold >= back {
		return // w was taken back or released: Err returns an error that says so
	}
	if w.isCopy() { // the memory belongs to another Writer
		w.place, w.err = writeNothing, &Error{Code: Misuse, What: "a copy of a Writer"}
		return
	}
	w.look()
	w.place = writeNothing
	if w.err == nil {
		w.err = &Error{Code: code, Offset: w.base + int64(len(w.buf)), What: what, Err: err, Pointer: w.pointer()}
	}
}

// Flush writes the bytes in memory to the [io.Writer], and returns the first error.
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

// handOn writes the bytes in memory to the io.Writer, and returns the number of bytes written.
func (w *Writer) handOn() (n int, err error) {
	buf := w.suspend()
	defer w.resume(buf)
	if l := w.layout; l != nil && !l.inside {
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

// A method that writes a value calls fits. If fits returns false, the method calls start. The method then writes the
// value to the free memory after the output (tail), with the comma before it, and ends with done. These functions,
// except for start, are inlined into each method, so they never store the pointer of the slice w.buf: other functions
// grow the buffer, and handle errors and further values at the top level.

// isCopy reports whether w is a copy of another Writer. It makes the zero Writer an original.
func (w *Writer) isCopy() bool {
	if w.self == nil {
		w.self = w
	}
	return w.self != w
}

// fits reports whether a value of up to size bytes may come next, and there is space for it and a comma.
func (w *Writer) fits(size int) bool {
	return w.place <= writeFirst && cap(w.buf)-len(w.buf) > size && w.self == w
}

// start makes space for a value of size bytes and returns true. If no value may come next, w fails and start returns
// false.
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

// spare is the number of bytes by which a buffer grows beyond the space that is needed.
const spare = 512

// tail returns the address k bytes after the end of the output.
func (w *Writer) tail(k int) mem.Ptr { return mem.Add(mem.Data(w.buf), uintptr(len(w.buf)+k)) }

// comma writes a comma after the output. It returns 1 if the comma is needed, and 0 if the value may overwrite it.
func (w *Writer) comma() int {
	mem.Store8(w.tail(0), 0, ',')
	return int(w.place & 1)
}

// done ends a value whose n bytes have been written after the output.
func (w *Writer) done(n int) {
	w.buf = w.buf[:len(w.buf)+n]
	w.place = w.after
	if w.out != nil {
		w.sent()
	}
}

// value prepares for a value that the caller appends to the buffer and ends by done(0). If no value may come next, w
// fails and value returns false.
func (w *Writer) value() bool {
	if !w.fits(0) && !w.start(0) {
		return false
	}
	w.buf = w.buf[:len(w.buf)+w.comma()]
	return true
}

// again is called before a value is written if w is a copy, or if w.place is one of the places at which fits allows no
// value. It returns true only if the value may follow another one at the top level. Otherwise it returns false, and w
// has an error.
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
			w.buf = append(w.buf, '\n') // so that 1 and 2 do not become 12
		}
		return true
	case writeFirstName, writeNextName:
		w.fail(Misuse, "a member without a name", nil)
	case writeBusy:
		w.atWork()
	}
	return false
}

// atWork makes w fail, because w was called inside another call that will use w afterwards.
func (w *Writer) atWork() {
	w.fail(Misuse, "a call from within one that goes on with the writer afterwards", nil)
}

// sent is called after a value. It flushes if there are enough bytes.
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

// begin opens an array or object with the bracket c. first is the place before the first element or name in it, and
// next is the place before another one. begin and end call their slow paths last, so that in the usual case no variable
// must survive a call.
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
		w.misplaced("the end of a container that is not the one that is open, or whose last member has no value")
		return
	}
	w.grow(1)
	w.end(c, first, next)
}

// misplaced makes w fail, because a call is not allowed here.
func (w *Writer) misplaced(what string) {
	if w.place == writeBusy {
		w.atWork()
	} else if w.err == nil {
		w.fail(Misuse, what, nil)
	}
}

// BeginObject starts an object. [Writer.Name] and a value follow for each member, then [Writer.EndObject].
func (w *Writer) BeginObject() { w.begin('{', writeFirstName, writeNextName) }

// EndObject ends the open object.
func (w *Writer) EndObject() { w.end('}', writeFirstName, writeNextName) }

// BeginArray starts an array. Its elements follow, then [Writer.EndArray].
func (w *Writer) BeginArray() { w.begin('[', writeFirst, writeNext) }

// EndArray ends the open array.
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

// Name writes the name of a member. [Writer.Member] and the methods that begin with Member are faster for names that
// are known in advance.
func (w *Writer) Name(name string) {
	if !w.nameFits(nameRoom) && !w.startName(nameRoom) {
		return
	}
	k := w.comma()
	w.place = writeValue
	if n := writeName(w.tail(k), name); n != 0 {
		w.buf = w.buf[:len(w.buf)+k+n]
		return
	}
	w.buf = append(kernel.AppendString(w.buf[:len(w.buf)+k], name, w.set), ':')
}

// nameFits reports whether a name of up to size bytes may come next, and there is space for it and a comma.
func (w *Writer) nameFits(size int) bool {
	return w.place-writeFirstName <= writeNextName-writeFirstName && cap(w.buf)-len(w.buf) > size && w.self == w
}

// startName makes space for a name of size bytes and returns true. If no name may come next, w fails and startName
// returns false.
//
//go:noinline
func (w *Writer) startName(size int) bool {
	if w.place != writeFirstName && w.place != writeNextName || w.isCopy() {
		w.misplaced("a name that is not in an object, or follows a name")
		return false
	}
	w.grow(size)
	return true
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

// putBool writes v at p and returns its length. It may write 5 bytes.
func putBool(p mem.Ptr, v bool) int {
	if v {
		mem.Store32(p, 0, wire.WordTrue)
		return 4
	}
	mem.Store8(p, 0, 'f')
	mem.Store32(p, 1, wire.WordAlse)
	return 5
}

// Int writes v as a number.
func (w *Writer) Int(v int64) {
	if w.fits(num.Room) || w.start(num.Room) {
		k := w.comma()
		w.done(k + num.WriteInt(w.tail(k), v))
	}
}

// Uint writes v as a number.
func (w *Writer) Uint(v uint64) {
	if w.fits(num.Room) || w.start(num.Room) {
		k := w.comma()
		w.done(k + num.WriteUint(w.tail(k), v))
	}
}

// Float64 writes v as the shortest number that reads back as v. NaN and the infinities are errors.
func (w *Writer) Float64(v float64) {
	if v-v != 0 {
		w.noNumber(v, 64)
	} else if w.fits(num.Room) || w.start(num.Room) {
		k := w.comma()
		w.done(k + num.WriteFloat64(w.tail(k), v))
	}
}

// Float32 writes v as the shortest number that reads back as v. NaN and the infinities are errors.
func (w *Writer) Float32(v float32) {
	if v-v != 0 {
		w.noNumber(float64(v), 32)
	} else if w.fits(num.Room) || w.start(num.Room) {
		k := w.comma()
		w.done(k + num.WriteFloat32(w.tail(k), v))
	}
}

// noNumber makes w fail, since v is NaN or an infinity.
//
//go:noinline
func (w *Writer) noNumber(v float64, bits int) {
	w.fail(Unsupported, strconv.FormatFloat(v, 'g', -1, bits), nil)
}

// Number writes text, which must be a JSON number. For a []byte use [Writer.Raw].
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

// String writes s as a string. Bytes that are not UTF-8 become U+FFFD, or are an error after [Writer.SetStrictUTF8].
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

// long writes the string s, whose escapes need more space than its caller has reserved. The caller has stored k bytes,
// a comma or the name of a member, after the output, and the opening quote after them. long keeps the k bytes, and
// writes the quote again.
//
//go:noinline
func (w *Writer) long(k int, s string) {
	w.buf = kernel.AppendString(w.buf[:len(w.buf)+k], s, w.set)
	w.done(0)
}

// StringBytes writes the text b as a string.
func (w *Writer) StringBytes(b []byte) { w.String(mem.Frozen(scan.Apart(w.buf, b))) }

// Raw writes text, which must be a JSON value, without white space around its tokens.
func (w *Writer) Raw(text []byte) {
	text = scan.Apart(w.buf, text)
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
