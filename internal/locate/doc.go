// Package locate finds out where in a document, and where in a Go value, something is. It walks the input a second
// time, for errors. Cursor alone is for good input too: readers of streams count their lines by it.
//
//	path.go    Path: the names and indexes that lead to an offset, or by a Walk to several; Pointer: the same as a JSON Pointer
//	cursor.go  Cursor: line and column; Excerpt
//	gopath.go  Type: the way through a Go type
//	value.go   Value: the place in a Go value that can't be encoded
//	written.go the place in a Go value by what was written of it
//	short.go   long paths cut down for texts
package locate
