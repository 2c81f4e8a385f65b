package agree

import (
	"cmp"
	"io"
)

// Library is a JSON library with the functions of encoding/json.
type Library struct {
	Marshal       func(v any) ([]byte, error)
	MarshalIndent func(v any, prefix, indent string) ([]byte, error)
	Unmarshal     func(data []byte, v any) error
	NewEncoder    func(w io.Writer) Encoder
	NewDecoder    func(r io.Reader) Decoder

	Calls map[string]string // calls of this library that are other ones than those of encoding/json
}

// call returns what a case calls, as Go text.
func (l Library) call(c Case) string { return cmp.Or(l.Calls[c.Call()], c.Call()) }

// Encoder has the methods of encoding/json's.
type Encoder interface {
	Encode(v any) error
	SetEscapeHTML(on bool)
	SetIndent(prefix, indent string)
}

// Decoder has the methods of encoding/json's.
type Decoder interface {
	Decode(v any) error
	UseNumber()
	DisallowUnknownFields()
	InputOffset() int64
}

// Case is one use of a type.
type Case struct {
	Door int      // index into doors
	Doc  []byte   // what is decoded
	Fill []uint32 // the choices that the encoded value, or the target of a decode, is made of
}

// Finding is a case on which the library and encoding/json differ, made as small as it could be made.
type Finding struct {
	Type  int    // index of the type
	Door  string // what was called
	Doc   []byte // what was decoded; nil where a value was encoded
	Value string // the value that was encoded, or that was in the target; empty where that is zero
	What  string // what differs: output, error, value, offset, panic, crash, hang
	Where string // place of the difference within a value
	Std   string // result of encoding/json
	Got   string // result of the library
	Note  string // what else is known about it

	// Where versions of a library are compared.
	Options []string // options of the later version that keep the earlier one's answer, if all are set
	Field   string   // the struct field that the difference is about, with its type
	Tag     string   // a struct tag of this field that keeps the earlier version's answer in both
}
