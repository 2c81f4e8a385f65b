// Package gojay has the names of github.com/francoispqt/gojay v1.2.13 over zetes: a program that uses that library is
// moved by changing its import path. The page docs/migrate-gojay.md lists what is different.
//
// A type writes itself in MarshalJSONObject or MarshalJSONArray by the methods of an [Encoder], and reads itself in
// UnmarshalJSONObject or UnmarshalJSONArray by the methods of a [Decoder]. The Decoder checks all of its input, and both
// take at most 10,000 levels of arrays and objects.
//
// For new code package json needs no methods, and package codec has types that read and write a piece at a time.
package gojay

// MarshalerJSONObject is implemented by types that write themselves as an object.
type MarshalerJSONObject interface {
	MarshalJSONObject(enc *Encoder)
	IsNil() bool
}

// MarshalerJSONArray is implemented by types that write themselves as an array.
type MarshalerJSONArray interface {
	MarshalJSONArray(enc *Encoder)
	IsNil() bool
}

// UnmarshalerJSONObject is implemented by types that read themselves from an object. The method is called for each
// member and reads its value, or nothing, which skips the value. NKeys is the number of members to read: the Decoder
// skips what comes after them. 0 means all.
type UnmarshalerJSONObject interface {
	UnmarshalJSONObject(dec *Decoder, key string) error
	NKeys() int
}

// UnmarshalerJSONArray is implemented by types that read themselves from an array. The method is called for each
// element and reads it, or nothing, which skips the element.
type UnmarshalerJSONArray interface {
	UnmarshalJSONArray(dec *Decoder) error
}

// EncodeObjectFunc is a function as a [MarshalerJSONObject].
type EncodeObjectFunc func(*Encoder)

// MarshalJSONObject calls f.
func (f EncodeObjectFunc) MarshalJSONObject(enc *Encoder) { f(enc) }

// IsNil reports whether f is nil.
func (f EncodeObjectFunc) IsNil() bool { return f == nil }

// EncodeArrayFunc is a function as a [MarshalerJSONArray].
type EncodeArrayFunc func(*Encoder)

// MarshalJSONArray calls f.
func (f EncodeArrayFunc) MarshalJSONArray(enc *Encoder) { f(enc) }

// IsNil reports whether f is nil.
func (f EncodeArrayFunc) IsNil() bool { return f == nil }

// DecodeObjectFunc is a function as an [UnmarshalerJSONObject] that reads all members.
type DecodeObjectFunc func(*Decoder, string) error

// UnmarshalJSONObject calls f.
func (f DecodeObjectFunc) UnmarshalJSONObject(dec *Decoder, k string) error { return f(dec, k) }

// NKeys returns 0: all members are read.
func (f DecodeObjectFunc) NKeys() int { return 0 }

// DecodeArrayFunc is a function as an [UnmarshalerJSONArray].
type DecodeArrayFunc func(*Decoder) error

// UnmarshalJSONArray calls f.
func (f DecodeArrayFunc) UnmarshalJSONArray(dec *Decoder) error { return f(dec) }

// IsNil reports whether f is nil.
func (f DecodeArrayFunc) IsNil() bool { return f == nil }

// EmbeddedJSON is a JSON value as text.
type EmbeddedJSON []byte
