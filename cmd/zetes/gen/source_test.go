package gen

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/packages"
)

// Packages of the library that the sources import are read once.
var (
	sourceFiles   = token.NewFileSet()
	sourceLibrary = types.Importer(importer.ForCompiler(sourceFiles, "source", nil))
)

// sourceUnit returns the unit of a file a.go, which is "package m" and text, checked without the go command.
func sourceUnit(t *testing.T, text string) *unit {
	t.Helper()
	fset := sourceFiles
	f, err := parser.ParseFile(fset, "a.go", "package m\n"+text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{}}
	config := types.Config{Importer: sourceLibrary, Error: func(error) {}}
	pkg, _ := config.Check("example.com/m", fset, []*ast.File{f}, info)
	return &unit{
		pkg:    &packages.Package{Name: "m", PkgPath: "example.com/m", Fset: fset, Syntax: []*ast.File{f}, Types: pkg, TypesInfo: info},
		source: "a.go", out: "a_zetes.go",
	}
}

// emitted returns the file for text, or the error.
func emitted(t *testing.T, text string, o Options) (string, error) {
	t.Helper()
	u := sourceUnit(t, text)
	r := &run{options: &o, targets: targets{}}
	found, err := u.targets(&o)
	if err != nil {
		return "", err
	}
	for _, f := range found {
		if err := r.refused(u, f); err != nil {
			return "", err
		}
		r.targets.add(f)
	}
	b, err := r.file(u, found)
	return string(b), err
}
