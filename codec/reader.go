package codec

import (
	"cmp"
	"io"
	"iter"
	"math"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/window"
	"github.com/zetes-json/zetes/internal/wire"
)

// Kind is the kind of the next JSON value, or says that there is no value.
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
	End // the end of the open container; at the top level the end of the input
)

var kindNames = [...]string{"invalid", "null", "bool", "number", "string", "object", "array", "end"}

// String returns the name of k.
func (k Kind) String() string { return kindNames[k%Kind(len(kindNames))] }

// kindOf maps the first byte of a value to its kind.
var kindOf = func() (kinds [256]Kind) {
	for _, c := range "-0123456789" {
		kinds[c] = Number
	}
	kinds['"'], kinds['{'], kinds['['] = String, Object, Array
	kinds['t'], kinds['f'], kinds['n'] = Bool, Bool, Null
	kinds['}'], kinds[']'] = End, End
	return kinds
}()

// Reader reads JSON from a slice or an [io.Reader]. It keeps the first error, after which all methods return zero
// values.
//
// Values are read in order: at the top level one after the other, inside a container each after [Reader.NextMember] or
// [Reader.NextElement] has returned true. Slices that methods return are views, valid until the next call, except for
// the results of [Reader.Base64] and [Reader.Hex].
//
// A Reader is for one goroutine at a time. [NewReader] and [NewBytesReader] make one. Calling methods of the zero
// Reader, or of a copy of a Reader, is a misuse until Reset.
type Reader struct {
	// Methods have a fast path for a token that is completely in the window, and a slow path for all other cases: the
	// end of the window, white space at the top level, errors, and calls that are not allowed. place and self show
	// whether the fast path may be taken.

	holder[Reader]

	// The place in the grammar, and the error.
	place place
	after place // the place after a value in the open container, or at the top level
	top   place // the place after a value at the top level
	was   place // with atRest: the place before the other code was called
	open  bool  // r is lent, and the end of its value in the window is not known yet (narrow finds it)
	tuned bool  // the limits were changed, which must be undone before the Reader is lent again
	index int   // number of values in the open container so far
	stack []frame
	err   *Error

	// For names of members.
	expect   uint8 // the slot of the name that is probably next
	last     uint8 // the slot of the last name
	met      uint8 // number of names that were read before r, a lent Reader, has made a table; at most fewNames
	expected int32 // the number of the prepared name that is probably next
	names    *nameTable
	member   int      // the position of the current member's name in the window, or kept, or unnamed
	left     [][]byte // names of open members that have left the window, by level

	bounds bounds
	win    window.Window
	work   working
	terms  loan.Terms
}

// bounds has the limits of a Reader.
type bounds struct {
	limits          Limits
	longest, most   int   // the limits on the length of a string, and on the values in a container
	deepest, number int32 // the limits on nested containers, and on the bytes of a number
	digits          int   // the limit on the digits of a number for package big
	values          int   // number of elements and members that may still come, in all containers
	memory          int   // number of bytes of elements that ReadElements may still make
}

// working is the memory of a Reader.
type working struct {
	arena   *mem.Arena // shared with copies of the Reader, so that no memory is used twice
	text    []byte     // for strings with escapes
	scan    wire.Scanner
	slabs   slabs
	guesses mem.Budget // the budget for memory that slabs allocate in advance
	kept    loan.Kept  // data that a codec in another package of this module keeps for its next value, or nil
}

// Values of Reader.member other than positions.
const (
	kept    = -1 // the name has left the window, and is in Reader.left
	unnamed = -2 // no name of the container has been read
)

// frame has the state of a container while a container inside it is read. The state is restored when the inner one
// ends.
type frame struct {
	after         place
	expected      int32
	index, member int
}

// place says what may come next.
type place uint8

const (
	unmade         place = iota // nothing: the zero Reader
	atValue                     // a value
	atFirstMember               // the first member, or the end
	atNextMember                // a comma, or the end
	atFirstElement              // the first element, or the end
	atNextElement               // a comma, or the end
	atEnd                       // nothing: the only value of a borrowed window has been read
	atRest                      // nothing while other code runs; Reader.was is the place afterwards
	atFailed                    // nothing: there was an error
)

