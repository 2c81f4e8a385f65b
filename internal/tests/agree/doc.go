// Package agree looks for Go values and documents that a JSON library and encoding/json do not treat alike.
//
// zetes check types compiles this package into a program around the caller's types, inside of the caller's module.
// So the package imports nothing but Go's own packages, and knows the library by its functions alone.
//
// A Case is one use of a type: a door, a document, and the choices that a Go value is made of. Everything random is
// drawn as choices, so a case can be made again, and made smaller.
//
//	agree.go     libraries, cases and findings
//	choice.go    draws
//	fill.go      makes Go values
//	document.go  makes documents
//	mutate.go    changes them
//	door.go      runs a case with one library
//	same.go      compares
//	checker.go   judges
//	shrink.go    makes cases small
//	show.go      prints
//	versions.go  says what keeps the answers of an earlier version of a library; versions_v2.go knows encoding/json/v2
//	worker.go    is the program
//	source.go    has the code of the others
package agree
