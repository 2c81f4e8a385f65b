package gen

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// unit is a file that is to be written: of the types of one Go file, or of a package.
type unit struct {
	pkg    *packages.Package
	source string // the Go file alone whose types are wanted; empty: all of the package
	out    string
}

const (
	modeFiles = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedModule
	modeTypes = modeFiles | packages.NeedImports | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedTypesSizes | packages.NeedSyntax
)

// asked is what the arguments of one step name.
type asked struct {
	files    []string // Go files
	patterns []string // of packages: those of the files, and others
	whole    bool     // there are others
}

// asked tells files from patterns.
func (o *Options) asked() (a asked, err error) {
	for _, arg := range o.Args {
		if strings.HasSuffix(arg, ".go") {
			path, err := filepath.Abs(filepath.Join(o.Dir, arg))
			if filepath.IsAbs(arg) {
				path, err = filepath.Clean(arg), nil
			}
			if err == nil {
				_, err = os.Stat(path)
			}
			if err != nil {
				return a, fmt.Errorf("%s: no such file", arg)
			}
			if !o.Package {
				a.files = append(a.files, path)
				continue
			}
			arg = filepath.Dir(path)
		}
		a.patterns, a.whole = append(a.patterns, o.pattern(arg)), true
	}
	for _, f := range a.files {
		if dir := filepath.Dir(f); !slices.Contains(a.patterns, dir) {
			a.patterns = append(a.patterns, dir)
		}
	}
	return a, nil
}

// tests reports whether files of tests are asked for.
func (a *asked) tests() bool {
	return slices.ContainsFunc(a.files, func(f string) bool { return strings.HasSuffix(f, "_test.go") })
}

// load finds the packages that the arguments of steps name, and what is to be written for each step. Files that are
// written anew are taken for empty: what stands in them may be stale. The steps have the same flags of the go command;
// where there are several, they name files and folders by their whole paths.
func load(ctx context.Context, steps []*step) ([][]unit, error) {
	o := &steps[0].options
	config := packages.Config{Mode: modeFiles, Context: ctx, Dir: o.Dir, BuildFlags: o.buildFlags(), Tests: steps[0].asked.tests(), Overlay: o.Overlay}
	var patterns []string
	for _, p := range steps {
		for _, pattern := range p.asked.patterns {
			if !slices.Contains(patterns, pattern) {
				patterns = append(patterns, pattern)
			}
		}
	}
	found, err := packages.Load(&config, patterns...)
	if err != nil {
		return nil, errors.New(firstLine(err.Error()))
	}
	config.Overlay = map[string][]byte{}
	maps.Copy(config.Overlay, o.Overlay)
	for _, p := range found {
		if len(p.GoFiles) == 0 && len(p.CompiledGoFiles) == 0 && len(p.Errors) > 0 {
			return nil, errors.New(place(p.Errors[0]))
		}
		for _, name := range p.GoFiles {
			if given(p) && ours(name) && slices.ContainsFunc(steps, func(s *step) bool { return s.names(p, len(steps)) && s.writes(name, p) }) {
				config.Overlay[name] = []byte("package " + p.Name + "\n")
			}
		}
	}
	if found, err = loadTypes(&config, patterns); err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b *packages.Package) int { return strings.Compare(a.ID, b.ID) })
	for _, p := range found {
		for _, e := range p.Errors {
			if e.Kind == packages.ParseError || e.Kind == packages.ListError && p.Types == nil || strings.HasPrefix(e.Msg, "instantiation cycle") {
				return nil, errors.New(place(e))
			}
		}
	}
	lists := make([][]unit, len(steps))
	for i, p := range steps {
		of := slices.DeleteFunc(slices.Clone(found), func(q *packages.Package) bool { return !given(q) || q.Types == nil || !p.names(q, len(steps)) })
		if lists[i], err = p.units(of); err != nil {
			return nil, err
		}
	}
	return lists, nil
}

// loadTypes loads packages with their types.
func loadTypes(config *packages.Config, patterns []string) ([]*packages.Package, error) {
	config.Mode = modeTypes
	found, err := packages.Load(config, patterns...)
	if err == nil && incomplete(found) {
		// A package that others import does not compile, perhaps for want of what is generated here: all is read from
		// source, which takes longer.
		config.Mode |= packages.NeedDeps
		found, err = packages.Load(config, patterns...)
	}
	if err != nil {
		return nil, errors.New(firstLine(err.Error()))
	}
	return found, nil
}

