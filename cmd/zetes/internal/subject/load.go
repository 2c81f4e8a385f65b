// Package subject finds the types of Go packages, and builds a program around them that may import them all.
//
// load.go finds the types, instance.go instantiates generic ones, program.go lays the program out over the caller's
// tree, module.go finds the library a module to be required from, build.go runs the go command. Nothing is written
// into the caller's tree: the go command reads files from elsewhere as if they lay there (its flag -overlay).
package subject

import (
	"context"
	"errors"
	"fmt"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Type is a type that is to be looked at.
type Type struct {
	Name string // with the path of its package
	expr string // in its package, with "\x00." before the names of that package
	pkg  *packages.Package

	declared types.Type
}

// Package returns the path of the type's package.
func (t Type) Package() string { return t.pkg.PkgPath }

// Left is a type that is left out.
type Left struct{ Name, Why string }

// Wish says what is asked for.
type Wish struct {
	Dir      string // where the patterns and the go command apply
	Patterns []string
	Tags     string         // build tags
	All      bool           // unexported types too
	Run      *regexp.Regexp // names of types; nil: all
	Tmp      string         // folder for what the go command leaves when it is interrupted; "": the system's
}

// env is the go command's environment beside this process's.
func (w Wish) env() []string {
	if w.Tmp == "" {
		return nil
	}
	return []string{"GOTMPDIR=" + w.Tmp}
}

// flags are for the go command.
func (w Wish) flags() []string {
	if w.Tags == "" {
		return nil
	}
	return []string{"-tags=" + w.Tags}
}

// Set is what was found.
type Set struct {
	Types    []Type
	Left     []Left
	Packages int
	Loaded   []*packages.Package // that the patterns name
	wish     Wish
}

// Declared returns the types of s as they are declared: generic ones without arguments.
func (s *Set) Declared() []types.Type {
	var list []types.Type
	for _, t := range s.Types {
		if !slices.Contains(list, t.declared) {
			list = append(list, t.declared)
		}
	}
	return list
}

// Ready says what is missing before anything can be found.
func Ready() error {
	if _, err := exec.LookPath("go"); err != nil {
		return errors.New("there is no go command, which the types are compiled by")
	}
	return nil
}

// Find loads packages and lists their types.
func Find(ctx context.Context, w Wish) (*Set, error) {
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedEmbedFiles | packages.NeedImports |
			packages.NeedModule | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedTypesSizes | packages.NeedSyntax,
		Context: ctx, Dir: w.Dir, Env: append(os.Environ(), w.env()...), BuildFlags: w.flags(),
	}, w.Patterns...)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, errors.New(firstLine(err.Error()))
	}
	if len(pkgs) == 0 {
		return nil, fmt.Errorf("no package matches %s", strings.Join(w.Patterns, " "))
	}
	slices.SortFunc(pkgs, func(a, b *packages.Package) int { return strings.Compare(a.PkgPath, b.PkgPath) })
	var broken error
	packages.Visit(pkgs, nil, func(p *packages.Package) { // dependencies first
		if len(p.Errors) > 0 && broken == nil {
			broken = loadError(p)
		}
	})
	if broken != nil {
		return nil, broken
	}
	for _, p := range pkgs {
		if p.IllTyped {
			return nil, fmt.Errorf("%s does not compile: nor does a package that it imports", p.PkgPath)
		}
		if p.PkgPath == "command-line-arguments" {
			return nil, errors.New("name packages, as ./... does, not files")
		}
	}
	s := &Set{wish: w, Loaded: pkgs}
	given := map[*types.Package]bool{}
	for _, p := range pkgs {
		given[p.Types] = true
	}
	for _, p := range pkgs {
		if p.Types == nil || p.Name == "" {
			continue // a folder without Go files
		}
		n := len(s.Types)
		s.list(p, given)
		if len(s.Types) > n {
			s.Packages++
		}
	}
	return s, s.none(len(pkgs))
}

// ErrNoMatch is the cause of the error where Wish.Run matches no name.
var ErrNoMatch = errors.New("no type that JSON can hold has a name that matches")

