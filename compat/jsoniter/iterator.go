package jsoniter

import (
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/scan"
	"github.com/zetes-json/zetes/internal/transfer"
	"github.com/zetes-json/zetes/internal/wire"
)

// ValueType is the kind of a JSON value.
type ValueType int

// The kinds. InvalidValue says that no value starts here.
const (
	InvalidValue ValueType = iota
	StringValue
	NumberValue
	NilValue
	BoolValue
	ArrayValue
	ObjectValue
)

// kinds has the kind of a value by its first byte.
var kinds = func() (k [256]ValueType) {
	k['"'], k['n'], k['t'], k['f'], k['['], k['{'], k['-'] = StringValue, NilValue, BoolValue, BoolValue, ArrayValue, ObjectValue, NumberValue
	for c := '0'; c <= '9'; c++ {
		k[c] = NumberValue
	}
	return k
}()

// Iterator reads JSON a piece at a time, from memory or from an io.Reader. It keeps the first error. After an error
// other than io.EOF its methods return zero values. io.EOF means that the input has ended. If a number ends the input, its
// method returns the number and sets io.EOF.
//
// It does not know in which array or object it is: ReadArray and ReadObject look at the next byte only.
type Iterator struct {
	Error      error
	Attachment any // for the caller, who finds it again in codecs

	f      *frozen
	src    io.Reader
	buf    []byte // read and not yet used: buf[head:]
	head   int
	passed int64      // bytes before buf
	depth  int        // of callbacks and skipped values
	level  int        // of codecs within codecs
	seen   error      // of src
	plain  []byte     // of a string with escapes
	names  [32]string // of members that were read
	scan   wire.Scanner
	lease
	inner *inner
}

// IteratorPool lends Iterators.
type IteratorPool interface {
	BorrowIterator(data []byte) *Iterator
	ReturnIterator(iter *Iterator)
}

// maxDepth is the number of levels that arrays and objects may be nested, as in encoding/json.
const maxDepth = 10000

// NewIterator returns an Iterator without input.
func NewIterator(cfg API) *Iterator { return &Iterator{f: frozenOf(cfg)} }

// Parse returns an Iterator of reader, with a buffer of bufSize bytes at first.
func Parse(cfg API, reader io.Reader, bufSize int) *Iterator {
	return &Iterator{f: frozenOf(cfg), src: reader, buf: make([]byte, 0, max(bufSize, 16))}
}

// ParseBytes returns an Iterator of input, which must not change meanwhile.
func ParseBytes(cfg API, input []byte) *Iterator { return &Iterator{f: frozenOf(cfg), buf: input} }

// ParseString returns an Iterator of input.
func ParseString(cfg API, input string) *Iterator { return ParseBytes(cfg, []byte(input)) }

// Pool returns the pool of Iterators with this configuration.
func (iter *Iterator) Pool() IteratorPool { return iter.config() }

// config returns the configuration, for an Iterator that was not made by a function of this package too.
func (iter *Iterator) config() *frozen {
	if iter.f == nil {
		iter.f = fallback
	}
	return iter.f
}

// Reset makes iter read reader. The Error stays.
func (iter *Iterator) Reset(reader io.Reader) *Iterator {
	if iter.src == nil {
		iter.buf = nil // it is the caller's
	}
	iter.src, iter.buf, iter.seen = reader, iter.buf[:0], nil
	iter.head, iter.passed, iter.depth = 0, 0, 0
	iter.lent, iter.open = false, 0
	return iter
}

// ResetBytes makes iter read input, which must not change meanwhile. The Error stays.
func (iter *Iterator) ResetBytes(input []byte) *Iterator {
	iter.src, iter.buf, iter.seen = nil, input, nil
	iter.head, iter.passed, iter.depth = 0, 0, 0
	iter.lent, iter.open = false, 0
	return iter
}

// failed reports whether an error has ended the reading.
func (iter *Iterator) failed() bool { return iter.Error != nil && iter.Error != io.EOF }

