package foobar

// FF has the methods that ffjson generates.
type FF struct {
	Foo string
	Bar int
	Baz []string
}
