package main

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"io/fs"
	"testing"

	"github.com/zetes-json/zetes/internal/corpus"
)

// TestGoTreeTypes decodes the documents of the Go tree into their types. Each must fit with no member left over: else
// the benchmark would time skipping.
func TestGoTreeTypes(t *testing.T) {
	docs, err := corpus.GoTree(corpus.GoRoot(), decompress)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, doc := range docs {
		t.Run(doc.Name, func(t *testing.T) {
			if doc.New == nil {
				t.Skip("a newer Go tree has a document that there is no type for")
			}
			d := stdjson.NewDecoder(bytes.NewReader(doc.JSON))
			d.DisallowUnknownFields()
			if err := d.Decode(doc.New()); err != nil {
				t.Fatal(err)
			}
		})
	}
	if _, err := decompress([]byte("not zstd")); err == nil {
		t.Error("what is not compressed is decompressed")
	}
}