// newReader returns a Reader with an arena and a number of loans, in one allocation.
func newReader() *Reader {
	all := new(struct {
		Reader
		memory mem.Arena
		ended  atomic.Uint64
	})
	all.work.arena, all.loans = &all.memory, &all.ended
	return &all.Reader
}

// NewReader returns a reader of src. [Reader.Release] gives its memory to a later reader; without that the garbage
// collector frees it.
func NewReader(src io.Reader) *Reader {
	r := borrowReader()
	r.Reset(src)
	return r
}

// NewBytesReader returns a reader of data, like [NewReader]. data must not change until it is read. The reader does not
// write to data, and keeps nothing of it.
func NewBytesReader(data []byte) *Reader {
	r := borrowReader()
	r.ResetBytes(data)
	return r
}

// Reset makes r read from src, as a new reader would, and keeps its memory and settings. For a reader that was
// released, or that was passed to a codec, Reset is a misuse: r fails, and does not read from src.
func (r *Reader) Reset(src io.Reader) {
	if r.mayReset("") {
		r.win.Reset(src)
		r.reset()
	}
}

// ResetBytes makes r read data, as a new reader would, and keeps its memory and settings. data must not change until it
// is read. ResetBytes is a misuse for the same readers as [Reader.Reset].
func (r *Reader) ResetBytes(data []byte) {
	if r.mayReset("") {
		r.win.ResetBytes(data)
		r.reset()
	}
}

// reset puts r at the start of its window. It writes only pointers that change, because each write of a pointer is
// expensive while the collector marks.
func (r *Reader) reset() {
	if r.self != r {
		if r.self = r; r.work.arena == nil {
			r.work.arena = new(mem.Arena)
		}
	}
	r.stack, r.index = r.stack[:0], 0
	r.place, r.after, r.top = atValue, atValue, atValue
	r.open = false
	r.bounds.values, r.bounds.memory = r.bounds.limits.Values, r.bounds.limits.Memory
	if r.err != nil {
		r.err = nil
	}
	for _, s := range r.work.slabs {
		s.drop()
	}
	r.work.guesses = mem.BudgetFor(r.win.Left())
	if r.names == nil {
		r.names = &noNames
		r.setLimits(Limits{})
	}
}

// Limits limit the input of a [Reader], so that untrusted input can't take much memory or time. They are the Limits of
// package zetes; a Reader counts these bytes and values:
//
//	Bytes    int // bytes of the input
//	Depth    int // levels of nested containers
//	Elements int // elements of an array, and members of an object
//	String   int // bytes of a string or name between its quotes, with escapes as written
//	Number   int // bytes of a number
//	Values   int // elements and members after SetLimits; a value that is skipped or read whole counts as one
//	Memory   int // bytes of elements that ReadElements makes after SetLimits
//	Digits   int // bytes of a number that [Reader.BigInt] or [Reader.BigFloat] reads; 0 means 10,000
//
// 0 means no limit of that kind, with two exceptions: containers may be nested at most 10,000 deep, as in
// encoding/json, and numbers for package big have at most 10,000 bytes, since parsing them takes time proportional to
// the square of their length. With a limit on Values, moving from value to value takes longer.
type Limits = option.Limits

// SetLimits sets the limits of r. Input beyond them is an error with the code [Limit], which is found before memory is
// allocated for it.
func (r *Reader) SetLimits(l Limits) {
	r.setLimits(l)
	r.tuned = true
}

func (r *Reader) setLimits(l Limits) {
	or := func(n, otherwise int) int { return cmp.Or(max(n, 0), otherwise) }
	r.bounds.limits, r.win.Most = l, int64(max(l.Bytes, 0))
	r.bounds.longest, r.bounds.most = or(l.String, math.MaxInt), or(l.Elements, math.MaxInt)
	if l.Values > 0 {
		r.bounds.most, r.bounds.values = 0, l.Values // 0 makes the fast paths leave each value to next, which counts it
	}
	r.bounds.deepest = int32(min(or(l.Depth, wire.MaxDepth), wire.MaxDepth))
	r.bounds.digits = or(l.Digits, num.MostDigits)
	r.bounds.number, r.bounds.memory = int32(min(or(l.Number, math.MaxInt32), math.MaxInt32)), l.Memory
}

