package gojay

import (
	"bytes"
	"io"
	"math"
	"reflect"
	"slices"
	"strconv"
	"sync"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/transfer"
	"github.com/zetes-json/zetes/json"
)

// Encoder writes JSON to memory, and from there to an io.Writer. Methods whose names have Key write a member of an
// object, the others an element of an array. They write the comma before it. With OmitEmpty in the name they write
// nothing for the zero value, and with NullEmpty they write null in its place. The first error is returned by the
// method that began the value, such as [Encoder.EncodeObject], and by all later ones, which write nothing.
type Encoder struct {
	buf      []byte
	w        io.Writer
	err      error
	keys     []string // the members to write, if there is a choice
	chosen   bool     // keys is a choice
	released bool
	depth    int
}

// empties says what is written for an empty value.
type empties uint8

const (
	asIs empties = iota
	omitEmpty
	nullEmpty
)

var encoders = sync.Pool{New: func() any { return NewEncoder(nil) }}

// NewEncoder returns an Encoder to w.
func NewEncoder(w io.Writer) *Encoder { return &Encoder{w: w} }

// BorrowEncoder returns an Encoder to w from a pool. It belongs to the caller until [Encoder.Release].
func BorrowEncoder(w io.Writer) *Encoder {
	enc := encoders.Get().(*Encoder)
	*enc = Encoder{buf: enc.buf[:0], w: w}
	return enc
}

// Release gives enc to the pool. A method of enc that begins a value panics until enc is borrowed again.
func (enc *Encoder) Release() {
	if enc.released {
		return
	}
	if enc.released = true; cap(enc.buf) > 1<<20 {
		enc.buf = nil
	}
	encoders.Put(enc)
}

// Marshal returns v as JSON: a string, bool or number, a [MarshalerJSONObject] or [MarshalerJSONArray], or a pointer to
// an [EmbeddedJSON].
func Marshal(v any) ([]byte, error) { return marshal(v) }

// MarshalAny is Marshal for any value: those that Marshal refuses are written as package json writes them.
func MarshalAny(v any) ([]byte, error) {
	if !writes(v) {
		return json.Marshal(v)
	}
	return marshal(v)
}

// MarshalJSONObject returns v as JSON.
func MarshalJSONObject(v MarshalerJSONObject) ([]byte, error) { return marshal(v) }

// MarshalJSONArray returns v as JSON.
func MarshalJSONArray(v MarshalerJSONArray) ([]byte, error) { return marshal(v) }

func marshal(v any) ([]byte, error) {
	enc := BorrowEncoder(nil)
	defer enc.Release()
	if enc.value(v); enc.err != nil {
		return nil, enc.err
	}
	return bytes.Clone(enc.buf), nil
}

// Encode writes v to the io.Writer: a value of a type that [Marshal] takes.
func (enc *Encoder) Encode(v any) error { return enc.encode(v, nil, false) }

// EncodeObjectKeys writes those members of v to the io.Writer whose names are in keys.
func (enc *Encoder) EncodeObjectKeys(v MarshalerJSONObject, keys []string) error {
	return enc.encode(v, keys, true)
}

func (enc *Encoder) encode(v any, keys []string, chosen bool) error {
	if enc.released {
		panic(InvalidUsagePooledEncoderError("Invalid usage of pooled encoder"))
	}
	if enc.err != nil {
		return enc.err
	}
	if object, ok := v.(MarshalerJSONObject); ok && chosen {
		enc.object(object, keys, true)
	} else {
		enc.value(v)
	}
	if enc.err == nil {
		_, enc.err = enc.Write()
	}
	return enc.err
}

// Write writes what is in memory to the io.Writer.
func (enc *Encoder) Write() (int, error) {
	if enc.w == nil {
		return 0, errNoWriter
	}
	n, err := transfer.Write(enc.w, enc.buf)
	enc.buf = enc.buf[:0]
	return n, err
}

// Buf returns the bytes in memory.
func (enc *Encoder) Buf() []byte { return enc.buf }

// AppendBytes writes b as it is.
func (enc *Encoder) AppendBytes(b []byte) { enc.buf = append(enc.buf, b...) }

// AppendByte writes b as it is.
func (enc *Encoder) AppendByte(b byte) { enc.buf = append(enc.buf, b) }

// AppendString writes v as a string, without a comma before it.
func (enc *Encoder) AppendString(v string) {
	enc.buf = kernel.AppendString(enc.buf, v, kernel.EscapeMinimal)
}

// member begins a member, and reports whether its value comes next. empty says that the value is.
func (enc *Encoder) member(key string, e empties, empty bool) bool {
	if enc.chosen && !slices.Contains(enc.keys, key) || empty && e == omitEmpty {
		return false
	}
	enc.comma()
	enc.AppendString(key)
	enc.buf = append(enc.buf, ':')
	return enc.orNull(e, empty)
}

