package main

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"io/fs"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/corpus"
)

// TestGoTreeTypes decodes the documents of the Go tree into their types. Each must fit with no member left over: else
// the benchmark would time skipping.
func TestGoTreeTypes(t *testing.T) {
	docs, err := corpus.GoTree(corpus.GoRoot(), decompress)
	if errors.Is(err, fs.ErrNotExist) { // a distribution may leave the documents out
		docs, err = corpus.Builtin(), nil
	}
	if err != nil {
		t.Fatal(err)
	}
	typed := 0
	for _, doc := range docs {
		if doc.New == nil { // a newer Go tree has a document that there is no type for
			continue
		}
		typed++
		t.Run(doc.Name, func(t *testing.T) {
			d := stdjson.NewDecoder(bytes.NewReader(doc.JSON))
			d.DisallowUnknownFields()
			if err := d.Decode(doc.New()); err != nil {
				t.Fatal(err)
			}
		})
	}
	if typed < 5 {
		t.Errorf("only %d of %d documents have a type", typed, len(docs))
	}
	if _, err := decompress([]byte("not zstd")); err == nil {
		t.Error("what is not compressed is decompressed")
	}
}
