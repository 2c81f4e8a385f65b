//go:build goexperiment.jsonv2 && go1.27

package json

import (
	"bytes"
	"encoding/json/jsontext"
	stdjson "encoding/json/v2"
	"io"
	"strings"

	"github.com/zetes-json/zetes/internal/engine"
)

// Each call is served by a compiled plan if the options and the type are such that a plan is known to have the standard
// library's result. If not, or if the plan finds a fault, the standard library does the whole call: a plan that fails
// has written nothing, and leaves the target as it was.

// Marshal returns the JSON of in, in memory of its own.
//
// The output for each Go type, and the errors, are those of encoding/json/v2.
func Marshal(in any, opts ...Options) (out []byte, err error) {
	if c := marshaling(opts); c != nil && !c.passes(in) {
		b, err := c.marshaled.Marshal(in)
		if c.done(in, err == nil && c.allows(b)) {
			return c.lines(b), nil
		}
		if p := playbackOf(err); p != nil {
			out, err := stdjson.Marshal(in, p.with(opts)...)
			return out, p.failure(err)
		}
	}
	return stdjson.Marshal(in, opts...)
}

// MarshalWrite writes the JSON of in to out, without a newline after it.
func MarshalWrite(out io.Writer, in any, opts ...Options) (err error) {
	c := marshaling(opts)
	if c == nil || out == nil || c.passes(in) {
		return stdjson.MarshalWrite(out, in, opts...)
	}
	buffer := engine.Borrow()
	defer buffer.Release()
	b, err := c.marshaled.Append(buffer.Bytes[:0], in)
	if !c.done(in, err == nil && c.allows(b)) {
		if p := playbackOf(err); p != nil {
			return p.failure(stdjson.MarshalWrite(out, in, p.with(opts)...))
		}
		return stdjson.MarshalWrite(out, in, opts...)
	}
	buffer.Bytes, b = b, c.lines(b)
	for rest := b; len(rest) > 0; {
		piece := rest[:min(len(rest), mostWritten)]
		rest = rest[len(piece):]
		if _, err := out.Write(piece); err != nil {
			return stdjson.MarshalWrite(failed{err}, nil) // the standard library has the words for a writer's error
		}
	}
	return nil
}

// mostWritten is the most bytes that MarshalWrite gives to a writer at once.
const mostWritten = 64 << 10

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
	if c := unmarshaling(opts); c != nil && !c.passes(out) && c.done(out, c.unmarshaled.Unmarshal(in, out) == nil) {
		return nil
	}
	return stdjson.Unmarshal(in, out, opts...)
}

// UnmarshalRead reads all of in, which must be one JSON value, and stores the result in the value that out points to.
func UnmarshalRead(in io.Reader, out any, opts ...Options) (err error) {
	if c := unmarshaling(opts); c != nil && !c.passes(out) && readAll(c, in, out) {
		return nil
	}
	return stdjson.UnmarshalRead(in, out, opts...)
}

// readAll decodes all that in has into what out points to, if in has its text in memory. If it returns false, nothing
// has been read: other readers may have to wait for text that the standard library would not ask for.
func readAll(c *call, in io.Reader, out any) bool {
	switch in := in.(type) {
	case *bytes.Buffer:
		if in == nil {
			return false
		}
		if c.done(out, c.unmarshaled.Unmarshal(in.Bytes(), out) == nil) {
			in.Next(in.Len())
			return true
		}
	case *bytes.Reader:
		return in != nil && readFrom(c, in, in.Len(), out)
	case *strings.Reader:
		return in != nil && readFrom(c, in, in.Len(), out)
	}
	return false
}

// readFrom is readAll for a reader that can go back and has n bytes.
func readFrom(c *call, in io.ReadSeeker, n int, out any) bool {
	buffer := engine.Borrow()
	defer buffer.Release()
	if cap(buffer.Bytes) < n {
		buffer.Bytes = make([]byte, n)
	}
	text := buffer.Bytes[:n]
	if _, err := io.ReadFull(in, text); err != nil {
		return false
	}
	if c.done(out, c.unmarshaled.Unmarshal(text, out) == nil) {
		return true
	}
	_, err := in.Seek(int64(-n), io.SeekCurrent)
	return err != nil
}

// UnmarshalDecode reads the next JSON value from in and stores the result in the value that out points to. The options
// take precedence over those of in.
func UnmarshalDecode(in *jsontext.Decoder, out any, opts ...Options) (err error) {
	return stdjson.UnmarshalDecode(in, out, opts...)
}