// element begins an element, and reports whether it comes next.
func (enc *Encoder) element(e empties, empty bool) bool {
	if empty && e == omitEmpty {
		return false
	}
	enc.comma()
	return enc.orNull(e, empty)
}

func (enc *Encoder) orNull(e empties, empty bool) bool {
	if empty && e == nullEmpty {
		enc.buf = append(enc.buf, "null"...)
		return false
	}
	return true
}

// comma writes a comma after another member or element.
func (enc *Encoder) comma() {
	if n := len(enc.buf); n > 0 && enc.buf[n-1] != '{' && enc.buf[n-1] != '[' {
		enc.buf = append(enc.buf, ',')
	}
}

// object writes v, of which keys are the members to write if chosen is set.
func (enc *Encoder) object(v MarshalerJSONObject, keys []string, chosen bool) {
	enc.buf = append(enc.buf, '{')
	if !isEmpty(v) && enc.enter() {
		outer, had := enc.keys, enc.chosen
		enc.keys, enc.chosen = keys, chosen
		v.MarshalJSONObject(enc)
		enc.keys, enc.chosen = outer, had
		enc.depth--
	}
	enc.buf = append(enc.buf, '}')
}

func (enc *Encoder) array(v MarshalerJSONArray) {
	enc.buf = append(enc.buf, '[')
	if !isEmpty(v) && enc.enter() {
		v.MarshalJSONArray(enc)
		enc.depth--
	}
	enc.buf = append(enc.buf, ']')
}

// enter reports whether an array or object may be written within those that are open.
func (enc *Encoder) enter() bool {
	if enc.err == nil && enc.depth == maxDepth {
		enc.err = errDepth
	}
	if enc.err != nil {
		return false
	}
	enc.depth++
	return true
}

// embedded writes the text of v as it is, if it is JSON.
func (enc *Encoder) embedded(v *EmbeddedJSON) {
	switch {
	case v == nil:
		enc.buf = append(enc.buf, "null"...)
	case json.Valid(*v):
		enc.buf = append(enc.buf, *v...)
	case enc.err == nil:
		enc.err = InvalidMarshalError("gojay: the text of an EmbeddedJSON is not JSON")
	}
}

// float writes v without an exponent.
func (enc *Encoder) float(v float64, bits int) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		if enc.err == nil {
			enc.err = InvalidMarshalError("gojay: unsupported value: " + strconv.FormatFloat(v, 'g', -1, bits))
		}
		return
	}
	enc.buf = strconv.AppendFloat(enc.buf, v, 'f', -1, bits)
}

func (enc *Encoder) int(v int64)   { enc.buf = num.AppendInt(enc.buf, v) }
func (enc *Encoder) uint(v uint64) { enc.buf = num.AppendUint(enc.buf, v) }
func (enc *Encoder) bool(v bool)   { enc.buf = strconv.AppendBool(enc.buf, v) }

// writes reports whether value takes v.
func writes(v any) bool {
	switch v.(type) {
	case MarshalerJSONObject, MarshalerJSONArray, string, bool, int, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32, float64, *EmbeddedJSON:
		return true
	}
	return false
}

// value writes v, without a comma.
func (enc *Encoder) value(v any) {
	switch v := v.(type) {
	case MarshalerJSONObject:
		enc.object(v, nil, false)
	case MarshalerJSONArray:
		enc.array(v)
	case string:
		enc.AppendString(v)
	case bool:
		enc.bool(v)
	case float64:
		enc.float(v, 64)
	case float32:
		enc.float(float64(v), 32)
	case *EmbeddedJSON:
		enc.embedded(v)
	default:
		if !writes(v) {
			enc.err = unwritable(v)
		} else if r := reflect.ValueOf(v); r.CanInt() {
			enc.int(r.Int())
		} else {
			enc.uint(r.Uint())
		}
	}
}

// adds reports whether AddInterface and its kin write v: they leave nil out.
func (enc *Encoder) adds(v any) bool {
	if v != nil && !writes(v) {
		enc.err = unwritable(v)
	}
	return writes(v)
}

// isEmpty reports whether v is the zero value, or says that it is nil.
func isEmpty(v any) bool {
	if n, ok := v.(interface{ IsNil() bool }); ok {
		return n.IsNil()
	}
	return v == nil || reflect.ValueOf(v).IsZero()
}

// list returns a function that writes s by write.
func list[T any](s []T, write func(*Encoder, T)) EncodeArrayFunc {
	return func(enc *Encoder) {
		for _, v := range s {
			write(enc, v)
		}
	}
}
