// Package order sorts without the sorts of package slices, each of which adds 15 KB to a program.
//
//	order.go       Sort, for lists that are seldom sorted
//	names.go       the names of a map, by their first bytes
//	distribute.go  the names of a large map
package order