// none says why there is nothing to be done.
func (s *Set) none(pkgs int) error {
	if len(s.Types) > 0 {
		return nil
	}
	where := fmt.Sprintf("%d packages", pkgs)
	if pkgs == 1 {
		where = "the package"
	}
	switch {
	case s.wish.Run != nil:
		return fmt.Errorf("%s: %w %q", where, ErrNoMatch, s.wish.Run)
	case len(s.Left) > 0:
		return fmt.Errorf("%s: no type to look at; %s is left out: %s", where, s.Left[0].Name, s.Left[0].Why)
	case s.wish.All:
		return fmt.Errorf("%s: no type is declared", where)
	}
	return fmt.Errorf("%s: no type is exported; -all looks at the others too", where)
}

// loadError is the first error of a package, in a line with its place.
func loadError(p *packages.Package) error {
	e := p.Errors[0]
	for _, other := range p.Errors { // an error of the compiler's says more than that a package could not be imported
		if other.Kind == packages.ParseError || other.Kind == packages.TypeError && e.Kind != packages.ParseError && !strings.HasPrefix(other.Msg, "could not import") {
			e = other
			break
		}
	}
	msg := firstLine(e.Msg)
	if strings.Contains(msg, "internal error in importing") {
		return fmt.Errorf("this command was built by %s, and can't read what a newer go command compiles: install it again with that one", runtime.Version())
	}
	switch {
	case e.Pos != "" && e.Pos != "-":
		msg = e.Pos + ": " + msg
	case e.Kind == packages.ListError:
		return errors.New(msg) // there is nothing to compile
	}
	return fmt.Errorf("%s does not compile: %s", p.ID, msg)
}

// firstLine returns the first line that says something: compilers begin with the name of the package.
func firstLine(s string) string {
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "# ") {
			return line
		}
	}
	return strings.TrimSpace(s)
}

// list adds the types of a package.
func (s *Set) list(p *packages.Package, given map[*types.Package]bool) {
	left := func(name, why string) {
		if s.wish.Run == nil || s.wish.Run.MatchString(p.PkgPath+"."+name) {
			s.Left = append(s.Left, Left{p.PkgPath + "." + name, why})
		}
	}
	why := unreachable(p)
	scope := p.Types.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || strings.HasPrefix(name, "_") || !tn.Exported() && !s.wish.All {
			continue
		}
		if !tn.Exported() && !local(p) {
			left(name, "it is not exported, and its module is not one that is being worked on")
			continue
		}
		if why != "" {
			left(name, why)
			continue
		}
		exprs, why := expressions(tn, given, s.wish.All && local(p))
		if why != "" {
			left(name, why)
			continue
		}
		for _, expr := range exprs {
			t := Type{Name: p.PkgPath + "." + strings.ReplaceAll(expr, "\x00.", ""), expr: expr, pkg: p, declared: tn.Type()}
			if s.wish.Run == nil || s.wish.Run.MatchString(t.Name) {
				s.Types = append(s.Types, t)
			}
		}
	}
}

// local reports whether files can be laid over the folder of a package.
func local(p *packages.Package) bool { return p.Module != nil && p.Module.Main && p.Module.Dir != "" }

// unreachable says why no program can have a package in it, or nothing.
func unreachable(p *packages.Package) string {
	switch {
	case p.Name == "main" && !local(p):
		return "a program can't be imported"
	case p.Name == "main" && slices.ContainsFunc(p.GoFiles, func(f string) bool { return !slices.Contains(p.CompiledGoFiles, f) }):
		return "it is in a program that uses cgo"
	case !local(p) && internal(p.PkgPath):
		return "it is in an internal package of a module that is not being worked on"
	case len(p.GoFiles) == 0:
		return "its package has no Go files"
	}
	return ""
}

// internal reports whether a path has an element that hides it from others.
func internal(path string) bool { return slices.Contains(strings.Split(path, "/"), "internal") }

// dir returns the folder of a package.
func dir(p *packages.Package) string { return filepath.Dir(p.GoFiles[0]) }
