package foobar

// EasyCamel has the methods that easyjson generates with -lower_camel_case: those of Easy know a member by the case of
// its name too, and would pass over all that the article's input has.
//
//easyjson:json
type EasyCamel struct {
	Foo int
	Bar string
	Baz float64
}