// importers finds r.others: the packages that belong to no run, lie in a module that r writes into, and import a package
// for which r makes code, directly or through others. Their structs may embed the types. Packages that the go command
// can't list are not found.
func (r *run) importers(ctx context.Context, runs []*run) error {
	reached, patterns := map[string]bool{}, []string(nil)
	for i, u := range r.units {
		if m := u.pkg.Module; len(r.lists[i]) > 0 && !r.options.NoStdMarshalers && m != nil && m.Main && u.pkg.Name != "main" {
			reached[u.pkg.PkgPath] = true
			if all := filepath.Join(m.Dir, "..."); !slices.Contains(patterns, all) {
				patterns = append(patterns, all)
			}
		}
	}
	if len(patterns) == 0 {
		return nil
	}
	o := r.options
	config := packages.Config{Mode: packages.NeedName | packages.NeedImports, Context: ctx, Dir: o.Dir, BuildFlags: o.buildFlags(), Overlay: o.Overlay}
	found, err := packages.Load(&config, patterns...)
	if err != nil {
		return nil
	}
	for more := true; more; {
		more = false
		for _, p := range found {
			for path := range p.Imports {
				if reached[path] && !reached[p.PkgPath] {
					reached[p.PkgPath], more = true, true
				}
			}
		}
	}
	found = slices.DeleteFunc(found, func(p *packages.Package) bool {
		return !reached[p.PkgPath] || slices.ContainsFunc(runs, func(r *run) bool {
			return slices.ContainsFunc(r.units, func(u unit) bool { return u.pkg.PkgPath == p.PkgPath })
		})
	})
	if patterns = nil; len(found) == 0 {
		return nil
	}
	for _, p := range found {
		patterns = append(patterns, p.PkgPath)
	}
	if found, err = loadTypes(&config, patterns); err != nil {
		return err
	}
	for _, p := range found {
		if p.Types != nil {
			r.others = append(r.others, unit{pkg: p})
		}
	}
	return nil
}

// given reports whether p is a package with source of its own, not the program that runs its tests.
func given(p *packages.Package) bool { return !strings.HasSuffix(p.ID, ".test") }

// names reports whether p's arguments name q, one of the packages that several steps name.
func (p *step) names(q *packages.Package, steps int) bool {
	return steps == 1 || slices.Contains(p.asked.patterns, q.Dir)
}

// units returns what is to be written for the packages found.
func (p *step) units(found []*packages.Package) (units []unit, err error) {
	o, files, whole := &p.options, p.asked.files, p.asked.whole
	for _, p := range found {
		if len(files) == 0 || whole && !inFiles(p, files) {
			if p.Name != "" && len(p.GoFiles) > 0 && !isVariant(p) {
				units = append(units, unit{pkg: p, out: o.outputOf(filepath.Dir(p.GoFiles[0]), p.Name)})
			}
			continue
		}
		for _, f := range files {
			if slices.Contains(p.GoFiles, f) && !slices.ContainsFunc(units, func(u unit) bool { return u.source == f && !better(p, u.pkg, f) }) {
				units = slices.DeleteFunc(units, func(u unit) bool { return u.source == f })
				units = append(units, unit{pkg: p, source: f, out: o.outputOf(f, "")})
			}
		}
	}
	for _, f := range files {
		if !slices.ContainsFunc(units, func(u unit) bool { return u.source == f }) {
			return nil, fmt.Errorf("%s: build constraints exclude the file, or it is in no package", f)
		}
	}
	if len(units) == 0 {
		return nil, fmt.Errorf("no package matches %s", strings.Join(o.Args, " "))
	}
	if o.Output != "" && len(units) > 1 {
		return nil, misuse("-output_filename is for one file, and there are %d", len(units))
	}
	return units, nil
}

// better reports whether p is the package to read f from, rather than q: the plain one for plain files.
func better(p, q *packages.Package, f string) bool { return isVariant(q) && !isVariant(p) }

// isVariant reports whether p is a package together with its tests.
func isVariant(p *packages.Package) bool { return strings.Contains(p.ID, " [") }

func inFiles(p *packages.Package, files []string) bool {
	return slices.ContainsFunc(files, func(f string) bool { return slices.Contains(p.GoFiles, f) })
}

