//go:build goexperiment.jsonv2 && go1.27

package json

import (
	"bytes"
	v1 "encoding/json"
	"encoding/json/jsontext"
	stdjson "encoding/json/v2"
	"errors"
	"io"
	"os"
	"reflect"
	"strings"
	"sync"

	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/plan/encode"
)

// For most types and options this package compiles a plan, which encodes or decodes the type with exactly the standard
// library's result. If there is no such plan, or if the plan finds a fault, the standard library does the whole call. A
// plan that fails leaves the target unchanged. If it has already written pieces of the text, only the rest of the
// standard library's text is written.

// Marshal returns the JSON of in, in newly allocated memory.
//
// The output for each Go type, and the errors, are those of encoding/json/v2.
func Marshal(in any, opts ...Options) (out []byte, err error) {
	c := marshaling(opts)
	x, serves := c.trialOf(in)
	if !serves {
		return stdjson.Marshal(in, opts...)
	}
	if x.skipsPlan() {
		out, err = stdjson.Marshal(in, opts...)
		return out, c.doneByStandard(x, in, 0, err)
	}
	if out, err = c.marshaled.Marshal(in); err == nil && c.allows(out) {
		x.done()
		return out, nil
	}
	p := playbackOf(err)
	out, err = stdjson.Marshal(in, p.with(opts)...)
	return out, c.doneByStandard(x, in, p.cost(), p.failure(err))
}

// MarshalWrite writes the JSON of in to out, without a newline after it. It writes the first pieces of a long text
// before it has made the whole text, with two exceptions: if the type of in has an interface or a method that writes,
// it makes the whole text first; and at a map whose order is not [Deterministic], it makes the rest first. After an
// error out may have got a part of the text.
func MarshalWrite(out io.Writer, in any, opts ...Options) (err error) {
	c := marshaling(opts)
	x, serves := c.trialOf(in)
	if !serves || out == nil {
		return stdjson.MarshalWrite(out, in, opts...)
	}
	if x.skipsPlan() {
		return c.doneByStandard(x, in, 0, stdjson.MarshalWrite(out, in, opts...))
	}
	buffer, w := engine.Borrow(), splits.Get().(*split)
	defer buffer.Release()
	defer w.release()
	b := buffer.Bytes[:0]
	w.call, w.out = c, out
	whole := c.wholeOf(in)
	if whole {
		b, err = c.marshaled.Append(b, in)
	} else {
		w.sink = encode.Sink{W: w, Size: leastWritten, Repeats: true}
		if b, err = c.marshaled.AppendPieces(&w.sink, b, in); err == nil {
			err = w.sink.Err // the plan need not notice an error of one of the last pieces
		}
	}
	if err == nil && (!whole || c.allows(b)) {
		buffer.Bytes = b
		if _, err = w.Write(b); err == nil {
			x.done()
			if w.flush(); w.failed == nil {
				return nil
			}
		}
	}
	if w.failed != nil {
		// The standard library makes the final error from the writer's. Under encoding/json's options the final error
		// depends on the value, so the standard library writes the value again. Plans do not handle values with methods
		// under these options, so no method is called twice.
		if legacy, _ := GetOption(JoinOptions(opts...), v1.ReportErrorsWithLegacySemantics); !legacy {
			in, opts = nil, nil
		}
		return stdjson.MarshalWrite(failed{w.failed}, in, opts...)
	}
	if w.written > 0 {
		if to, ok := out.(*bytes.Buffer); ok {
			to.Truncate(to.Len() - w.written) // the standard library appends the text again, up to the error
		} else {
			out = &skipping{out, w.written}
		}
	}
	p := playbackOf(err)
	return c.doneByStandard(x, in, p.cost(), p.failure(stdjson.MarshalWrite(out, in, p.with(opts)...)))
}

// wholeOf reports whether the plan must make the whole text of in before any of it is written. It must if in may have
// methods, since the standard library must not call them again after the plan has failed, or raw JSON, which is checked
// in the whole text.
func (c *call) wholeOf(in any) bool {
	word := mem.TypeWord(in)
	if word == nil {
		return true
	}
	whole := c.whole.Get(word)
	if whole == nil {
		encode.ProgramOf(c.marshaled.Config, reflect.TypeOf(in)) // it calls refuses, which stores whole
		whole = c.whole.Get(word)
	}
	return whole == nil || *whole
}

// MarshalWrite writes a text of more than mostWritten bytes in pieces of that size. The plan hands it on in pieces of
// at least leastWritten.
const (
	leastWritten = 32 << 10
	mostWritten  = 64 << 10
)

// split passes the pieces of a text that a plan makes to the writer of a call. If the plan fails, the standard library
// makes the whole text again, and the writer gets only the part of it that it has not got yet (skipping).
type split struct {
	*call
	out     io.Writer
	sink    encode.Sink // its writer is the split
	text    []byte      // the bytes that out will get next
	written int         // number of bytes that out has got
	failed  error       // the error of out, or nil
}

var splits = sync.Pool{New: func() any { return new(split) }}

// Write adds b to the text for the call's writer. If b has text that is not UTF-8, which the standard library does not
// accept, Write adds nothing and returns errRefused.
func (w *split) Write(b []byte) (int, error) {
	if w.marksIn(b) {
		return 0, errRefused
	}
	n := len(b)
	for len(b) > 0 && w.failed == nil {
		k := min(len(b), mostWritten-len(w.text))
		w.text = append(w.text, b[:k]...)
		if b = b[k:]; len(w.text) == mostWritten {
			w.flush()
		}
	}
	return n, w.failed
}

