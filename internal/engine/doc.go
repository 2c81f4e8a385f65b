// Package engine runs encoder and decoder with encoding/json's meaning and returns its errors: the common part of the
// doors.
//
//	encode.go, decode.go  the two calls, and the words of their errors
//	form.go               an error as JSON
//	borrow.go             pooled buffers; draft.go: results on their way to a writer
package engine
