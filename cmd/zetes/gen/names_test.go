package gen

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/types"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"
)

// compiled are packages as the compiler knows them, by path.
type compiled map[string]*types.Package

func (c compiled) Import(path string) (*types.Package, error) {
	if p := c[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("no package %s", path)
}

// libraries are the packages that generated code and the sources of the tests import.
var libraries = sync.OnceValues(func() (compiled, error) {
	config := &packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports}
	found, err := packages.Load(config, zetesPath, "time", "fmt", "sync", "github.com/zetes-json/zetes/opt")
	c := compiled{}
	for _, p := range found {
		c[p.PkgPath] = p.Types
	}
	return c, err
})

// compile returns the first error of text together with what is generated for it.
func compile(t *testing.T, text string) error {
	t.Helper()
	from, err := libraries()
	if err != nil {
		t.Fatal(err)
	}
	before := sourceLibrary
	sourceLibrary = from
	defer func() { sourceLibrary = before }()
	o := Options{All: true}
	made, err := emitted(t, text, o)
	if err != nil {
		return err
	}
	return together(from, text, made)
}

// together returns the first error of text with the generated file made.
func together(from compiled, text, made string) error {
	var files []*ast.File
	for name, text := range map[string]string{"a.go": "package m\n" + text, "a_zetes.go": made} {
		f, err := parser.ParseFile(sourceFiles, name, text, 0)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	config := types.Config{Importer: from}
	if _, err := config.Check("example.com/m", sourceFiles, files, nil); err != nil {
		return fmt.Errorf("%w in\n%s", err, made)
	}
	return nil
}

// TestNamesInFile has sources with names that a generated file has for itself: it compiles.
func TestNamesInFile(t *testing.T) {
	for _, name := range []string{"v", "dst", "data", "zetes", "zetes_", "zetesA", "zetesA_", "Generated"} {
		for _, text := range []string{
			"type N struct{ A int; S []N }\ntype T struct{ A []N; *N }",
			"var N int\ntype T struct{ A int }",
			"func N() {}\ntype T[P any] struct{ A P; In *T[P] }",
			"type T[N any, K comparable] struct{ A N; C map[K]N; *Inner[N] }\ntype Inner[N any] struct{ D N; M sync.Mutex `json:\"-\"` }",
		} {
			if text = strings.NewReplacer("N", name).Replace(text); strings.Contains(text, "sync.") {
				text = "import \"sync\"\n" + text
			}
			if err := compile(t, text); err != nil {
				t.Errorf("%s: %v", text, err)
			}
		}
	}
}

// TestStale: the file of a type that has changed since compiles, but in three cases.
func TestStale(t *testing.T) {
	from, err := libraries()
	if err != nil {
		t.Fatal(err)
	}
	before := sourceLibrary
	sourceLibrary = from
	made, err := emitted(t, "type T struct{ A int; B *U }\ntype U struct{ C []T }\ntype G[P any] struct{ P P }", Options{All: true})
	sourceLibrary = before
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"type T struct{ A string; B []U }\ntype U map[string]chan int\ntype G[Q comparable] []Q":                                 "",
		"type T int\ntype U struct{}\ntype G[P any] struct{ P P }":                                                               "",
		"type T struct{ A int }\ntype G[P any] struct{ P P }":                                                                    "undefined: U",
		"type T struct{ A int }\ntype U struct{}\ntype G[P, Q any] struct{ P P }":                                                "but receiver base type declares 2",
		"type T struct{ A int }\ntype U struct{}\nfunc (U) MarshalJSON() ([]byte, error) { return nil, nil }\ntype G[P any] int": "method U.MarshalJSON already declared",
	} {
		if err := together(from, text, made); want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestPredeclared has sources that declare names of Go's own: the generated file compiles, or is refused.
func TestPredeclared(t *testing.T) {
	for text, want := range map[string]string{
		"func len(int) int { return 0 }\ntype T struct{ A []int `json:\",omitempty\"` }": "",
		"type int64 struct{}\ntype T struct{ A int8 }":                                   "",
		"type T struct{ A []byte }\ntype byte struct{ B int }":                           "a.go:3: generated code needs Go's own byte,",
		"var nil int\ntype T struct{ A *T }":                                             "a.go:2: generated code needs Go's own nil,",
		"const true = 1\ntype T struct{ A int }":                                         "a.go:2: generated code needs Go's own true,",
		"type T struct{ A int }\ntype error int":                                         "a.go:3: generated code needs Go's own error,",
		"type T[byte any] struct{ A int }":                                               "a.go:2: generated code needs Go's own byte, which is a type parameter of T",
	} {
		if err := compile(t, text); want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s:\ngot  %v\nwant %s", text, err, want)
		}
	}
}
