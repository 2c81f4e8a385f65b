// Package engine runs the encoder and the decoder for the packages that users call, with the errors of encoding/json.
//
//	encode.go, decode.go  the two calls, and the words of their errors
//	borrow.go             pooled buffers; results on their way to a writer
package engine
