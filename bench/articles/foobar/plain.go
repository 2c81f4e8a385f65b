// Package foobar is the three-field struct of the article about releases of encoding/json, once plain and once for each
// generator. It is copied into a module of its own and run by old toolchains, so it uses nothing newer than Go 1.21;
// what has a name that begins with zetes is left out there, where the library does not compile.
//
// Files: plain.go (what reflection sees) · easy.go, easycamel.go, ff.go, zetes.go (a type for each generator, with what
// it has generated in a file beside it) · contenders_test.go, zetes_test.go (the calls that are measured) ·
// foobar_test.go (proves and measures them) · cpu_unix.go, cpu_other.go (processor time) · files.go (all of these, for
// the copy).
package foobar

// Plain is what reflection sees.
type Plain struct {
	Foo int
	Bar string
	Baz float64
}

// newPlain returns the article's value.
func newPlain() Plain { return Plain{123, "benchmark", 123.456} }
