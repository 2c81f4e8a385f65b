package compat

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/long"
)

// Tests of gjson's and sjson's suites that do not pass over compat/gjson and compat/sjson.
var (
	gjsonChecked = map[string]string{
		"TestPath":               `its document is not JSON: it has {"sadf":sdf"asdf"} and "tag":, "good"`,
		"TestTimeResult":         `its document is not JSON: it has {"sadf":sdf"asdf"} and "tag":, "good"`,
		"TestBasic":              `its document is not JSON: it has {"sadf":sdf"asdf"} and "tag":, "good"`,
		"TestIsArrayIsObject":    `its document is not JSON: it has {"sadf":sdf"asdf"} and "tag":, "good"`,
		"TestBasic1":             `its document is not JSON: it has {"sadf":sdf"asdf"} and "tag":, "good"`,
		"TestBasic2":             `its document is not JSON: it has {"sadf":sdf"asdf"} and "tag":, "good"`,
		"TestBasic3":             `its document is not JSON: it has {"sadf":sdf"asdf"} and "tag":, "good"`,
		"TestBasic4":             `its document is not JSON: it has {"sadf":sdf"asdf"} and "tag":, "good"`,
		"TestBasic5":             `its document is not JSON: it has {"sadf":sdf"asdf"} and "tag":, "good"`,
		"TestMap":                `one of its texts is cut`,
		"TestManyBasic":          `its document is not JSON: a comma is missing after "age":31`,
		"TestIndexes":            `its document has {test: 3}`,
		"TestIndexesMatchesRaw":  `it parses a value with other text after it`,
		"TestKeysValuesModifier": `its document has a comma before a brace`,
		"TestNaNInf":             `its numbers are NaN and infinities, which JSON does not have`,
		"TestParseIndex":         `it parses +inf and -inf`,
	}
	gjsonUnchecked = map[string]string{}
	sjsonDiffers   = map[string]string{}
)

// unexported are tests of functions that gjson does not export.
var unexported = []string{"TestUnescape", "TestVariousFuzz", "TestSplitPipe", "TestParseQuery", "TestRevSquash"}

// TestGjsonSuite runs gjson's own tests over compat/gjson, with its checks and by Unchecked, and sjson's over
// compat/sjson. All pass but those in the lists.
func TestGjsonSuite(t *testing.T) {
	long.Only(t)
	for _, row := range []struct {
		name, module, shim string
		differs            map[string]string
		least              int
	}{
		{"checked", "github.com/tidwall/gjson@v1.20.1", shim("g."), gjsonChecked, 60},
		{"unchecked", "github.com/tidwall/gjson@v1.20.1", shim("g.Unchecked."), gjsonUnchecked, 60},
		{"sjson", "github.com/tidwall/sjson@v1.2.7", sjsonShim, sjsonDiffers, 10},
	} {
		t.Run(row.name, func(t *testing.T) {
			passed, failed := shimmed(t, row.module, row.shim)
			if len(passed) < row.least {
				t.Fatalf("only %d tests pass", len(passed))
			}
			for _, name := range failed {
				if row.differs[name] == "" {
					t.Errorf("%s fails", name)
				}
			}
			for name := range row.differs {
				if slices.Contains(passed, name) {
					t.Errorf("%s passes", name)
				}
			}
			t.Logf("%d tests pass, %d do not", len(passed), len(failed))
		})
	}
}

// shimmed runs the tests of a module, whose names shim declares, each by itself: a failed assertion of gjson's panics.
func shimmed(t *testing.T, module, shim string) (passed, failed []string) {
	out, err := exec.Command("go", "mod", "download", "-json", module).Output()
	if err != nil {
		t.Fatal(err)
	}
	var m struct{ Dir string }
	if err := json.Unmarshal(out, &m); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(m.Dir, "*_test.go"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, files[0], nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var tests []string
	file.Decls = slices.DeleteFunc(file.Decls, func(d ast.Decl) bool {
		f, ok := d.(*ast.FuncDecl)
		if ok && slices.Contains(unexported, f.Name.Name) {
			return true
		}
		if ok && strings.HasPrefix(f.Name.Name, "Test") {
			tests = append(tests, f.Name.Name)
		}
		return false
	})
	var text bytes.Buffer
	if err := format.Node(&text, set, file); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "suite_test.go"), text.Bytes())
	write(t, filepath.Join(dir, "shim_test.go"), []byte(shim))
	write(t, filepath.Join(dir, "go.mod"), []byte(strings.ReplaceAll(gjsonModule, "ROOT", filepath.ToSlash(root))))
	run(t, dir, "mod", "tidy")
	program := filepath.Join(dir, "suite.test")
	run(t, dir, "test", "-c", "-vet=off", "-o", program)
	results := map[bool][]string{}
	for _, name := range tests {
		cmd := exec.Command(program, "-test.run", "^"+name+"$")
		cmd.Dir = dir
		err := cmd.Run()
		results[err == nil] = append(results[err == nil], name)
	}
	return results[true], results[false]
}

// shim declares gjson's names for its test. from is where the functions come from that Unchecked has too.
func shim(from string) string {
	var b strings.Builder
	b.WriteString(`package gjson

import g "github.com/zetes-json/zetes/compat/gjson"

type (
	Result = g.Result
	Type   = g.Type
)

const (
	Null   = g.Null
	False  = g.False
	Number = g.Number
	String = g.String
	True   = g.True
	JSON   = g.JSON
)

func validpayload(b []byte, _ int) (int, bool) { return 0, g.ValidBytes(b) }

func stringLessInsensitive(a, b string) bool {
	return Result{Type: String, Str: a}.Less(Result{Type: String, Str: b}, false)
}

var (
	AddModifier, Escape, AppendJSONString, Valid, ValidBytes = g.AddModifier, g.Escape, g.AppendJSONString, g.Valid, g.ValidBytes
`)
	for _, name := range []string{"Get", "GetBytes", "GetMany", "GetManyBytes", "Parse", "ParseBytes", "ForEachLine"} {
		b.WriteString("\t" + name + " = " + from + name + "\n")
	}
	b.WriteString(")\n")
	return b.String()
}

const sjsonShim = `package sjson

import s "github.com/zetes-json/zetes/compat/sjson"

var Set, SetBytes, SetRaw, SetRawBytes, Delete, DeleteBytes = s.Set, s.SetBytes, s.SetRaw, s.SetRawBytes, s.Delete, s.DeleteBytes
`

const gjsonModule = `module suite

go 1.26.0

require (
	github.com/tidwall/gjson v1.20.1
	github.com/tidwall/pretty v1.2.0
	github.com/zetes-json/zetes v0.1.0
	github.com/zetes-json/zetes/compat v0.1.0
)

replace (
	github.com/zetes-json/zetes => ROOT
	github.com/zetes-json/zetes/compat => ROOT/compat
)
`
