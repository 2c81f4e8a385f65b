// Package compat tests the packages of module compat against the libraries whose names they have: by calls of both with
// the same arguments, by fuzzing, and by a library's own test suite with its import rewritten.
// Folder easy has a type for these.
package compat

//go:generate go run github.com/mailru/easyjson/easyjson -all easy/theirs/order.go
