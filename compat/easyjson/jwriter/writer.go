// Package jwriter has the names of github.com/mailru/easyjson/jwriter over zetes.
//
// A [Writer] writes what easyjson's writes, byte for byte, and checks what that one does not: Raw takes JSON only, and
// DumpTo writes nothing after an error. RawByte and RawString write parts of JSON, whose order is the caller's affair.
//
// For new code package codec has a writer that knows where commas stand.
package jwriter

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unsafe"

	"github.com/zetes-json/zetes/compat/easyjson/buffer"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/wire"
)

// Flags are what generated code asks a Writer about.
type Flags int

const (
	NilMapAsEmpty   Flags = 1 << iota // nil maps are written as {}
	NilSliceAsEmpty                   // nil slices are written as []
)

// Writer writes JSON. Commas and brackets are the caller's. The zero Writer is ready for use.
type Writer struct {
	Flags Flags

	Error        error // the first error
	Buffer       buffer.Buffer
	NoEscapeHTML bool // <, > and & are written as they are
}

// Strings are escaped as encoding/json has always done, whatever release builds the program: a byte that is not UTF-8
// is written as the escape of U+FFFD.
var (
	withHTML = kernel.EscapeSetOf(option.EscapeHTML, option.Release(option.EscapeReplacement))
	minimal  = withHTML.WithHTML(false)
)

var errRaw = errors.New("jwriter: raw text is not JSON")

// Size returns the number of bytes written.
func (w *Writer) Size() int { return w.Buffer.Size() }

// DumpTo writes the output to out and empties the Writer. If there is an Error, it writes nothing and returns it.
func (w *Writer) DumpTo(out io.Writer) (written int, err error) {
	if w.Error != nil {
		return 0, w.Error
	}
	return w.Buffer.DumpTo(out)
}

// BuildBytes returns the output in one slice, in the memory of reuse if that is given and large enough, and empties the
// Writer. If there is an Error, it returns that.
func (w *Writer) BuildBytes(reuse ...[]byte) ([]byte, error) {
	if w.Error != nil {
		return nil, w.Error
	}
	return w.Buffer.BuildBytes(reuse...), nil
}

// ReadCloser returns a reader of the output, and empties the Writer. If there is an Error, it returns that.
func (w *Writer) ReadCloser() (io.ReadCloser, error) {
	if w.Error != nil {
		return nil, w.Error
	}
	return w.Buffer.ReadCloser(), nil
}

// RawByte appends c.
func (w *Writer) RawByte(c byte) { w.Buffer.AppendByte(c) }

// RawString appends s as it is.
func (w *Writer) RawString(s string) { w.Buffer.AppendString(s) }

// Raw appends the JSON in data as it is, null if data is empty, or makes err the Error. It takes what methods such as
// MarshalJSON return. Text that is not one JSON value is an error. Directly after a quote, data is the inside of a
// string.
func (w *Writer) Raw(data []byte, err error) {
	switch {
	case w.Error != nil:
	case err != nil:
		w.Error = err
	case len(data) == 0:
		w.RawString("null")
	case !w.fits(data):
		w.Error = errRaw
	default:
		w.Buffer.AppendBytes(data)
	}
}

// fits reports whether data may stand at the end of the output.
func (w *Writer) fits(data []byte) bool {
	if b := w.Buffer.Buf; len(b) > 0 && b[len(b)-1] == '"' {
		text := append(append([]byte{'"'}, data...), '"')
		n, st := wire.String(text, 0)
		return st == wire.Done && n == len(text)
	}
	return wire.Valid(data)
}

// RawText appends data as a string, or makes err the Error. It takes what methods such as MarshalText return.
func (w *Writer) RawText(data []byte, err error) {
	switch {
	case w.Error != nil:
	case err != nil:
		w.Error = err
	default:
		w.String(unsafe.String(unsafe.SliceData(data), len(data)))
	}
}

// Base64Bytes appends data as a base64 string, or null if data is nil.
func (w *Writer) Base64Bytes(data []byte) {
	if data == nil {
		w.RawString("null")
		return
	}
	kernel.LoadBase64()
	b := &w.Buffer
	b.EnsureSpace((len(data)+2)/3*4 + 2)
	b.AppendByte('"')
	n := len(b.Buf)
	b.Buf = b.Buf[:n+kernel.EncodeBase64(mem.Add(mem.Data(b.Buf), uintptr(n)), mem.Data(data), len(data))]
	b.AppendByte('"')
}

// Uint8 appends n.
func (w *Writer) Uint8(n uint8) { w.unsigned(uint64(n)) }

// Uint16 appends n.
func (w *Writer) Uint16(n uint16) { w.unsigned(uint64(n)) }

// Uint32 appends n.
func (w *Writer) Uint32(n uint32) { w.unsigned(uint64(n)) }

// Uint appends n.
func (w *Writer) Uint(n uint) { w.unsigned(uint64(n)) }

// Uint64 appends n.
func (w *Writer) Uint64(n uint64) { w.unsigned(n) }

// Int8 appends n.
func (w *Writer) Int8(n int8) { w.signed(int64(n)) }

// Int16 appends n.
func (w *Writer) Int16(n int16) { w.signed(int64(n)) }

// Int32 appends n.
func (w *Writer) Int32(n int32) { w.signed(int64(n)) }

// Int appends n.
func (w *Writer) Int(n int) { w.signed(int64(n)) }

// Int64 appends n.
func (w *Writer) Int64(n int64) { w.signed(n) }

