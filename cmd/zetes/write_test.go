package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWriteRefuses has every command with -w refuse a file that has a second name, which would keep the old content,
// and go on with the next file where it has several.
func TestWriteRefuses(t *testing.T) {
	for _, args := range []string{
		"fmt -w", "fmt -w -lines", "fmt -w -l", "set -w /a 2", "set -w -lines /a 2", "set -w -delete /a", "patch -w -merge patch.json", "patch -w -n -merge patch.json",
	} {
		dir := folder(t, map[string]string{"a.json": `{"a": 1}`, "patch.json": `{"a":3}`})
		if err := os.Link(filepath.Join(dir, "a.json"), filepath.Join(dir, "b.json")); err != nil {
			t.Fatal(err)
		}
		const want = "zetes: b.json: it can't be written: it has 2 hard links, and the others would keep the old content\n"
		got := invoke(t, dir, "", append(strings.Fields(args), "b.json")...)
		if got != (ran{"", want, 1}) || read(t, filepath.Join(dir, "a.json")) != `{"a": 1}` {
			t.Errorf("%s: %v", args, got)
		}
	}
	dir := folder(t, map[string]string{"a.json": "1", "b.json": "[2]"})
	if err := os.Link(filepath.Join(dir, "a.json"), filepath.Join(dir, "other.json")); err != nil {
		t.Fatal(err)
	}
	if got := invoke(t, dir, "", "fmt", "-w", "a.json", "b.json"); got.status != 1 || read(t, filepath.Join(dir, "b.json")) != "[\n  2\n]\n" {
		t.Error(got)
	}
}