// Err returns the first error, which is an [*Error], or nil. The end of the input alone is not an error.
func (r *Reader) Err() error { return public(r.err) }

// Buffered returns the unread bytes in memory. They are valid until the next call.
func (r *Reader) Buffered() []byte {
	if r.self != r {
		return nil
	}
	if r.open {
		r.narrow()
	}
	return r.win.Buffered()
}

// InputOffset returns the offset of the first unread byte in the input.
func (r *Reader) InputOffset() int64 { return r.win.InputOffset() }

// at reports whether r is at the place p, and is not a copy.
func (r *Reader) at(p place) bool { return r.place == p && r.self == r }

// ready is called at the start of slow paths. It reports whether the call may go on. If not, r has an error.
func (r *Reader) ready() bool {
	switch {
	case r.place == atFailed:
	case r.self != r:
		r.fail(Misuse, 0, "", nil)
	case r.place == atRest:
		r.fail(Misuse, 0, "a call from within one that goes on with the reader afterwards", nil)
	default:
		return true
	}
	return false
}

// fetch reads more of the input into the window.
func (r *Reader) fetch() (int, error) {
	if len(r.stack) > 0 && r.win.Pos > 0 && !r.win.Borrowed() {
		r.keepNames()
	}
	if r.win.HasSource() {
		return r.fetchSource()
	}
	return r.win.Fetch()
}

// fetchSource does what fetch does if the source is an io.Reader. The io.Reader is the user's code and must not call r.
func (r *Reader) fetchSource() (n int, err error) {
	r.suspend()
	defer r.resume()
	if n, err = r.win.Fetch(); r.place != atRest {
		return 0, r.err // the source has called r
	}
	if n > 0 && err != nil {
		r.win.End(err)
	}
	r.work.guesses.Fill(n, mem.GuessFactor)
	return n, err
}

// more reads at least one byte into the window and returns true. If it can't, r fails and more returns false.
func (r *Reader) more() bool {
	if r.err != nil {
		return false
	}
	n, err := r.fetch()
	if n > 0 {
		return true // an error will come at the next call too
	}
	r.failFetch(err)
	return false
}

// tooLong is what an Error says about an input that is too long.
const tooLong = "bytes of input"

// failFetch fails with the error that the source has returned instead of bytes.
func (r *Reader) failFetch(err error) {
	at := len(r.win.Text) - r.win.Pos
	switch err {
	case io.EOF:
		r.fail(Truncated, at, "", io.ErrUnexpectedEOF)
	case window.ErrTooLong:
		r.fail(Limit, at, tooLong, nil)
	default:
		r.fail(IO, at, "", err)
	}
}

// token skips white space and returns the next byte, which stays unread. At the end of the input ok is false; inside a
// container r then has an error.
func (r *Reader) token() (c byte, ok bool) {
	for r.ready() && r.place != atEnd {
		if r.win.Pos < len(r.win.Text) {
			if r.win.Pos = r.win.Space(r.win.Pos); r.win.Pos < len(r.win.Text) {
				return r.win.At(r.win.Pos), true
			}
			r.win.Pos = len(r.win.Text)
		}
		n, err := r.fetch()
		if n == 0 {
			if err != io.EOF || len(r.stack) > 0 {
				r.failFetch(err)
			}
			return 0, false
		}
	}
	return 0, false
}

// Peek returns the kind of the next value, or End if there is none.
func (r *Reader) Peek() Kind {
	if r.at(atValue) {
		if k := kindOf[r.win.At(r.win.Pos)]; k != Invalid {
			return k
		}
	}
	return r.peekSlow()
}

