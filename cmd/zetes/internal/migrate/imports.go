package migrate

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// names are those by which a file calls packages after the migration.
type names struct {
	new map[string]string    // of packages of zetes, by import path
	old map[*imported]string // of libraries that stay
}

// importEdits returns the changes of import declarations, and the names of packages.
func (f *file) importEdits() ([]edit, names) {
	n := names{map[string]string{}, map[*imported]string{}}
	stays := map[*imported]bool{} // libraries that are still imported
	moved := map[*imported][]string{}
	var needed []string // import paths of zetes
	need := func(path string) {
		if !slices.Contains(needed, path) {
			needed = append(needed, path)
		}
	}
	for _, m := range f.imports {
		n.old[m] = m.local
		if m.local == "_" {
			stays[m] = true
		}
		for _, u := range m.uses {
			switch {
			case u.gone:
			case u.moves():
				if need(u.target.path); !slices.Contains(moved[m], u.target.path) {
					moved[m] = append(moved[m], u.target.path)
				}
			default:
				stays[m] = true
			}
		}
		if len(m.uses) == 0 && m.local != "_" {
			stays[m] = true // it does not compile, or its uses are not known
		}
	}
	for _, u := range f.viaVariables {
		if u.moves() {
			need(u.target.path)
		}
	}
	// A dot import moves as a whole or not at all.
	for _, m := range f.imports {
		if m.local == "." && stays[m] && len(moved[m]) > 0 {
			for _, u := range m.uses {
				if u.stays == "" {
					u.stays = "other names of the same import with a dot stay"
				}
			}
			return f.importEdits()
		}
	}
	gone := slices.ContainsFunc(f.imports, func(m *imported) bool { return !stays[m] })
	if len(needed) == 0 && !gone {
		return nil, n
	}

	// First the names that packages of zetes have already, then those of the imports that they replace.
	present := map[string]bool{}
	for _, spec := range f.syntax.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		if slices.Contains(needed, path) && (spec.Name == nil || spec.Name.Name != "_" && spec.Name.Name != ".") {
			present[path] = true
			n.new[path] = defaultName(path)
			if spec.Name != nil {
				n.new[path] = spec.Name.Name
			}
		}
	}
	replaces := map[*imported]string{} // the import path that takes the place of a library's
	for _, path := range needed {
		if present[path] {
			continue
		}
		var by *imported
		for _, m := range f.imports {
			if m.local != "_" && slices.Contains(moved[m], path) && replaces[m] == "" && !stays[m] && (by == nil || m.local == defaultName(path) && by.local != m.local) {
				by = m
			}
		}
		var candidates []string
		if by != nil {
			replaces[by] = path
			if by.local == "." || fits(by, path) {
				candidates = append(candidates, by.local)
			}
		}
		for _, u := range f.viaVariables {
			if u.moves() && u.target.path == path && path == jsonPath && u.variable.name == "json" {
				candidates = append(candidates, u.variable.name)
			}
		}
		base := defaultName(path)
		candidates = append(candidates, base, "z"+base, "zetes"+base)
		for i := 2; i < 10; i++ {
			candidates = append(candidates, "zetes"+base+strconv.Itoa(i))
		}
		for _, name := range candidates {
			if name == "." || f.pkg == nil && by != nil && name == by.local || f.free(name, path, n, stays) {
				n.new[path] = name
				break
			}
		}
	}

	// A library that stays leaves its name to a package of zetes.
	for _, m := range f.imports {
		if !stays[m] || m.local == "_" || m.local == "." {
			continue
		}
		for _, name := range n.new {
			if name == m.local {
				n.old[m] = f.secondName(m, n)
			}
		}
	}

	var edits []edit
	var extra []string
	for _, path := range needed {
		if present[path] || slices.Contains(slices.Collect(maps.Values(replaces)), path) {
			continue
		}
		extra = append(extra, path)
	}
	l := layout{file: f}
	for _, m := range f.imports {
		switch path := replaces[m]; {
		case path != "":
			l.replace(m, importText(m, path, n.new[path]), path)
		case !stays[m]:
			l.remove(m)
		case n.old[m] != m.local:
			start := f.offset(m.spec.Path.Pos())
			if m.spec.Name != nil {
				edits = append(edits, edit{f.offset(m.spec.Name.Pos()), f.offset(m.spec.Name.End()), n.old[m]})
			} else {
				edits = append(edits, edit{start, start, n.old[m] + " "})
			}
		}
	}
	for _, path := range extra {
		text := strconv.Quote(path)
		if n.new[path] != defaultName(path) {
			text = n.new[path] + " " + text
		}
		l.insert(text)
	}
	return append(edits, inLines(f.text, l.edits())...), n
}

// fits reports whether the name of an import fits the package that takes its place: a name that its writer has chosen, or
// that of a package with the same name.
func fits(by *imported, path string) bool {
	return by.source.name == defaultName(path) || by.spec.Name != nil && by.source.name != by.local
}

// defaultName returns the name of a package of zetes.
func defaultName(path string) string {
	if path == jsonPath+"/v2" {
		return "json"
	}
	return lastElement(path)
}

