package foobar

// FF has the methods that ffjson generates.
type FF struct {
	Foo int
	Bar string
	Baz float64
}