// flush writes the text so far.
func (w *split) flush() {
	if len(w.text) == 0 || w.failed != nil {
		return
	}
	if _, w.failed = w.out.Write(w.text); w.failed == nil {
		w.written += len(w.text)
	}
	w.text = w.text[:0]
}

func (w *split) release() {
	*w = split{text: w.text[:0]}
	splits.Put(w)
}

var errRefused = errors.New("json: text with invalid UTF-8")

// skipping is a writer that drops the first n bytes, and passes on the others.
type skipping struct {
	out io.Writer
	n   int
}

func (w *skipping) Write(b []byte) (int, error) {
	skip := min(w.n, len(b))
	if w.n -= skip; skip == len(b) {
		return skip, nil
	}
	n, err := w.out.Write(b[skip:])
	return skip + n, err
}

// failed is a writer that always returns the error of another writer.
type failed struct{ err error }

func (w failed) Write([]byte) (int, error) { return 0, w.err }

// MarshalEncode writes the JSON of in to out. The options take precedence over those of out.
func MarshalEncode(out *jsontext.Encoder, in any, opts ...Options) (err error) {
	return stdjson.MarshalEncode(out, in, opts...)
}

// Unmarshal parses the JSON in in and stores the result in the value that out points to. It neither keeps in nor writes
// to it.
//
// The result for each JSON value and Go type, and the errors, are those of encoding/json/v2.
func Unmarshal(in []byte, out any, opts ...Options) (err error) {
	c := unmarshaling(opts)
	x, serves := c.trialOf(out)
	if !serves {
		return stdjson.Unmarshal(in, out, opts...)
	}
	if x.skipsPlan() {
		return c.doneByStandard(x, out, 0, stdjson.Unmarshal(in, out, opts...))
	}
	f := c.alone.Unmarshal(in, out)
	if f == nil {
		x.done()
		return nil
	}
	if f.Code == fault.Foreign {
		least := leastOffset + int64(len(in)/64)
		if f.Output != nil {
			least += leastDecoded
		}
		if err = f.Err; f.Offset > least {
			x.done()
		} else {
			c.add(out).vain(1)
		}
		f.Forget()
		return err
	}
	p := playbackAfter(f)
	return c.doneByStandard(x, out, p.cost(), p.failure(stdjson.Unmarshal(in, out, p.withReads(opts)...)))
}

// UnmarshalRead reads all of in, which must be one JSON value, and stores the result in the value that out points to.
func UnmarshalRead(in io.Reader, out any, opts ...Options) (err error) {
	c := unmarshaling(opts)
	x, serves := c.trialOf(out)
	if !serves {
		return stdjson.UnmarshalRead(in, out, opts...)
	}
	var p *playback
	cost := int32(0)
	if !x.skipsPlan() {
		f, tried := readAll(c, in, out)
		if tried && f == nil {
			x.done()
			return nil
		}
		if fast.Gather && !tried && c.usual && isTarget(in, out) {
			if x == nil {
				x = c.add(out)
			}
			return c.gather(x, in, out, opts)
		}
		if p = playbackAfter(f); tried {
			cost = p.cost()
		}
	}
	return c.doneByStandard(x, out, cost, p.failure(stdjson.UnmarshalRead(in, out, p.withReads(opts)...)))
}

// readAll decodes the whole text of in into the value that out points to, if in has its text in memory or in a file.
// Other readers may block on text that the standard library would not read. If tried is false or there is a fault, the
// position of in is unchanged.
func readAll(c *call, in io.Reader, out any) (f *fault.Fault, tried bool) {
	switch in := in.(type) {
	case *bytes.Buffer:
		if in == nil {
			return nil, false
		}
		if f = c.unmarshaled.Unmarshal(in.Bytes(), out); f == nil {
			in.Next(in.Len())
		}
		return f, true
	case *bytes.Reader:
		if in != nil {
			return readFrom(c, in, in.Len(), out)
		}
	case *strings.Reader:
		if in != nil {
			return readFrom(c, in, in.Len(), out)
		}
	case *os.File:
		if n := unread(in); 0 < n && n <= mostRead {
			return readFrom(c, in, int(n), out)
		}
	}
	return nil, false
}

// mostRead is the size of the largest file that is read at once.
const mostRead = 16 << 20

// unread returns the number of bytes after the current position of a regular file, and 0 for anything else.
func unread(f *os.File) int64 {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return 0
	}
	at, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0
	}
	return info.Size() - at
}

// readFrom decodes the whole text of in like readAll. in can go back and seems to have n bytes. A file may have
// changed, so readFrom asks for one byte more, and tried is false if there are not exactly n.
func readFrom(c *call, in io.ReadSeeker, n int, out any) (f *fault.Fault, tried bool) {
	buffer := engine.Borrow()
	defer buffer.Release()
	if cap(buffer.Bytes) <= n {
		buffer.Bytes = make([]byte, n+1)
	}
	got, err := io.ReadFull(in, buffer.Bytes[:n+1])
	if tried = got == n && err == io.ErrUnexpectedEOF || n == 0 && err == io.EOF; tried {
		if f = c.unmarshaled.Unmarshal(buffer.Bytes[:n], out); f == nil {
			return nil, true
		}
	}
	_, _ = in.Seek(int64(-got), io.SeekCurrent) // go back to the start; that can't fail here
	return f, tried
}

// UnmarshalDecode reads the next JSON value from in and stores the result in the value that out points to. The options
// take precedence over those of in.
func UnmarshalDecode(in *jsontext.Decoder, out any, opts ...Options) (err error) {
	return stdjson.UnmarshalDecode(in, out, opts...)
}
