package opt

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/shape"
)

// The states of a Value. Packages encode and decode recognize a type as a Value by its field of type shape.State.
const (
	undefined = shape.Undefined
	null      = shape.Null
	defined   = shape.Defined
)

// init links the functions with which encoder and decoder read and write Values in place, without calling their
// methods.
func init() {
	encode.LinkExtras()
	decode.LinkExtras()
}

// Value is a T, null, or undefined. The zero Value is undefined.
type Value[T any] struct {
	v     T // zero unless defined
	state shape.State
}

// Short names for common Values.
type (
	Bool    = Value[bool]
	Int     = Value[int]
	Int8    = Value[int8]
	Int16   = Value[int16]
	Int32   = Value[int32]
	Int64   = Value[int64]
	Uint    = Value[uint]
	Uint8   = Value[uint8]
	Uint16  = Value[uint16]
	Uint32  = Value[uint32]
	Uint64  = Value[uint64]
	Float32 = Value[float32]
	Float64 = Value[float64]
	String  = Value[string]
	Bytes   = Value[[]byte]
	Number  = Value[json.Number]
	Raw     = Value[json.RawMessage]
	Time    = Value[time.Time]
	Any     = Value[any]
)

// Of returns the defined Value v.
func Of[T any](v T) Value[T] { return Value[T]{v, defined} }

// Null returns the Value that is null.
func Null[T any]() Value[T] { return Value[T]{state: null} }

// FromPointer returns the defined Value *p. For a nil pointer it returns null, as encoding/json writes nil.
func FromPointer[T any](p *T) Value[T] {
	if p == nil {
		return Null[T]()
	}
	return Of(*p)
}

// Get returns the value and true. For null and undefined it returns the zero T and false.
func (o Value[T]) Get() (T, bool) { return o.v, o.state == defined }

// Or returns the value, or def for null and undefined.
func (o Value[T]) Or(def T) T {
	if o.state == defined {
		return o.v
	}
	return def
}

// Ptr returns a pointer to a copy of the value, or nil for null and undefined.
func (o Value[T]) Ptr() *T {
	if o.state != defined {
		return nil
	}
	return &o.v
}

// IsDefined reports whether o has a value, which is neither null nor undefined.
func (o Value[T]) IsDefined() bool { return o.state == defined }

// IsNull reports whether o is null.
func (o Value[T]) IsNull() bool { return o.state == null }

// IsZero reports whether o is undefined. It makes the tag option omitzero leave out undefined Values, and no others.
func (o Value[T]) IsZero() bool { return o.state == undefined }

// Set makes o the defined Value v.
func (o *Value[T]) Set(v T) { *o = Of(v) }

// SetNull makes o null.
func (o *Value[T]) SetNull() { *o = Null[T]() }

// Unset makes o undefined.
func (o *Value[T]) Unset() { *o = Value[T]{} }

// MarshalJSON returns the JSON of the value, or null for null and undefined.
func (o Value[T]) MarshalJSON() ([]byte, error) {
	if o.state != defined {
		return []byte("null"), nil
	}
	// The address is passed so that methods of *T are found, as in an addressable field of type T.
	// The encoder that called MarshalJSON escapes <, > and & if its options say so.
	return engine.Marshal(&encode.Call{Config: plan.V1Plain()}, &o.v)
}

// UnmarshalJSON makes o null if data is null. Otherwise it decodes data into a fresh T, so nothing of an earlier value
// remains. After an error o is unchanged.
func (o *Value[T]) UnmarshalJSON(data []byte) error {
	if string(bytes.Trim(data, " \t\r\n")) == "null" {
		o.SetNull()
		return nil
	}
	was := *o
	*o = Value[T]{state: defined}
	if err := engine.Decode(&decode.Call{Config: plan.V1}, data, &o.v); err != nil {
		*o = was
		return err
	}
	return nil
}

// String returns the value as fmt prints it, or <null>, or <undefined>.
func (o Value[T]) String() string {
	switch o.state {
	case defined:
		return fmt.Sprint(o.v)
	case null:
		return "<null>"
	}
	return "<undefined>"
}

// Format implements fmt.Formatter. A defined Value is formatted as its T, with any verb and flags. For null and
// undefined Format writes the result of String.
func (o Value[T]) Format(f fmt.State, verb rune) {
	if o.state == defined {
		fmt.Fprintf(f, fmt.FormatString(f, verb), o.v)
		return
	}
	io.WriteString(f, o.String())
}
