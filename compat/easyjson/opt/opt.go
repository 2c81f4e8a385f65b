// Package opt has the names of github.com/mailru/easyjson/opt: values that may be undefined, which are written as null.
//
// The types are one generic type, [Optional]. For new code there is the library's package opt, whose types tell null
// from a missing member.
package opt

import (
	"fmt"

	"github.com/zetes-json/zetes/compat/easyjson/jlexer"
	"github.com/zetes-json/zetes/compat/easyjson/jwriter"
)

// A Basic type is one that values of this package have.
type Basic interface {
	bool | string | int | int8 | int16 | int32 | int64 | uint | uint8 | uint16 | uint32 | uint64 | float32 | float64
}

// Optional is the value V, or undefined.
type Optional[T Basic] struct {
	V       T
	Defined bool
}

// The types by easyjson's names.
type (
	Bool    = Optional[bool]
	String  = Optional[string]
	Int     = Optional[int]
	Int8    = Optional[int8]
	Int16   = Optional[int16]
	Int32   = Optional[int32]
	Int64   = Optional[int64]
	Uint    = Optional[uint]
	Uint8   = Optional[uint8]
	Uint16  = Optional[uint16]
	Uint32  = Optional[uint32]
	Uint64  = Optional[uint64]
	Float32 = Optional[float32]
	Float64 = Optional[float64]
)

// OBool returns v as a defined value.
func OBool(v bool) Bool { return Bool{v, true} }

// OString returns v as a defined value.
func OString(v string) String { return String{v, true} }

// OInt returns v as a defined value.
func OInt(v int) Int { return Int{v, true} }

// OInt8 returns v as a defined value.
func OInt8(v int8) Int8 { return Int8{v, true} }

// OInt16 returns v as a defined value.
func OInt16(v int16) Int16 { return Int16{v, true} }

// OInt32 returns v as a defined value.
func OInt32(v int32) Int32 { return Int32{v, true} }

// OInt64 returns v as a defined value.
func OInt64(v int64) Int64 { return Int64{v, true} }

// OUint returns v as a defined value.
func OUint(v uint) Uint { return Uint{v, true} }

// OUint8 returns v as a defined value.
func OUint8(v uint8) Uint8 { return Uint8{v, true} }

// OUint16 returns v as a defined value.
func OUint16(v uint16) Uint16 { return Uint16{v, true} }

// OUint32 returns v as a defined value.
func OUint32(v uint32) Uint32 { return Uint32{v, true} }

// OUint64 returns v as a defined value.
func OUint64(v uint64) Uint64 { return Uint64{v, true} }

// OFloat32 returns v as a defined value.
func OFloat32(v float32) Float32 { return Float32{v, true} }

// OFloat64 returns v as a defined value.
func OFloat64(v float64) Float64 { return Float64{v, true} }

// Get returns the value, or deflt if it is undefined.
func (v Optional[T]) Get(deflt T) T {
	if !v.Defined {
		return deflt
	}
	return v.V
}

// MarshalEasyJSON writes the value, or null.
func (v Optional[T]) MarshalEasyJSON(w *jwriter.Writer) {
	if !v.Defined {
		w.RawString("null")
		return
	}
	switch x := any(v.V).(type) {
	case bool:
		w.Bool(x)
	case string:
		w.String(x)
	case int:
		w.Int(x)
	case int8:
		w.Int8(x)
	case int16:
		w.Int16(x)
	case int32:
		w.Int32(x)
	case int64:
		w.Int64(x)
	case uint:
		w.Uint(x)
	case uint8:
		w.Uint8(x)
	case uint16:
		w.Uint16(x)
	case uint32:
		w.Uint32(x)
	case uint64:
		w.Uint64(x)
	case float32:
		w.Float32(x)
	case float64:
		w.Float64(x)
	}
}

// UnmarshalEasyJSON reads the value. null is undefined.
func (v *Optional[T]) UnmarshalEasyJSON(l *jlexer.Lexer) {
	if l.IsNull() {
		l.Skip()
		*v = Optional[T]{}
		return
	}
	v.Defined = true
	switch p := any(&v.V).(type) {
	case *bool:
		*p = l.Bool()
	case *string:
		*p = l.String()
	case *int:
		*p = l.Int()
	case *int8:
		*p = l.Int8()
	case *int16:
		*p = l.Int16()
	case *int32:
		*p = l.Int32()
	case *int64:
		*p = l.Int64()
	case *uint:
		*p = l.Uint()
	case *uint8:
		*p = l.Uint8()
	case *uint16:
		*p = l.Uint16()
	case *uint32:
		*p = l.Uint32()
	case *uint64:
		*p = l.Uint64()
	case *float32:
		*p = l.Float32()
	case *float64:
		*p = l.Float64()
	}
}

// MarshalJSON returns the value, or null.
func (v Optional[T]) MarshalJSON() ([]byte, error) {
	var w jwriter.Writer
	v.MarshalEasyJSON(&w)
	return w.BuildBytes()
}

// UnmarshalJSON reads the value. null is undefined.
func (v *Optional[T]) UnmarshalJSON(data []byte) error {
	l := jlexer.Lexer{Data: data}
	v.UnmarshalEasyJSON(&l)
	l.Consumed()
	return l.Error()
}

// IsDefined reports whether the value is defined.
func (v Optional[T]) IsDefined() bool { return v.Defined }

// String returns the value as text, or <undefined>.
func (v Optional[T]) String() string {
	if !v.Defined {
		return "<undefined>"
	}
	return fmt.Sprint(v.V)
}
