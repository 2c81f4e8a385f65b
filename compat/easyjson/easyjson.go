package easyjson

import (
	"io"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"

	"github.com/zetes-json/zetes/compat/easyjson/jlexer"
	"github.com/zetes-json/zetes/compat/easyjson/jwriter"
	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/mem"
)

// Marshaler is a type that writes itself.
type Marshaler interface {
	MarshalEasyJSON(w *jwriter.Writer)
}

// Unmarshaler is a type that reads itself.
type Unmarshaler interface {
	UnmarshalEasyJSON(w *jlexer.Lexer)
}

// MarshalerUnmarshaler is both.
type MarshalerUnmarshaler interface {
	Marshaler
	Unmarshaler
}

// Optional is a type whose values may be undefined; omitempty omits these.
type Optional interface {
	IsDefined() bool
}

// IsZero is a type that knows its zero values; omitzero omits these.
type IsZero interface {
	IsZero() bool
}

// UnknownsUnmarshaler is a type that reads the members that it has no field for. key is valid as long as the text that
// in reads stays unchanged.
type UnknownsUnmarshaler interface {
	UnmarshalUnknown(in *jlexer.Lexer, key string)
}

// UnknownsMarshaler is a type that writes members that it has no field for. first is true if no member stands before
// them.
type UnknownsMarshaler interface {
	MarshalUnknowns(w *jwriter.Writer, first bool)
}

const null = "null"

// Marshal returns v as JSON. A nil pointer is null.
func Marshal(v Marshaler) ([]byte, error) {
	if mem.DataWord(v) == nil {
		return []byte(null), nil
	}
	var w jwriter.Writer
	v.MarshalEasyJSON(&w)
	return w.BuildBytes()
}

// marshal writes v to w.
func marshal(v Marshaler, w *jwriter.Writer) {
	if mem.DataWord(v) == nil {
		w.RawString(null)
	} else {
		v.MarshalEasyJSON(w)
	}
}

// MarshalToWriter writes v as JSON to w. If v can't be written, w gets nothing.
func MarshalToWriter(v Marshaler, w io.Writer) (written int, err error) {
	var jw jwriter.Writer
	marshal(v, &jw)
	return jw.DumpTo(w)
}

// MarshalToHTTPResponseWriter writes v as JSON to w, with the headers Content-Type and Content-Length. If v can't be
// written, started is false, and the caller may send another response.
func MarshalToHTTPResponseWriter(v Marshaler, w http.ResponseWriter) (started bool, written int, err error) {
	var jw jwriter.Writer
	marshal(v, &jw)
	if jw.Error != nil {
		return false, 0, jw.Error
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(jw.Size()))
	written, err = jw.DumpTo(w)
	return true, written, err
}

// Unmarshal reads the JSON in data into v.
func Unmarshal(data []byte, v Unmarshaler) error {
	l := jlexer.Lexer{Data: data}
	v.UnmarshalEasyJSON(&l)
	return l.Error()
}

// UnmarshalFromReader reads all of r, and the JSON in it into v.
func UnmarshalFromReader(r io.Reader, v Unmarshaler) error {
	b := engine.Scratch{Bytes: make([]byte, 0, 512)} // It is not released: v may keep parts of it.
	if err := b.ReadAll(r, math.MaxInt); err != nil {
		return err
	}
	return Unmarshal(b.Bytes, v)
}

// RawMessage is a value as JSON. An empty one is null.
type RawMessage []byte

// MarshalEasyJSON writes the message, which must be JSON.
func (v *RawMessage) MarshalEasyJSON(w *jwriter.Writer) { w.Raw(*v, nil) }

// UnmarshalEasyJSON makes the message a copy of the next value.
func (v *RawMessage) UnmarshalEasyJSON(l *jlexer.Lexer) { *v = l.Raw() }

// UnmarshalJSON makes the message a copy of data.
func (v *RawMessage) UnmarshalJSON(data []byte) error {
	*v = append(make([]byte, 0, len(data)), data...)
	return nil
}

// MarshalJSON returns the message.
func (v RawMessage) MarshalJSON() ([]byte, error) {
	if len(v) == 0 {
		return []byte(null), nil
	}
	return v, nil
}

// IsDefined reports whether the message is not empty.
func (v *RawMessage) IsDefined() bool { return len(*v) > 0 }

// UnknownFieldsProxy, embedded in a struct, keeps the members that the struct has no field for, and writes them again,
// sorted by name.
type UnknownFieldsProxy struct {
	unknown map[string][]byte
}

// UnmarshalUnknown keeps the next value under a copy of key.
func (s *UnknownFieldsProxy) UnmarshalUnknown(in *jlexer.Lexer, key string) {
	if s.unknown == nil {
		s.unknown = make(map[string][]byte, 1)
	}
	s.unknown[string([]byte(key))] = in.Raw()
}

// MarshalUnknowns writes the members.
func (s UnknownFieldsProxy) MarshalUnknowns(out *jwriter.Writer, first bool) {
	for _, key := range slices.Sorted(maps.Keys(s.unknown)) {
		if !first {
			out.RawByte(',')
		}
		first = false
		out.String(key)
		out.RawByte(':')
		out.Raw(s.unknown[key], nil)
	}
}
