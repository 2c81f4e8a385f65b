package jsoniter

import (
	"context"
	"errors"
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	run "github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/wire"
)

// This file lends the memory of zetes to encoders and decoders of extensions, and lends it back for the values within
// theirs.
//
// The Iterator of a decoder shows the window of the codec.Reader that the plan lends to the codec. A value within, such
// as the elements of a list whose type has no extension, is decoded in the same window, and its codecs show the window
// again. For {"a":[1,2]}, all of which an extension reads, the Iterators of the object and of both numbers have one
// text. The Stream of an encoder appends to the buffer of the plan in the same way. So nothing is copied from level to
// level, and the memory for a deep value is proportional to its text.
//
// The outermost decoder's value is checked before the decoder sees it, and so is each scalar. Arrays and objects within
// it are not checked again: the Iterator counts brackets, and its text ends where the value ends. The outermost
// encoder's output is checked when it is complete.

// maxLevel is how deep codecs may call one another, which keeps a value that contains itself from filling the stack.
const maxLevel = 1000

var (
	errLevel  = errors.New("jsoniter: encoders and decoders call one another too deep")
	errOutput = errors.New("jsoniter: the encoder has not written one JSON value")
	errUnread = errors.New("jsoniter: the decoder has not read the whole value")
)

var (
	desk = codec.Inside(loan.Within())
	root = zetes.Inside(loan.Within())
)

// lease is the part of an Iterator that shows the window of a reader. Its text begins where the window does, so that the
// Iterator need not be told of it for each value. The reader keeps the Iterator for the next value.
type lease struct {
	lent   bool // the Iterator shows a window
	open   int  // arrays and objects that the decoder has entered
	reader *codec.Reader
	in     *wire.Input // the window
}

// inner is what codecs within the value of an Iterator or a Stream find as the context of their call. The Iterator or
// Stream keeps it for the next such value.
type inner struct {
	context.Context
	e   *engine
	cfg *plan.Dialect // e's, with this context
	api *zetes.API    // of cfg

	attachment any
	level      int     // of codecs within codecs
	window     mem.Ptr // memory of the text that is being read, or nil
	checked    int     // the end of the part of it that is known to be JSON
	output     bool    // what is written is a part of an outer encoder's output, which is checked later
}

func newInner(e *engine) *inner {
	n := &inner{Context: context.Background(), e: e}
	n.api = e.api.WithContext(n)
	n.cfg, _, _ = root.Config(n.api)
	return n
}

// innerOf returns the inner that the codec which owner calls is within, or nil.
func innerOf(owner any) *inner {
	if c, ok := owner.(*plan.Dialect); ok {
		n, _ := c.Context.(*inner)
		return n
	}
	return nil
}

// within returns what a value within iter's is to be read by.
func (iter *Iterator) within(e *engine) *zetes.API {
	if !iter.lent && iter.level == 0 && iter.Attachment == nil {
		return e.api
	}
	if iter.inner == nil || iter.inner.e != e {
		iter.inner = newInner(e)
	}
	n := iter.inner
	n.attachment, n.level, n.window = iter.Attachment, iter.level, nil
	if iter.lent {
		n.window, n.checked = iter.in.In, len(iter.buf)
	}
	return n.api
}

// reading makes c read by dec.
func (e *engine) reading(c *loan.Codec, dec ValDecoder) {
	c.Pieces = false // an Iterator needs the whole value
	c.Read = func(lent *loan.Reader, value mem.Ptr) {
		r, in, start, terms, kept := desk.BeginRead(lent)
		last, _ := (*kept).(*keptIterator)
		iter := (*Iterator)(last)
		if iter == nil || iter.f != e.owner || iter.lent || iter.src != nil {
			iter = NewIterator(e.owner)
			iter.reader, iter.in = r, in
			*kept = (*keptIterator)(iter)
		}
		if !iter.borrow(start, terms) {
			return
		}
		dec.Decode(unsafe.Pointer(value), iter)
		iter.giveBack()
	}
}

// borrow makes iter show the value at start. It reports false if there is an error.
func (iter *Iterator) borrow(start int, terms *loan.Terms) bool {
	in, end := iter.in, 0
	if n := innerOf(terms.Owner); n != nil {
		if iter.Attachment, iter.level = n.attachment, n.level; iter.level >= maxLevel {
			iter.reader.Fail(errLevel)
			return false
		}
		if c := in.At(start); n.window == in.In && start < n.checked && (c == '[' || c == '{') {
			end = n.checked
		}
	}
	iter.level++
	if end == 0 {
		if end = in.Skip(start, wire.MaxDepth+1-terms.Level); end < 0 {
			iter.reader.Skip() // it is not JSON, which makes that the error
			return false
		}
	}
	if mem.Data(iter.buf) != in.In || cap(iter.buf) < in.N {
		iter.buf = mem.Slice(in.In, in.N)
	}
	iter.buf, iter.head, iter.lent, iter.open = iter.buf[:end], start, true, 0
	return true
}

// giveBack ends what borrow began. An Iterator that the decoder keeps shows nothing.
func (iter *Iterator) giveBack() {
	r := iter.reader
	if iter.lent && !iter.failed() && iter.head < len(iter.buf) {
		iter.ReportError("decode", "the decoder has not read the whole value")
	}
	switch {
	case iter.failed():
		r.Fail(iter.Error)
	case !iter.lent: // the decoder has made iter read other text
		r.Fail(errUnread)
	default:
		desk.Advance(r, iter.head)
	}
	iter.buf, iter.head, iter.lent, iter.level, iter.depth = iter.buf[:0], 0, false, 0, 0
	if iter.Error != nil || iter.Attachment != nil {
		iter.Error, iter.Attachment = nil, nil
	}
}

