// Package corpus holds the documents that zetes bench and the module bench measure: real ones that come with every Go
// tree, with the Go types to decode them into, and made-up ones of the same kinds for trees that lack them.
//
//	corpus.go   finds and reads the documents of a Go tree
//	builtin.go  makes documents up
//	twitter.go, citm.go, fhir.go, geo.go, tree.go, strings.go  types: one document each
package corpus