// incomplete reports whether a package that is imported can't be read.
func incomplete(found []*packages.Package) bool {
	return slices.ContainsFunc(found, func(p *packages.Package) bool {
		return slices.ContainsFunc(p.Errors, func(e packages.Error) bool { return strings.Contains(e.Msg, "could not import") })
	})
}

// writes reports whether the file name of q, which a generator has written, is one that p writes anew.
func (p *step) writes(name string, q *packages.Package) bool {
	if o := &p.options; len(p.asked.files) == 0 || !inFiles(q, p.asked.files) {
		return name == o.outputOf(filepath.Dir(q.GoFiles[0]), q.Name)
	}
	return slices.ContainsFunc(p.asked.files, func(f string) bool { return p.options.outputOf(f, "") == name })
}

// header is the first line of every file that is written.
const header = "// Code generated by zetes gen; DO NOT EDIT."

// madeFor returns what text, which a generator has written, is for, or "" if it does not say so. Who writes another
// file in its place is told.
func madeFor(text string) string {
	what, _ := madeOf(text)
	return what
}

// madeOf returns madeFor, and the flags that were given.
func madeOf(text string) (what, flags string) {
	rest, _ := strings.CutPrefix(text, header+"\n")
	line, _, _ := strings.Cut(rest, "\n")
	what, ok := strings.CutPrefix(line, markStart)
	if !ok {
		return "", ""
	}
	what, flags, _ = strings.Cut(what, markWith)
	return what, flags
}

// The line after the header, here of a file for m.go with the flag -all:
//
//	// It is for the types of m.go, with -all
const (
	markStart  = "// It is for the types of "
	markWith   = ", with "
	thePackage = "the package"
)

// mark returns that line.
func (u *unit) mark(o *Options) string {
	line := markStart + thePackage
	if u.source != "" {
		line = markStart + filepath.Base(u.source)
	}
	if flags := o.flagText(); flags != "" {
		line += markWith + flags
	}
	return line
}

// ours reports whether a file begins with the header.
func ours(name string) bool {
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return false
	}
	text, err := os.ReadFile(name)
	return err == nil && strings.Contains(string(text[:min(len(text), 400)]), header)
}

// place says where an error is, and what is wrong.
func place(e packages.Error) string {
	name, at := e.Pos, "" // file:line:column
	for range 2 {
		if i := strings.LastIndexByte(name, ':'); i > 1 {
			name, at = name[:i], name[i:]+at
		}
	}
	if name == "" || name == "-" {
		return firstLine(e.Msg)
	}
	return short(name) + at + ": " + firstLine(e.Msg)
}

// firstLine returns the first line that says something: compilers begin with the name of the package.
func firstLine(s string) string {
	if _, said, ok := strings.Cut(s, ": stderr: "); ok && strings.HasPrefix(s, "err: ") {
		s = said // of the go command, by package packages
	}
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "# ") {
			return line
		}
	}
	return strings.TrimSpace(s)
}

// syntax returns the files of a unit that types are wanted from.
func (u *unit) syntax() (list []*ast.File) {
	for _, f := range u.pkg.Syntax {
		name := u.nameOf(f)
		if u.source == "" && name != u.out && !strings.HasSuffix(name, "_test.go") || name == u.source {
			list = append(list, f)
		}
	}
	return list
}

// nameOf returns the name of a file of the package. One that imports "C" is read as cgo has written it elsewhere, which
// says where its lines come from.
func (u *unit) nameOf(f *ast.File) string {
	name := u.pkg.Fset.Position(f.FileStart).Filename
	if from := u.pkg.Fset.Position(f.Package).Filename; name != from && !slices.Contains(u.pkg.GoFiles, name) {
		return from
	}
	return name
}

// isGenerated reports whether a file has the mark of generators, cgo's alone not among them.
func (u *unit) isGenerated(f *ast.File) bool {
	if name := u.nameOf(f); name != u.pkg.Fset.Position(f.FileStart).Filename {
		f, _ = parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.PackageClauseOnly)
	}
	return f != nil && ast.IsGenerated(f)
}

// at says where pos is, with a path that is short.
func (u *unit) at(pos token.Pos) string {
	at := u.pkg.Fset.Position(pos)
	return fmt.Sprintf("%s:%d", short(at.Filename), at.Line)
}

// short returns the path of a file from the working directory on, if it is in that.
func short(name string) string {
	if wd, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(wd, name); err == nil && !strings.HasPrefix(rel, "..") {
			return rel
		}
	}
	return name
}