// importText returns the import spec of path in place of m.
func importText(m *imported, path, name string) string {
	text := strconv.Quote(path)
	if name != defaultName(path) || m.spec.Name != nil && m.spec.Name.Name == name {
		text = name + " " + text
	}
	return text
}

// free reports whether a package of zetes can have a name wherever it is used in f.
func (f *file) free(name, path string, n names, stays map[*imported]bool) bool {
	for _, other := range n.new {
		if other == name {
			return false
		}
	}
	for _, spec := range f.syntax.Imports {
		local := lastElement(strings.Trim(spec.Path.Value, "\"`"))
		if spec.Name != nil {
			local = spec.Name.Name
		} else if f.pkg != nil {
			if obj := f.pkg.TypesInfo.Implicits[spec]; obj != nil {
				local = obj.Name()
			}
		}
		// The name of a library is taken over, and a library that stays gets another one.
		if local == name && !slices.ContainsFunc(f.imports, func(m *imported) bool { return m.spec == spec }) {
			return false
		}
	}
	if f.pkg == nil {
		found := false
		ast.Inspect(f.syntax, func(node ast.Node) bool {
			if id, ok := node.(*ast.Ident); ok && id.Name == name && id.Obj != nil {
				found = true
			}
			return !found
		})
		return !found
	}
	if obj := f.pkg.Types.Scope().Lookup(name); obj != nil {
		if v := f.program.variable(keyOf(f.pkg.Fset, obj)); v == nil || !v.moves() {
			return false
		}
	}
	for _, u := range f.uses() {
		if u.gone || !u.moves() || u.target.path != path {
			continue
		}
		pos := f.tokens.Pos(u.start)
		scope := f.pkg.Types.Scope().Innermost(pos)
		if scope == nil {
			continue
		}
		found, obj := scope.LookupParent(name, pos)
		if obj == nil || found == f.pkg.Types.Scope() || found.Parent() == f.pkg.Types.Scope() || found.Parent() == nil {
			continue // nothing, or what was looked at above
		}
		if u.variable != nil && keyOf(f.pkg.Fset, obj) == u.variable.key {
			continue
		}
		return false
	}
	return true
}

// secondName returns a name for a library that stays beside zetes.
func (f *file) secondName(m *imported, n names) string {
	base := map[string]string{"encoding/json": "stdjson", "json-iterator": "jsonitergo", "goccy": "goccyjson", "segmentio": "segmentjson"}[m.source.library]
	if base == "" {
		base = "old" + m.source.name
	}
	for i, name := 1, base; ; i++ {
		taken := false
		ast.Inspect(f.syntax, func(node ast.Node) bool {
			if id, ok := node.(*ast.Ident); ok && id.Name == name {
				taken = true
			}
			return !taken
		})
		for other, o := range n.old {
			taken = taken || o == name && other != m
		}
		if f.pkg != nil && f.pkg.Types.Scope().Lookup(name) != nil {
			taken = true
		}
		if !taken {
			return name
		}
		name = fmt.Sprintf("%s%d", base, i+1)
	}
}

// layout places import specs. A spec that gets a longer path stays on its line, unless it stands among those of the
// standard library and other groups of the declaration are for others.
type layout struct {
	file  *file
	list  []edit
	added []string // texts of specs that get lines of their own
	gone  []*ast.ImportSpec
}

func (l *layout) replace(m *imported, text, path string) {
	f := l.file
	start := f.offset(m.spec.Path.Pos())
	if m.spec.Name != nil {
		start = f.offset(m.spec.Name.Pos())
	}
	end := f.offset(m.spec.Path.End())
	if !isStandard(m.path) || isStandard(path) || !m.decl.Lparen.IsValid() || m.spec.Doc != nil || !l.leaves(m) {
		l.list = append(l.list, edit{start, end, text})
		return
	}
	l.remove(m)
	if c := m.spec.Comment; c != nil {
		text += string(f.text[end:f.offset(c.End())])
	}
	l.added = append(l.added, text)
}

// leaves reports whether a spec leaves its group: one of the standard library, where other groups are for other modules
// or a group of its own can be made.
func (l *layout) leaves(m *imported) bool {
	groups := l.groups(m.decl)
	others := false // a group of packages of other modules
	for _, g := range groups {
		others = others || !slices.ContainsFunc(g, func(s *ast.ImportSpec) bool { return isStandard(pathOf(s)) })
	}
	for _, g := range groups {
		if !slices.Contains(g, m.spec) {
			continue
		}
		line := l.file.line(l.file.offset(m.spec.Pos()))
		for _, s := range g {
			if s != m.spec && (!isStandard(pathOf(s)) || l.file.line(l.file.offset(s.Pos())) == line) {
				return false // groups are not used to tell them apart
			}
		}
		return len(g) > 1 || others
	}
	return false
}

func pathOf(s *ast.ImportSpec) string {
	path, _ := strconv.Unquote(s.Path.Value)
	return path
}

