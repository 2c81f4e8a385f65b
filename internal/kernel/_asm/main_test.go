package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestFresh holds the checked-in assembly to what this program writes, and to a size people can review.
func TestFresh(t *testing.T) {
	for _, f := range files() {
		want, err := render(f.fill)
		if err != nil {
			t.Fatal(f.name, err)
		}
		got, err := os.ReadFile(filepath.Join("..", f.name))
		if err != nil {
			t.Fatal(err)
		}
		if lines := bytes.Count(bytes.ReplaceAll(want, []byte("\n\n"), []byte("\n")), []byte("\n")); lines > 360 {
			t.Errorf("%s has %d lines", f.name, lines)
		}
		if bytes.Equal(got, want) {
			continue
		}
		a, b := bytes.Split(got, []byte("\n")), bytes.Split(want, []byte("\n"))
		for i := range min(len(a), len(b)) {
			if !bytes.Equal(a[i], b[i]) {
				t.Errorf("%s is stale; run go run . here. Line %d:\nhave %s\nwant %s", f.name, i+1, a[i], b[i])
				break
			}
		}
		if len(a) != len(b) {
			t.Errorf("%s has %d lines, want %d", f.name, len(a), len(b))
		}
	}
}
