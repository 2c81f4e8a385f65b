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
	found, err := packages.Load(config, staticPath, "time", "fmt", "github.com/zetes-json/zetes/opt")
	c := compiled{}
	for _, p := range found {
		c[p.PkgPath] = p.Types
	}
	return c, err
})

// compile returns the first error of text together with what is generated for it. Packages that text imports besides
// libraries stand in others, by path.
func compile(t *testing.T, text string, others compiled) error {
	t.Helper()
	known, err := libraries()
	if err != nil {
		t.Fatal(err)
	}
	from := compiled{}
	for _, c := range []compiled{known, others} {
		for path, p := range c {
			from[path] = p
		}
	}
	before := sourceLibrary
	sourceLibrary = from
	defer func() { sourceLibrary = before }()
	o := Options{All: true}
	made, err := emitted(t, text, o)
	if err != nil {
		return err
	}
	var files []*ast.File
	for name, text := range map[string]string{"a.go": "package m\n" + text, "a_zetes.go": made} {
		f, err := parser.ParseFile(sourceFiles, name, text, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	config := types.Config{Importer: from}
	if _, err = config.Check("example.com/m", sourceFiles, files, nil); err != nil {
		return fmt.Errorf("%w in\n%s", err, made)
	}
	return nil
}

// sourcePackage returns a package that others import.
func sourcePackage(t *testing.T, path, text string) *types.Package {
	t.Helper()
	f, err := parser.ParseFile(sourceFiles, path+".go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	p, err := (&types.Config{}).Check(path, sourceFiles, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestLocals has sources with names that generated functions have for themselves.
func TestLocals(t *testing.T) {
	others := compiled{}
	for name := range locals {
		others["example.com/a/"+name] = sourcePackage(t, "example.com/a/"+name, "package "+name+"\ntype T struct{ A, B int }\n")
	}
	check := func(what, text string) {
		if err := compile(t, text, others); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	for name := range locals {
		check("a type "+name, strings.ReplaceAll(`
type N struct{ A int; S []N }
type X_ struct{ B int }
type T struct {
	A []N
	B *N
	C []*N
	D map[string]N
	E [2]N `+"`json:\",omitzero\"`"+`
	F []X_
	R string `+"`json:\"r,required\"`"+`
	N2 [1]Word `+"`json:\",omitzero\"`"+`
	*Outer
}
type Word string
type Outer struct{ *N; R []struct{ N int; M []N } }
`, "N", name))
		check("a package "+name, strings.ReplaceAll(`import "example.com/a/N"
type T struct {
	A []N.T
	B *N.T
	*N.T
}
`, "N", name))
		check("a type parameter "+name, strings.ReplaceAll(`
type T[N any, K comparable] struct {
	A int
	B []N
	C map[K]N
	*Inner[N]
}
type Inner[N any] struct{ D N; E int `+"`json:\",required\"`"+` }
`, "N", name))
	}
	check("a type parameter static", "type T[static any] struct{ A static; B int }")
	check("a type static", "type T struct{ A []static; B *static }\ntype static struct{ C int; D []string }")
	check("names of the generator's", "type zetesATypeS struct{ A int }\nvar zetesANamesT, zetesA, zetesA_ int\nfunc zetesAWriteR() {}\ntype T struct{ A []S; B *S; C struct{ R }; D []R }\ntype S struct{ C int }\ntype R = struct{ X int }")
	check("variables and functions", "var more, next, name int\nfunc start() {}\ntype T struct{ A []S; B *S }\ntype S struct{ C int }")
}

// TestPredeclared has sources that declare names of Go's own: what is generated compiles, or is refused.
func TestPredeclared(t *testing.T) {
	for text, want := range map[string]string{
		"func len(int) int { return 0 }\ntype T struct{ A []int `json:\",omitempty\"` }": "a.go:2: generated code needs Go's own len, which the package declares anew",
		"func len(int) int { return 0 }\ntype T struct{ A []int }":                       "",
		"type int64 struct{}\ntype T struct{ A int8 }":                                   "a.go:2: generated code needs Go's own int64,",
		"type T struct{ A string }\ntype string struct{ B int }":                         "a.go:3: generated code needs Go's own string,",
		"type T struct{ A []byte }\ntype byte struct{ B int }":                           "a.go:3: generated code needs Go's own byte,",
		"var nil int\ntype T struct{ A *T }":                                             "a.go:2: generated code needs Go's own nil,",
		"const true = 1\ntype T struct{ A int }":                                         "a.go:2: generated code needs Go's own true,",
		"func copy() {}\nfunc min() {}\ntype T struct{ A int }":                          "",
		"type T struct{ A map[error]int `json:\"-\"`; B int }\ntype any struct{}":        "",
		"type T[int any] struct{ A int }":                                                "a_zetes.go: generated code needs Go's own int, which is a type parameter in the package",
	} {
		if err := compile(t, text, nil); want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s:\ngot  %v\nwant %s", text, err, want)
		}
	}
}
