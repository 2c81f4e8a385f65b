// Package engine runs the encoder and the decoder, and returns the errors of encoding/json. The packages that users
// call share it.
//
//	encode.go, decode.go  the two calls, and the words of their errors
//	borrow.go             pooled buffers; results on their way to a writer
package engine
