package compat

import (
	"bufio"
	"bytes"
	"encoding/json"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/long"
)

// seed is a library whose own tests run over a package of module compat.
type seed struct {
	module  string            // with its version
	folder  string            // of the tests in the module
	path    string            // import path of the library's package
	ours    string            // folder of our package in compat
	differs map[string]string // tests that do not pass, or have subtests that do not, each with the reason
	least   int               // number of tests that pass
}

var seeds = []seed{
	{"github.com/francoispqt/gojay@v1.2.13", ".", "github.com/francoispqt/gojay", "gojay", gojayDiffers, 1200},
	{"github.com/pquerna/ffjson@" + ffjsonVersion, "fflib/v1", "github.com/pquerna/ffjson/fflib/v1", "ffjson/fflib/v1", ffjsonLexerDiffers, 5},
	{"github.com/bet365/jingo@64766c6", ".", "github.com/bet365/jingo", "jingo", jingoDiffers, 7},
}

// TestSeeds runs the own tests of the smaller libraries over the packages that have their names. Tests that need names
// that a library does not export are left out. All others pass but those in the lists.
func TestSeeds(t *testing.T) {
	long.Only(t)
	for _, s := range seeds {
		t.Run(s.ours, func(t *testing.T) {
			var m struct{ Dir, Error string }
			out, failed := exec.Command("go", "mod", "download", "-json", s.module).Output()
			if err := json.Unmarshal(out, &m); err != nil {
				t.Fatal(err)
			}
			if clone := os.Getenv("ZETES_CLONE_" + s.ours); failed != nil && clone != "" {
				m.Dir = clone
			} else if failed != nil && strings.Contains(m.Error, "not available") {
				t.Skip(m.Error) // No proxy has jingo everywhere: ZETES_CLONE_jingo is a clone of it then.
			} else if failed != nil {
				t.Fatal(m.Error)
			}
			s.run(t, filepath.Join(m.Dir, s.folder))
		})
	}
}

// run runs the tests of the folder src.
func (s *seed) run(t *testing.T, src string) {
	dir := t.TempDir()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	ours := "github.com/zetes-json/zetes/compat/" + s.ours
	files, err := filepath.Glob(filepath.Join(src, "*_test.go"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text = bytes.ReplaceAll(text, []byte(`"`+s.path+`"`), []byte(`"`+ours+`"`))
		if !bytes.Contains(text, []byte("_test\n\nimport")) {
			text = regexp.MustCompile(`(?m)^package \w+$`).ReplaceAll(text, []byte("$0\nimport . \""+ours+"\""))
		}
		write(t, filepath.Join(dir, filepath.Base(name)), text)
	}
	write(t, filepath.Join(dir, "go.mod"), []byte(strings.ReplaceAll(seedModule, "ROOT", filepath.ToSlash(root))))
	run(t, dir, "mod", "tidy")
	left := fitting(t, dir)
	passed, failed := each(t, dir)
	for _, name := range failed {
		if top, _, _ := strings.Cut(name, "/"); s.differs[top] == "" {
			t.Errorf("%s fails", name)
		}
	}
	for name := range s.differs {
		if slices.Contains(passed, name) {
			t.Errorf("%s passes", name)
		}
	}
	if len(passed) < s.least {
		t.Errorf("only %d tests pass", len(passed))
	}
	t.Logf("%d tests pass, %d do not, %d declarations need names that the library does not export", len(passed), len(failed), left)
}

var complaint = regexp.MustCompile(`(?m)^(?:\./)?(\w+_test\.go):(\d+):\d+: (.*)$`)

// fitting takes declarations out of the tests in dir until they compile, and returns their number.
func fitting(t *testing.T, dir string) (n int) {
	for range 50 {
		cmd := exec.Command("go", "test", "-c", "-vet=off", "-gcflags=-e", "-o", filepath.Join(dir, "suite.test"))
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-buildvcs=false -mod=mod")
		out, err := cmd.CombinedOutput()
		if err == nil {
			return n
		}
		lines := map[string][]int{}
		for _, m := range complaint.FindAllStringSubmatch(string(out), -1) {
			line, _ := strconv.Atoi(m[2])
			lines[m[1]] = append(lines[m[1]], line)
		}
		if len(lines) == 0 {
			t.Fatalf("%s", out)
		}
		for name, wrong := range lines {
			n += without(t, filepath.Join(dir, name), wrong)
		}
	}
	t.Fatal("the tests do not compile")
	return 0
}

// without takes the declarations out of a file that hold the lines wrong, and returns their number.
func without(t *testing.T, name string, wrong []int) (n int) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	in := func(node ast.Node) bool {
		return slices.ContainsFunc(wrong, func(line int) bool {
			return set.Position(node.Pos()).Line <= line && line <= set.Position(node.End()).Line
		})
	}
	file.Decls = slices.DeleteFunc(file.Decls, func(d ast.Decl) bool {
		if g, ok := d.(*ast.GenDecl); ok {
			g.Specs = slices.DeleteFunc(g.Specs, func(spec ast.Spec) bool { return in(spec) })
			if g.Tok == token.IMPORT {
				g.Lparen = max(g.Lparen, g.Pos())
				return len(g.Specs) == 0
			}
			n++
			return len(g.Specs) == 0
		}
		if in(d) {
			n++
			return true
		}
		return false
	})
	var text bytes.Buffer
	if err := format.Node(&text, set, file); err != nil {
		t.Fatal(err)
	}
	write(t, name, text.Bytes())
	return n
}

