// Package locate finds places in documents and in Go types. For errors it walks over the input a second time. Only
// Cursor is also used for good input: readers of streams count their lines with it.
//
//	path.go    Path: the names and indexes that lead to an offset, or by a Walk to several; Pointer: the same as a JSON Pointer
//	cursor.go  Cursor: line and column; Excerpt
//	base.go    Base: offsets that count from another text
//	gopath.go  Type: the way through a Go type
//	written.go the place in a Go value by what was written of it
//	short.go   long paths cut down for texts
package locate
