package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPage holds that docs/unsafe.md is what the tool makes of the repository.
func TestPage(t *testing.T) {
	root := filepath.Join("..", "..")
	tree, err := read(root)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(tree.missing()...); err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	tree.print(&want)
	got, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(page)))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Errorf("%s is stale; run: go run ./tools/unsafe -w", page)
	}
}

// repository writes files, and returns the folder.
func repository(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	all := map[string]string{
		"go.mod":              "module " + library + "\n",
		"internal/mem/mem.go": "package mem\n\nimport \"unsafe\"\n\ntype Ptr = unsafe.Pointer\n\nfunc Load8(p Ptr) byte { return *(*byte)(p) }\n\nfunc Budget() int { return 1 }\n",
	}
	for name, text := range files {
		all[name] = text
	}
	for name, text := range all {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestCount counts each kind of use, whatever names the packages have in a file, and leaves out what is none.
func TestCount(t *testing.T) {
	dir := repository(t, map[string]string{
		"a/a.go": `package a

import (
	"reflect"
	u "unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

type T struct{ x int }

func f(s string, b []byte, p u.Pointer, v reflect.Value) {
	_ = u.Pointer(&s)
	_ = mem.Ptr(&s)
	_ = (*T)(p)
	_ = (*T)(nil)
	_ = u.Add(p, 1)
	_ = u.Slice(&b[0], 1)
	_ = u.String(&b[0], 1)
	_ = u.SliceData(b)
	_ = u.StringData(s)
	_ = u.Sizeof(s)
	_ = mem.Load8(p)
	_ = mem.Budget()
	_ = reflect.NewAt(nil, p)
	_ = v.UnsafePointer()
}
`,
		"a/a_test.go":      "package a\n\nimport \"unsafe\"\n\nfunc TestA() { _ = unsafe.Pointer(nil) }\n",
		"a/x_amd64.s":      "TEXT ·x(SB), 0, $0\n\tRET\n\nTEXT ·y(SB), 0, $0\n\tRET\n",
		"b/b.go":           "package b\n\ntype T struct{}\n\nvar x = (*T)(new(T))\n",
		"bench/c.go":       "package c\n\nimport \"unsafe\"\n\nvar _ = unsafe.Pointer(nil)\n",
		"testdata/d/no.go": "not Go",
	})
	tree, err := read(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := usage{"Pointer": 2, `\*T`: 1, "Add": 1, "Slice": 1, "String": 1, "SliceData": 1, "StringData": 1, "mem": 1, "reflect": 2, "assembly": 2}
	got := tree.uses["a"]
	for _, k := range kinds {
		if got[k.name] != want[k.name] {
			t.Errorf("%s: %d, want %d", k.name, got[k.name], want[k.name])
		}
	}
	if tree.uses["b"] != nil || tree.uses["bench"] != nil {
		t.Errorf("uses where none are: %v", tree.uses)
	}
	if !tree.tests["a.TestA"] {
		t.Error("the test was not seen")
	}
	// Nothing of this has a sentence.
	text := errors.Join(tree.missing()...).Error()
	for _, want := range []string{"package a uses unsafe; say why", "the assembly of x has no sentence", "has package codec, which does not use unsafe", "names the test internal/tests/hostile.TestDecoding, which does not exist"} {
		if !strings.Contains(text, want) {
			t.Errorf("the errors lack %q:\n%s", want, text)
		}
	}
}

// TestBad holds that what cannot be counted is an error in one line.
func TestBad(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"is not the folder":   {"go.mod": "module example.com/other\n"},
		"expected 'package'":  {"a/a.go": "nonsense\n"},
		"without a name":      {"a/a.go": "package a\n\nimport . \"unsafe\"\n\nvar _ = Pointer(nil)\n"},
		"go:linkname":         {"a/a.go": "package a\n\nimport _ \"unsafe\"\n\n//go:linkname x runtime.x\nfunc x()\n"},
		"what its routines":   {"a/odd.s": "TEXT ·x(SB), 0, $0\n"},
		"has no functions th": {"internal/mem/mem.go": "package mem\n"},
	} {
		_, err := read(repository(t, files))
		if err == nil || !strings.Contains(err.Error(), name) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", name, err)
		}
	}
}
