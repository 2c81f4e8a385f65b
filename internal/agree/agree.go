package agree

import "io"

// Library is a JSON library with the functions of encoding/json.
type Library struct {
	Marshal       func(v any) ([]byte, error)
	MarshalIndent func(v any, prefix, indent string) ([]byte, error)
	Unmarshal     func(data []byte, v any) error
	NewEncoder    func(w io.Writer) Encoder
	NewDecoder    func(r io.Reader) Decoder
}

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
}