// more reads on, and reports whether there are more bytes. Unread bytes are at the start of buf afterwards.
func (iter *Iterator) more() bool {
	if iter.src == nil || iter.seen != nil {
		return false
	}
	if iter.head > 0 {
		iter.passed += int64(iter.head)
		iter.buf = iter.buf[:copy(iter.buf, iter.buf[iter.head:])]
		iter.head = 0
	}
	if len(iter.buf) == cap(iter.buf) {
		iter.buf = append(make([]byte, 0, max(2*cap(iter.buf), 512)), iter.buf...)
	}
	n, err := transfer.Read(iter.src, iter.buf[len(iter.buf):cap(iter.buf)])
	iter.buf = iter.buf[:len(iter.buf)+n]
	if err != nil {
		iter.seen = err
		if err != io.EOF && !iter.failed() {
			iter.Error = err
		}
	}
	return n > 0
}

// peek returns the next byte that is not white space, and leaves it unread. At the end it sets io.EOF and returns 0.
func (iter *Iterator) peek() byte {
	if i := iter.head; uint(i) < uint(len(iter.buf)) && iter.buf[i] > ' ' && iter.Error == nil {
		return iter.buf[i]
	}
	return iter.seek()
}

// seek is peek for any state of iter.
func (iter *Iterator) seek() byte {
	if iter.failed() {
		return 0
	}
	for {
		for i := iter.head; i < len(iter.buf); i++ {
			if c := iter.buf[i]; c > ' ' || c != ' ' && c != '\n' && c != '\t' && c != '\r' {
				iter.head = i
				return c
			}
		}
		iter.head = len(iter.buf)
		if !iter.more() {
			iter.end()
			return 0
		}
	}
}

// end notes that the input has ended.
func (iter *Iterator) end() {
	if iter.Error == nil {
		iter.Error = io.EOF
	}
}

// next returns the next byte that is not white space, which is then read.
func (iter *Iterator) next() byte {
	if i := iter.head; uint(i) < uint(len(iter.buf)) && iter.buf[i] > ' ' && iter.Error == nil {
		iter.head = i + 1
		return iter.buf[i]
	}
	c := iter.seek()
	if c != 0 || iter.head < len(iter.buf) && !iter.failed() {
		iter.head++
	}
	return c
}

// at returns the byte n places after the next one, which is at(0). ok is false if the input ends before it.
func (iter *Iterator) at(n int) (c byte, ok bool) {
	for iter.head+n >= len(iter.buf) {
		if !iter.more() {
			return 0, false
		}
	}
	return iter.buf[iter.head+n], true
}

// ReportError makes an error of msg, with the place in the input, unless there is one already. operation says who
// reports it.
func (iter *Iterator) ReportError(operation, msg string) {
	if !iter.failed() {
		start := max(iter.head-10, 0)
		text := fmt.Sprintf("%s: %s, error found in #%d byte of ...|%s|..., bigger context ...|%s|...", operation, msg, iter.head-start, iter.around(10), iter.around(50))
		iter.Error = &failure{text: text}
	}
}

// around returns the input up to n bytes before and after the place.
func (iter *Iterator) around(n int) []byte {
	text := iter.buf
	if iter.lent {
		text = text[:max(len(text), min(cap(text), iter.in.N))]
	}
	return text[max(iter.head-n, 0):min(iter.head+n, len(text))]
}

// wrong reports the byte c, which was read and is not what operation expects. At the end of the input it is 0.
func (iter *Iterator) wrong(operation, want string, c byte) {
	iter.ReportError(operation, "expect "+want+", but found "+string([]byte{c}))
}

// CurrentBuffer describes the place in the input, for a person.
func (iter *Iterator) CurrentBuffer() string {
	return fmt.Sprintf("reading at byte %d, near %q", iter.passed+int64(iter.head), iter.around(10))
}

// WhatIsNext returns the kind of the next value.
func (iter *Iterator) WhatIsNext() ValueType { return kinds[iter.peek()] }

// word reads the rest of a literal whose first byte is unread.
func (iter *Iterator) word(literal string) bool {
	if b := iter.buf[iter.head:]; len(b) >= len(literal) && string(b[:len(literal)]) == literal {
		iter.head += len(literal)
		return true
	}
	operation := "skipThreeBytes"
	if len(literal) == 5 {
		operation = "skipFourBytes"
	}
	for i := range len(literal) {
		if c, ok := iter.at(i); !ok || c != literal[i] {
			iter.head = min(iter.head+i+1, len(iter.buf))
			iter.ReportError(operation, "expect "+literal[1:])
			return false
		}
	}
	iter.head += len(literal)
	return true
}

