//go:build goexperiment.jsonv2 && go1.27

// Package streams is between json/v2 and json/v2/streamed. Package json/v2 exports what encoding/json/v2 exports and
// nothing else, so it stores the two functions that streamed exports here.
package streams

import "encoding/json/jsontext"

// Marshal and Unmarshal are the functions that package streamed documents.
var (
	Marshal   func(enc *jsontext.Encoder, v any) error
	Unmarshal func(dec *jsontext.Decoder, v any) error
)
