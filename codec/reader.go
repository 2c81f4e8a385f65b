package codec

import (
	"errors"
	"io"
	"iter"

	"github.com/zetes-json/zetes/internal/wire"
)

// Kind is the kind of a JSON value, or what stands in its place.
type Kind uint8

// The kinds.
const (
	Invalid Kind = iota // no value starts here, or the reader has failed
	Null
	Bool
	Number
	String
	Object
	Array
	End // the end of the container that is open, or of the input at the top
)

var kindNames = [...]string{"invalid", "null", "bool", "number", "string", "object", "array", "end"}

// String returns the name of k.
func (k Kind) String() string { return kindNames[k%Kind(len(kindNames))] }

// kindOf is the kind of a value by its first byte.
var kindOf = func() (kinds [256]Kind) {
	for _, c := range "-0123456789" {
		kinds[c] = Number
	}
	kinds['"'], kinds['{'], kinds['['] = String, Object, Array
	kinds['t'], kinds['f'], kinds['n'] = Bool, Bool, Null
	kinds['}'], kinds[']'] = End, End
	return kinds
}()

// Reader reads JSON from a slice or an [io.Reader]. It keeps the first error; everything after it returns zero values.
//
// Values are read in order: at the top one after the other, inside of a container after [Reader.NextMember] or
// [Reader.NextElement] has said that there is one. Slices that methods return are views, valid until the next call.
type Reader struct {
	source
	scan  wire.Scanner
	err   *Error
	stack []frame
	place place
	text  []byte // of strings with escapes
	pad   [96]byte
	owner any
	level int
}

// frame is a container that is open.
type frame struct {
	object bool
	after  place // where the reader is when it is closed
}

// place says what may come next.
type place uint8

const (
	atValue place = iota // a value
	atFirst              // the first member or element, or the end
	atNext               // a comma, or the end
)

// NewReader returns a reader of src.
func NewReader(src io.Reader) *Reader {
	r := new(Reader)
	r.Reset(src)
	return r
}

// NewBytesReader returns a reader of data, which it does not write to.
func NewBytesReader(data []byte) *Reader {
	r := new(Reader)
	r.ResetBytes(data)
	return r
}

// Reset makes r read from src, as a new reader would, and keeps its memory.
func (r *Reader) Reset(src io.Reader) {
	buf := r.buf[:0]
	if r.src == nil {
		buf = nil // the caller's
	}
	r.reset(source{buf: buf, src: src})
}

// ResetBytes makes r read data, as a new reader would, and keeps the rest of its memory.
func (r *Reader) ResetBytes(data []byte) { r.reset(source{buf: data}) }

func (r *Reader) reset(s source) {
	r.source, r.err, r.stack, r.place = s, nil, r.stack[:0], atValue
}

// SetRefill makes grow choose the capacity of r's buffer. It is meant for readers whose reads must be predictable.
func (r *Reader) SetRefill(grow Refill) { r.grow = grow }

// Err returns the first error, which is an [*Error], or nil. At the end of the input that is not an error by itself.
func (r *Reader) Err() error {
	if r.err == nil {
		return nil
	}
	return r.err
}

// Depth returns how many containers are open.
func (r *Reader) Depth() int { return len(r.stack) }

// Fail makes err the reader's error if it has none yet: for codecs that do not like what they have read.
func (r *Reader) Fail(err error) { r.fail(OutOfRange, 0, "", err) }

// fail keeps the first error; at is where in the buffered bytes.
func (r *Reader) fail(code Code, at int, what string, err error) {
	if r.err == nil {
		r.err = &Error{Code: code, Offset: r.InputOffset() + int64(at), What: what, Err: err}
	}
}

// more fetches at least one byte, or fails.
func (r *Reader) more() bool {
	if r.err != nil {
		return false
	}
	n, err := r.Fill()
	if n > 0 {
		return true // the source will say its error again
	}
	if err == io.EOF {
		r.fail(Truncated, len(r.Buffered()), "", io.ErrUnexpectedEOF)
	} else {
		r.fail(IO, len(r.Buffered()), "", err)
	}
	return false
}

