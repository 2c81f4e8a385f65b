// Package index finds the values of a JSON text once, and has their places as numbers in one array: no Go value for any
// of them. What needs more than one look at a document works on such a Tape: package doc, and the canonical form.
//
//	tape.go       Tape, Build
//	grouped.go    cells made of groups of tokens
//	canonical.go  the canonical form (RFC 8785), and sorted members
package index
