package subject

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/zetes-json/zetes/cmd/zetes/internal/gocommand"
)

// tree writes the files of an archive into a folder.
func unpack(t *testing.T, archive string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// files returns the names and texts of all files below a folder.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		all[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func names(s *Set) []string {
	var list []string
	for _, t := range s.Types {
		list = append(list, t.Name)
	}
	return list
}

const generics = `
-- go.mod --
module m
go 1.24
-- m.go --
package m

type Pair[A, B any] struct { A A; B B }
type List[T interface{ ~[]E }, E any] struct { L T }
type Num[N ~int | ~float64] struct { N N }
type Text interface{ Text() string }
type Note struct{ S string }
func (*Note) Text() string { return "" }
type Texts[T Text] []T
type Pointer[T any, P interface{ *T; Text }] struct { V T }
type None[T interface{ none() }] []T
type Made = Pair[string, []hidden]
type hidden struct{ A int }
type Func func()
type Chan chan int
type Complex complex128
type Spoken func()
func (Spoken) MarshalText() ([]byte, error) { return nil, nil }
type Same = Note
type Map = map[string]hidden
type Any interface{}
type Big [3]struct{ X int }
`

// Generic types are looked at with the plainest arguments that there are.
func TestFind(t *testing.T) {
	dir := unpack(t, generics)
	for _, c := range []struct {
		name string
		wish Wish
		want string
		left string
	}{
		{"exported", Wish{},
			"Big List[[]uint8, uint8] Made Map Note Num[int] Num[float64] Pair[string, int] Pair[int, int] Pointer[Note, *Note] Spoken Texts[*Note]",
			"Any Chan Complex Func None Same Text"},
		{"run", Wish{Run: regexp.MustCompile(`^m\.N`)}, "Note Num[int] Num[float64]", "None"},
		{"all", Wish{All: true, Run: regexp.MustCompile(`(?i)hid`)}, "hidden", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.wish.Dir, c.wish.Patterns = dir, []string{"./..."}
			s, err := Find(context.Background(), c.wish)
			if err != nil {
				t.Fatal(err)
			}
			var left []string
			for _, l := range s.Left {
				left = append(left, l.Name)
			}
			plain := func(list []string) string { return strings.ReplaceAll(strings.Join(list, " "), "m.", "") }
			if got := plain(names(s)); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if got := plain(left); got != c.left {
				t.Errorf("left out %s, want %s", got, c.left)
			}
		})
	}
}

func TestFindNothing(t *testing.T) {
	const mod = "-- go.mod --\nmodule m\ngo 1.24\n"
	for _, c := range []struct {
		name, archive, pattern string
		wish                   Wish
		want                   string
	}{
		{"type-error", mod + "-- m.go --\npackage m\n\ntype T struct { A missing }\n", "./...", Wish{}, `m does not compile: .*m\.go:3:19: undefined: missing`},
		{"syntax-error", mod + "-- m.go --\npackage m\n\ntype T struct {\n", "./...", Wish{}, `m does not compile: .*m\.go:\d+:\d+: .*expected .*`},
		{"import", mod + "-- m.go --\npackage m\n\nimport \"m/missing\"\n\ntype T missing.T\n", "./...", Wish{}, `m/missing does not compile: m.go:3:8: .*`},
		{"dependency", mod + "-- m.go --\npackage m\n\nimport \"m/bad\"\n\ntype T bad.T\n-- bad/bad.go --\npackage bad\n\ntype T missing\n", ".", Wish{}, `m/bad does not compile: .*bad.go:3:8: undefined: missing`},
		{"no-package", mod, "./...", Wish{}, `no package matches \./\.\.\.`},
		{"no-folder", mod, "./missing", Wish{}, `.*missing.*`},
		{"unexported", mod + "-- m.go --\npackage m\n\ntype t struct{}\n", "./...", Wish{}, `the package: no type is exported; -all looks at the others too`},
		{"none", mod + "-- m.go --\npackage m\n", "./...", Wish{All: true}, `the package: no type is declared`},
		{"function", mod + "-- m.go --\npackage m\n\ntype F func()\n", "./...", Wish{}, `the package: no type to look at; m.F is left out: it is a function`},
		{"no-match", mod + "-- m.go --\npackage m\n\ntype T int\n", "./...", Wish{Run: regexp.MustCompile("X")}, `the package: no type that JSON can hold has a name that matches "X"`},
		{"file", mod + "-- m.go --\npackage m\n\ntype T int\n", "m.go", Wish{}, `name packages, as \./\.\.\. does, not files`},
		{"no-module", "-- m.go --\npackage m\n", "./...", Wish{}, `.*(go\.mod|main module).*`},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.wish.Dir, c.wish.Patterns = unpack(t, c.archive), []string{c.pattern}
			s, err := Find(context.Background(), c.wish)
			if err == nil {
				t.Fatalf("found %v", names(s))
			}
			if !regexp.MustCompile("^" + c.want + "$").MatchString(err.Error()) {
				t.Errorf("got %q, want %q", err, c.want)
			}
		})
	}
}

