package main

import (
	"fmt"
	"go/ast"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// module is the import path of the library.
const module = "github.com/zetes-json/zetes"

// A figure is one number of the table that opens the report, with its definition.
type figure struct {
	name, means string
	count       func(dir string, files []*file) (int, error)
}

// figures is the table. The help prints the definitions.
var figures = []figure{
	{"lines of code", "lines of the library's Go files that have code: no comments, blanks, tests, examples, generated files or assembly",
		func(_ string, files []*file) (n int, _ error) {
			for _, f := range files {
				if !f.test {
					n += f.code
				}
			}
			return n, nil
		}},
	{"lines behind json", "all lines of the packages that importing package json brings along, for all platforms; tests and generated files apart", behindJSON},
	{"generated lines", "lines of the generated Go files of the repository, those of folder bench apart", generatedLines},
	{"grammar functions", "functions that compare bytes with a comma and a closing bracket or brace; listed below",
		func(_ string, files []*file) (int, error) { return len(knowing(&signs[0], files)), nil }},
	{"entries of decode", "exported functions and methods of internal/plan/decode", entryCount("internal/plan/decode")},
	{"entries of encode", "exported functions and methods of internal/plan/encode", entryCount("internal/plan/encode")},
	{"widest live struct", "fields of the widest struct that exists once for each run or handle, embedded structs of all packages included: " + strings.Join(live, ", "),
		func(_ string, files []*file) (widest int, err error) {
			all := structsOf(files)
			for _, name := range live {
				n, err := all.width(name)
				if err != nil {
					return 0, err
				}
				widest = max(widest, n)
			}
			return widest, nil
		}},
	{"files of the root", "Go files of the root package that are no tests",
		func(_ string, files []*file) (n int, _ error) {
			for _, f := range files {
				if f.dir == "." && !f.test {
					n++
				}
			}
			return n, nil
		}},
	{"functions over 150 lines", "functions of the library of more than 150 lines",
		func(_ string, files []*file) (n int, _ error) {
			for _, x := range functionsOf(files) {
				if x.lines > 150 {
					n++
				}
			}
			return n, nil
		}},
	{"words of ARCHITECTURE.md", "words between white space, tables included", words("ARCHITECTURE.md")},
	{"words of README.md", "the same", words("README.md")},
}

// live are the structs that exist once for each run, or for each handle that a user holds.
var live = []string{
	"internal/plan/decode.state", "internal/plan/encode.machine", "internal/window.Window", "internal/wire.blockScanner",
	"codec.Reader", "codec.Writer", "json.Decoder", "json.Encoder", "jsondoc/partial.partial", "stream.Decoder",
}

// house prints the figures.
func house(out io.Writer, dir string, files []*file) error {
	w := table(out, "House", "value,figure")
	for _, f := range figures {
		n, err := f.count(dir, files)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%d\t%s\t\n", n, f.name)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(out, speed)
	return err
}

// speed says where the figures of speed come from.
const speed = `
Speed is measured by other commands:
  go run ./bench compare                 documents
  go run ./bench zoo                     kinds of values: fresh, again, streams
  go run ./bench beyond -r generated     generated methods
`

// behindJSON counts the lines of package json and of all packages of the library that it imports.
func behindJSON(_ string, files []*file) (n int, _ error) {
	packages := map[string][]*file{}
	for _, f := range files {
		if !f.test {
			packages[f.dir] = append(packages[f.dir], f)
		}
	}
	seen := map[string]bool{}
	var follow func(dir string)
	follow = func(dir string) {
		if seen[dir] {
			return
		}
		seen[dir] = true
		for _, f := range packages[dir] {
			n += len(f.lines)
			for _, spec := range f.ast.Imports {
				if path := strings.Trim(spec.Path.Value, `"`); path == module || strings.HasPrefix(path, module+"/") {
					follow(folder(path))
				}
			}
		}
	}
	follow("json")
	return n, nil
}

// folder returns the folder of a package of the library.
func folder(path string) string {
	if path == module {
		return "."
	}
	return strings.TrimPrefix(path, module+"/")
}

// generatedLines counts the lines of generated Go files, in all modules.
func generatedLines(dir string, _ []*file) (n int, _ error) {
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != dir && (path == filepath.Join(dir, "bench") || strings.HasPrefix(d.Name(), ".")) {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(d.Name(), ".go") {
			return nil
		}
		src, err := os.ReadFile(path)
		if err == nil && generated(src) {
			n += strings.Count(string(src), "\n")
		}
		return err
	})
	return n, err
}

// generated tells whether a file says so before its package clause, as tools agree to.
func generated(src []byte) bool {
	for line := range strings.Lines(string(src)) {
		if line = strings.TrimRight(line, "\r\n"); strings.HasPrefix(line, "package ") {
			return false
		} else if strings.HasPrefix(line, "// Code generated ") && strings.HasSuffix(line, " DO NOT EDIT.") {
			return true
		}
	}
	return false
}

func entryCount(dir string) func(string, []*file) (int, error) {
	return func(_ string, files []*file) (int, error) { return len(entriesOf(dir, files)), nil }
}

func words(name string) func(string, []*file) (int, error) {
	return func(dir string, _ []*file) (int, error) {
		text, err := os.ReadFile(filepath.Join(dir, name))
		return len(strings.Fields(string(text))), err
	}
}

// structTypes are the structs of the library by folder and name, as in "codec.Reader", with the files they stand in.
type structTypes map[string]structType

type structType struct {
	file   *file
	fields *ast.FieldList
}

func structsOf(files []*file) structTypes {
	all := structTypes{}
	for _, f := range files {
		if f.test {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				if s, ok := spec.Type.(*ast.StructType); ok {
					all[f.dir+"."+spec.Name.Name] = structType{f, s.Fields}
				}
			}
			return true
		})
	}
	return all
}