func (r *Reader) peekSlow() Kind {
	c, ok := r.token()
	s := r.structure()
	switch {
	case ok && s.Next(c) == wire.Separator:
		// Look at the value after the comma. The comma stays unread.
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

// More reports whether another value follows at the top level. It is false at the end of the input, and after an error.
func (r *Reader) More() bool {
	_, ok := r.token()
	return ok
}

// Close returns the first error. It fails if a container is open, or if anything but white space is left to read. It
// closes nothing.
func (r *Reader) Close() error {
	if r.err == nil && len(r.stack) > 0 {
		r.fail(Misuse, 0, "a container is still open", nil)
	}
	if r.More() {
		r.fail(Syntax, 0, "a value after the last one", nil)
	}
	return r.Err()
}

// value prepares for reading a value of kind want, and returns its first byte; Invalid stands for any kind.
func (r *Reader) value(want Kind) (c byte, ok bool) {
	if !r.ready() {
		return 0, false
	}
	switch r.place {
	case atValue:
	case atEnd: // token then returns no byte and no error
	default:
		r.fail(Misuse, 0, "a value without NextMember or NextElement before it", nil)
		return 0, false
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
		r.unexpected(0, "where a value should start")
	default:
		if want != Invalid {
			r.fail(WrongKind, 0, kind.String()+" instead of "+want.String(), nil)
			return 0, false
		}
		return c, true
	}
	return 0, false
}

// done moves r past a value of n bytes.
func (r *Reader) done(n int) {
	r.win.Pos += n
	r.place = r.after
}

// BeginObject reads the start of an object and reports true. Any other value, also null, is an error.
// The members are read with [Reader.NextMember].
func (r *Reader) BeginObject() bool {
	if !r.at(atValue) || r.win.At(r.win.Pos) != '{' || len(r.stack) >= int(r.bounds.deepest) {
		return r.beginSlow(Object, atFirstMember, atNextMember)
	}
	return r.begin(atFirstMember, atNextMember)
}

// BeginArray reads the start of an array and reports true. Any other value, also null, is an error.
// The elements are read with [Reader.NextElement].
func (r *Reader) BeginArray() bool {
	if !r.at(atValue) || r.win.At(r.win.Pos) != '[' || len(r.stack) >= int(r.bounds.deepest) {
		return r.beginSlow(Array, atFirstElement, atNextElement)
	}
	return r.begin(atFirstElement, atNextElement)
}

// emptyArray reads an array without elements and white space, and reports whether it did.
func (r *Reader) emptyArray() bool {
	if !r.at(atValue) || r.win.At(r.win.Pos) != '[' || r.win.At(r.win.Pos+1) != ']' || len(r.stack) >= int(r.bounds.deepest) {
		return false
	}
	r.done(2)
	return true
}

func (r *Reader) begin(first, after place) bool {
	r.stack = append(r.stack, frame{r.after, r.expected, r.index, r.member})
	r.win.Pos++
	r.place, r.after, r.expected, r.index, r.member = first, after, 0, 0, unnamed
	return true
}

func (r *Reader) beginSlow(kind Kind, first, after place) bool {
	if _, ok := r.value(kind); !ok {
		return false
	}
	if len(r.stack) >= int(r.bounds.deepest) {
		r.fail(r.tooDeep(), 0, "containers within each other", nil)
		return false
	}
	return r.begin(first, after)
}

// tooDeep returns the error code for too many levels, which depends on whether r has a limit of its own.
func (r *Reader) tooDeep() Code {
	if d := r.bounds.limits.Depth; 0 < d && d < wire.MaxDepth && d == int(r.bounds.deepest) {
		return Limit
	}
	return TooDeep
}

// closed reads the end of a container at p.
func (r *Reader) closed(p int) {
	n := len(r.stack) - 1
	f := r.stack[n]
	r.stack = r.stack[:n]
	r.win.Pos = p + 1
	r.place, r.after, r.expected, r.index, r.member = f.after, f.after, f.expected, f.index, f.member
}

// structure returns the state of the grammar in the open container at r's place: after the bracket that opened the
// container, or after a value in it.
func (r *Reader) structure() (s wire.Structure) {
	switch r.place {
	case atFirstMember, atNextMember:
		s.Next('{')
	case atFirstElement, atNextElement:
		s.Next('[')
	}
	if r.place == atNextMember || r.place == atNextElement {
		s.Passed()
	}
	return s
}

// next moves to the next member or element and returns true. At the end of the container it passes the closing bracket
// and returns false. s is the state of the grammar before the name or element, which is unread. If the next byte starts
// no value, the caller must handle that.
func (r *Reader) next(first, after place, end byte) (s wire.Structure, more bool) {
	if !r.ready() {
		return s, false
	}
	if r.place != first && r.place != after {
		call, begin := "NextElement", "BeginArray"
		if first == atFirstMember {
			call, begin = "NextMember", "BeginObject"
		}
		r.fail(Misuse, 0, call+" without "+begin+" before it, or before a value was read that comes first", nil)
		return s, false
	}
	s = r.structure()
	for {
		c, ok := r.token()
		if !ok {
			return s, false
		}
		switch s.Next(c) {
		case wire.Close:
			r.closed(r.win.Pos)
			return s, false
		case wire.Separator:
			r.win.Pos++
			continue
		case wire.Wrong:
			if s.Past() || c == end { // there is no comma, or no element after the comma
				where := "after a value"
				if !s.Past() {
					where = "after a comma"
				}
				r.unexpected(0, where)
				return s, false
			}
		}
		if r.index >= r.bounds.most && !r.counted() {
			return s, false
		}
		r.index++
		return s, true
	}
}

// counted is called for a value in a container that already has bounds.most values. With a limit on the values of the
// whole input bounds.most is 0, so that counted can count each value. If this limit, or the limit on the values in one
// container, is exceeded, r fails and counted returns false.
//
//go:noinline
func (r *Reader) counted() bool {
	switch l := &r.bounds.limits; {
	case l.Values <= 0 || l.Elements > 0 && r.index >= l.Elements:
		r.fail(Limit, 0, "values in a container", nil)
		return false
	case r.bounds.values <= 0:
		r.fail(Limit, 0, "values", nil)
		return false
	}
	r.bounds.values--
	return true
}

// NextElement moves to the next element of the open array and returns true. At the end of the array it passes the
// closing bracket and returns false.
func (r *Reader) NextElement() bool { return r.element(len(r.stack), false) }

// element moves to the next element of the array at that depth. If loop is true, the body of a range loop may have left
// the previous element unread.
func (r *Reader) element(depth int, loop bool) bool {
	p := r.win.Pos
	if r.at(atNextElement) && len(r.stack) == depth && r.index < r.bounds.most {
		if r.win.IsComma(p) {
			if c := r.win.At(p + 1); c > ' ' && c != ']' {
				r.index++
				r.win.Pos, r.place = p+1, atValue
				return true
			}
		} else if r.win.At(p) == ']' {
			r.closed(p)
			return false
		}
	}
	return r.elementBlank(depth, loop)
}

// elementBlank does what element does for the first element and for elements after white space.
func (r *Reader) elementBlank(depth int, loop bool) bool {
	if len(r.stack) != depth || r.index >= r.bounds.most || r.self != r {
		return r.elementSlow(depth, loop)
	}
	p, more := r.win.Pos, true
	switch r.place {
	case atFirstElement:
		if p = r.win.Token(p); r.win.At(p) == ']' {
			p, more = p+1, false
		}
	case atNextElement:
		if p, more = r.win.Next(p, ']'); more && r.win.At(p) == ']' {
			return r.elementSlow(depth, loop)
		}
	default:
		return r.elementSlow(depth, loop)
	}
	switch {
	case p < 0 || more && p >= len(r.win.Text):
		return r.elementSlow(depth, loop)
	case !more:
		r.closed(p - 1)
		return false
	}
	r.index++
	r.win.Pos, r.place = p, atValue
	return true
}

func (r *Reader) elementSlow(depth int, loop bool) bool {
	if loop {
		r.passed(depth)
	}
	_, more := r.next(atFirstElement, atNextElement, ']')
	if more {
		r.place = atValue
	}
	return more
}

// NextMember moves to the value of the next member of the open object and returns the member's name. At the end of the
// object it passes the closing bracket and returns false.
func (r *Reader) NextMember() (name string, ok bool) { return r.nextMember(len(r.stack), false) }

// nextMember moves to the next member of the object at that depth. If loop is true, the body of a range loop may have
// left the previous value unread.
func (r *Reader) nextMember(depth int, loop bool) (name string, ok bool) {
	p := r.toName(depth)
	if p < 0 {
		if p == atClosed {
			return "", false
		}
		return r.memberSlow(depth, loop)
	}
	// Usually the members have the same order as in earlier objects.
	e := &r.names[r.expect%nameSlots]
	if e.head.DiffersAt(mem.Add(r.win.In, uintptr(p))) || e.size > 16 || int(e.size)-1 > r.bounds.longest {
		return r.memberFound(p)
	}
	q := p + int(e.size)
	if r.win.At(q) != ':' || r.win.At(q+1) <= ' ' {
		return r.memberFound(p)
	}
	r.index++
	r.member = p - 1
	r.last = r.expect
	r.expect = e.next
	r.win.Pos, r.place = q+1, atValue
	return e.name, true
}

// Results of toName that are not positions.
const (
	atClosed  = -1 // the object has ended, and its bracket is passed
	atUnusual = -2 // memberSlow must read on
)

// toName returns the position of the text of the next name in the object at that depth.
func (r *Reader) toName(depth int) int {
	p := r.win.Pos
	if r.self != r {
		return atUnusual
	}
	switch r.place {
	case atNextMember:
		if p = r.win.Token(p); !r.win.IsComma(p) {
			if r.win.At(p) != '}' || len(r.stack) != depth {
				return atUnusual
			}
			r.closed(p)
			return atClosed
		}
		p++
	case atFirstMember:
	default:
		return atUnusual
	}
	p = r.win.Token(p)
	if r.win.At(p) != '"' || len(r.stack) != depth || r.index >= r.bounds.most {
		return atUnusual
	}
	return p + 1
}

// memberFound does what nextMember does for a name that is not the expected one. The name's text starts at p.
func (r *Reader) memberFound(p int) (string, bool) {
	e := r.win.StringEnd(p)
	if r.win.At(e) == '"' && !r.win.Dirty && e-p <= r.bounds.longest {
		if q := r.win.Colon(e + 1); q >= 0 && q < len(r.win.Text) {
			r.index++
			r.member = p - 1
			r.win.Pos, r.place = q, atValue
			return r.nameOf(p, e), true
		}
	}
	return r.memberSlow(len(r.stack), false)
}

func (r *Reader) memberSlow(depth int, loop bool) (name string, ok bool) {
	if loop {
		r.passed(depth)
	}
	s, more := r.next(atFirstMember, atNextMember, '}')
	if !more {
		return "", false
	}
	if !s.WantsColon() { // the token is not a name
		r.unexpected(0, "where a name should start")
		return "", false
	}
	n, ok := r.whole(r.bounds.longest)
	if !ok {
		return "", false
	}
	name = r.work.arena.Copy(r.unquote(r.win.Text[r.win.Pos : r.win.Pos+n]))
	r.member = r.win.Pos
	r.win.Pos += n
	if c, ok := r.token(); !ok || s.Next(c) == wire.Wrong {
		r.unexpected(0, "after a name")
		return "", false
	}
	r.win.Pos++
	if _, ok := r.token(); !ok {
		return "", false
	}
	r.place = atValue
	return name, true
}

// Object reads an object. It yields the name of each member, whose value the body of the loop reads. A value that the
// body does not read is skipped. A loop that is left early leaves the reader inside the object.
func (r *Reader) Object() iter.Seq[string] {
	return func(yield func(string) bool) {
		if !r.BeginObject() {
			return
		}
		depth := len(r.stack)
		for {
			if name, ok := r.nextMember(depth, true); !ok || !yield(name) {
				return
			}
		}
	}
}

// Array reads an array. It yields the index of each element, which the body of the loop reads. An element that the body
// does not read is skipped. A loop that is left early leaves the reader inside the array.
func (r *Reader) Array() iter.Seq[int] {
	return func(yield func(int) bool) {
		if !r.BeginArray() {
			return
		}
		depth := len(r.stack)
		for i := 0; r.element(depth, true) && yield(i); i++ {
		}
	}
}

// passed skips the current value if the body of a loop has left it unread. depth is the depth of the loop's container.
func (r *Reader) passed(depth int) {
	if r.ready() && len(r.stack) != depth {
		r.fail(Misuse, 0, "a container was begun and not read to its end", nil)
	}
	if r.place == atValue {
		r.Skip()
	}
}
