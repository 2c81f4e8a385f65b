package main

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
	"os/exec"
	"slices"
	"strings"
)

const library = "github.com/zetes-json/zetes"

// A listed package is one line of go list's answer.
type listed struct {
	ImportPath, Name, Export string
	DepOnly                  bool
}

// list returns the listing of the public packages in the repository at dir: those of the library, of the
// adapters and of the packages under the names of other libraries. The module adapters/beam, which has a workspace of
// its own, is left out: it takes minutes to compile.
func list(dir string) (listing, error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, err
	}
	cmd := exec.Command("go", "list", "-deps", "-export", "-json=ImportPath,Name,Export,DepOnly", "./...", "./adapters/...", "./compat/...")
	cmd.Dir = dir
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		_, why, ok := strings.Cut(strings.TrimSpace(said.String()), "\n") // the first line names the package
		if !ok {
			why = said.String()
		}
		why, _, _ = strings.Cut(strings.TrimSpace(why), "\n")
		return nil, fmt.Errorf("go list: %w: %s", err, why)
	}
	exports := map[string]string{}
	var paths []string
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		exports[p.ImportPath] = p.Export
		if !p.DepOnly && public(p.ImportPath, p.Name) {
			paths = append(paths, p.ImportPath)
		}
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("%s has no packages of %s", dir, library)
	}
	from := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		if exports[path] == "" {
			return nil, errors.New("no export data of " + path)
		}
		return os.Open(exports[path])
	})
	l := listing{}
	for _, path := range paths {
		p, err := from.Import(path)
		if err != nil {
			return nil, err
		}
		if err := l.add(p); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// public reports whether other modules can import a package, and are meant to. Package json/v2 is not
// among them: it exports encoding/json/v2's names, which a test of internal/tests/conform holds, and which differ from
// release to release of Go.
func public(path, name string) bool {
	rest, ok := strings.CutPrefix(path, library)
	return ok && rest != "/json/v2" && name != "main" && !slices.ContainsFunc(strings.Split(rest, "/"), func(s string) bool { return s == "internal" || s == "examples" })
}

// add adds the lines of a package.
func (l listing) add(p *types.Package) (err error) {
	pkg := strings.TrimPrefix(strings.TrimPrefix(p.Path(), library), "/")
	if pkg == "" {
		pkg = "zetes"
	}
	w := &writer{l, pkg, p}
	for _, name := range p.Scope().Names() {
		if o := p.Scope().Lookup(name); o.Exported() {
			w.object(o, &err)
		}
	}
	return err
}

// A writer adds lines of one package.
type writer struct {
	to  listing
	pkg string
	of  *types.Package
}

func (w *writer) line(kind, name, rest string) { w.to[w.pkg+": "+kind+" "+name] = rest }

// object adds the lines of one exported name. It sets *err if a declaration cannot be written.
func (w *writer) object(o types.Object, err *error) {
	name := o.Name()
	switch o := o.(type) {
	case *types.Const:
		w.line("const", name, " "+w.typ(o.Type(), err)+" = "+o.Val().ExactString())
	case *types.Var:
		w.line("var", name, " "+w.typ(o.Type(), err))
	case *types.Func:
		w.line("func", name, w.signature(o, err))
	case *types.TypeName:
		w.declared(o, err)
	}
}

// declared adds the lines of a type: its kind, its exported fields, and its methods, those of embedded types included.
func (w *writer) declared(o *types.TypeName, err *error) {
	name := o.Name()
	t, _ := o.Type().(*types.Named)
	if alias, ok := o.Type().(*types.Alias); ok {
		w.line("type", name, " = "+w.typ(alias.Rhs(), err))
		t, _ = alias.Rhs().(*types.Named)
		if t == nil || t.Obj().Pkg() == nil || !strings.HasPrefix(t.Obj().Pkg().Path(), library) || public(t.Obj().Pkg().Path(), "") {
			return
		}
	}
	params := ""
	if t.TypeParams().Len() > 0 {
		var list []string
		for i := range t.TypeParams().Len() {
			p := t.TypeParams().At(i)
			list = append(list, p.Obj().Name()+" "+w.typ(p.Constraint(), err))
		}
		params = "[" + strings.Join(list, ", ") + "]"
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		w.line("type", name, params+" struct")
		for i := range u.NumFields() {
			if f := u.Field(i); f.Exported() {
				embedded := ""
				if f.Embedded() {
					embedded = " embedded"
				}
				w.line("field", name+"."+f.Name(), embedded+" "+w.typ(f.Type(), err))
			}
		}
	case *types.Interface:
		// A method more or less breaks implementations or callers: the line has them all.
		w.line("type", name, params+" "+w.typ(u, err))
		return
	default:
		w.line("type", name, params+" "+w.typ(u, err))
	}
	if types.Comparable(t) {
		w.line("comparable", name, "")
	}
	byValue := types.NewMethodSet(t)
	methods := types.NewMethodSet(types.NewPointer(t))
	for i := range methods.Len() {
		m := methods.At(i).Obj()
		if !m.Exported() {
			continue
		}
		star := "*"
		if byValue.Lookup(w.of, m.Name()) != nil {
			star = ""
		}
		w.line("method", "("+star+name+") "+m.Name(), w.signature(m.(*types.Func), err))
	}
}

// signature returns what follows a function's name.
func (w *writer) signature(f *types.Func, err *error) string {
	text := strings.TrimPrefix(types.TypeString(f.Type(), w.qualifier), "func")
	return strings.TrimPrefix(w.clean("func F"+text, err), "func F")
}

// typ returns a type in the words of the package.
func (w *writer) typ(t types.Type, err *error) string {
	if b, ok := t.(*types.Basic); ok {
		return b.Name() // such as untyped int, which is no type in source
	}
	return strings.TrimPrefix(w.clean("type T "+types.TypeString(t, w.qualifier), err), "type T ")
}

// qualifier names packages by their name, as source does.
func (w *writer) qualifier(p *types.Package) string {
	if p == w.of {
		return ""
	}
	return p.Name()
}

// clean returns a declaration on one line, without names of parameters: these may change.
func (w *writer) clean(declaration string, err *error) string {
	declaration = strings.ReplaceAll(declaration, "#", "") // of results without a name, in export data
	file := token.NewFileSet()
	f, bad := parser.ParseFile(file, "", "package p\n"+declaration, parser.SkipObjectResolution)
	if bad != nil {
		*err = fmt.Errorf("%s: %s: %w", w.pkg, declaration, bad)
		return ""
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if fn, ok := n.(*ast.FuncType); ok {
			anonymous(fn.Params)
			anonymous(fn.Results)
		}
		return true
	})
	var b bytes.Buffer
	if bad := format.Node(&b, file, f.Decls[0]); bad != nil {
		*err = bad
	}
	return strings.Join(strings.Fields(oneLine.Replace(b.String())), " ")
}

// oneLine writes the bodies of interfaces and structs on one line.
var oneLine = strings.NewReplacer("interface {\n", "interface{ ", "struct {\n", "struct{ ", "interface {", "interface{", "struct {", "struct{", "\n}", " }", "\n", "; ")

// anonymous takes the names off parameters, whose types go/types has written one by one.
func anonymous(list *ast.FieldList) {
	if list == nil {
		return
	}
	for _, f := range list.List {
		f.Names = nil
	}
}
