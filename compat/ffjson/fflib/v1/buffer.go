// Package v1 has the names of github.com/pquerna/ffjson/fflib/v1 that code by ffjson and methods written by hand call.
package v1

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"sync"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/wire"
	"github.com/zetes-json/zetes/json"
)

// EncodingBuffer is what MarshalJSONBuf writes to: a [Buffer].
type EncodingBuffer interface {
	io.Writer
	io.WriterTo
	io.ByteWriter
	WriteString(s string) (n int, err error)
	Truncate(n int)
	Reset()
	Grow(n int)
	Rewind(n int) error
	Encode(v any) error
}

// DecodingBuffer is what an [FFLexer] writes the text of a token to: a [Buffer].
type DecodingBuffer interface {
	io.ReadWriter
	io.ByteWriter
	WriteString(s string) (n int, err error)
	WriteRune(r rune) (n int, err error)
	Truncate(n int)
	Reset()
	Grow(n int)
	Bytes() []byte
	String() string
	Len() int
}

// JsonStringWriter is what WriteJson and WriteJsonString write to.
type JsonStringWriter interface {
	io.Writer
	io.ByteWriter
	WriteString(s string) (n int, err error)
}

// FormatBitsWriter is what FormatBits and FormatBits2 write to.
type FormatBitsWriter interface {
	io.Writer
	io.ByteWriter
}

// FormatBitsScratch has no use.
type FormatBitsScratch struct{}

// ErrTooLarge is a buffer's error in ffjson. Here a Buffer panics as a [bytes.Buffer] does.
var ErrTooLarge = errors.New("fflib.v1.Buffer: too large")

// Buffer is a [bytes.Buffer] with methods for generated code.
type Buffer struct{ bytes.Buffer }

var pool sync.Pool // of *[]byte

// Pool gives b to later calls of [NewBuffer]. The caller must not use it any more.
func Pool(b []byte) {
	if n := cap(b); n >= 64 && n <= 1<<20 {
		pool.Put(&b)
	}
}

// NewBuffer returns a Buffer with buf as its content. If buf is nil, its memory may be from [Pool].
func NewBuffer(buf []byte) *Buffer {
	if p, ok := pool.Get().(*[]byte); ok && buf == nil {
		buf = (*p)[:0]
	}
	return &Buffer{*bytes.NewBuffer(buf)}
}

// NewBufferString returns a Buffer with s as its content.
func NewBufferString(s string) *Buffer { return &Buffer{*bytes.NewBufferString(s)} }

// Rewind drops the last n bytes.
func (b *Buffer) Rewind(n int) error {
	if n < 0 || n > b.Len() {
		return errors.New("fflib.v1.Buffer: fewer bytes than are to be dropped")
	}
	b.Truncate(b.Len() - n)
	return nil
}

// Encode appends v as package json writes it.
func (b *Buffer) Encode(v any) error {
	text, err := json.Marshal(v)
	if err == nil {
		b.Write(text)
	}
	return err
}

// room returns memory that dst has for n bytes, which are written to it next, or nil.
func room(dst io.Writer, n int) []byte {
	b, ok := dst.(*Buffer)
	if !ok {
		return nil
	}
	if b.Available() < n {
		b.Grow(max(n, 1<<10)) // more follows, and strings need space for escapes
	}
	return b.AvailableBuffer()
}

// WriteJsonString writes s as a string, as package json does.
func WriteJsonString(buf JsonStringWriter, s string) {
	buf.Write(kernel.AppendString(room(buf, len(s)+kernel.Room), s, kernel.EscapeHTML))
}

// WriteJson writes s as a string, as package json does.
func WriteJson(buf JsonStringWriter, s []byte) { WriteJsonString(buf, string(s)) }

// FormatBits is FormatBits2.
func FormatBits(scratch *FormatBitsScratch, dst FormatBitsWriter, u uint64, base int, neg bool) {
	FormatBits2(dst, u, base, neg)
}

// FormatBits2 writes u in the given base, or int64(u) if neg is set.
func FormatBits2(dst FormatBitsWriter, u uint64, base int, neg bool) {
	if b := room(dst, 65); neg {
		dst.Write(strconv.AppendInt(b, int64(u), base))
	} else {
		dst.Write(strconv.AppendUint(b, u, base))
	}
}

// AppendFloat writes val as [strconv.AppendFloat] does.
func AppendFloat(dst EncodingBuffer, val float64, fmt byte, prec, bitSize int) {
	dst.Write(strconv.AppendFloat(room(dst, 32), val, fmt, prec, bitSize))
}

// ParseFloat is [strconv.ParseFloat].
func ParseFloat(s []byte, bitSize int) (f float64, err error) {
	return strconv.ParseFloat(string(s), bitSize)
}

// ParseInt is [strconv.ParseInt].
func ParseInt(s []byte, base int, bitSize int) (i int64, err error) {
	return strconv.ParseInt(string(s), base, bitSize)
}

// ParseUint is [strconv.ParseUint].
func ParseUint(s []byte, base int, bitSize int) (n uint64, err error) {
	return strconv.ParseUint(string(s), base, bitSize)
}

// AsciiEqualFold reports whether s and t are the same name in upper or lower case.
func AsciiEqualFold(s, t []byte) bool { return bytes.EqualFold(s, t) }

// EqualFoldRight reports whether s and t are the same name in upper or lower case.
func EqualFoldRight(s, t []byte) bool { return bytes.EqualFold(s, t) }

// SimpleLetterEqualFold reports whether s and t are the same name in upper or lower case.
func SimpleLetterEqualFold(s, t []byte) bool { return bytes.EqualFold(s, t) }

// UnquoteBytes returns the text of the JSON string s, which has its quotes.
func UnquoteBytes(s []byte) (t []byte, ok bool) {
	if len(s) < 2 || s[0] != '"' || s[len(s)-1] != '"' || !json.Valid(s) {
		return nil, false
	}
	return wire.AppendUnquote(nil, s), true
}
