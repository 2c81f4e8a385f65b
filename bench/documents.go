package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"

	"github.com/zetes-json/zetes/bench/matrix"
	"github.com/zetes-json/zetes/bench/report"
)

// documents are the files of the tree that hold generated tables, between two markers. The first marker names the
// results.
var documents = []struct {
	name  string
	write func(io.Writer, *matrix.Results) error
}{
	{"README.md", report.Summary},
	{"docs/benchmarks.md", report.Overview},
}

// pictureName is the file of [report.Picture], which docs/benchmarks.md shows.
const pictureName = "docs/benchmarks.svg"

var block = regexp.MustCompile(`(?s)<!-- bench:begin(?: (\S+))? -->\n(.*?)<!-- bench:end -->`)

// generate returns the document with its block made again from the results in dir, which is below root.
func generate(doc []byte, dir string, r *matrix.Results, write func(io.Writer, *matrix.Results) error) ([]byte, error) {
	at := block.FindIndex(doc)
	if at == nil {
		return nil, fmt.Errorf("there is no block between <!-- bench:begin --> and <!-- bench:end -->")
	}
	var b bytes.Buffer
	b.Write(doc[:at[0]])
	fmt.Fprintf(&b, "<!-- bench:begin %s -->\n", filepath.ToSlash(dir))
	if err := write(&b, r); err != nil {
		return nil, err
	}
	b.WriteString("<!-- bench:end -->")
	b.Write(doc[at[1]:])
	return b.Bytes(), nil
}

// writeDocuments makes the blocks of the tree's documents again.
func writeDocuments(w io.Writer, dir string, r *matrix.Results) error {
	root, rel, err := inTree(dir)
	if err != nil {
		return err
	}
	for _, d := range documents {
		file := filepath.Join(root, filepath.FromSlash(d.name))
		old, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		text, err := generate(old, rel, r, d.write)
		if err != nil {
			return fmt.Errorf("%s: %w", d.name, err)
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return err
		}
		fmt.Fprintf(w, "%s: tables made from %s\n", d.name, rel)
	}
	return writeFile(filepath.Join(root, filepath.FromSlash(pictureName)), func(w io.Writer) error { return report.Picture(w, r) })
}

// inTree returns the directory of zetes, and the path of dir below it.
func inTree(dir string) (root, rel string, err error) {
	if root, err = moduleOf(library); err != nil {
		return "", "", fmt.Errorf("the documents are those of the tree of zetes: %w", err)
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", "", err
	}
	rel, err = filepath.Rel(root, abs)
	if err != nil || !filepath.IsLocal(rel) {
		return "", "", fmt.Errorf("%s is not in the tree: documents are made from results that are kept", dir)
	}
	return root, rel, nil
}
