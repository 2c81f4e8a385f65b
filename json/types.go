package json

import stdjson "encoding/json"

// Values, methods and calls of errors.As that are written for encoding/json work with these aliases.
type (
	// Marshaler is implemented by types that can marshal themselves into valid JSON.
	Marshaler = stdjson.Marshaler
	// Unmarshaler is implemented by types that can unmarshal a JSON description of themselves.
	Unmarshaler = stdjson.Unmarshaler
	// RawMessage is a raw encoded JSON value.
	RawMessage = stdjson.RawMessage
	// Number is a JSON number literal.
	Number = stdjson.Number
	// Token holds a value of one of these types: Delim, bool, float64, Number, string, nil.
	Token = stdjson.Token
	// Delim is a JSON array or object delimiter, one of [ ] { or }.
	Delim = stdjson.Delim

	// SyntaxError describes input that is not JSON.
	SyntaxError = stdjson.SyntaxError
	// UnmarshalTypeError describes a JSON value that does not fit a Go type.
	UnmarshalTypeError = stdjson.UnmarshalTypeError
	// InvalidUnmarshalError describes an invalid target of Unmarshal, which must be a non-nil pointer.
	InvalidUnmarshalError = stdjson.InvalidUnmarshalError
	// MarshalerError wraps an error from calling MarshalJSON or MarshalText.
	MarshalerError = stdjson.MarshalerError
	// UnsupportedTypeError is returned for a Go type that has no JSON form.
	UnsupportedTypeError = stdjson.UnsupportedTypeError
	// UnsupportedValueError is returned for a Go value that has no JSON form.
	UnsupportedValueError = stdjson.UnsupportedValueError

	// InvalidUTF8Error was returned by Marshal before Go 1.2.
	//
	// Deprecated: no longer returned; kept for compatibility.
	//
	//lint:ignore SA1019 part of the API that is mirrored
	InvalidUTF8Error = stdjson.InvalidUTF8Error
	// UnmarshalFieldError described an object name that led to an unexported field.
	//
	// Deprecated: no longer returned; kept for compatibility.
	//
	//lint:ignore SA1019 part of the API that is mirrored
	UnmarshalFieldError = stdjson.UnmarshalFieldError
)
