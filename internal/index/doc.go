// Package index finds the values of a JSON text once, and stores their positions in one array, without a Go value for
// any of them. Code that looks at a document more than once works on such a Tape: package jsondoc, and the canonical
// form.
//
//	tape.go       Tape, Build
//	grouped.go    cells made of groups of tokens
//	canonical.go  the canonical form (RFC 8785), and sorted members
//	finish.go     the forms of a whole output
//	members.go    Members: the members that a call chooses
//	chosen.go     removes the members that a call does not choose from the output
package index
