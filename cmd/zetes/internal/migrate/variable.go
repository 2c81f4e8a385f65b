package migrate

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// variable is a variable with the API of a library, such as var json = jsoniter.ConfigCompatibleWithStandardLibrary.
// Where nothing but methods of encoding/json's are called, a package takes its place, and the variable goes.
type variable struct {
	key         string // of a variable of a package: its path and name
	object      types.Object
	name        string
	note        string
	definitions []*definition
	uses        []*use
	kept        bool // it stays
}

// definition is where a variable is declared: under different build tags it may be in different files.
type definition struct {
	file       *file
	imported   *imported
	api        string
	start, end int // what is removed with the variable
	offset     int // of the library's name
}

// moves reports whether a package takes the place of v.
func (v *variable) moves() bool { return !v.kept }

// keyOf returns how a variable of a package is known in all loadings of the package.
func keyOf(obj types.Object) string {
	if v, ok := obj.(*types.Var); ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return strings.TrimSuffix(v.Pkg().Path(), "_test") + "." + v.Name()
	}
	return ""
}

// variableOf returns the variable that an identifier means.
func (p *program) variableOf(f *file, id *ast.Ident) *variable {
	if f.pkg == nil || len(p.variables) == 0 {
		return nil
	}
	obj := f.pkg.TypesInfo.Uses[id]
	if obj == nil {
		return nil
	}
	key := keyOf(obj)
	for _, v := range p.variables {
		if v.object == obj || key != "" && v.key == key {
			return v
		}
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
				for _, d := range syntax.Decls {
					if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
						for _, s := range g.Specs {
							p.findVariable(q, name, s.(*ast.ValueSpec))
						}
					}
				}
			}
		}
	}
}

func (p *program) findVariable(q *packages.Package, name string, s *ast.ValueSpec) {
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
		note, ok := src.becomesAPI(sel.Sel.Name, p.options.To)
		obj := q.TypesInfo.Defs[s.Names[i]]
		if !ok || obj == nil {
			continue
		}
		key := keyOf(obj)
		var v *variable
		for _, other := range p.variables {
			if other.key == key {
				v = other
			}
		}
		if v == nil {
			v = &variable{key: key, object: obj, name: s.Names[i].Name, note: note}
			p.variables = append(p.variables, v)
		}
		v.kept = v.kept || len(s.Names) > 1 || obj.Exported() || s.Type != nil && !apiType(s.Type)
		v.definitions = append(v.definitions, &definition{api: sel.Sel.Name, file: &file{name: name}, offset: int(sel.Pos())})
	}
}

func apiType(e ast.Expr) bool {
	s, ok := e.(*ast.SelectorExpr)
	return ok && s.Sel.Name == "API"
}

// bind completes the definitions of variables once all files are found, and keeps the variables that are used otherwise
// than by methods that have counterparts.
func (p *program) bind() {
	for _, v := range p.variables {
		for _, d := range v.definitions {
			f := p.byName[d.file.name]
			d.file = f
			if f == nil || f.pkg == nil || f.made {
				v.kept = true
				continue
			}
			d.cut(v)
		}
	}
	p.keepOthers()
}

// cut finds what is removed with the variable, and the use of the library in it.
func (d *definition) cut(v *variable) {
	f := d.file
	for _, decl := range f.syntax.Decls {
		g, ok := decl.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		for _, s := range g.Specs {
			spec := s.(*ast.ValueSpec)
			if len(spec.Names) != 1 || spec.Names[0].Name != v.name || len(spec.Values) != 1 {
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
			d.start, d.end = f.wholeLines(f.offset(from), f.offset(to))
			for _, m := range f.imports {
				for _, u := range m.uses {
					if u.start >= d.start && u.end <= d.end {
						d.imported = m
					}
				}
			}
		}
	}
	if d.imported == nil {
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
			for _, d := range v.definitions {
				if n.Kind == Unseen && d.file != nil && strings.HasPrefix(d.file.program.short(d.file.name), strings.TrimSuffix(n.Place, lastElement(n.Place))) {
					v.kept = true
				}
			}
		}
	}
	// All other uses of the variable, as a value, are found by their identifiers.
	for _, l := range p.loads {
		for _, q := range l.pkgs {
			for id, obj := range q.TypesInfo.Uses {
				key := keyOf(obj)
				for _, v := range p.variables {
					if v.kept || v.object != obj && (key == "" || v.key != key) {
						continue
					}
					name, offset := q.Fset.File(id.Pos()).Name(), q.Fset.File(id.Pos()).Offset(id.Pos())
					if !slices.ContainsFunc(v.uses, func(u *use) bool { return u.file.name == name && u.start == offset }) {
						v.kept = true
					}
				}
			}
		}
	}
	p.mark()
}

// mark marks the uses that go with a variable.
func (p *program) mark() {
	for _, v := range p.variables {
		for _, d := range v.definitions {
			if d.imported == nil {
				continue
			}
			for _, m := range d.file.imports {
				for _, u := range m.uses {
					if u.start >= d.start && u.end <= d.end {
						u.gone = v.moves()
					}
				}
			}
		}
	}
}

func lastElement(path string) string { return path[strings.LastIndexAny(path, `/\`)+1:] }
