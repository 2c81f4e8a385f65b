// Package data holds the documents that the benchmarks run on, each with the Go type it decodes into.
//
// The larger documents are the ones every Go tree carries for the tests of encoding/json; they are read from there,
// by package corpus, which has their types. The small ones are built here.
package data

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/zetes-json/zetes/internal/tests/corpus"
)

// Set is one document.
type Set struct {
	Name string
	// About says in a few words what is special about the document.
	About string
	// New returns a pointer to a new zero value of the document's Go type.
	New func() any

	text func() ([]byte, error)
}

// Sets lists all documents, small ones first.
var Sets = []*Set{
	own("point", "50 B, four scalars", newPoint),
	own("session", "200 B, strings, a list, a map", newSession),
	own("invoice", "2 kB, times, floats, a list of structs", newInvoice),
	own("feed", "10 kB, texts with some HTML and non-ASCII", newFeed),
	tree[corpus.Tweets]("twitter", "twitter_status", "630 kB, wide structs, many scripts"),
	tree[corpus.Catalog]("citm", "citm_catalog", "1.7 MB, integer maps, 71 % white space"),
	tree[corpus.Geometry]("canada", "canada_geometry", "270 kB, floats"),
	tree[corpus.Source]("golang_source", "golang_source", "1.9 MB, recursive, numbers"),
	tree[corpus.Bundle]("synthea", "synthea_fhir", "2 MB, a union of 80 optional members"),
	tree[corpus.Scripts]("string_unicode", "string_unicode", "18 kB, non-ASCII strings"),
	tree[corpus.Scripts]("string_escaped", "string_escaped", "42 kB, all characters as \\uXXXX"),
}

// Get returns the document of that name.
func Get(name string) (*Set, error) {
	var names []string
	for _, s := range Sets {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return nil, fmt.Errorf("unknown data %q; there are %s", name, strings.Join(names, ", "))
}

func tree[T any](name, file, about string) *Set {
	s := &Set{Name: name, About: about, New: func() any { return new(T) }}
	s.text = sync.OnceValues(func() ([]byte, error) { return readTree(file) })
	return s
}

func own[T any](name, about string, build func() *T) *Set {
	s := &Set{Name: name, About: about, New: func() any { return new(T) }}
	s.text = sync.OnceValues(func() ([]byte, error) { return json.Marshal(build()) })
	return s
}

// Text returns the document as it is kept. Callers must not change it.
func (s *Set) Text() ([]byte, error) { return s.text() }

// Compact returns the document without white space.
func (s *Set) Compact() ([]byte, error) {
	b, err := s.text()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = json.Compact(&out, b)
	return out.Bytes(), err
}

// Indented returns the document indented by two spaces.
func (s *Set) Indented() ([]byte, error) {
	b, err := s.text()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = json.Indent(&out, b, "", "  ")
	return out.Bytes(), err
}

var goroot = sync.OnceValue(corpus.GoRoot)

func readTree(file string) ([]byte, error) {
	doc, err := corpus.Read(goroot(), file, decompress)
	return doc.JSON, err
}

// decompress is a [corpus.Decompress].
func decompress(file []byte) ([]byte, error) {
	d, err := zstd.NewReader(nil)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	return d.DecodeAll(file, nil)
}
