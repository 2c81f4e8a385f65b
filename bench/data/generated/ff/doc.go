// Package ff holds the documents' types with the methods that ffjson generates.
package ff

//go:generate go run ../../copytypes ../../../../internal/corpus . twitter.go citm.go geo.go tree.go fhir.go
//go:generate go run ../../copytypes ../.. . own.go subject.go
//go:generate go run github.com/pquerna/ffjson own.go
//go:generate go run github.com/pquerna/ffjson twitter.go
//go:generate go run github.com/pquerna/ffjson citm.go
//go:generate go run github.com/pquerna/ffjson geo.go
//go:generate go run github.com/pquerna/ffjson tree.go
//go:generate go run github.com/pquerna/ffjson subject.go