// ReadNil reads null if it comes next, and reports whether it did.
func (iter *Iterator) ReadNil() (ret bool) {
	return iter.peek() == 'n' && iter.word("null")
}

// ReadBool reads true or false.
func (iter *Iterator) ReadBool() (ret bool) {
	switch iter.peek() {
	case 't':
		return iter.word("true")
	case 'f':
		iter.word("false")
	default:
		iter.wrong("ReadBool", "t or f", iter.next())
	}
	return false
}

// ReadArray moves to the next element of an array, and reports whether there is one. It reads the bracket or comma
// before the element, or the bracket at the end. null is an array without elements.
func (iter *Iterator) ReadArray() (ret bool) {
	if i := iter.head; uint(i) < uint(len(iter.buf)) && iter.buf[i] == ',' && iter.Error == nil {
		iter.head = i + 1
		return true
	}
	switch c := iter.next(); c {
	case ',':
		return true
	case ']':
		iter.leave()
		return false
	case '[':
		if c = iter.peek(); c == ']' {
			iter.head++
			iter.ended()
			return false
		}
		iter.open++
		return !iter.failed()
	case 'n':
		iter.head--
		iter.word("null")
	default:
		iter.wrong("ReadArray", "[ or , or ] or n", c)
	}
	return false
}

// ReadArrayCB calls callback for each element, which callback reads, until it returns false. The result is false if
// callback returned false, or there was an error.
func (iter *Iterator) ReadArrayCB(callback func(*Iterator) bool) (ret bool) {
	return iter.each("ReadArrayCB", '[', func() bool { return callback(iter) })
}

// each calls read for each element of an array or member of an object, which read reads, until it returns false. The
// result is that of ReadArrayCB.
func (iter *Iterator) each(operation string, opening byte, read func() bool) bool {
	if c := iter.next(); c != opening {
		if c == 'n' {
			iter.head--
			return iter.word("null")
		}
		iter.wrong(operation, string([]byte{opening})+" or n", c)
		return false
	}
	if !iter.deeper() {
		return false
	}
	defer iter.higher()
	closing := opening + 2
	if iter.peek() == closing {
		iter.head++
		iter.leave()
		return true
	}
	for !iter.failed() && read() && !iter.failed() {
		switch c := iter.next(); c {
		case ',':
		case closing:
			iter.leave()
			return true
		default:
			if opening == '{' {
				iter.ReportError(operation, "object not ended with }")
			} else {
				iter.wrong(operation, "] in the end", c)
			}
			return false
		}
	}
	return false
}

func (iter *Iterator) deeper() bool {
	if iter.depth++; iter.depth <= maxDepth {
		iter.open++
		return true
	}
	iter.depth--
	iter.ReportError("incrementDepth", "exceeded max depth")
	return false
}

func (iter *Iterator) higher() { iter.depth-- }

// leave notes that the innermost array or object has ended.
func (iter *Iterator) leave() {
	iter.open--
	iter.ended()
}

// name reads a name and its colon.
func (iter *Iterator) name(operation string) (name []byte, ok bool) {
	if iter.peek() != '"' {
		iter.wrong(operation, `" after {`, iter.next())
		return nil, false
	}
	text := iter.text()
	if iter.failed() {
		return nil, false
	}
	if iter.head < len(iter.buf) && iter.buf[iter.head] == ':' {
		iter.head++
		return text, true
	}
	if iter.src != nil {
		text = append([]byte(nil), text...) // more moves the buffer
	}
	if c := iter.next(); c != ':' {
		iter.wrong(operation, ": after object field", c)
		return nil, false
	}
	return text, true
}

// kept returns name as a string, which is that of an earlier name if it is the same.
func (iter *Iterator) kept(name []byte) string {
	n := len(name)
	if n == 0 || n > 32 {
		return string(name)
	}
	at := &iter.names[(n+int(name[0])+int(name[n/2])*2+int(name[n-1])*4)%len(iter.names)]
	if *at != string(name) {
		*at = string(name)
	}
	return *at
}

