package migrate

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// variable is a variable with the API of a library, such as var json = jsoniter.ConfigCompatibleWithStandardLibrary.
// Where nothing but methods of encoding/json's are called, a package takes its place, and the variable goes.
type variable struct {
	key  string // where it is declared
	name string
	note string
	uses []*use
	kept bool // it stays

	file       *file
	imported   *imported
	api        string
	start, end int // what is removed with the variable
}

// moves reports whether a package takes the place of v.
func (v *variable) moves() bool { return !v.kept }

// keyOf returns where a variable is declared, which is the same in all loadings of its package. It is "" for one that
// other packages can see.
func keyOf(fset *token.FileSet, obj types.Object) string {
	if v, ok := obj.(*types.Var); !ok || v.Exported() || v.IsField() {
		return ""
	}
	if f := fset.File(obj.Pos()); f != nil {
		return fmt.Sprintf("%s:%d", f.Name(), f.Offset(obj.Pos()))
	}
	return ""
}

// variable returns the variable that is declared at a place, or nil.
func (p *program) variable(key string) *variable {
	if i := slices.IndexFunc(p.variables, func(v *variable) bool { return v.key == key }); i >= 0 {
		return p.variables[i]
	}
	return nil
}

// variableOf returns the variable that an identifier means.
func (p *program) variableOf(f *file, id *ast.Ident) *variable {
	if f.pkg == nil || len(p.variables) == 0 {
		return nil
	}
	if obj := f.pkg.TypesInfo.Uses[id]; obj != nil {
		return p.variable(keyOf(f.pkg.Fset, obj))
	}
	return nil
}

// findVariables finds the variables with the API of a library that a package could take the place of.
func (p *program) findVariables() {
	done := map[string]bool{}
	for _, l := range p.loads {
		for _, q := range l.pkgs {
			for _, syntax := range q.Syntax {
				name := q.Fset.File(syntax.Pos()).Name()
				if done[name] || !slices.Contains(q.GoFiles, name) || p.moduleOf(name) == nil {
					continue
				}
				done[name] = true
				ast.Inspect(syntax, func(n ast.Node) bool {
					if spec, ok := n.(*ast.ValueSpec); ok {
						p.findVariable(q, spec)
					}
					return true
				})
			}
		}
	}
}

func (p *program) findVariable(q *packages.Package, s *ast.ValueSpec) {
	for i, value := range s.Values {
		sel, ok := ast.Unparen(value).(*ast.SelectorExpr)
		if !ok || i >= len(s.Names) {
			continue
		}
		x, ok := sel.X.(*ast.Ident)
		if !ok {
			continue
		}
		pkg, ok := q.TypesInfo.Uses[x].(*types.PkgName)
		if !ok {
			continue
		}
		src := sourceOf(pkg.Imported().Path())
		if src == nil || !p.wanted(src) {
			continue
		}
		note, ok := src.becomesAPI(sel.Sel.Name, p.to)
		obj := q.TypesInfo.Defs[s.Names[i]]
		if !ok || obj == nil {
			continue
		}
		key := keyOf(q.Fset, obj)
		if key == "" {
			continue
		}
		v := &variable{key: key, name: s.Names[i].Name, note: note, api: sel.Sel.Name}
		v.kept = len(s.Names) > 1 || s.Type != nil && !apiType(s.Type)
		p.variables = append(p.variables, v)
	}
}

func apiType(e ast.Expr) bool {
	s, ok := e.(*ast.SelectorExpr)
	return ok && s.Sel.Name == "API"
}

// bind completes the variables once all files are found, and keeps those that are used otherwise than by methods that have
// counterparts.
func (p *program) bind() {
	for _, v := range p.variables {
		name, _, _ := strings.Cut(v.key, ".go:")
		v.file = p.byName[name+".go"]
		if v.file == nil || v.file.pkg == nil || v.file.made {
			v.kept = true
			continue
		}
		v.cut()
	}
	p.keepOthers()
}

// cut finds what is removed with the variable, and the import of the library in it.
func (v *variable) cut() {
	f := v.file
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		g, ok := n.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			return true
		}
		for _, s := range g.Specs {
			spec := s.(*ast.ValueSpec)
			if len(spec.Names) != 1 || len(spec.Values) != 1 || !strings.HasSuffix(v.key, fmt.Sprintf(".go:%d", f.offset(spec.Names[0].Pos()))) {
				continue
			}
			var from, to token.Pos
			switch {
			case len(g.Specs) == 1:
				if from, to = g.Pos(), g.End(); g.Doc != nil {
					from = g.Doc.Pos()
				}
			default:
				if from, to = spec.Pos(), spec.End(); spec.Doc != nil {
					from = spec.Doc.Pos()
				}
			}
			if spec.Comment != nil && spec.Comment.End() > to {
				to = spec.Comment.End()
			}
			v.start, v.end = f.wholeLines(f.offset(from), f.offset(to))
			for _, m := range f.imports {
				for _, u := range m.uses {
					if u.start >= v.start && u.end <= v.end {
						v.imported = m
					}
				}
			}
		}
		return true
	})
	if v.imported == nil {
		v.kept = true
	}
}

// wholeLines extends a range to whole lines, with an empty line after it if there is one before it too.
func (f *file) wholeLines(start, end int) (int, int) {
	for start > 0 && (f.text[start-1] == ' ' || f.text[start-1] == '\t') {
		start--
	}
	for end < len(f.text) && f.text[end] != '\n' {
		if c := f.text[end]; c != ' ' && c != '\t' && c != '\r' {
			return start, end
		}
		end++
	}
	if end < len(f.text) {
		end++
	}
	if before := string(f.text[:start]); strings.HasSuffix(before, "\n\n") && end < len(f.text) && f.text[end] == '\n' {
		end++
	}
	return start, end
}

// keepOthers keeps variables with a use that no function takes the place of, and those of packages with a file that is
// not seen.
func (p *program) keepOthers() {
	for _, v := range p.variables {
		for _, u := range v.uses {
			if u.target.path == "" || u.file.made || u.file.pkg == nil {
				v.kept = true
			}
		}
		for _, n := range p.findings {
			if n.Kind == Unseen && v.file != nil && filepath.Dir(p.short(v.file.name)) == filepath.Dir(n.Place) {
				v.kept = true
			}
		}
	}
	// All other uses of the variable, as a value, are found by their identifiers.
	for _, l := range p.loads {
		for _, q := range l.pkgs {
			for id, obj := range q.TypesInfo.Uses {
				v := p.variable(keyOf(q.Fset, obj))
				if v == nil {
					continue
				}
				name, offset := q.Fset.File(id.Pos()).Name(), q.Fset.File(id.Pos()).Offset(id.Pos())
				if !slices.ContainsFunc(v.uses, func(u *use) bool { return u.file.name == name && u.start == offset }) {
					v.kept = true
				}
			}
		}
	}
	p.mark()
}

// mark marks the uses that go with a variable.
func (p *program) mark() {
	for _, v := range p.variables {
		if v.imported == nil {
			continue
		}
		for _, m := range v.file.imports {
			for _, u := range m.uses {
				if u.start >= v.start && u.end <= v.end {
					u.gone = v.moves()
				}
			}
		}
	}
}

func lastElement(path string) string { return path[strings.LastIndexAny(path, `/\`)+1:] }