// end returns the address after the output, where a number has space.
func (w *Writer) end() mem.Ptr {
	w.Buffer.EnsureSpace(num.Room)
	return mem.Add(mem.Data(w.Buffer.Buf), uintptr(len(w.Buffer.Buf)))
}

func (w *Writer) unsigned(n uint64) {
	p := w.end()
	w.Buffer.Buf = w.Buffer.Buf[:len(w.Buffer.Buf)+num.WriteUint(p, n)]
}

func (w *Writer) signed(n int64) {
	p := w.end()
	w.Buffer.Buf = w.Buffer.Buf[:len(w.Buffer.Buf)+num.WriteInt(p, n)]
}

// Uint8Str appends n in quotes.
func (w *Writer) Uint8Str(n uint8) { w.Uint64Str(uint64(n)) }

// Uint16Str appends n in quotes.
func (w *Writer) Uint16Str(n uint16) { w.Uint64Str(uint64(n)) }

// Uint32Str appends n in quotes.
func (w *Writer) Uint32Str(n uint32) { w.Uint64Str(uint64(n)) }

// UintStr appends n in quotes.
func (w *Writer) UintStr(n uint) { w.Uint64Str(uint64(n)) }

// UintptrStr appends n in quotes.
func (w *Writer) UintptrStr(n uintptr) { w.Uint64Str(uint64(n)) }

// Uint64Str appends n in quotes.
func (w *Writer) Uint64Str(n uint64) {
	w.RawByte('"')
	w.unsigned(n)
	w.RawByte('"')
}

// Int8Str appends n in quotes.
func (w *Writer) Int8Str(n int8) { w.Int64Str(int64(n)) }

// Int16Str appends n in quotes.
func (w *Writer) Int16Str(n int16) { w.Int64Str(int64(n)) }

// Int32Str appends n in quotes.
func (w *Writer) Int32Str(n int32) { w.Int64Str(int64(n)) }

// IntStr appends n in quotes.
func (w *Writer) IntStr(n int) { w.Int64Str(int64(n)) }

// Int64Str appends n in quotes.
func (w *Writer) Int64Str(n int64) {
	w.RawByte('"')
	w.signed(n)
	w.RawByte('"')
}

// Float32 appends n in the format of strconv's 'g', such as 1e+06. NaN and infinities are an error.
func (w *Writer) Float32(n float32) { w.float(float64(n), 32) }

// Float32Str appends n in quotes.
func (w *Writer) Float32Str(n float32) { w.quoted(float64(n), 32) }

// Float64 appends n in the format of strconv's 'g', such as 1e+06. NaN and infinities are an error.
func (w *Writer) Float64(n float64) { w.float(n, 64) }

// Float64Str appends n in quotes.
func (w *Writer) Float64Str(n float64) { w.quoted(n, 64) }

// quoted appends a float in quotes, or nothing if it is not finite.
func (w *Writer) quoted(n float64, bits int) {
	if w.finite(n) {
		w.RawByte('"')
		w.float(n, bits)
		w.RawByte('"')
	}
}

// float appends a float. Between 0.0001 and 1,000,000 the format is that of encoding/json.
func (w *Writer) float(n float64, bits int) {
	if !w.finite(n) {
		return
	}
	p, buf := w.end(), w.Buffer.Buf
	switch a := math.Abs(n); {
	case a != 0 && (a < 1e-4 || a >= 1e6):
		w.Buffer.Buf = strconv.AppendFloat(buf, n, 'g', -1, bits)
	case bits == 32:
		w.Buffer.Buf = buf[:len(buf)+num.WriteFloat32(p, float32(n))]
	default:
		w.Buffer.Buf = buf[:len(buf)+num.WriteFloat64(p, n)]
	}
}

// finite reports whether JSON has a number for n, and sets the Error otherwise.
func (w *Writer) finite(n float64) bool {
	ok := !math.IsNaN(n) && !math.IsInf(n, 0)
	if !ok && w.Error == nil {
		w.Error = fmt.Errorf("json: unsupported value: %v", n)
	}
	return ok
}

// Bool appends true or false.
func (w *Writer) Bool(v bool) {
	if v {
		w.RawString("true")
	} else {
		w.RawString("false")
	}
}

// set returns what is escaped in strings.
func (w *Writer) set() *kernel.EscapeSet {
	if w.NoEscapeHTML {
		return minimal
	}
	return withHTML
}

// String appends s as a string.
func (w *Writer) String(s string) {
	b := &w.Buffer
	b.EnsureSpace(len(s) + kernel.Room)
	start := len(b.Buf)
	b.Buf = kernel.AppendString(b.Buf, s, w.set())
	if len(b.Buf)-start != len(s)+2 && strings.ContainsAny(s, "\b\f") {
		b.Buf = b.Buf[:start]
		w.old(s)
	}
}

// old appends a string in which encoding/json writes \b or \f. easyjson writes \u0008 and \u000c, as encoding/json did
// before Go 1.22.
func (w *Writer) old(s string) {
	b := append(w.Buffer.Buf, '"')
	for len(s) > 0 {
		n := strings.IndexAny(s, "\b\f")
		if n < 0 {
			n = len(s)
		}
		start := len(b)
		b = kernel.AppendString(b, s[:n], w.set())
		b = append(b[:start], b[start+1:len(b)-1]...)
		if n < len(s) {
			b = fmt.Appendf(b, `\u%04x`, s[n])
			n++
		}
		s = s[n:]
	}
	w.Buffer.Buf = append(b, '"')
}
