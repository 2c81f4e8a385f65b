// Package easy holds the documents' types with the methods that easyjson generates.
package easy

//go:generate go run ../../copytypes ../../../../internal/tests/corpus . twitter.go citm.go geo.go tree.go strings.go fhir.go
//go:generate go run ../../copytypes ../.. . own.go subject.go structs.go
//go:generate go run github.com/mailru/easyjson/easyjson -all -output_filename easy_gen.go .
