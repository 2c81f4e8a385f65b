// Package jingo has the names of github.com/bet365/jingo over zetes: a program that uses that library is moved by
// changing its import path. The page docs/migrate-jingo.md lists what is different.
//
// A struct is written with the fields that have a name in their json tag. The tag options raw, stringer, escape and
// encoder have jingo's meaning. All strings are escaped. If a value can't be written, such as a raw field that is not
// JSON, the [Buffer] stays as it was, and its Err is the error.
//
// For new code, a TypedEncoder of package zetes returns errors.
package jingo

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"sync"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/transfer"
)

// JSONEncoder is implemented by types that write themselves as JSON to a [Buffer].
type JSONEncoder interface{ JSONEncode(*Buffer) }

// JSONMarshaler is implemented by types that write themselves as JSON to an io.Writer.
type JSONMarshaler interface{ EncodeJSON(io.Writer) }

// EscapeString is a string, for a [SliceEncoder] of []EscapeString. All strings are escaped.
type EscapeString string

// api has jingo's choices.
var api = zetes.Config{
	NoEscapeHTML: true,
	EmptySlices:  true,
	Unexported:   true,
	MoreTags:     true,
	Members: func(t reflect.Type, members []zetes.Member) (kept []zetes.Member) {
		for _, m := range members {
			// Fields of embedded structs are not written, and omitempty and omitzero have no meaning.
			if name, _, _ := strings.Cut(m.Field.Tag.Get("json"), ","); name != "" && len(m.Field.Index) == 1 {
				m.OmitEmpty, m.OmitZero = false, false
				kept = append(kept, m)
			}
		}
		return kept
	},
	CodecsFor: []func(reflect.Type) (codec.Codec, bool){codecFor},
}.Freeze()

// codecFor returns the codec of a type with a method of jingo's. Bytes are an array of numbers.
func codecFor(t reflect.Type) (c codec.Codec, ok bool) {
	switch p := reflect.PointerTo(t); {
	case t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface:
	case p.Implements(reflect.TypeFor[JSONMarshaler]()):
		return codec.ForType(t, func(w *codec.Writer, v any) { written(w, func(b *Buffer) { v.(JSONMarshaler).EncodeJSON(b) }) }, nil), true
	case p.Implements(reflect.TypeFor[JSONEncoder]()):
		return codec.ForType(t, func(w *codec.Writer, v any) { written(w, v.(JSONEncoder).JSONEncode) }, nil), true
	case t == reflect.TypeFor[[]byte]():
		return codec.For(func(w *codec.Writer, v *[]byte) {
			codec.WriteElements(w, *v, func(w *codec.Writer, b *byte) { w.Uint(uint64(*b)) })
		}, nil), true
	}
	return c, false
}

// written writes to w what a method writes to a Buffer.
func written(w *codec.Writer, write func(*Buffer)) {
	b := NewBufferFromPool()
	defer b.ReturnToPool()
	if write(b); b.Err != nil {
		w.Fail(b.Err)
		return
	}
	w.Raw(b.Bytes)
}

// StructEncoder writes values of a struct type.
type StructEncoder struct{ t reflect.Type }

// NewStructEncoder returns an encoder for the type of t, which is a struct. It panics for other types, and for structs
// whose tags do not suit their fields.
func NewStructEncoder(t any) *StructEncoder { return &StructEncoder{typeOf(t, reflect.Struct)} }

// Marshal appends *s to w: s points to a value of the encoder's type.
func (e *StructEncoder) Marshal(s any, w *Buffer) { w.add(e.t, s) }

// SliceEncoder writes values of a slice type.
type SliceEncoder struct{ t reflect.Type }

// NewSliceEncoder returns an encoder for the type of t, which is a slice. It panics for other types.
func NewSliceEncoder(t any) *SliceEncoder { return &SliceEncoder{typeOf(t, reflect.Slice)} }

// Marshal appends *s to w: s points to a value of the encoder's type.
func (e *SliceEncoder) Marshal(s any, w *Buffer) { w.add(e.t, s) }

func typeOf(v any, kind reflect.Kind) reflect.Type {
	t := reflect.TypeOf(v)
	if t == nil || t.Kind() != kind {
		panic(fmt.Sprintf("jingo: unsupported type %T, want a %v", v, kind))
	}
	var wrong *zetes.TypeError
	var none *json.UnsupportedTypeError
	if _, err := api.Append(nil, reflect.New(t).Interface()); errors.As(err, &wrong) || errors.As(err, &none) {
		panic("jingo: unsupported type: " + err.Error())
	}
	return t
}

// Buffer is memory that encoders append to.
type Buffer struct {
	Bytes []byte
	Err   error // the first value that could not be written

	returned bool // the pool has it
}

var buffers = sync.Pool{New: func() any { return new(Buffer) }}

// NewBufferFromPool returns an empty Buffer. It belongs to the caller until [Buffer.ReturnToPool].
func NewBufferFromPool() *Buffer {
	b := buffers.Get().(*Buffer)
	b.Reset()
	b.returned = false
	return b
}

// NewBufferFromPoolWithCap returns an empty Buffer with space for size bytes.
func NewBufferFromPoolWithCap(size int) *Buffer {
	b := NewBufferFromPool()
	if cap(b.Bytes) < size {
		b.Bytes = make([]byte, 0, size)
	}
	return b
}

// ReturnToPool ends the use of b, and gives its memory to the pool. A second call does nothing.
func (b *Buffer) ReturnToPool() {
	if b.returned {
		return
	}
	if b.returned = true; cap(b.Bytes) > 1<<20 {
		b.Bytes = nil
	}
	buffers.Put(b)
}

// add appends v, which points to a value of type t or is one.
func (b *Buffer) add(t reflect.Type, v any) {
	if got := reflect.TypeOf(v); got != t && (got == nil || got.Kind() != reflect.Pointer || got.Elem() != t) {
		b.fail(fmt.Errorf("jingo: an encoder of %v cannot write %T", t, v))
		return
	}
	text, err := api.Append(b.Bytes, v)
	if err != nil {
		b.fail(err)
		return
	}
	b.Bytes = text
}

func (b *Buffer) fail(err error) {
	if b.Err == nil {
		b.Err = err
	}
}

// Write appends v.
func (b *Buffer) Write(v []byte) (int, error) {
	b.Bytes = append(b.Bytes, v...)
	return len(v), nil
}

// WriteString appends v.
func (b *Buffer) WriteString(v string) { b.Bytes = append(b.Bytes, v...) }

// WriteByte appends v.
func (b *Buffer) WriteByte(v byte) error {
	b.Bytes = append(b.Bytes, v)
	return nil
}

// Reset makes b empty.
func (b *Buffer) Reset() { b.Bytes, b.Err = b.Bytes[:0], nil }

// String returns the bytes as a string.
func (b *Buffer) String() string { return string(b.Bytes) }

// WriteTo writes the bytes to w. If a value could not be written, it returns that error and writes nothing.
func (b *Buffer) WriteTo(w io.Writer) (int64, error) {
	if b.Err != nil {
		return 0, b.Err
	}
	n, err := transfer.Write(w, b.Bytes)
	return int64(n), err
}
