package jsoniter

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/scan"
	"github.com/zetes-json/zetes/internal/transfer"
)

// Stream writes JSON a piece at a time, to memory and from there to an io.Writer if it has one. It keeps the first
// error. Commas and brackets are the caller's.
type Stream struct {
	Error      error
	Attachment any // for the caller, who finds it again in codecs

	f      *frozen
	out    io.Writer
	buf    []byte
	indent int
	level  int  // of values around the one that is written
	lent   bool // buf is the memory of a plan, which comes first in it
	inner  *inner
}

// StreamPool lends Streams.
type StreamPool interface {
	BorrowStream(writer io.Writer) *Stream
	ReturnStream(stream *Stream)
}

// NewStream returns a Stream to out, with a buffer of bufSize bytes at first. Without out the result stays in memory.
func NewStream(cfg API, out io.Writer, bufSize int) *Stream {
	return &Stream{f: frozenOf(cfg), out: out, buf: make([]byte, 0, max(bufSize, 0))}
}

// Pool returns the pool of Streams with this configuration.
func (stream *Stream) Pool() StreamPool { return stream.config() }

// config returns the configuration, for a Stream that was not made by a function of this package too.
func (stream *Stream) config() *frozen {
	if stream.f == nil {
		stream.f = fallback
	}
	return stream.f
}

// Reset makes stream write to out, and drops what is in memory. The Error stays.
func (stream *Stream) Reset(out io.Writer) {
	stream.out, stream.buf, stream.indent = out, stream.buf[:0], 0
}

// Available returns the number of bytes that fit into the buffer without a larger one.
func (stream *Stream) Available() int { return cap(stream.buf) - len(stream.buf) }

// Buffered returns the number of bytes in memory.
func (stream *Stream) Buffered() int { return len(stream.buf) }

// Buffer returns the bytes in memory.
func (stream *Stream) Buffer() []byte { return stream.buf }

// SetBuffer makes buf the bytes in memory: for code that appends to [Stream.Buffer].
func (stream *Stream) SetBuffer(buf []byte) { stream.set(buf) }

// set makes b the bytes in memory. If only the length differs it writes no pointer: while the collector marks, each
// write of a pointer is expensive.
func (stream *Stream) set(b []byte) {
	if mem.Data(b) == mem.Data(stream.buf) && cap(b) == cap(stream.buf) {
		stream.buf = stream.buf[:len(b)]
	} else {
		stream.buf = b
	}
}