// width returns how many fields the struct has, with those of embedded structs in place of these.
func (all structTypes) width(name string) (n int, _ error) {
	s, ok := all[name]
	if !ok {
		return 0, fmt.Errorf("there is no struct %s", name)
	}
	for _, f := range s.fields.List {
		inner := ""
		if len(f.Names) == 0 {
			inner = all.embedded(s.file, f.Type)
		}
		if _, ok := all[inner]; !ok {
			n += max(len(f.Names), 1)
			continue
		}
		m, err := all.width(inner)
		if err != nil {
			return 0, err
		}
		n += m
	}
	return n, nil
}

// embedded returns the name of the struct that is embedded by value, if it may be one of the library's.
func (structTypes) embedded(f *file, t ast.Expr) string {
	switch t := t.(type) {
	case *ast.Ident:
		return f.dir + "." + t.Name
	case *ast.SelectorExpr:
		pkg, ok := t.X.(*ast.Ident)
		for _, spec := range f.ast.Imports {
			path := strings.Trim(spec.Path.Value, `"`)
			name := path[strings.LastIndexByte(path, '/')+1:]
			if spec.Name != nil {
				name = spec.Name.Name
			}
			if ok && name == pkg.Name {
				return folder(path) + "." + t.Sel.Name
			}
		}
	}
	return ""
}

// drawnComments prints n comments of at least five words, drawn at random from the library's files, with their places:
// a reader who does not know the code judges which are clear at once.
func drawnComments(out io.Writer, files []*file, n int, seed uint64) error {
	var all []string
	for _, f := range files {
		if f.test {
			continue
		}
		for _, group := range f.ast.Comments {
			text := strings.TrimSpace(group.Text())
			if len(strings.Fields(text)) >= 5 {
				all = append(all, fmt.Sprintf("%s:%d\n    %s\n", f.path, f.fset.Position(group.Pos()).Line, strings.ReplaceAll(text, "\n", "\n    ")))
			}
		}
	}
	r := rand.New(rand.NewPCG(seed, 0))
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for i, c := range all[:min(n, len(all))] {
		if _, err := fmt.Fprintf(out, "%2d  %s\n", i+1, c); err != nil {
			return err
		}
	}
	return nil
}