// ended notes the end of a value, which may be all that the decoder gets.
func (iter *Iterator) ended() {
	if iter.open == 0 && iter.lent {
		iter.buf = iter.buf[:iter.head]
	}
}

// value reads the next value into the value that v points to, by zetes. With bare it is read without the codec for its
// own type.
func (iter *Iterator) value(e *engine, operation string, v any, bare bool) {
	if !iter.lent {
		text := iter.whole(operation)
		if text == nil {
			iter.wrong(operation, "a value", 0) // unless there is an error
			return
		}
		var err error
		if api := iter.within(e); bare {
			r := codec.NewBytesReader(text)
			api.ReadDefault(r, v)
			err = cause(r.Err())
			r.Release()
		} else {
			err = api.Unmarshal(text, v)
		}
		if err != nil && !iter.failed() {
			iter.Error = e.told(err)
		}
		return
	}
	r := iter.reader
	if iter.peek() == 0 || !desk.Seek(r, iter.head) {
		iter.wrong(operation, "a value", 0)
		return
	}
	if api := iter.within(e); bare {
		api.ReadDefault(r, v)
	} else {
		api.ReadValue(r, v)
	}
	end, err := desk.Settle(r)
	switch {
	case !iter.lent: // other code has reset it
	case err != nil:
		if iter.skip(operation, false); !iter.failed() {
			iter.Error = e.told(cause(err))
		}
	case end > len(iter.buf):
		iter.ReportError(operation, "the value does not end within the text")
	default:
		iter.head = end
		iter.ended()
	}
}

// writing makes c write by enc.
func (e *engine) writing(c *loan.Codec, enc ValEncoder) {
	c.Empty = func(v any) bool { return enc.IsEmpty(reflect.ValueOf(v).UnsafePointer()) }
	c.Append = func(w *loan.Writer, dst []byte, owner any, level int, value mem.Ptr) ([]byte, error) {
		kept := desk.Kept(w)
		last, _ := (*kept).(*keptStream)
		s := (*Stream)(last)
		if s == nil || s.f != e.owner || s.lent {
			s = NewStream(e.owner, nil, 0)
			*kept = (*keptStream)(s)
		}
		return s.lend(enc, unsafe.Pointer(value), dst, innerOf(owner), level)
	}
	c.Write = func(w *loan.Writer, value mem.Ptr) { desk.Written(w, c.Append, value) }
}

// A reader keeps its Iterator, and a writer its Stream, as these types.
type (
	keptIterator Iterator
	keptStream   Stream
)

// Drop makes it show nothing, for package codec.
func (iter *keptIterator) Drop() { iter.buf, iter.lent = nil, false }

// Drop makes it have nothing, for package codec.
func (s *keptStream) Drop() { s.buf = nil }

// lend makes enc append the value at ptr to buf by s. A Stream that the encoder keeps has nothing afterwards.
func (s *Stream) lend(enc ValEncoder, ptr unsafe.Pointer, buf []byte, n *inner, level int) ([]byte, error) {
	s.buf, s.level, s.lent = buf, level, true
	if n != nil && n.attachment != nil {
		s.Attachment = n.attachment
	}
	enc.Encode(ptr, s)
	b, err := s.buf, s.Error
	if err == nil && (len(b) <= len(buf) || (n == nil || !n.output) && !isValue(b[len(buf):])) {
		err = errOutput
	}
	s.buf, s.indent, s.level, s.lent = nil, 0, 0, false
	if s.out != nil || s.Error != nil || s.Attachment != nil {
		s.out, s.Error, s.Attachment = nil, nil, nil
	}
	return b, err
}

// isValue reports whether text, which is not empty, is one JSON value. Most are scalars.
func isValue(text []byte) bool {
	last := len(text) - 1
	switch kinds[text[0]] {
	case StringValue:
		if end := wire.Special(text, 1); end == last && text[end] == '"' {
			return true
		}
	case NumberValue:
		if wire.IsNumber(text) {
			return true
		}
	case NilValue:
		if string(text) == "null" {
			return true
		}
	}
	return wire.Valid(text)
}

// value appends val, or with bare the value that it points to without the codec for its own type.
func (stream *Stream) value(e *engine, val any, bare bool) {
	if stream.Error != nil {
		return
	}
	api, cfg := e.api, e.plan
	if stream.level > 0 || stream.Attachment != nil {
		if stream.inner == nil || stream.inner.e != e {
			stream.inner = newInner(e)
		}
		n := stream.inner
		n.attachment, n.output = stream.Attachment, stream.lent
		api, cfg = n.api, n.cfg
	}
	if stream.level == 0 && !bare {
		stream.add(api.Append(stream.buf, val))
		return
	}
	b, err := run.Append(&encode.Call{Config: cfg, Depth: stream.level + 1, Bare: bare}, stream.buf, val)
	if err != nil {
		err = root.EncodeError(cfg, val, err)
	}
	stream.add(b, err)
}

// cause returns the error that a writer or reader has kept with a place of its own.
func cause(err error) error {
	if c := (*codec.Error)(nil); errors.As(err, &c) && c.Err != nil {
		return c.Err
	}
	return err
}
