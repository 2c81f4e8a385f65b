// Package gen holds the documents' types with the methods that zetes gen generates.
package gen

//go:generate go run ../../copytypes ../../../../internal/tests/corpus . twitter.go citm.go geo.go tree.go strings.go fhir.go
//go:generate go run ../../copytypes ../.. . own.go subject.go structs.go
//go:generate go run ../../../../cmd/zetes gen -q -all twitter.go citm.go geo.go tree.go strings.go fhir.go own.go subject.go structs.go
