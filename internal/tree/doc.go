// Package tree compares the values of documents by their tapes: their names, texts and numbers, within a budget.
// Package query and the packages of jsondoc work on its Tape.
//
//	names.go    Tape; the texts of names and strings, kinds
//	cells.go    which values are equal
//	numbers.go  the value of numbers
//	budget.go   Budget: what queries and edits may take
package tree
