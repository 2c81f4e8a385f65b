// Package locate finds places in documents and in Go types. For errors it walks over the input a second time. Only
// Cursor is also used for good input: readers of streams count their lines with it.
//
//	path.go    Path: the names and indexes that lead to an offset; Walk: the paths of several offsets; Pointer
//	cursor.go  Cursor: line and column; Excerpt
//	base.go    Base: turns offsets in a part of a text into offsets in the whole
//	gopath.go  Type: a JSON path as a path through a Go type
//	written.go Written: an error about a Go value that was being written, with its path; Short: shortens long paths
package locate
