package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/zetes-json/zetes/bench/matrix"
	"github.com/zetes-json/zetes/bench/report"
)

// TestDocuments holds that the tables of the documents are what the command makes of the results that are kept.
func TestDocuments(t *testing.T) {
	for _, d := range documents {
		t.Run(d.name, func(t *testing.T) {
			doc, dir, r := made(t, d.name)
			want, err := generate(doc, dir, r, d.write)
			if err != nil {
				t.Fatal(err)
			}
			if string(doc) != string(want) {
				t.Errorf("the tables are not those of %s; run: go run ./bench report --docs %s", dir, dir)
			}
		})
	}
}

// TestDocumentsPicture holds the same for the picture.
func TestDocumentsPicture(t *testing.T) {
	_, dir, r := made(t, "README.md")
	kept, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(pictureName)))
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := report.Picture(&want, r); err != nil {
		t.Fatal(err)
	}
	if string(kept) != want.String() {
		t.Errorf("the picture is not that of %s; run: go run ./bench report --docs %s", dir, dir)
	}
}

// made returns a document of the tree, and the results that its tables are made from.
func made(t *testing.T, name string) (doc []byte, dir string, r *matrix.Results) {
	t.Helper()
	doc, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	m := block.FindSubmatch(doc)
	if m == nil || len(m[1]) == 0 {
		t.Fatal("no block that names its results")
	}
	dir = string(m[1])
	if r, err = matrix.Open(filepath.Join("..", filepath.FromSlash(dir))); err != nil {
		t.Fatal(err)
	}
	return doc, dir, r
}