// each runs the tests of dir, whose program was built, and returns the names of all that pass and fail, subtests too. A
// test that panics takes the others along, so that each is run by itself.
func each(t *testing.T, dir string) (passed, failed []string) {
	program := filepath.Join(dir, "suite.test")
	list, err := exec.Command(program, "-test.list", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	results := map[string]bool{}
	for name := range strings.FieldsSeq(string(list)) {
		if strings.HasPrefix(name, "Benchmark") {
			continue
		}
		cmd := exec.Command(program, "-test.run", "^"+name+"$", "-test.v", "-test.timeout=60s")
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		results[name] = err == nil
		for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
			if word, rest, ok := strings.Cut(strings.TrimSpace(lines.Text()), ": "); ok && strings.HasPrefix(word, "--- ") {
				results[strings.Fields(rest)[0]] = word != "--- FAIL"
			}
		}
		if os.Getenv("SEEDS_SHOW") != "" && err != nil {
			t.Logf("%s", out)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(results)) {
		if results[name] {
			passed = append(passed, name)
		} else {
			failed = append(failed, name)
		}
	}
	return passed, failed
}

const seedModule = `module suite

go 1.26.0

require (
	github.com/zetes-json/zetes v0.1.0
	github.com/zetes-json/zetes/compat v0.1.0
)

replace (
	github.com/zetes-json/zetes => ROOT
	github.com/zetes-json/zetes/compat => ROOT/compat
)
`

const (
	notJSON  = "its text is not JSON"
	oddError = "it expects an error for a number that fits: ours are computed exactly, whatever their exponent"
)

var ffjsonLexerDiffers = map[string]string{
	"TestHelloWorld": notJSON + ": it has a comment",
}

var jingoDiffers = map[string]string{
	"Example":             "it has the tag option stringer on a float64, which has no method String: jingo passes over it",
	"Example_testStruct2": "it has the tag option raw on an int, which jingo writes as null",
}

var gojayDiffers = map[string]string{
	"TestDecodeArraySkipError":                  "it reads a number with letters after it, without reading on",
	"TestDecodeAsTestObject":                    notJSON + ": a comma before a brace; and it expects an error of encoding/json",
	"TestDecodeInterfaceAsInterface":            "it expects an error of encoding/json",
	"TestDecodeInterfaceBasic":                  "it expects an error of encoding/json, and one for letters after the value, without reading on",
	"TestDecodeObjectBasic":                     notJSON + ": a comma before a brace",
	"TestDecodeObjectBasic0Keys":                notJSON + ": a comma before a brace",
	"TestDecoderBool":                           "it expects no error for an empty text",
	"TestDecoderBoolNull":                       "it expects no error for an empty text",
	"TestDecoderFloat32":                        oddError,
	"TestDecoderFloat32Null":                    oddError,
	"TestDecoderFloat64":                        oddError,
	"TestDecoderFloat64Null":                    oddError,
	"TestDecoderInt":                            oddError,
	"TestDecoderInt16":                          oddError,
	"TestDecoderInt16Null":                      oddError,
	"TestDecoderInt32":                          oddError,
	"TestDecoderInt32Null":                      oddError,
	"TestDecoderInt64":                          oddError,
	"TestDecoderInt64Null":                      oddError,
	"TestDecoderInt8":                           oddError,
	"TestDecoderInt8Null":                       oddError,
	"TestDecoderIntNull":                        oddError,
	"TestDecoderObject":                         notJSON + ": commas are missing",
	"TestDecoderObjectDecoderAPI":               notJSON + ": commas are missing",
	"TestDecoderObjectDecoderAPIFuncReadCloser": notJSON + ": commas are missing",
	"TestDecoderObjectDecoderAPIReadCloser":     notJSON + ": commas are missing",
	"TestDecoderObjectMap":                      notJSON + ": a comma before a brace",
	"TestDecoderString":                         "it expects no error for an empty text, and zero bytes after half of a surrogate pair",
	"TestDecoderStringNull":                     "it expects no error for an empty text, and zero bytes after half of a surrogate pair",
	"TestEncoderArrayEncodeAPI":                 "it expects that an int16 in an interface is left out without a word",
	"TestEncoderArrayMarshalAPI":                "it expects that an int16 in an interface is left out without a word",
	"TestStreamDecodingObjectsParallel":         "it expects the text of an error",
	"TestStreamDecodingStringsParallel":         "it expects the text of an error",
	"TestUnmarshalInterfaceError":               "it expects an error of encoding/json",
}
