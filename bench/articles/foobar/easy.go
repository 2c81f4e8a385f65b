package foobar

// Easy has the methods that easyjson generates.
//
//easyjson:json
type Easy struct {
	Foo int
	Bar string
	Baz float64
}