// ReadObject moves to the next member of an object and returns its name. It reads the brace or comma before the member,
// or the brace at the end, for which it returns "". null is an object without members. An empty name looks like the end:
// ReadMapCB can tell them apart.
func (iter *Iterator) ReadObject() (ret string) {
	switch c := iter.next(); c {
	case '{':
		if iter.peek() == '}' {
			iter.head++
			iter.ended()
			return ""
		}
		iter.open++
	case ',':
	case '}':
		iter.leave()
		return ""
	case 'n':
		iter.head--
		iter.word("null")
		return ""
	default:
		iter.wrong("ReadObject", "{ or , or } or n", c)
		return ""
	}
	name, _ := iter.name("ReadObject")
	return iter.kept(name)
}

// ReadObjectCB calls callback with the name of each member, whose value callback reads, until it returns false. The
// result is false if callback returned false, or there was an error.
func (iter *Iterator) ReadObjectCB(callback func(*Iterator, string) bool) bool {
	return iter.members("ReadObjectCB", callback)
}

// ReadMapCB is ReadObjectCB.
func (iter *Iterator) ReadMapCB(callback func(*Iterator, string) bool) bool {
	return iter.members("ReadMapCB", callback)
}

func (iter *Iterator) members(operation string, callback func(*Iterator, string) bool) bool {
	return iter.each(operation, '{', func() bool {
		name, ok := iter.name(operation)
		return ok && callback(iter, iter.kept(name))
	})
}

// Read reads a value as an any.
func (iter *Iterator) Read() any {
	switch iter.WhatIsNext() {
	case InvalidValue:
		iter.ReportError("Read", "unexpected value type: 0")
		return nil
	case StringValue:
		if end := wire.Special(iter.buf, iter.head+1); !iter.lent && end < len(iter.buf) && iter.buf[end] == '"' {
			if text := iter.buf[iter.head+1 : end]; utf8.Valid(text) {
				iter.head = end + 1
				return string(text)
			}
		}
	case NumberValue:
		if !iter.lent && !iter.config().engine().cfg.UseNumber {
			text := iter.whole("ReadVal")
			if f, ok := scan.Float64(text); ok && text != nil {
				return f
			}
			iter.head -= len(text)
		}
	}
	var v any
	iter.ReadVal(&v)
	return v
}

// ReadVal reads a value into the value that obj points to, as Unmarshal does.
func (iter *Iterator) ReadVal(obj any) {
	iter.value(iter.config().engine(), "ReadVal", obj, false)
}

// ReadAny reads a value, whose text is kept for later.
func (iter *Iterator) ReadAny() Any {
	text := iter.SkipAndReturnBytes()
	if iter.failed() || text == nil {
		return &invalidAny{iter.Error}
	}
	return textAny{iter.config(), text}
}

// ReadNumber reads a number as its text.
func (iter *Iterator) ReadNumber() (ret json.Number) { return json.Number(iter.number("ReadNumber")) }

// SkipAndReturnBytes reads a value of any kind and returns a copy of its text.
func (iter *Iterator) SkipAndReturnBytes() []byte {
	text := iter.whole("SkipAndReturnBytes")
	if text == nil {
		return nil
	}
	return append(make([]byte, 0, len(text)), text...)
}

// SkipAndAppendBytes reads a value of any kind and appends its text to buf.
func (iter *Iterator) SkipAndAppendBytes(buf []byte) []byte {
	return append(buf, iter.whole("SkipAndAppendBytes")...)
}

// Skip reads a value of any kind. Its text is checked, except that a string may hold bytes that are not UTF-8.
func (iter *Iterator) Skip() {
	first := iter.peek()
	if first == 0 && iter.head >= len(iter.buf) {
		iter.ReportError("Skip", "do not know how to skip: 0")
	} else if iter.skip("Skip", false); kinds[first] == NumberValue {
		iter.past()
	}
}

// whole reads a value and returns its text, which is valid until the next call.
func (iter *Iterator) whole(operation string) []byte {
	if iter.peek() == 0 && (iter.failed() || iter.head >= len(iter.buf)) {
		return nil
	}
	n := iter.skip(operation, true)
	if n < 0 {
		return nil
	}
	text := iter.buf[iter.head : iter.head+n : iter.head+n]
	iter.head += n
	iter.ended()
	if kinds[text[0]] == NumberValue {
		iter.past()
	}
	return text
}
