package foobar

// Easy has the methods that easyjson generates.
//
//easyjson:json
type Easy struct {
	Foo string
	Bar int
	Baz []string
}
