// Package scan has steps through a JSON text in a slice, for codecs, paths and documents. Package json needs none of
// them.
//
//	append.go   text that is appended to a buffer
//	near.go     values, and members of objects, byte by byte
//	loading.go  Loading: a window of a text, which moves with the walk
//	strings.go  strings that are cut or inexact
//	numbers.go  the values of numbers
//	brackets.go the depth of a text, and brackets that are not closed
//	input.go    steps over a wire.Input
package scan
