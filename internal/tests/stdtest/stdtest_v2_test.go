//go:build goexperiment.jsonv2 && go1.27

package stdtest

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// hook is a file for package encoding/json/v2: the functions that its tests call in place of its own.
const hook = `package json

var Tested = struct {
	Marshal         func(any, ...Options) ([]byte, error)
	MarshalWrite    func(io.Writer, any, ...Options) error
	MarshalEncode   func(*jsontext.Encoder, any, ...Options) error
	Unmarshal       func([]byte, any, ...Options) error
	UnmarshalRead   func(io.Reader, any, ...Options) error
	UnmarshalDecode func(*jsontext.Decoder, any, ...Options) error
}{Marshal, MarshalWrite, MarshalEncode, Unmarshal, UnmarshalRead, UnmarshalDecode}
`

// link is a file for package json_test in the same folder, which may import our package.
const link = `package json_test

import (
	"encoding/json/v2"

	ours "github.com/zetes-json/zetes/json/v2"
)

func init() {
	t := &json.Tested
	t.Marshal, t.MarshalWrite, t.MarshalEncode = ours.Marshal, ours.MarshalWrite, ours.MarshalEncode
	t.Unmarshal, t.UnmarshalRead, t.UnmarshalDecode = ours.Unmarshal, ours.UnmarshalRead, ours.UnmarshalDecode
}
`

// TestToolchainSuiteV2 runs all tests of encoding/json/v2 over our package. They are in the package itself, and need
// names that only it has. So they stay there: an overlay makes them call our functions, through a variable that a file
// of the external test package sets. Our package is then built upon the package that is being tested.
func TestToolchainSuiteV2(t *testing.T) {
	// Files of a toolchain in the module cache can't be replaced, except by another name of the folder.
	dir := t.TempDir()
	root2 := filepath.Join(dir, "goroot")
	if err := os.Symlink(goroot(t), root2); err != nil {
		t.Fatal(err)
	}
	src := filepath.Join(root2, "src", "encoding", "json", "v2")
	names, err := filepath.Glob(filepath.Join(src, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	replace, calls := map[string]string{}, 0
	add := func(name, text string) {
		write(t, filepath.Join(dir, name), text)
		replace[filepath.Join(src, name)] = filepath.Join(dir, name)
	}
	for _, name := range names {
		text, n := redirected(t, name)
		calls += n
		add(filepath.Base(name), text)
	}
	add("zetes_hook_test.go", strings.Replace(hook, "\n", "\n\nimport (\n\t\"encoding/json/jsontext\"\n\t\"io\"\n)\n", 1))
	add("zetes_link_test.go", link)
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "overlay.json"), string(overlay))

	cmd := exec.Command(filepath.Join(root2, "bin", "go"), "test", "-trimpath", "-count=1", "-vet=off", "-v", "-overlay", filepath.Join(dir, "overlay.json"), "encoding/json/v2")
	cmd.Dir = root(t)
	cmd.Env = append(os.Environ(), "GOROOT="+root2, "GOTOOLCHAIN=local", "GOWORK=off", "PWD="+cmd.Dir)
	out, err := cmd.CombinedOutput()
	passed := len(regexp.MustCompile(`(?m)^ *--- PASS`).FindAll(out, -1))
	t.Logf("%d calls go to our package, %d tests and rows passed under %s", calls, passed, runtime.Version())
	if err != nil || calls < 20 || passed < 1000 {
		t.Errorf("%v, %d passed\n%s", err, passed, failures(out))
	}
}

// redirected returns the text of a test file of encoding/json/v2 that calls our functions, and in how many places.
func redirected(t *testing.T, name string) (text string, calls int) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	inner := f.Name.Name == "json"
	ast.Inspect(f, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		in := ast.Expr(ast.NewIdent("Tested"))
		id, ok := call.Fun.(*ast.Ident)
		if s, of := call.Fun.(*ast.SelectorExpr); of && !inner && named(s.X, "json") {
			in, id, ok = &ast.SelectorExpr{X: s.X, Sel: ast.NewIdent("Tested")}, s.Sel, true
		} else if !inner {
			return true
		}
		if ok {
			switch id.Name {
			case "Marshal", "MarshalWrite", "MarshalEncode", "Unmarshal", "UnmarshalRead", "UnmarshalDecode":
				call.Fun = &ast.SelectorExpr{X: in, Sel: ast.NewIdent(id.Name)}
				calls++
			}
		}
		return true
	})
	var b bytes.Buffer
	if err := format.Node(&b, fset, f); err != nil {
		t.Fatal(err)
	}
	return b.String(), calls
}
