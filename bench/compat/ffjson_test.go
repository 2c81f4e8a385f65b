package compat

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/long"
)

const ffjsonVersion = "v0.0.0-20190930134022-aa0246cd15f7"

// ffjsonDiffers has the tests of ffjson's that do not pass over code that ffjson has generated and compat/ffjson.
var ffjsonDiffers = map[string]string{
	"tests.TestInvalidSecondSurrogate": "it expects an error for half of a surrogate pair, which becomes U+FFFD as in encoding/json",
}

// TestGenerated has ffjson generate the code of its own tests, changes the import paths in it and in the tests, and runs
// them over compat/ffjson. All pass but those of the list.
func TestGenerated(t *testing.T) {
	long.Only(t)
	out, err := exec.Command("go", "mod", "download", "-json", "github.com/pquerna/ffjson@"+ffjsonVersion).Output()
	if err != nil {
		t.Fatal(err)
	}
	var m struct{ Dir string }
	if err := json.Unmarshal(out, &m); err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "tests"), os.DirFS(filepath.Join(m.Dir, "tests"))); err != nil {
		t.Fatal(err)
	}
	rewrite := func(pairs ...string) {
		err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
			if err != nil || filepath.Ext(name) != ".go" {
				return err
			}
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			write(t, name, []byte(strings.NewReplacer(pairs...).Replace(string(text))))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	rewrite(`"github.com/pquerna/ffjson/tests`, `"suite/tests`)
	write(t, filepath.Join(dir, "vendored", "go.mod"), []byte("module github.com/foo/vendored\n\ngo 1.26.0\n"))
	write(t, filepath.Join(dir, "vendored", "foo.go"), []byte("package vendored\n\ntype Foo struct {\n\tA string\n\tB int\n}\n"))
	write(t, filepath.Join(dir, "go.mod"), []byte(strings.ReplaceAll(strings.Replace(seedModule, "require (", "tool github.com/pquerna/ffjson\n\nrequire (\n\tgithub.com/foo/vendored v0.0.0\n\tgithub.com/pquerna/ffjson "+ffjsonVersion, 1), "ROOT", filepath.ToSlash(root))+
		"\nreplace github.com/foo/vendored => ./vendored\n"))
	run(t, dir, "mod", "tidy")
	for _, file := range []string{"ff.go", "goser/ff/goser.go", "go.stripe/ff/customer.go", "number/ff/number.go", "types/ff/everything.go"} {
		run(t, dir, slices.Concat([]string{"tool", "ffjson", "-force-regenerate"}, map[bool][]string{true: {"-reset-fields"}}[strings.HasPrefix(file, "types")], []string{"tests/" + file})...)
	}
	rewrite(`"github.com/pquerna/ffjson/ffjson"`, `"github.com/zetes-json/zetes/compat/ffjson"`, `"github.com/pquerna/ffjson/fflib/v1"`, `"github.com/zetes-json/zetes/compat/ffjson/fflib/v1"`)
	run(t, dir, "mod", "tidy")
	passed := 0
	for line := range bytes.Lines(run(t, dir, "test", "-vet=off", "-json", "./tests/...")) {
		var e struct{ Action, Package, Test, Output string }
		if json.Unmarshal(line, &e) != nil {
			continue
		}
		name := filepath.Base(e.Package) + "." + e.Test
		switch {
		case e.Action == "build-output":
			t.Errorf("%s", e.Output)
		case e.Test == "":
		case e.Action == "fail" && ffjsonDiffers[name] == "":
			t.Errorf("%s fails", name)
		case e.Action == "pass":
			passed++
			if ffjsonDiffers[name] != "" {
				t.Errorf("%s passes", name)
			}
		}
	}
	if passed < 220 {
		t.Errorf("only %d tests pass", passed)
	}
	t.Logf("%d tests pass, %d do not", passed, len(ffjsonDiffers))
}
