package stdtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const ours = "github.com/zetes-json/zetes/json"

// suite is the copied tests on their way to something that compiles.
type suite struct {
	t        *testing.T
	src, dir string
	fset     *token.FileSet
	inner    []*ast.File // package json: our names come by a dot import
	outer    []*ast.File // package json_test
	dropped  []drop
}

type drop struct{ name, why string }

func newSuite(t *testing.T, src, dir string) *suite {
	s := &suite{t: t, src: src, dir: dir, fset: token.NewFileSet()}
	s.module()
	ctx := context(t)
	names, err := filepath.Glob(filepath.Join(src, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		base := filepath.Base(name)
		if ok, err := ctx.MatchFile(src, base); err != nil || !ok {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		// In the package's own tests our names come by a dot import, on the line of the package clause.
		inner := []byte("\npackage json; import . " + strconv.Quote(ours) + "\n")
		text = bytes.Replace(text, []byte("\npackage json\n"), inner, 1)
		f, err := parser.ParseFile(s.fset, name, text, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		// Comments would stay behind where declarations go, except those that make examples tests.
		if !strings.Contains(base, "example") {
			f.Comments = nil
		}
		if s.adapt(f); f.Name.Name == "json" {
			s.inner = append(s.inner, f)
		} else {
			s.outer = append(s.outer, f)
		}
	}
	if len(s.inner) < 5 {
		t.Fatalf("%d test files in %s", len(s.inner), src)
	}
	return s
}

// adapt makes a file see our package.
func (s *suite) adapt(f *ast.File) {
	for _, imp := range f.Imports {
		switch path, _ := strconv.Unquote(imp.Path.Value); path {
		case "encoding/json":
			imp.Path.Value = strconv.Quote(ours)
		case "encoding/json/internal/jsontest":
			imp.Path.Value = `"stdtest/jsontest"`
		}
	}
	if f.Name.Name != "json" {
		return
	}
	// A SyntaxError's text is unexported: literals become calls of a function that sets it.
	ast.Inspect(f, func(n ast.Node) bool {
		if u, ok := n.(*ast.UnaryExpr); ok && u.Op == token.AND {
			if lit, ok := u.X.(*ast.CompositeLit); ok && named(lit.Type, "SyntaxError") && len(lit.Elts) > 0 {
				u.X = &ast.StarExpr{X: syntaxErrorCall(lit)}
			}
		}
		return true
	})
}

func named(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

// syntaxErrorCall is a call of newSyntaxError with the literal's fields.
func syntaxErrorCall(lit *ast.CompositeLit) ast.Expr {
	text, offset := ast.Expr(&ast.BasicLit{Kind: token.STRING, Value: `""`}), ast.Expr(&ast.BasicLit{Kind: token.INT, Value: "0"})
	for i, e := range lit.Elts {
		kv, keyed := e.(*ast.KeyValueExpr)
		switch {
		case keyed && named(kv.Key, "Offset"):
			offset = kv.Value
		case keyed:
			text = kv.Value
		case i == 0:
			text = e
		default:
			offset = e
		}
	}
	return &ast.CallExpr{Fun: ast.NewIdent("newSyntaxError"), Args: []ast.Expr{text, offset}}
}

// shim is what the copied tests need to look like encoding/json's own.
const shim = `package json

import (
	"errors"
	"reflect"
	"unsafe"

	. "` + ours + `"
)

func newSyntaxError(text string, offset int64) *SyntaxError {
	e := &SyntaxError{Offset: offset}
	f := reflect.ValueOf(e).Elem().FieldByName("msg")
	*(*string)(unsafe.Pointer(f.UnsafeAddr())) = text
	return e
}

// scanner and checkValid stand for encoding/json's: what they judge is ours.
type scanner struct{}

func checkValid(data []byte, _ ...*scanner) error {
	return Unmarshal(data, new(RawMessage))
}

type isZeroer interface{ IsZero() bool }

const startDetectingCyclesAfter = 1000

var errUnexpectedEnd = errors.New("unexpected end of JSON input")

var _, _, _ = newSyntaxError, checkValid, errUnexpectedEnd
`

// reduce drops declarations until everything type-checks, and writes the rest.
func (s *suite) reduce() {
	shimFile, err := parser.ParseFile(s.fset, filepath.Join(s.dir, "shim_test.go"), shim, 0)
	if err != nil {
		s.t.Fatal(err)
	}
	exports := s.exports()
	for _, files := range []*[]*ast.File{&s.inner, &s.outer} {
		s.write(append(slices.Clone(*files), shimFile))
		for round := 0; ; round++ {
			all := *files
			if files == &s.inner {
				all = append(slices.Clone(all), shimFile)
			}
			errs := s.check(all, exports)
			if len(errs) == 0 {
				break
			}
			if round == 50 {
				s.t.Fatalf("does not settle: %v", errs[0])
			}
			if !s.drop(*files, errs) {
				s.t.Fatalf("nothing to drop for %v", errs)
			}
		}
	}
	s.write(append(append(slices.Clone(s.inner), s.outer...), shimFile))
}

// exports returns the export data of every package that the files import.
func (s *suite) exports() map[string]string {
	paths := map[string]bool{"errors": true, "reflect": true, "unsafe": true, ours: true, "encoding/json": true}
	for _, f := range append(slices.Clone(s.inner), s.outer...) {
		for _, imp := range f.Imports {
			path, _ := strconv.Unquote(imp.Path.Value)
			if !strings.HasPrefix(path, "internal/") && !strings.Contains(path, "/internal/") {
				paths[path] = true
			}
		}
	}
	args := []string{"list", "-e", "-export", "-deps", "-json=ImportPath,Export"}
	for path := range paths {
		args = append(args, path)
	}
	cmd := s.command(args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		s.t.Fatal(err)
	}
	exports := map[string]string{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct{ ImportPath, Export string }
		if err := dec.Decode(&p); err == io.EOF {
			return exports
		} else if err != nil {
			s.t.Fatal(err)
		}
		exports[p.ImportPath] = p.Export
	}
}

func (s *suite) check(files []*ast.File, exports map[string]string) (errs []types.Error) {
	lookup := func(path string) (io.ReadCloser, error) {
		if exports[path] == "" {
			return nil, fmt.Errorf("package %s is the toolchain's own", path)
		}
		return os.Open(exports[path])
	}
	conf := types.Config{
		Importer: importer.ForCompiler(s.fset, "gc", lookup),
		Error: func(err error) {
			var e types.Error
			if errors.As(err, &e) {
				errs = append(errs, e)
			}
		},
	}
	_, _ = conf.Check("stdtest", s.fset, files, nil)
	return errs
}

// drop removes the declarations that the errors lie in. Imports go when nothing else is wrong with their file.
func (s *suite) drop(files []*ast.File, errs []types.Error) bool {
	done := false
	for _, imports := range []bool{false, true} {
		for _, f := range files {
			f.Decls = slices.DeleteFunc(f.Decls, func(d ast.Decl) bool {
				g, isGen := d.(*ast.GenDecl)
				if isGen && (g.Tok == token.IMPORT) != imports || !isGen && imports {
					return false
				}
				if isGen {
					g.Specs = slices.DeleteFunc(g.Specs, func(spec ast.Spec) bool { return s.concerned(spec, errs, &done) })
					return len(g.Specs) == 0
				}
				return s.concerned(d, errs, &done)
			})
		}
		if done {
			break
		}
	}
	return done
}

// concerned reports whether an error lies in the node, and notes the loss.
func (s *suite) concerned(n ast.Node, errs []types.Error, done *bool) bool {
	for _, e := range errs {
		if n.Pos() <= e.Pos && e.Pos <= n.End() {
			if name := declName(n); name != "" {
				s.dropped = append(s.dropped, drop{name, e.Msg})
			}
			*done = true
			return true
		}
	}
	return false
}

func declName(n ast.Node) string {
	switch d := n.(type) {
	case *ast.FuncDecl:
		if d.Recv != nil {
			return types.ExprString(d.Recv.List[0].Type) + "." + d.Name.Name
		}
		return d.Name.Name
	case *ast.TypeSpec:
		return d.Name.Name
	case *ast.ValueSpec:
		return d.Names[0].Name
	}
	return ""
}

// write puts the files where the go command finds them.
func (s *suite) write(files []*ast.File) {
	for _, f := range files {
		var b bytes.Buffer
		if err := format.Node(&b, s.fset, f); err != nil {
			s.t.Fatal(err)
		}
		base := filepath.Base(s.fset.Position(f.Package).Filename)
		write(s.t, filepath.Join(s.dir, base), b.String())
	}
}

func isTest(name string) bool {
	return strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "Example") || strings.HasPrefix(name, "Fuzz")
}

func (s *suite) droppedTests() (names []string) {
	for _, d := range s.dropped {
		if isTest(d.name) {
			names = append(names, d.name)
		}
	}
	slices.Sort(names)
	return names
}

func (s *suite) keptTests() (names []string) {
	for _, f := range append(slices.Clone(s.inner), s.outer...) {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && isTest(fn.Name.Name) {
				names = append(names, fn.Name.Name)
			}
		}
	}
	return names
}
