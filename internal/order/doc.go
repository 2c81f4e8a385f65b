// Package order sorts the names of maps by their first bytes. Each sort of package slices would add 15 KB to a program.
//
//	names.go       the names of a map
//	distribute.go  the names of a large map
package order