// The go command finds every package of the program, in modules of all kinds, and the caller's files stay as they are.
func TestPrepare(t *testing.T) {
	source, err := checkout()
	if err != nil {
		t.Fatal(err)
	}
	const deep = `
-- m.go --
package m

type T struct{ A int }
type t struct{ A int }
-- a/internal/b/b.go --
package b

type B struct{ A int }
-- a/internal/b/internal/c/c.go --
package c

type C struct{ A int }
-- cmd/main.go --
package main

import _ "m/cmd/internal/d"

type M struct{ A int }

func main() {}
-- cmd/internal/d/d.go --
package d

type D struct{ A int }
`
	const dep = "package dep\n\ntype Dep struct{ A int }\n"
	all := []string{"m.T", "m.t", "m/a/internal/b.B", "m/a/internal/b/internal/c.C", "m/cmd.M", "m/cmd/internal/d.D"}
	exported := slices.DeleteFunc(slices.Clone(all), func(s string) bool { return s == "m.t" })
	for _, c := range []struct {
		name, archive string
		dir           string
		wish          Wish
		want          []string
	}{
		{"plain", "-- go.mod --\nmodule m\n" + deep, "", Wish{Patterns: []string{"./..."}}, exported},
		{"all", "-- go.mod --\nmodule m\ngo 1.20\n" + deep, "", Wish{All: true, Patterns: []string{"./..."}}, all},
		{"requires", fmt.Sprintf("-- go.mod --\nmodule m\ngo 1.26\nrequire %s v0.0.0\nreplace %[1]s => %q\n", library, source) + deep, "",
			Wish{Patterns: []string{"./..."}}, exported},
		{"sub-folder", "-- go.mod --\nmodule m\n" + deep, "a", Wish{Patterns: []string{"./..."}}, []string{"m/a/internal/b.B", "m/a/internal/b/internal/c.C"}},
		{"vendor", "-- go.mod --\nmodule m\ngo 1.24\nrequire (\nexample.org/dep v1.2.3\nexample.org/unused v1.0.0\n)\n" + deep +
			"-- n/n.go --\npackage n\n\nimport \"example.org/dep/in\"\n\ntype N struct{ dep.Dep }\n" +
			"-- vendor/modules.txt --\n# example.org/dep v1.2.3\n## explicit; go 1.20\nexample.org/dep/in\n# example.org/unused v1.0.0\n## explicit\n" +
			"-- vendor/example.org/dep/in/dep.go --\n" + dep, "", Wish{Patterns: []string{"./n", "example.org/dep/in"}}, []string{"example.org/dep/in.Dep", "m/n.N"}},
		{"workspace", "-- go.work --\ngo 1.24\nuse (\n./x\n./y\n)\n-- x/go.mod --\nmodule m/x\ngo 1.24\n-- x/x.go --\npackage x\n\nimport \"m/y\"\n\ntype X struct { y.Y }\n" +
			"-- y/go.mod --\nmodule m/y\ngo 1.21\n-- y/y.go --\npackage y\n\ntype Y struct{ A int }\n-- y/internal/z/z.go --\npackage z\n\ntype Z int\ntype z int\n",
			"x", Wish{All: true, Patterns: []string{"m/x/...", "m/y/..."}}, []string{"m/x.X", "m/y.Y", "m/y/internal/z.Z", "m/y/internal/z.z"}},
		{"replaced", "-- a/go.mod --\nmodule m/a\ngo 1.24\nrequire m/b v0.0.0\nreplace m/b => ../b\n-- a/a.go --\npackage a\n\nimport \"m/b\"\n\ntype A struct{ b.B }\n" +
			"-- b/go.mod --\nmodule m/b\ngo 1.24\n-- b/b.go --\npackage b\n\ntype B struct{ A int }\ntype b int\n-- b/internal/c/c.go --\npackage c\n\ntype C int\n",
			"a", Wish{All: true, Patterns: []string{"./...", "m/b/..."}}, []string{"m/a.A", "m/b.B"}},
		{"tags", "-- go.mod --\nmodule m\ngo 1.24\n-- m.go --\n//go:build special\n\npackage m\n\ntype T int\n", "", Wish{Tags: "special", Patterns: []string{"./..."}}, []string{"m.T"}},
		{"standard", "-- go.mod --\nmodule m\ngo 1.24\n", "", Wish{All: true, Patterns: []string{"net/url"}}, []string{"net/url.Error", "net/url.EscapeError", "net/url.InvalidHostError", "net/url.URL", "net/url.Userinfo", "net/url.Values"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("GOFLAGS", "")
			t.Setenv("GOPROXY", "off")
			dir := unpack(t, c.archive)
			before := files(t, dir)
			c.wish.Dir = filepath.Join(dir, c.dir)
			ctx := context.Background()
			s, err := Find(ctx, c.wish)
			if err != nil {
				t.Fatal(err)
			}
			p, err := prepare(ctx, t.TempDir(), s, Check)
			if err != nil {
				t.Fatal(err)
			}
			if got := names(s); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q, left %q", got, c.want, s.Left)
			}
			args := slices.Concat([]string{"list", "-deps", "-f", "{{.ImportPath}}"}, p.flags, []string{p.main})
			deps, err := gocommand.Run(ctx, c.wish.Dir, p.env, args...)
			if err != nil {
				t.Fatal(err)
			}
			for _, typ := range s.Types {
				path := typ.Package()
				if typ.pkg.Name == "main" {
					path += "/" + folder + "/main"
				}
				if !strings.Contains("\n"+deps, "\n"+path+"\n") {
					t.Errorf("%s is not in the program", path)
				}
			}
			if !strings.Contains(deps, "\n"+library+"/json\n") {
				t.Error("the library is not in the program")
			}
			if after := files(t, dir); !maps.Equal(before, after) {
				t.Errorf("files have changed: %q", slices.Sorted(maps.Keys(after)))
			}
		})
	}
}
