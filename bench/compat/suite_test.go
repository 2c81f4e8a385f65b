package compat

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/long"
)

// differs has the tests of json-iterator's suite that pass over json-iterator and not over compat/jsoniter.
var differs = map[string]string{
	"misc_tests.Test_map_eface_of_eface":                 "keys of maps that are interfaces, under the configuration that is exact: encoding/json refuses them",
	"misc_tests.Test_marshal_nil_json_raw_message":       "null is read into a json.RawMessage as its text null, as in encoding/json",
	"misc_tests.Test_unmarshal_anonymous_struct_invalid": "it looks for the name of the Go type in the error; ours are encoding/json's, which have none for input that ends too early",
	"value_tests.Test_unmarshal":                         "the two below",
	"value_tests.Test_unmarshal/Date":                    "keys of maps are read by UnmarshalJSON in json-iterator; encoding/json calls UnmarshalText",
	"value_tests.Test_unmarshal/Date2":                   "the same",
}

// TestSuite runs json-iterator's own tests over json-iterator and, with the import rewritten, over compat/jsoniter, each
// in a module of its own. All that pass over the one must pass over the other, but for differs.
func TestSuite(t *testing.T) {
	long.Only(t)
	out, err := exec.Command("go", "mod", "download", "-json", "github.com/json-iterator/go@v1.1.12").Output()
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
	theirs, ours := suite(t, m.Dir, root, false), suite(t, m.Dir, root, true)
	if len(theirs) < 500 {
		t.Fatalf("only %d tests pass over json-iterator", len(theirs))
	}
	failed := 0
	for _, name := range slices.Sorted(maps.Keys(theirs)) {
		if ours[name] {
			continue
		}
		failed++
		if differs[known(name)] == "" {
			t.Errorf("%s passes over json-iterator only", name)
		}
	}
	t.Logf("%d tests pass over json-iterator, %d over compat/jsoniter, %d only over the former", len(theirs), len(ours), failed)
	if failed > 10 {
		t.Errorf("%d differ, at most 10 may", failed)
	}
}

// known returns the key of differs for a test. Names of subtests hold their input.
func known(name string) string {
	for text, key := range map[string]string{"/[19]{": "Date", "/[20]{": "Date2"} {
		if before, _, ok := strings.Cut(name, text); ok && strings.HasSuffix(before, "Test_unmarshal") {
			return before + "/" + key
		}
	}
	return name
}

// suite copies json-iterator's tests from src into a module, and returns the tests that pass there. Tests of unexported
// names (stream_test.go, iter_skip_sloppy_test.go) stay behind.
func suite(t *testing.T, src, root string, rewrite bool) map[string]bool {
	dir := t.TempDir()
	path, extra := "github.com/json-iterator/go", "github.com/json-iterator/go/extra"
	if rewrite {
		path, extra = "github.com/zetes-json/zetes/compat/jsoniter", "github.com/zetes-json/zetes/compat/jsoniter/extra"
	}
	files, err := filepath.Glob(filepath.Join(src, "*", "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	files = append(files, filepath.Join(src, "example_test.go"))
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		folder := filepath.Base(filepath.Dir(name))
		text = bytes.ReplaceAll(text, []byte("jsoniter \"github.com/json-iterator/go\""), []byte(`"github.com/json-iterator/go"`))
		text = bytes.ReplaceAll(text, []byte(`"github.com/json-iterator/go"`), []byte(`jsoniter "`+path+`"`))
		switch {
		case folder == "benchmarks":
			continue
		case folder == "extra":
			text = bytes.Replace(text, []byte("package extra\n"), []byte("package extra\n\nimport . "+`"`+extra+"\"\n"), 1)
		case filepath.Base(name) == "example_test.go":
			folder = "examples"
			text = bytes.Replace(text, []byte("package jsoniter\n"), []byte("package examples\n\nimport . "+`"`+path+"\"\n"), 1)
		}
		write(t, filepath.Join(dir, folder, filepath.Base(name)), text)
	}
	// The program of the article about codecs for null types, which bench measures.
	text, err := os.ReadFile(filepath.Join(root, "bench", "lib", "jsonitercodecs.go"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "article", "article.go"), bytes.ReplaceAll(text, []byte(`"github.com/json-iterator/go"`), []byte(`"`+path+`"`)))
	write(t, filepath.Join(dir, "article", "article_test.go"), []byte(article))
	write(t, filepath.Join(dir, "go.mod"), []byte(strings.ReplaceAll(module, "ROOT", filepath.ToSlash(root))))
	run(t, dir, "mod", "tidy")
	return passing(t, dir)
}

// passing runs the tests of the module in dir, and returns those that pass.
func passing(t *testing.T, dir string) map[string]bool {
	t.Helper()
	pass := map[string]bool{}
	for line := range bytes.Lines(run(t, dir, "test", "-vet=off", "-json", "./...")) {
		var e struct{ Action, Package, Test, Output string }
		if json.Unmarshal(line, &e) != nil {
			continue
		}
		if e.Action == "build-output" {
			t.Errorf("%s", e.Output)
		}
		// Names with addresses are others in each run.
		if e.Action == "pass" && e.Test != "" && !strings.Contains(e.Test, "0x") {
			pass[filepath.Base(e.Package)+"."+e.Test] = true
		}
	}
	return pass
}

func write(t *testing.T, name string, text []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, text, 0o666); err != nil {
		t.Fatal(err)
	}
}

// run runs the go command and returns its output. Tests may fail.
func run(t *testing.T, dir string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-buildvcs=false -mod=mod")
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil && (args[0] != "test" || len(out) == 0) {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, said.String())
	}
	return out
}

const module = `module suite

go 1.26.0

require (
	github.com/guregu/null/v6 v6.0.0
	github.com/json-iterator/go v1.1.12
	github.com/modern-go/reflect2 v1.0.2
	github.com/stretchr/testify v1.8.0
	github.com/zetes-json/zetes v0.1.0
	github.com/zetes-json/zetes/compat v0.1.0
)

replace (
	github.com/zetes-json/zetes => ROOT
	github.com/zetes-json/zetes/compat => ROOT/compat
)
`

const article = `package lib

import (
	"testing"
	"time"

	"github.com/guregu/null/v6"
)

func TestArticle(t *testing.T) {
	now := time.Date(2026, 1, 2, 15, 4, 5, 123456789, time.UTC)
	v := struct {
		A null.Int
		B, C time.Time
		D null.String
	}{null.IntFrom(42), now, now.Add(-time.Hour), null.StringFrom("hello")}
	text, err := JSONIterCodecs.Marshal(&v)
	if string(text) != "{\"A\":42,\"B\":\"2026-01-02T15:04:05.123456789Z\",\"C\":\"2026-01-02T14:04:05.123456789Z\",\"D\":\"hello\"}" || err != nil {
		t.Errorf("%s, %v", text, err)
	}
	back := v
	back.A, back.D = null.Int{}, null.String{}
	if err := JSONIterCodecs.Unmarshal(text, &back); err != nil || back != v {
		t.Errorf("%+v, %v", back, err)
	}
}
`
