package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestDocPage holds that the table and the picture of documents without a Go type are what the command makes of the
// results that are kept.
func TestDocPage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", docPage))
	if err != nil {
		t.Fatal(err)
	}
	m := docBlock.FindSubmatch(page)
	if m == nil || len(m[1]) == 0 {
		t.Fatal("no block that names its results")
	}
	dir := string(m[1])
	text, picture, err := generateDoc(page, "..", dir)
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := os.ReadFile(filepath.Join("..", docPicture))
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != string(page) || string(picture) != string(drawn) {
		t.Errorf("the table or the picture are not those of %s; run: go run ./bench doc --docs %s", dir, dir)
	}
}
