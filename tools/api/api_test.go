package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// listingOf returns the listing of a package of the given source.
func listingOf(t *testing.T, source string) listing {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	p, err := new(types.Config).Check(library+"/p", fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	l := listing{}
	if err := l.add(p); err != nil {
		t.Fatal(err)
	}
	return l
}

const base = `package p

const C = 1
const D int = 2

var V []string

type A = int

type S struct {
	X, y int
	E
}

type E struct{ Z string }

func (E) M(a, b int) (n int, err error) { return }
func (*E) P()                           {}
func (S) hidden()                       {}

type G[T any] struct{ V T }

func (g *G[T]) Get(f func(name T) bool) T { return g.V }

type I interface{ M(a, b int) (n int, err error) }

type N uint8

func F[T ~int | ~string](x T, more ...func(a int)) {}

func hidden() {}
`

func TestListing(t *testing.T) {
	want := `p: comparable E
p: comparable N
p: comparable S
p: const C untyped int = 1
p: const D int = 2
p: field E.Z string
p: field G.V T
p: field S.E embedded E
p: field S.X int
p: func F[T ~int | ~string](T, ...func(int))
p: method (*E) P()
p: method (*G) Get(func(T) bool) T
p: method (*S) P()
p: method (E) M(int, int) (int, error)
p: method (S) M(int, int) (int, error)
p: type A = int
p: type E struct
p: type G[T any] struct
p: type I interface{ M(int, int) (int, error) }
p: type N uint8
p: type S struct
p: var V []string
`
	path := filepath.Join(t.TempDir(), "api", "v1.2.3.txt")
	l := listingOf(t, base)
	if err := l.write(path); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("got\n%s", got)
	}
	again, err := parse(string(got))
	if err != nil || !maps.Equal(again, l) {
		t.Errorf("what was written is read as another listing: %v", err)
	}
	if version, then, err := last(filepath.Dir(path)); version != "v1.2.3" || err != nil || len(compare(then, l)) > 0 {
		t.Errorf("the last listing is %s, %v", version, err)
	}
}

// TestCompare makes one change at a time.
func TestCompare(t *testing.T) {
	then := listingOf(t, base)
	for _, c := range []struct{ old, new, want string }{
		{"const C = 1", "const C = 2", "changed  p: const C untyped int = 1\n    now  p: const C untyped int = 2\nsince v1.0.0: 0 removed, 1 changed, 0 added\n"},
		{"func hidden() {}", "func Added() {}", "added    p: func Added()\nsince v1.0.0: 0 removed, 0 changed, 1 added\n"},
		{"var V []string", "", "removed  p: var V []string\nsince v1.0.0: 1 removed, 0 changed, 0 added\n"},
		{"M(a, b int) (n int, err error) }", "M(a, b int) (n int, err error); O() }", "changed  p: type I interface{ M(int, int) (int, error) }\n    now  p: type I interface{ M(int, int) (int, error); O() }\nsince v1.0.0: 0 removed, 1 changed, 0 added\n"},
		{"X, y int", "X int; y []int", "removed  p: comparable S\nsince v1.0.0: 1 removed, 0 changed, 0 added\n"},
		{"func (*E) P()", "func (E) P()", "removed  p: method (*E) P()\nremoved  p: method (*S) P()\nadded    p: method (E) P()\nadded    p: method (S) P()\nsince v1.0.0: 2 removed, 0 changed, 2 added\n"},
		{"func(a int)", "func(other int)", "since v1.0.0: 0 removed, 0 changed, 0 added\n"},
	} {
		if !strings.Contains(base, c.old) {
			t.Fatalf("no %q", c.old)
		}
		var b bytes.Buffer
		report(&b, "v1.0.0", compare(then, listingOf(t, strings.Replace(base, c.old, c.new, 1))))
		if b.String() != c.want {
			t.Errorf("%s -> %s:\n%s", c.old, c.new, b.String())
		}
	}
}

// TestUnnamed holds that a change that breaks programs is asked about until Unreleased names it.
func TestUnnamed(t *testing.T) {
	changes := compare(listing{"p: func F": "()", "p: method (*T) Get": "()", "p: field T.Old": " int"}, listing{"p: func F": "(int)", "p: func New": "()"})
	log := "# Changelog\n\n## Unreleased\n\n* `T.Old` is gone; use `New`.\n\n## v1.0.0 - 2027-01-15\n\n* `F`, `Get`\n\n## v0.1.0\n"
	var keys []string
	for _, c := range unnamed(changes, unreleased(log)) {
		keys = append(keys, c.key)
	}
	if want := []string{"p: func F", "p: method (*T) Get"}; !slices.Equal(keys, want) {
		t.Errorf("got %q, want %q", keys, want)
	}
	if !released(log, "v1.0.0") || released(log, "v0.1.0") || released(log, "v1.0") || released(log, "v2.0.0") {
		t.Error("a version with a date is released, no other")
	}
}

func TestBad(t *testing.T) {
	dir := t.TempDir()
	if _, _, err := last(dir); err == nil {
		t.Error("a folder without listings")
	}
	for _, text := range []string{"nonsense\n", "p: F()\n", "\n"} {
		if err := os.WriteFile(filepath.Join(dir, "v1.0.0.txt"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, _, err := last(dir); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := list(filepath.Join(dir, "none")); err == nil {
		t.Error("a folder that does not exist")
	}
	if _, err := list(dir); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("a folder without modules: %v", err)
	}
}

// TestKept holds that the listings that the repository keeps can be read, and have the drop-in's functions.
func TestKept(t *testing.T) {
	version, l, err := last(filepath.Join("..", "..", "api"))
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"json: func Marshal", "json: func Unmarshal", "zetes: func Append", "stream: func Lines"} {
		if _, ok := l[key]; !ok {
			t.Errorf("%s lacks %s", version, key)
		}
	}
}
