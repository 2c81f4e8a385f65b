// Package order sorts the names of maps by their first bytes. It does not use the sorts of package slices, each of
// which adds 15 KB to a program.
//
//	names.go       the names of a map
//	distribute.go  the names of a large map
package order
