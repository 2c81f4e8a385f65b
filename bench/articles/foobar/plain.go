// Package foobar is the three-field struct of the code generators' articles, once plain and once for each generator. It
// is copied into a module of its own and run by old toolchains, so it uses nothing newer than Go 1.21.
package foobar

// Plain is what reflection sees.
type Plain struct {
	Foo string
	Bar int
	Baz []string
}
