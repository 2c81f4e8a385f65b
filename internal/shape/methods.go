package shape

import (
	"encoding"
	"reflect"
)

// MethodSet is a set of the methods by which a type speaks for itself.
type MethodSet uint8

// The methods.
const (
	MarshalJSON MethodSet = 1 << iota
	MarshalText
	AppendText // encoding.TextAppender; the classic encoding/json does not ask for it
	UnmarshalJSON
	UnmarshalText
	MarshalJSONTo // never set by the classic toolchain
	UnmarshalJSONFrom
)

// Marshals has the methods that encode; Unmarshals those that decode.
const (
	Marshals   = MarshalJSON | MarshalText | AppendText | MarshalJSONTo
	Unmarshals = UnmarshalJSON | UnmarshalText | UnmarshalJSONFrom
)

// Methods are the methods of a type.
type Methods struct {
	Value   MethodSet // in the type's own method set
	Pointer MethodSet // in the method set of the pointer to it; has those of Value unless the type is an interface
}

// Marshaler is encoding/json's interface of that name.
type Marshaler interface{ MarshalJSON() ([]byte, error) }

// Unmarshaler is encoding/json's interface of that name.
type Unmarshaler interface{ UnmarshalJSON([]byte) error }

// methodTypes lists the interface of each method; those of jsontext are appended where the toolchain has them.
var methodTypes = append([]methodType{
	{MarshalJSON, reflect.TypeFor[Marshaler]()},
	{MarshalText, reflect.TypeFor[encoding.TextMarshaler]()},
	{AppendText, reflect.TypeFor[encoding.TextAppender]()},
	{UnmarshalJSON, reflect.TypeFor[Unmarshaler]()},
	{UnmarshalText, reflect.TypeFor[encoding.TextUnmarshaler]()},
}, methodTypesV2...)

type methodType struct {
	bit MethodSet
	typ reflect.Type
}

// MethodsOf returns t's methods.
func MethodsOf(t reflect.Type) (m Methods) {
	p := reflect.PointerTo(t)
	for _, mt := range methodTypes {
		if t.Implements(mt.typ) {
			m.Value |= mt.bit
		}
		if p.Implements(mt.typ) {
			m.Pointer |= mt.bit
		}
	}
	return m
}