// token skips white space and returns the byte behind it, which is the first unread one then. At the end of the input ok is
// false, and that is an error inside of a container only.
func (r *Reader) token() (c byte, ok bool) {
	for r.err == nil {
		b := r.Buffered()
		n := wire.Space(b)
		r.Discard(n)
		if n < len(b) {
			return b[n], true
		}
		m, err := r.Fill()
		switch {
		case m > 0:
		case err == io.EOF && len(r.stack) == 0:
			return 0, false
		case err == io.EOF:
			r.fail(Truncated, 0, "", io.ErrUnexpectedEOF)
		default:
			r.fail(IO, 0, "", err)
		}
	}
	return 0, false
}

// Peek returns the kind of the value that comes next, or End where there is none.
func (r *Reader) Peek() Kind {
	c, ok := r.token()
	switch {
	case ok && c == ',' && r.place == atNext:
		// The value behind the comma is looked at without passing the comma.
		for n := 1; ; {
			b := r.Buffered()
			if n += wire.Space(b[n:]); n < len(b) {
				return kindOf[b[n]]
			}
			if !r.more() {
				return Invalid
			}
		}
	case ok:
		return kindOf[c]
	case r.err != nil:
		return Invalid
	}
	return End
}

// More reports whether a further value follows at the top: it is false at the end of the input, and after an error.
func (r *Reader) More() bool {
	_, ok := r.token()
	return ok
}

// value gets ready for a value, whose first byte is c.
func (r *Reader) value(want Kind) (c byte, ok bool) {
	if r.err == nil && r.place != atValue {
		r.fail(Misuse, 0, "a value without a name or NextElement", nil)
	}
	if c, ok = r.token(); !ok {
		if r.err == nil {
			r.fail(Truncated, 0, want.String(), io.EOF)
		}
		return 0, false
	}
	switch kind := kindOf[c]; kind {
	case want:
		return c, true
	case Invalid, End:
		r.fail(Syntax, 0, "", nil)
	default:
		if want != Invalid {
			r.fail(WrongKind, 0, kind.String()+" instead of "+want.String(), nil)
			return 0, false
		}
		return c, true
	}
	return 0, false
}

// done marks n bytes, which are a value, as read.
func (r *Reader) done(n int) {
	r.Discard(n)
	if len(r.stack) > 0 {
		r.place = atNext
	}
}

func (r *Reader) begin(kind Kind) bool {
	if _, ok := r.value(kind); !ok {
		return false
	}
	if len(r.stack) == wire.MaxDepth {
		r.fail(TooDeep, 0, "", nil)
		return false
	}
	after := atValue
	if len(r.stack) > 0 {
		after = atNext
	}
	r.stack = append(r.stack, frame{kind == Object, after})
	r.Discard(1)
	r.place = atFirst
	return true
}

// BeginObject reads the start of an object. Its members are read with [Reader.NextMember].
func (r *Reader) BeginObject() bool { return r.begin(Object) }

// BeginArray reads the start of an array. Its elements are read with [Reader.NextElement].
func (r *Reader) BeginArray() bool { return r.begin(Array) }

// next goes to the next member or element, or reads the end of the container and reports false.
func (r *Reader) next(object bool, end byte) bool {
	if r.err != nil {
		return false
	}
	if len(r.stack) == 0 || r.stack[len(r.stack)-1].object != object || r.place == atValue {
		r.fail(Misuse, 0, "not between the values of a container of this kind", nil)
		return false
	}
	c, ok := r.token()
	if !ok {
		return false
	}
	if c == end {
		r.Discard(1)
		r.place = r.stack[len(r.stack)-1].after
		r.stack = r.stack[:len(r.stack)-1]
		return false
	}
	if r.place == atNext {
		if c != ',' {
			r.fail(Syntax, 0, "", nil)
			return false
		}
		r.Discard(1)
		if c, ok = r.token(); !ok {
			return false
		}
		if c == end {
			r.fail(Syntax, 0, "", nil)
			return false
		}
	}
	r.place = atValue
	return true
}

// NextElement goes to the next element of the array that is open. At its end it reads that and reports false.
func (r *Reader) NextElement() bool { return r.next(false, ']') }

// NextMember goes to the value of the next member of the object that is open and returns its name.
// At the end of the object it reads that and reports false.
func (r *Reader) NextMember() (name string, ok bool) {
	b, ok := r.NextMemberBytes()
	return string(b), ok
}

