//go:build goexperiment.jsonv2 && go1.27

// Package streams passes two functions from package json/v2 to package json/v2/streamed, which exports them. Package
// json/v2 sets the variables below, and can't export the functions itself, since it exports only what encoding/json/v2
// exports.
package streams

import "encoding/json/jsontext"

// Marshal and Unmarshal are the functions that package streamed documents.
var (
	Marshal   func(enc *jsontext.Encoder, v any) error
	Unmarshal func(dec *jsontext.Decoder, v any) error
)
