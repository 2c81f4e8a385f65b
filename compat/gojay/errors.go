package gojay

import (
	"errors"
	"fmt"
)

// maxDepth is the number of arrays and objects that may be nested, as in encoding/json.
const maxDepth = 10000

// ErrUnmarshalPtrExpected is the error for a target that is not a pointer to a pointer, or is nil.
//
//lint:ignore ST1005 the text is that of gojay
var ErrUnmarshalPtrExpected = errors.New("Cannot unmarshal to given value, a pointer is expected")

var (
	errNoWriter = errors.New("gojay: the Encoder has no io.Writer")
	errNil      = InvalidUnmarshalError("Invalid nil pointer given")
	errDepth    = InvalidMarshalError("gojay: more than 10000 arrays and objects are nested")
)

// InvalidJSONError is the error for input that is not JSON.
type InvalidJSONError string

// Error returns the text.
func (err InvalidJSONError) Error() string { return string(err) }

// InvalidUnmarshalError is the error for a value that does not fit its target.
type InvalidUnmarshalError string

// Error returns the text.
func (err InvalidUnmarshalError) Error() string { return string(err) }

// InvalidMarshalError is the error for a value that has no JSON form.
type InvalidMarshalError string

// Error returns the text.
func (err InvalidMarshalError) Error() string { return string(err) }

// NoReaderError is the error of a stream without an io.Reader.
type NoReaderError string

// Error returns the text.
func (err NoReaderError) Error() string { return string(err) }

// InvalidUsagePooledDecoderError is the value of the panic when a Decoder is used after its Release.
type InvalidUsagePooledDecoderError string

// Error returns the text.
func (err InvalidUsagePooledDecoderError) Error() string { return string(err) }

// InvalidUsagePooledEncoderError is the value of the panic when an Encoder is used after its Release.
type InvalidUsagePooledEncoderError string

// Error returns the text.
func (err InvalidUsagePooledEncoderError) Error() string { return string(err) }

// unfit returns the error for a value that does not fit v.
func unfit(v any) error {
	return InvalidUnmarshalError(fmt.Sprintf("Cannot unmarshal JSON to type '%T'", v))
}

// unwritable returns the error for a value that has no JSON form.
func unwritable(v any) error {
	return InvalidMarshalError(fmt.Sprintf("Invalid type %T provided to Marshal", v))
}
