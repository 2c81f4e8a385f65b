package foobar

// Zetes has the methods that zetes gen generates.
//
//zetes:json
type Zetes struct {
	Foo int
	Bar string
	Baz float64
}
