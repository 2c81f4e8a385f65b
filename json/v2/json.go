//go:build goexperiment.jsonv2 && go1.27

package json

import (
	"bytes"
	v1 "encoding/json"
	"encoding/json/jsontext"
	stdjson "encoding/json/v2"
	"io"
	"os"
	"strings"

	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/fault"
)

// A compiled plan does a call if the plan is known to have the standard library's result for the options and the type.
// Otherwise, or if the plan finds a fault, the standard library does the whole call. A plan that fails has written
// nothing, and leaves the target unchanged.

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
	out, err = c.marshaled.Marshal(in)
	if err == nil && c.allows(out) {
		x.done()
		return out, nil
	}
	p := playbackOf(err)
	out, err = stdjson.Marshal(in, p.with(opts)...)
	return out, c.doneByStandard(x, in, p.cost(), p.failure(err))
}

// MarshalWrite writes the JSON of in to out, without a newline after it.
func MarshalWrite(out io.Writer, in any, opts ...Options) (err error) {
	c := marshaling(opts)
	x, serves := c.trialOf(in)
	if !serves || out == nil {
		return stdjson.MarshalWrite(out, in, opts...)
	}
	if x.skipsPlan() {
		return c.doneByStandard(x, in, 0, stdjson.MarshalWrite(out, in, opts...))
	}
	buffer := engine.Borrow()
	defer buffer.Release()
	b, err := c.marshaled.Append(buffer.Bytes[:0], in)
	if err == nil && c.allows(b) {
		x.done()
		buffer.Bytes = b
		return write(out, b, in, opts)
	}
	p := playbackOf(err)
	return c.doneByStandard(x, in, p.cost(), p.failure(stdjson.MarshalWrite(out, in, p.with(opts)...)))
}

// write writes b, the JSON of in, to out in pieces. opts are the options of the call.
func write(out io.Writer, b []byte, in any, opts []Options) error {
	for len(b) > 0 {
		piece := b[:min(len(b), mostWritten)]
		b = b[len(piece):]
		if _, err := out.Write(piece); err != nil {
			// The standard library makes the final error from err. Under encoding/json's options the final error
			// depends on the value, so the standard library writes the value again. Plans do not handle values with
			// methods under these options, so no method is called twice.
			if legacy, _ := GetOption(JoinOptions(opts...), v1.ReportErrorsWithLegacySemantics); !legacy {
				in, opts = nil, nil
			}
			return stdjson.MarshalWrite(failed{err}, in, opts...)
		}
	}
	return nil
}

// mostWritten is the largest number of bytes that MarshalWrite passes to a writer at once.
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
