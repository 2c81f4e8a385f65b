package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/zetes-json/zetes/bench/matrix"
)

// TestDocuments holds that the tables of the documents are what the command makes of the results that are kept.
func TestDocuments(t *testing.T) {
	for _, d := range documents {
		t.Run(d.name, func(t *testing.T) {
			doc, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(d.name)))
			if err != nil {
				t.Fatal(err)
			}
			m := block.FindSubmatch(doc)
			if m == nil || len(m[1]) == 0 {
				t.Fatal("no block that names its results")
			}
			dir := string(m[1])
			r, err := matrix.Open(filepath.Join("..", filepath.FromSlash(dir)))
			if err != nil {
				t.Fatal(err)
			}
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
