// Package engine runs the machines with encoding/json's meaning and gives its errors: what the doors have in common.
//
//	encode.go, decode.go  encoding/json's own meaning, for package json
//	own.go                the meaning of a configuration
//	locate.go             every fault of an input, with its error
//	borrow.go             pooled buffers
package engine
