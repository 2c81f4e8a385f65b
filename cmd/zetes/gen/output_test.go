package gen

import (
	"os"
	"path/filepath"
	"testing"
)

// Files get their names together, keep their modes, and leave nothing beside their places.
func TestOutput(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	if err := os.WriteFile(a, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	var out output
	for _, name := range []string{a, b} {
		if err := out.add(name, []byte("new")); err != nil {
			t.Fatal(err)
		}
	}
	if text, _ := os.ReadFile(a); string(text) != "old" {
		t.Errorf("a is %q before all are there", text)
	}
	if err := out.commit(); err != nil {
		t.Fatal(err)
	}
	out.abandon()
	for _, name := range []string{a, b} {
		if text, err := os.ReadFile(name); string(text) != "new" {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	if info, err := os.Stat(a); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if err := out.add(filepath.Join(dir, "c"), []byte("new")); err != nil {
		t.Fatal(err)
	}
	if err := out.add(filepath.Join(dir, "no", "d"), nil); err == nil || err.Error() != filepath.Join(dir, "no", "d")+": it can't be written: no such file or directory" {
		t.Errorf("%v", err)
	}
	if err := out.add(dir, nil); err == nil || err.Error() != dir+": it can't be written: it is a folder" {
		t.Errorf("%v", err)
	}
	out.abandon()
	if entries, _ := os.ReadDir(dir); len(entries) != 2 {
		t.Errorf("%v", entries)
	}
}
