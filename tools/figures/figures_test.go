package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const sample = `package p

// Two lines of comment,
// of which this is one.
type outer struct {
	inner
	a, b int
}

type inner struct{ c, d, e int }

func (o *outer) walk(s string) int {
	for i := range s { // not counted: there is code
		switch c := s[i]; {
		case c == ',' || c == ']':
			if o.a > 0 {
				goto out
			}
		}
	}
out:
	return 0
}
`

// TestReport measures a file whose figures can be counted by hand.
func TestReport(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"p.go": sample, "p_test.go": "package p\n\n\n\n", "nested/go.mod": "module n\n", "nested/n.go": "package n\n"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	files, err := library(dir)
	if err != nil || len(files) != 2 {
		t.Fatal(files, err)
	}
	var out strings.Builder
	if err := report(&out, files, 10); err != nil {
		t.Fatal(err)
	}
	words := strings.Join(strings.Fields(out.String()), " ")
	for _, want := range []string{
		". 1 23 10.0 0.17", // two of twenty lines are comments; four lines of tests
		"Functions: 1, 12 lines in the middle",
		"12 3 4 1 outer.walk p.go:12",
		"3 5 ..outer",
		"what follows a value in an array or object: 1 functions outer.walk p.go:12",
		"numbers: fraction and exponent: 0 functions",
	} {
		if !strings.Contains(words, want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	out.Reset()
	if err := drawn(&out, files, 3, 1); err != nil || strings.Count(out.String(), "p.go:") != 3 {
		t.Errorf("%v\n%s", err, out.String())
	}
}
