//go:build goexperiment.jsonv2 && go1.27

// Package streamed is called by the methods MarshalJSONTo and UnmarshalJSONFrom that zetes gen -v2 writes. It is for
// generated files alone, and changes with the generator.
//
// The methods change no result: encoding/json/v2 and encoding/json write and read the type as they would without them,
// and a compiled plan does the work where its result is known to be the same. Otherwise a method returns
// [errors.ErrUnsupported] before it has written or read anything, and its caller writes or reads the value as if its
// type had no methods.
package streamed

import (
	"encoding/json/jsontext"

	"github.com/zetes-json/zetes/internal/shape"
	_ "github.com/zetes-json/zetes/json/v2" // stores the functions in package streams
	"github.com/zetes-json/zetes/json/v2/internal/streams"
)

// Generation is the type of the result of a generated method ZetesType. Compiled plans recognize generated methods by
// it, and compile the fields of the type in place of a call.
type Generation = shape.Generation

// Marshal writes the JSON of the value that v points to, under the options of enc.
func Marshal(enc *jsontext.Encoder, v any) error { return streams.Marshal(enc, v) }

// Unmarshal reads the next JSON value of dec into the value that v points to, under the options of dec.
func Unmarshal(dec *jsontext.Decoder, v any) error { return streams.Unmarshal(dec, v) }
