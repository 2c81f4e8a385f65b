// Package engine runs the machines with encoding/json's meaning and gives its errors: what the doors have in common.
//
//	encode.go, decode.go  the two calls, and the words of their errors
//	locate.go             every fault of an input, with its error
//	borrow.go             pooled buffers; draft.go: results on their way to a writer
package engine