// NextMemberBytes is [Reader.NextMember] with the name as a view.
func (r *Reader) NextMemberBytes() (name []byte, ok bool) {
	if !r.next(true, '}') {
		return nil, false
	}
	if c := r.Buffered()[0]; c != '"' {
		r.fail(Syntax, 0, "", nil)
		return nil, false
	}
	n, ok := r.inMemory(String)
	if !ok {
		if n, ok = r.whole(); !ok {
			return nil, false
		}
	}
	// The colon too must be in the buffer before a view of the name is made.
	at := n
	for {
		b := r.Buffered()
		if at += wire.Space(b[at:]); at < len(b) {
			if b[at] != ':' {
				r.fail(Syntax, at, "", nil)
				return nil, false
			}
			name = r.unquote(b[:n])
			r.Discard(at + 1)
			return name, true
		}
		if !r.more() {
			return nil, false
		}
	}
}

// Object reads an object: it yields the name of each member, whose value the loop's body reads or skips.
// A body that reads nothing skips the value; a loop that is left early leaves the reader inside of the object.
func (r *Reader) Object() iter.Seq[string] {
	return func(yield func(string) bool) {
		if !r.BeginObject() {
			return
		}
		depth := len(r.stack)
		for name, ok := r.NextMember(); ok; name, ok = r.NextMember() {
			if !yield(name) {
				return
			}
			r.passed(depth)
		}
	}
}

// Array reads an array: it yields the index of each element, which the loop's body reads or skips.
// A body that reads nothing skips the element; a loop that is left early leaves the reader inside of the array.
func (r *Reader) Array() iter.Seq[int] {
	return func(yield func(int) bool) {
		if !r.BeginArray() {
			return
		}
		depth := len(r.stack)
		for i := 0; r.NextElement(); i++ {
			if !yield(i) {
				return
			}
			r.passed(depth)
		}
	}
}

// passed skips the value that a loop's body did not read.
func (r *Reader) passed(depth int) {
	if r.err == nil && len(r.stack) != depth {
		r.fail(Misuse, 0, "a container was begun and not read to its end", nil)
	}
	if r.place == atValue {
		r.Skip()
	}
}

// whole makes the value at the first unread byte whole in the buffer and returns its length.
func (r *Reader) whole() (n int, ok bool) {
	r.scan.ResetWithin(len(r.stack))
	for {
		b := r.Buffered()
		m, st := r.scan.Scan(b[n:])
		n += m
		switch st {
		case wire.Done:
			return n, true
		case wire.Bad:
			r.fail(Syntax, n, "", nil)
			return 0, false
		}
		if !r.moreOrEnd() {
			return n, r.err == nil
		}
	}
}

// moreOrEnd is more where the input may end behind a number.
func (r *Reader) moreOrEnd() bool {
	if r.scan.End() {
		if n, err := r.Fill(); n > 0 {
			return true
		} else if err != io.EOF {
			r.fail(IO, len(r.Buffered()), "", err)
		}
		return false
	}
	return r.more()
}

// Raw reads a value of any kind and returns its text, which has been checked.
func (r *Reader) Raw() []byte {
	if _, ok := r.value(Invalid); !ok {
		return nil
	}
	n, ok := r.whole()
	if !ok {
		return nil
	}
	b := r.Buffered()[:n:n]
	r.done(n)
	return b
}

// Skip reads a value of any kind. It is checked as others are, but need not fit into memory.
func (r *Reader) Skip() {
	if _, ok := r.value(Invalid); !ok {
		return
	}
	r.scan.ResetWithin(len(r.stack))
	for {
		n, st := r.scan.Scan(r.Buffered())
		switch st {
		case wire.Done:
			r.done(n)
			return
		case wire.Bad:
			r.fail(Syntax, n, "", nil)
			return
		}
		r.Discard(n)
		if !r.moreOrEnd() {
			if r.err == nil {
				r.done(0)
			}
			return
		}
	}
}

// Capture calls f with a reader of the value that comes next, and leaves the value unread: it can be read again.
// An error of that reader becomes r's.
func (r *Reader) Capture(f func(*Reader)) {
	if _, ok := r.value(Invalid); !ok {
		return
	}
	n, ok := r.whole()
	if !ok {
		return
	}
	inner := NewBytesReader(r.Buffered()[:n:n])
	inner.Lend(r.Owner())
	f(inner)
	var e *Error
	if errors.As(inner.Err(), &e) {
		r.fail(e.Code, int(e.Offset), e.What, e.Err)
	}
}
