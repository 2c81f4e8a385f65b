// Package compat tests the packages of module compat against the libraries whose names they have: by calls of both with
// the same arguments, by fuzzing, and by a library's own test suite with its import rewritten. It has no code of its own.
package compat
