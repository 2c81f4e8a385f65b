package migrate

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/zetes-json/zetes/cmd/zetes/gen"
)

var update = flag.Bool("update", false, "write what the tests get as what they want")

// laid writes the files of an archive into a folder, and returns it.
func laid(t *testing.T, a *txtar.Archive) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range a.Files {
		if strings.HasPrefix(f.Name, "want/") {
			continue
		}
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

// options are those of the line that starts with "options:" in the comment of an archive.
func options(t *testing.T, a *txtar.Archive, dir string) *Options {
	t.Helper()
	clone, err := filepath.Abs("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	o := &Options{Dir: dir, Zetes: clone, Tidy: true, Generate: generate}
	for line := range strings.Lines(string(a.Comment)) {
		line, found := strings.CutPrefix(strings.TrimSpace(line), "options:")
		if !found {
			continue
		}
		for word := range strings.FieldsSeq(line) {
			switch name, value, _ := strings.Cut(word, "="); name {
			case "to":
				o.To = value
			case "only":
				o.Only = append(o.Only, value)
			case "sums": // of the command, which go.mod is to require
				sums, err := os.ReadFile("../../go.sum")
				if err == nil {
					err = os.WriteFile(filepath.Join(dir, "go.sum"), sums, 0o666)
				}
				if err != nil {
					t.Fatal(err)
				}
			case "tags":
				o.Tags = value
			default:
				o.Patterns = append(o.Patterns, word)
			}
		}
	}
	return o
}

// generate stands for the command zetes gen, with the flags that the tests need.
func generate(ctx context.Context, dir string, args []string, overlay map[string][]byte) (string, []byte, error) {
	var b bytes.Buffer
	o := gen.Options{Dir: dir, Overlay: overlay, Print: &b, TagKey: "json"}
	for i := 0; i < len(args); i++ {
		switch args[i] {
		case "-all":
			o.All = true
		case "-snake_case":
			o.SnakeCase = true
		case "-type":
			i++
			o.Types = strings.Split(args[i], ",")
		default:
			o.Args = append(o.Args, args[i])
		}
	}
	res, err := gen.Run(ctx, &o)
	if err != nil {
		return "", nil, err
	}
	return filepath.Join(dir, filepath.Base(res.Written[0])), b.Bytes(), nil
}

// TestModules moves each module of testdata, and compares the files and findings with those it wants. Moved modules stay
// as they are when they are moved again.
func TestModules(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) < 8 {
		t.Fatalf("archives %q: %v", names, err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			dir := laid(t, a)
			o := options(t, a, dir)
			p, err := Make(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			var got []txtar.File
			for _, c := range p.Changes {
				if base := filepath.Base(c.Name); base != "go.mod" && base != "go.sum" {
					got = append(got, txtar.File{Name: "want/" + filepath.ToSlash(c.Name), Data: c.new})
				}
			}
			var b strings.Builder
			fmt.Fprintf(&b, "uses %s\n", strings.Join(p.Libraries, ", "))
			for _, f := range p.Findings {
				text, _, _ := strings.Cut(f.Text, ": here go mod tidy says") // which depends on the network
				fmt.Fprintf(&b, "%s: %s: %s\n", f.Kind, filepath.ToSlash(f.Place), text)
			}
			got = append(got, txtar.File{Name: "want/findings", Data: []byte(b.String())})
			compare(t, name, a, got)

			if err := p.Write(context.Background()); err != nil {
				t.Fatal(err)
			}
			for _, c := range p.Changes {
				if now, err := os.ReadFile(c.path); c.new == nil != os.IsNotExist(err) || !bytes.Equal(now, c.new) {
					t.Errorf("%s: it was not written: %v", c.Name, err)
				}
			}
			again, err := Make(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			if len(again.Changes) > 0 {
				t.Errorf("a second time: %s", again.Diff())
			}
		})
	}
}

// compare compares what an archive wants with what a test got, or writes it there.
func compare(t *testing.T, name string, a *txtar.Archive, got []txtar.File) {
	t.Helper()
	if *update {
		a.Files = slices.DeleteFunc(a.Files, func(f txtar.File) bool { return strings.HasPrefix(f.Name, "want/") })
		a.Files = append(a.Files, got...)
		if err := os.WriteFile(name, txtar.Format(a), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, f := range got {
		i := slices.IndexFunc(a.Files, func(w txtar.File) bool { return w.Name == f.Name })
		if i < 0 {
			t.Errorf("%s was not wanted:\n%s", f.Name, f.Data)
		} else if !bytes.Equal(a.Files[i].Data, f.Data) {
			t.Errorf("%s: got\n%s\nwant\n%s", f.Name, f.Data, a.Files[i].Data)
		}
	}
	for _, w := range a.Files {
		if strings.HasPrefix(w.Name, "want/") && !slices.ContainsFunc(got, func(f txtar.File) bool { return w.Name == f.Name }) {
			t.Errorf("%s is missing", w.Name)
		}
	}
}

// TestBad holds that what can't be done is told in one line with its place, and that nothing is written.
func TestBad(t *testing.T) {
	clone, err := filepath.Abs("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, files, want string
		options           Options
	}{
		{"no module", "-- a.txt --\n", "there is no module here", Options{}},
		{"no type", "-- go.mod --\nmodule m\n-- a.go --\npackage m\n\nvar x nosuch\n", "a.go:3:7: undefined: nosuch", Options{}},
		{"no syntax", "-- go.mod --\nmodule m\n-- a.go --\npackage m\n\nvar x =\n", "a.go:3:9: expected", Options{}},
		{"in a test", "-- go.mod --\nmodule m\n-- a.go --\npackage m\n-- a_test.go --\npackage m\n\nvar x nosuch\n", "a_test.go:3:7: undefined: nosuch", Options{}},
		{"import", "-- go.mod --\nmodule m\n-- a.go --\npackage m\n\nimport _ \"example.com/nosuch\"\n", "a.go:3:8: no required module provides package example.com/nosuch", Options{}},
		{"names of an import", "-- go.mod --\nmodule m\n-- a.go --\npackage m\n\nimport . \"example.com/nosuch\"\n\nvar x = Name\n", "a.go:3:8: no required module provides package example.com/nosuch", Options{}},
		{"replaced", "-- go.mod --\nmodule m\n\ngo 1.26.0\n\nrequire example.com/other v1.0.0\n\nreplace example.com/other => ../nosuch\n-- a.go --\npackage m\n\nimport \"example.com/other\"\n\nvar x other.T = nosuch\n", "a.go:3:8: example.com/other@v1.0.0: replacement directory ../nosuch does not exist", Options{}},
		{"replaced, old", "-- go.mod --\nmodule m\n\nrequire example.com/other v1.0.0\n\nreplace example.com/other => ../nosuch\n-- a.go --\npackage m\n\nimport \"example.com/other\"\n\nvar x other.T = nosuch\n", "go: example.com/other@v1.0.0 (replaced by ../nosuch): reading ../nosuch/go.mod: ", Options{}},
		{"vendored", "-- go.mod --\nmodule m\n\ngo 1.26.0\n-- vendor/modules.txt --\n-- a.go --\npackage m\n\nimport \"example.com/other\"\n\nvar x other.T = nosuch\n", "a.go:3:8: cannot find module providing package example.com/other", Options{}},
		{"only", "-- go.mod --\nmodule m\n-- a.go --\npackage m\n", "-only nosuch: no library that zetes migrate knows", Options{Only: []string{"nosuch"}}},
		{"to", "-- go.mod --\nmodule m\n-- a.go --\npackage m\n", `-to is json, compat or native, not "v2"`, Options{To: "v2"}},
		{"clone", "-- go.mod --\nmodule m\n-- a.go --\npackage m\n\nimport \"encoding/json\"\n\nvar _ = json.Marshal\n", "-zetes nosuch: it is no clone of", Options{Zetes: "nosuch"}},
		{"go.mod", "-- go.mod --\nmodule m\nnosuch\n-- a.go --\npackage m\n", "go.mod:2: unknown directive: nosuch", Options{}},
		{"pattern", "-- go.mod --\nmodule m\n-- a.go --\npackage m\n", "nosuch", Options{Patterns: []string{"./nosuch"}}},
		{"not named", "-- go.mod --\nmodule m\n\ngo 1.26.0\n-- m.go --\npackage m\n\nimport (\n\t\"encoding/json\"\n\n\t\"m/a\"\n)\n\nfunc M(d *json.Decoder) { a.Use(d) }\n-- a/a.go --\npackage a\n\nimport \"encoding/json\"\n\nfunc Use(d *json.Decoder) {}\n-- b/b.go --\npackage b\n\nimport _ \"m\"\n",
			"m.go:9:33: after the change it would not compile, and its package is not among those to move: name it too, or write ./... (cannot use d", Options{Zetes: clone, Patterns: []string{"./a", "./b"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			a := txtar.Parse([]byte(c.files))
			dir := laid(t, a)
			c.options.Dir = dir
			c.options.Tidy = true
			p, err := Make(context.Background(), &c.options)
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "stderr") {
				t.Errorf("got %v and %q, want %q", p, err, c.want)
			}
			for _, f := range a.Files {
				if now, err := os.ReadFile(filepath.Join(dir, f.Name)); err != nil || !bytes.Equal(now, f.Data) {
					t.Errorf("%s was written: %v", f.Name, err)
				}
			}
		})
	}
}

// TestNone holds that no file is written where one can't be.
func TestNone(t *testing.T) {
	a := txtar.Parse([]byte("-- go.mod --\nmodule m\n\ngo 1.26.0\n-- a.go --\npackage m\n\nimport \"encoding/json\"\n\nvar _ = json.Marshal\n-- b.go --\npackage m\n\nimport \"encoding/json\"\n\nvar _ = json.Valid\n"))
	dir := laid(t, a)
	if err := os.Link(filepath.Join(dir, "b.go"), filepath.Join(dir, "other")); err != nil {
		t.Skipf("files have one name here: %v", err)
	}
	p, err := Make(context.Background(), options(t, a, dir))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Write(context.Background()); err == nil || !strings.Contains(err.Error(), "b.go: it can't be written: it has 2 hard links") {
		t.Errorf("got %v", err)
	}
	for _, f := range a.Files {
		if now, err := os.ReadFile(filepath.Join(dir, f.Name)); err != nil || !bytes.Equal(now, f.Data) {
			t.Errorf("%s was written: %v", f.Name, err)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != len(a.Files)+1 {
		t.Errorf("files were left behind: %v, %v", entries, err)
	}
}

// asked is a context that ends when it has been asked so many times whether it has ended.
type asked struct {
	context.Context
	times int
}

// Err implements context.Context.
func (c *asked) Err() error {
	if c.times--; c.times < 0 {
		return context.Canceled
	}
	return nil
}

// TestInterrupted has the context end at every question: all files are written without an error, or none with one.
func TestInterrupted(t *testing.T) {
	a := txtar.Parse([]byte("-- go.mod --\nmodule m\n\ngo 1.26.0\n-- a.go --\npackage m\n\nimport \"encoding/json\"\n\nvar _ = json.Marshal\n-- b.go --\npackage m\n\nimport \"encoding/json\"\n\nvar _ = json.Valid\n"))
	dir := laid(t, a)
	p, err := Make(context.Background(), options(t, a, dir))
	if err != nil {
		t.Fatal(err)
	}
	for times := 0; ; times++ {
		err := p.Write(&asked{context.Background(), times})
		written := 0
		for _, f := range a.Files {
			if now, bad := os.ReadFile(filepath.Join(dir, f.Name)); bad != nil || !bytes.Equal(now, f.Data) {
				written++
			}
		}
		entries, bad := os.ReadDir(dir)
		if bad != nil || written == 0 && len(entries) != len(a.Files) {
			t.Errorf("after %d questions files were left behind: %v, %v", times, entries, bad)
		}
		if err == nil && written == len(a.Files) && times > 2 {
			return
		}
		if err == nil || written > 0 {
			t.Fatalf("after %d questions: %d files written, %v", times, written, err)
		}
	}
}

// TestLineEnds: new lines of a file end as its own do.
func TestLineEnds(t *testing.T) {
	a := txtar.Parse([]byte("-- go.mod --\nmodule example.com/m\n\ngo 1.26.0\n-- a.go --\npackage m\n\nimport (\n\t\"encoding/json\"\n\t\"io\"\n)\n\nvar _ io.Reader\nvar _ json.Decoder\n"))
	own := bytes.ReplaceAll(a.Files[1].Data, []byte("\n"), []byte("\r\n"))
	a.Files[1].Data = own
	p, err := Make(context.Background(), options(t, a, laid(t, a)))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range p.Changes {
		if lines := bytes.Count(c.new, []byte("\n")); c.Name == "a.go" && (lines <= bytes.Count(own, []byte("\n")) || lines != bytes.Count(c.new, []byte("\r\n"))) {
			t.Errorf("got %q", c.new)
		}
	}
}

// TestTests holds that tests are compared one by one, with those that differ and what go vet asks for.
func TestTests(t *testing.T) {
	a := txtar.Parse([]byte(`
-- go.mod --
module example.com/m

go 1.21

require example.com/other v0.0.0

replace example.com/other => ./other
-- other/go.mod --
module example.com/other
-- other/other.go --
// Package other is needed.
package other

// Two is two.
const Two = 2
-- a.go --
package m

import (
	"encoding/json"
	"reflect"

	"example.com/other"
)

func path() string { return reflect.TypeOf(new(json.Decoder)).Elem().PkgPath() }

func two() int { return other.Two }
-- a_test.go --
package m

import (
	"fmt"
	"os"
	"testing"
)

func TestSame(t *testing.T) {
	if b, err := os.ReadFile("a.go"); err != nil || len(b) == 0 || two() != 2 {
		t.Error(err)
	}
	t.Run("below", func(t *testing.T) {})
}

func TestOther(t *testing.T) {
	if path() != "encoding/json" {
		t.Error("another package")
	}
}

func TestFails(t *testing.T) { t.Error("before and after") }

func TestVet(t *testing.T) {
	text := path()
	_ = fmt.Sprintf(text)
}
`))
	dir := laid(t, a)
	p, err := Make(context.Background(), options(t, a, dir))
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.Test(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if c.Tests != 5 || c.Pass != 3 || !slices.Equal(c.Differ, []string{"example.com/m TestOther: pass before, fail after"}) || len(c.Loose) > 0 ||
		!strings.Contains(c.Vet, "a_test.go:26:18: non-constant format string") {
		t.Errorf("got %+v", c)
	}
	for _, f := range a.Files {
		if now, err := os.ReadFile(filepath.Join(dir, f.Name)); err != nil || !bytes.Equal(now, f.Data) {
			t.Errorf("%s was written: %v", f.Name, err)
		}
	}
}

// TestVendored runs a plan, writes it, and makes another one, while the folder vendor lacks what go.mod requires since.
func TestVendored(t *testing.T) {
	a := txtar.Parse([]byte(`
-- go.mod --
module example.com/m

go 1.26.0
-- vendor/modules.txt --
-- a.go --
package m

import "encoding/json"

var _ = json.Marshal
`))
	dir := laid(t, a)
	for i, want := range []int{2, 0} {
		o := options(t, a, dir)
		o.Tidy = true
		p, err := Make(context.Background(), o)
		if err != nil {
			t.Fatalf("time %d: %v", i, err)
		}
		if len(p.Changes) < want || want == 0 && len(p.Changes) > 0 {
			t.Errorf("time %d: %+v", i, p.Changes)
		}
		if err := p.Write(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
}
