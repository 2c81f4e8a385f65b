// Package stdtest runs the running toolchain's own tests of encoding/json over the drop-in.
//
// The test copies GOROOT/src/encoding/json/*_test.go to a temporary module and makes them see our package in place
// of encoding/json. Declarations that reach into names which only encoding/json itself has are dropped, one by one
// and with everything that needs them, until the rest type-checks; the list of what was dropped is printed with the
// reason. Nothing of Go's is kept in this module: each toolchain brings its own suite.
package stdtest
