package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// kinds are the columns of the table, in order.
var kinds = []struct{ name, is string }{
	{"Pointer", "conversions to an address: `unsafe.Pointer(x)`"},
	{"\\*T", "conversions from an address to a pointer: `(*T)(p)`"},
	{"Add", "`unsafe.Add`"},
	{"Slice", "`unsafe.Slice`"},
	{"String", "`unsafe.String`"},
	{"SliceData", "`unsafe.SliceData`"},
	{"StringData", "`unsafe.StringData`"},
	{"mem", "calls of functions of `internal/mem` that use `unsafe` for their caller, such as `mem.Load64` and `mem.Frozen`"},
	{"reflect", "`reflect.NewAt`, `Value.UnsafePointer` and `Value.UnsafeAddr`"},
	{"assembly", "routines in assembly"},
}

// byName are the columns of calls by the name of the function.
var byName = map[string]string{"UnsafePointer": "reflect", "UnsafeAddr": "reflect"}

// A usage counts the uses of one package by kind.
type usage map[string]int

// A tree is what the tool knows of a repository.
type tree struct {
	dir      string
	uses     map[string]usage          // by package
	routines map[string]map[string]int // of internal/kernel: by family of files, then by architecture
	tests    map[string]bool           // package.TestName
}

// skipped are folders without code that programs link: other libraries' benchmarks, tools and the generator of the assembly.
var skipped = []string{"bench", "tools", "internal/kernel/_asm"}

// mem is the package whose functions use unsafe for their callers.
const mem = "internal/mem"

// read counts the uses of unsafe in the repository at dir.
func read(dir string) (*tree, error) {
	t := &tree{dir: dir, uses: map[string]usage{}, routines: map[string]map[string]int{}, tests: map[string]bool{}}
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil || !bytes.HasPrefix(text, []byte("module "+library+"\n")) {
		return nil, fmt.Errorf("%s is not the folder of the module %s", dir, library)
	}
	indirect, err := unsafeFunctions(filepath.Join(dir, filepath.FromSlash(mem)))
	if err != nil {
		return nil, err
	}
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			if rel != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata") || slices.Contains(skipped, rel) {
				return filepath.SkipDir
			}
			return nil
		}
		pkg := filepath.ToSlash(filepath.Dir(rel))
		switch filepath.Ext(path) {
		case ".go":
			return t.file(pkg, path, indirect)
		case ".s":
			return t.assembly(pkg, path)
		}
		return nil
	})
	return t, err
}

// add counts n uses of a kind.
func (t *tree) add(pkg, kind string, n int) {
	if n > 0 && t.uses[pkg] == nil {
		t.uses[pkg] = usage{}
	}
	if n > 0 {
		t.uses[pkg][kind] += n
	}
}

// file counts the uses in a Go file, or notes the tests of a test file. Files for other architectures count too.
func (t *tree) file(pkg, path string, indirect map[string]bool) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	f, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	if linkname.Match(text) {
		return fmt.Errorf("%s has a go:linkname, and the page says that there is none", path)
	}
	if strings.HasSuffix(path, "_test.go") {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil {
				t.tests[pkg+"."+fn.Name.Name] = true
			}
		}
		return nil
	}
	names := map[string]string{} // of packages
	for _, imp := range f.Imports {
		switch path := strings.Trim(imp.Path.Value, `"`); path {
		case "unsafe", "reflect", library + "/" + mem:
			name := path[strings.LastIndexByte(path, '/')+1:]
			if imp.Name != nil {
				name = imp.Name.Name
			}
			if name == "." {
				return fmt.Errorf("%s imports %s without a name, so its uses cannot be counted", path, name)
			}
			names[name] = path[strings.LastIndexByte(path, '/')+1:]
		}
	}
	addresses := false // the file can name addresses
	for _, is := range names {
		addresses = addresses || is == "unsafe" || is == "mem"
	}
	if pkg == mem {
		addresses = true
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if kind := kindOf(call, names, indirect, pkg == mem, addresses); kind != "" {
				t.add(pkg, kind, 1)
			}
		}
		return true
	})
	return nil
}

// kindOf returns the kind of use that a call is, or "".
func kindOf(call *ast.CallExpr, names map[string]string, indirect map[string]bool, within, addresses bool) string {
	switch fn := call.Fun.(type) {
	case *ast.ParenExpr:
		if _, ok := fn.X.(*ast.StarExpr); ok && addresses && len(call.Args) == 1 && !isNil(call.Args[0]) {
			return `\*T`
		}
	case *ast.Ident:
		if within && fn.Name == "Ptr" {
			return "Pointer"
		}
	case *ast.IndexExpr: // an instance of a generic function
		return kindOf(&ast.CallExpr{Fun: fn.X, Args: call.Args}, names, indirect, within, addresses)
	case *ast.SelectorExpr:
		x, ok := fn.X.(*ast.Ident)
		if !ok || names[x.Name] == "" {
			return byName[fn.Sel.Name]
		}
		switch name := fn.Sel.Name; names[x.Name] {
		case "unsafe":
			if slices.ContainsFunc(kinds, func(k struct{ name, is string }) bool { return k.name == name }) {
				return name
			}
		case "mem":
			if name == "Ptr" {
				return "Pointer"
			}
			if indirect[name] {
				return "mem"
			}
		case "reflect":
			if name == "NewAt" {
				return "reflect"
			}
		}
	}
	return ""
}

func isNil(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == "nil"
}

// unsafeFunctions returns the exported functions of the package in dir that name addresses or unsafe themselves.
func unsafeFunctions(dir string) (map[string]bool, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	found := map[string]bool{}
	for _, path := range paths {
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv != nil || !fn.Name.IsExported() {
				continue
			}
			ast.Inspect(fn, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && (id.Name == "unsafe" || id.Name == "Ptr") {
					found[fn.Name.Name] = true
				}
				return true
			})
		}
	}
	if len(found) == 0 {
		return nil, errors.New(dir + " has no functions that use unsafe")
	}
	return found, nil
}

var (
	linkname = regexp.MustCompile(`(?m)^//go:linkname `)
	routine  = regexp.MustCompile(`(?m)^TEXT `)
	// assemblyFile matches the name of a file: its family, such as masks, and its architecture.
	assemblyFile = regexp.MustCompile(`^(base64|utf8|[a-z]+)(?:32|64)?(?:_(?:avx2|avx512|vbmi2|wide))?_(amd64|arm64)\.s$`)
)

// assembly counts the routines of a file in assembly.
func (t *tree) assembly(pkg, path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	n := len(routine.FindAll(text, -1))
	t.add(pkg, "assembly", n)
	if n == 0 {
		return nil
	}
	m := assemblyFile.FindStringSubmatch(filepath.Base(path))
	if m == nil {
		return fmt.Errorf("%s: the file's name does not say what its routines are for", path)
	}
	if t.routines[m[1]] == nil {
		t.routines[m[1]] = map[string]int{}
	}
	t.routines[m[1]][m[2]] += n
	return nil
}
