// Package ff holds the documents' types with the methods that ffjson generates.
package ff

//go:generate go run ../../copytypes ../../../../internal/tests/corpus . twitter.go citm.go geo.go tree.go fhir.go
//go:generate go run ../../copytypes ../.. . own.go subject.go
//go:generate go run ../../whenchanged github.com/pquerna/ffjson own.go twitter.go citm.go geo.go tree.go subject.go