// Write appends p. It writes to the io.Writer, if there is one, what is in memory.
func (stream *Stream) Write(p []byte) (nn int, err error) {
	stream.buf = append(stream.buf, p...)
	if stream.out != nil {
		if err := stream.Flush(); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

// Flush writes what is in memory to the io.Writer, if there is one.
func (stream *Stream) Flush() error {
	if stream.out == nil {
		return nil
	}
	if stream.Error != nil {
		return stream.Error
	}
	if len(stream.buf) == 0 {
		return nil
	}
	n, err := transfer.Write(stream.out, stream.buf)
	if err != nil {
		stream.buf = stream.buf[:copy(stream.buf, stream.buf[n:])]
		stream.Error = err
		return err
	}
	stream.buf = stream.buf[:0]
	return nil
}

// fail makes err the Error if there is none.
func (stream *Stream) fail(err error) {
	if stream.Error == nil {
		stream.Error = err
	}
}

// WriteVal writes val as Marshal does.
func (stream *Stream) WriteVal(val any) {
	if val == nil {
		stream.WriteNil()
		return
	}
	stream.value(stream.config().engine(), val, false)
}

// add sets the buffer to b, to which a value has been appended, or takes the error.
func (stream *Stream) add(b []byte, err error) {
	if err != nil {
		stream.fail(stream.config().engine().told(err))
		return
	}
	if start := len(stream.buf); stream.indent > 0 {
		// The value's lines begin at the left. A line break in a string is an escape.
		b = append(b[:start], strings.ReplaceAll(string(b[start:]), "\n", "\n"+strings.Repeat(" ", stream.indent))...)
	}
	stream.buf = b
}

// WriteRaw writes s as it is.
func (stream *Stream) WriteRaw(s string) { stream.buf = append(stream.buf, s...) }

// WriteNil writes null.
func (stream *Stream) WriteNil() { stream.buf = append(stream.buf, "null"...) }

// WriteTrue writes true.
func (stream *Stream) WriteTrue() { stream.buf = append(stream.buf, "true"...) }

// WriteFalse writes false.
func (stream *Stream) WriteFalse() { stream.buf = append(stream.buf, "false"...) }

// WriteBool writes val.
func (stream *Stream) WriteBool(val bool) { stream.buf = strconv.AppendBool(stream.buf, val) }

// line begins a new line if the output is indented.
func (stream *Stream) line() {
	if stream.indent <= 0 {
		return
	}
	stream.buf = append(stream.buf, '\n')
	for range stream.indent {
		stream.buf = append(stream.buf, ' ')
	}
}

// leave begins the line of a closing bracket.
func (stream *Stream) leave(bracket byte) {
	if step := stream.config().cfg.IndentionStep; step > 0 {
		if stream.indent -= step; stream.indent <= 0 {
			stream.indent = 0
			stream.buf = append(stream.buf, '\n')
		} else {
			stream.line()
		}
	}
	stream.buf = append(stream.buf, bracket)
}

// WriteObjectStart writes { and begins a line if the output is indented.
func (stream *Stream) WriteObjectStart() { stream.enter('{') }

func (stream *Stream) enter(bracket byte) {
	stream.buf = append(stream.buf, bracket)
	stream.indent += max(stream.config().cfg.IndentionStep, 0)
	stream.line()
}

// WriteObjectField writes a name and a colon.
func (stream *Stream) WriteObjectField(field string) {
	stream.WriteString(field)
	if stream.indent > 0 {
		stream.buf = append(stream.buf, ':', ' ')
	} else {
		stream.buf = append(stream.buf, ':')
	}
}

// WriteObjectEnd writes }, in a line of its own if the output is indented.
func (stream *Stream) WriteObjectEnd() { stream.leave('}') }

// WriteEmptyObject writes {}.
func (stream *Stream) WriteEmptyObject() { stream.buf = append(stream.buf, '{', '}') }

// WriteMore writes a comma, and begins a line if the output is indented.
func (stream *Stream) WriteMore() {
	stream.buf = append(stream.buf, ',')
	stream.line()
}

// WriteArrayStart writes [ and begins a line if the output is indented.
func (stream *Stream) WriteArrayStart() { stream.enter('[') }

// WriteEmptyArray writes [].
func (stream *Stream) WriteEmptyArray() { stream.buf = append(stream.buf, '[', ']') }

// WriteArrayEnd writes ], in a line of its own if the output is indented.
func (stream *Stream) WriteArrayEnd() { stream.leave(']') }

// grow makes space for a number after the bytes in memory.
func (stream *Stream) grow() { stream.buf = slices.Grow(stream.buf, num.Room) }

// WriteInt writes val as a number.
func (stream *Stream) WriteInt(val int) { stream.WriteInt64(int64(val)) }

// WriteInt8 writes val as a number.
func (stream *Stream) WriteInt8(nval int8) { stream.WriteInt64(int64(nval)) }

// WriteInt16 writes val as a number.
func (stream *Stream) WriteInt16(nval int16) { stream.WriteInt64(int64(nval)) }

// WriteInt32 writes val as a number.
func (stream *Stream) WriteInt32(nval int32) { stream.WriteInt64(int64(nval)) }

// WriteInt64 writes val as a number.
func (stream *Stream) WriteInt64(nval int64) {
	if cap(stream.buf)-len(stream.buf) < num.Room {
		stream.grow()
	}
	stream.buf = stream.buf[:num.PutInt(mem.Data(stream.buf), len(stream.buf), nval)]
}

// WriteUint writes val as a number.
func (stream *Stream) WriteUint(val uint) { stream.WriteUint64(uint64(val)) }

// WriteUint8 writes val as a number.
func (stream *Stream) WriteUint8(val uint8) { stream.WriteUint64(uint64(val)) }

// WriteUint16 writes val as a number.
func (stream *Stream) WriteUint16(val uint16) { stream.WriteUint64(uint64(val)) }

// WriteUint32 writes val as a number.
func (stream *Stream) WriteUint32(val uint32) { stream.WriteUint64(uint64(val)) }

// WriteUint64 writes val as a number.
func (stream *Stream) WriteUint64(val uint64) {
	if cap(stream.buf)-len(stream.buf) < num.Room {
		stream.grow()
	}
	if int64(val) < 0 {
		stream.buf = strconv.AppendUint(stream.buf, val, 10)
		return
	}
	stream.buf = stream.buf[:num.PutInt(mem.Data(stream.buf), len(stream.buf), int64(val))]
}

// finite reports whether JSON has a number for val, and fails otherwise.
func (stream *Stream) finite(val float64) bool {
	if math.IsInf(val, 0) || math.IsNaN(val) {
		stream.fail(fmt.Errorf("unsupported value: %f", val))
		return false
	}
	return true
}

// WriteFloat64 writes val as the shortest number that reads back as val. An exponent has two digits at least, unlike in
// Marshal.
func (stream *Stream) WriteFloat64(val float64) {
	if !stream.finite(val) {
		return
	}
	if a := math.Abs(val); a < 1e-6 && a != 0 {
		stream.buf = strconv.AppendFloat(stream.buf, val, 'e', -1, 64)
	} else {
		stream.set(scan.AppendFloat64(stream.buf, val))
	}
}

// WriteFloat32 writes val as WriteFloat64 does.
func (stream *Stream) WriteFloat32(val float32) {
	if !stream.finite(float64(val)) {
		return
	}
	format := byte('f')
	if a := max(val, -val); a != 0 && (a < 1e-6 || a >= 1e21) {
		format = 'e'
	}
	stream.buf = strconv.AppendFloat(stream.buf, float64(val), format, -1, 32)
}

// WriteFloat64Lossy writes val with at most six digits after the point.
func (stream *Stream) WriteFloat64Lossy(val float64) {
	if !stream.finite(val) {
		return
	}
	if max(val, -val) > 0x4ffffff {
		stream.WriteFloat64(val)
		return
	}
	u := uint64(math.Round(max(val, -val) * 1e6))
	if val < 0 {
		stream.buf = append(stream.buf, '-')
	}
	stream.WriteUint64(u / 1e6)
	if u %= 1e6; u == 0 {
		return
	}
	stream.buf = append(stream.buf, '.')
	for scale := uint64(100000); u != 0; scale /= 10 {
		stream.buf = append(stream.buf, '0'+byte(u/scale))
		u %= scale
	}
}

// WriteFloat32Lossy writes val with at most six digits after the point.
func (stream *Stream) WriteFloat32Lossy(val float32) {
	if max(val, -val) > 0x4ffffff {
		stream.WriteFloat32(val)
		return
	}
	stream.WriteFloat64Lossy(float64(val))
}

// WriteString writes s as a string: all but quotes, backslashes and control characters as it is.
func (stream *Stream) WriteString(s string) { stream.writeString(s, kernel.EscapeMinimal) }

// WriteStringWithHTMLEscaped writes s as a string with <, > and & escaped, as encoding/json does, and U+2028, U+2029 and
// bytes that are not UTF-8.
func (stream *Stream) WriteStringWithHTMLEscaped(s string) { stream.writeString(s, kernel.EscapeHTML) }

// writeString writes s at once if nothing is escaped, or s is ASCII without \b and \f. Other text is written a character
// at a time: json-iterator has forms of its own for some.
func (stream *Stream) writeString(s string, set *kernel.EscapeSet) {
	start := len(stream.buf)
	if stream.set(kernel.AppendString(stream.buf, s, set)); len(stream.buf)-start == len(s)+2 || !strings.ContainsFunc(s, ownForm) {
		return
	}
	b := append(stream.buf[:start], '"')
	for i, n := 0, 0; i < len(s); i += n {
		var r rune
		r, n = utf8.DecodeRuneInString(s[i:])
		switch html := set == kernel.EscapeHTML; {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r < ' ' || html && (r == '<' || r == '>' || r == '&' || r == '\u2028' || r == '\u2029' || r == utf8.RuneError && n == 1):
			b = fmt.Appendf(b, `\u%04x`, r)
		default:
			b = append(b, s[i:i+n]...)
		}
	}
	stream.buf = append(b, '"')
}

// ownForm reports whether json-iterator may write r in another form than encoding/json.
func ownForm(r rune) bool { return r == '\b' || r == '\f' || r >= utf8.RuneSelf }
