// Package suites has the test suites of others: JSONTestSuite, and the suites of JSONPath, JSON Patch and the canonical
// form. testdata/README.md says where each comes from and under which licence. Only tests import this package.
package suites

import (
	"archive/zip"
	"bytes"
	"embed"
	"io"
	"path"
	"testing"
)

//go:embed testdata/*.zip
var archives embed.FS

// File is a file of a suite.
type File struct {
	Name string // without its folder
	Text []byte
}

// Files returns the files of the suite whose path in it matches a pattern of [path.Match], in the order of their names.
// The test fails if there are fewer than least.
func Files(t testing.TB, suite, pattern string, least int) (files []File) {
	t.Helper()
	b, err := archives.ReadFile("testdata/" + suite + ".zip")
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		if ok, err := path.Match(pattern, f.Name); err != nil || !ok {
			continue
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r) // which compares the checksum
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, File{path.Base(f.Name), text})
	}
	if len(files) < least {
		t.Fatalf("%d files of %s match %s, not %d", len(files), suite, pattern, least)
	}
	return files
}

// JSONTestSuite returns the cases of JSONTestSuite (Nicolas Seriot, "Parsing JSON is a Minefield", 2016).
func JSONTestSuite(t testing.TB) []File {
	t.Helper()
	return Files(t, "JSONTestSuite", "test_parsing/*.json", 318)
}

// Canonical returns the documents of the authors of RFC 8785, and their canonical forms.
func Canonical(t testing.TB) (in, out []File) {
	t.Helper()
	return Files(t, "rfc8785", "input/*.json", 6), Files(t, "rfc8785", "output/*.json", 6)
}