// groups returns the specs of a declaration between empty lines.
func (l *layout) groups(d *ast.GenDecl) (groups [][]*ast.ImportSpec) {
	last := -1
	for _, s := range d.Specs {
		spec := s.(*ast.ImportSpec)
		start := spec.Pos()
		if spec.Doc != nil {
			start = spec.Doc.Pos()
		}
		if line := l.file.line(l.file.offset(start)); last < 0 || line > last+1 {
			groups = append(groups, nil)
		}
		last = l.file.line(l.file.offset(spec.End()))
		groups[len(groups)-1] = append(groups[len(groups)-1], spec)
	}
	return groups
}

// remove removes a spec with its line, or the whole declaration if there is no other in it.
func (l *layout) remove(m *imported) {
	f := l.file
	if len(m.decl.Specs) == 1 {
		start, end := f.wholeLines(f.offset(m.decl.Pos()), f.offset(m.decl.End()))
		l.list = append(l.list, edit{start, end, ""})
		l.gone = append(l.gone, m.spec)
		return
	}
	start, end := f.offset(m.spec.Pos()), f.offset(m.spec.End())
	if m.spec.Doc != nil {
		start = f.offset(m.spec.Doc.Pos())
	}
	if m.spec.Comment != nil {
		end = f.offset(m.spec.Comment.End())
	}
	start, end = f.wholeLines(start, end)
	if end < len(f.text) && f.text[end] == '\n' && strings.HasSuffix(string(f.text[:start]), "(\n") {
		end++ // the first group is gone
	}
	l.list = append(l.list, edit{start, end, ""})
	l.gone = append(l.gone, m.spec)
}

// insert adds a spec.
func (l *layout) insert(text string) { l.added = append(l.added, text) }

// inLines returns edits with the ends of lines that text has.
func inLines(text []byte, edits []edit) []edit {
	if bytes.Contains(text, []byte("\r\n")) {
		for i := range edits {
			edits[i].text = strings.ReplaceAll(edits[i].text, "\n", "\r\n")
		}
	}
	return edits
}

// edits returns the changes.
func (l *layout) edits() []edit {
	if len(l.added) == 0 {
		return l.list
	}
	f := l.file
	var decl *ast.GenDecl
	for _, d := range f.syntax.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT && (decl == nil || !decl.Lparen.IsValid()) && !importsC(g) {
			decl = g
		}
	}
	switch {
	case decl == nil:
		at := f.offset(f.syntax.Name.End())
		text := "\n\nimport " + l.added[0]
		if len(l.added) > 1 {
			text = "\n\nimport (\n\t" + strings.Join(l.added, "\n\t") + "\n)"
		}
		return append(l.list, edit{at, at, text})
	case !decl.Lparen.IsValid() && slices.Contains(l.gone, decl.Specs[0].(*ast.ImportSpec)):
		at := f.offset(decl.Pos())
		return append(l.list, edit{at, at, "import " + strings.Join(l.added, "\nimport ") + "\n"})
	case !decl.Lparen.IsValid():
		spec := decl.Specs[0].(*ast.ImportSpec)
		from, to, end := f.offset(decl.Pos())+len("import"), f.offset(spec.Pos()), f.offset(spec.End())
		if spec.Comment != nil {
			end = f.offset(spec.Comment.End())
		}
		if isStandard(pathOf(spec)) {
			return append(l.list, edit{from, to, " (\n\t"}, edit{end, end, "\n\n\t" + strings.Join(l.added, "\n\t") + "\n)"})
		}
		return append(l.list, edit{from, to, " (\n\t" + strings.Join(l.added, "\n\t") + "\n\t"}, edit{end, end, "\n)"})
	}
	// The group of a declaration that has other modules' packages, or a new one at its end.
	for _, g := range l.groups(decl) {
		if !slices.ContainsFunc(g, func(s *ast.ImportSpec) bool { return !isStandard(pathOf(s)) && !slices.Contains(l.gone, s) }) {
			continue
		}
		left := slices.DeleteFunc(slices.Clone(g), func(s *ast.ImportSpec) bool { return slices.Contains(l.gone, s) })
		last := left[len(left)-1]
		end := last.End()
		if last.Comment != nil {
			end = last.Comment.End()
		}
		at := f.offset(end)
		return append(l.list, edit{at, at, "\n\t" + strings.Join(l.added, "\n\t")})
	}
	at := f.offset(decl.Rparen)
	for at > 0 && (f.text[at-1] == ' ' || f.text[at-1] == '\t') {
		at--
	}
	text := "\t" + strings.Join(l.added, "\n\t") + "\n"
	if len(decl.Specs) > len(l.gone) {
		text = "\n" + text
	}
	if at > 0 && f.text[at-1] != '\n' {
		text = "\n" + text
	}
	return append(l.list, edit{at, at, text})
}

func importsC(g *ast.GenDecl) bool {
	return slices.ContainsFunc(g.Specs, func(s ast.Spec) bool { return s.(*ast.ImportSpec).Path.Value == `"C"` })
}

// isStandard reports whether a path is one of the standard library.
func isStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}
