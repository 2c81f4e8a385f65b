// Package migrate moves modules from other JSON libraries to zetes.
//
// library.go says what becomes of each name of each library. load.go loads the packages of a module, once for each set of
// build tags that its files need, and finds where they use these names. file.go makes edits of these uses, and imports.go
// of import declarations: bytes change, nothing is printed anew. verify.go type-checks the result before anything is
// written. Where a value has to have the type that another module names, such as a *json.Decoder, the compiler complains:
// the uses that its type comes from stay then, and the check is repeated. module.go edits go.mod, write.go writes all
// files or none, tests.go compares the tests of the modules before and after.
package migrate

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/zetes-json/zetes/cmd/zetes/internal/diff"
)

// Options are what is asked for.
type Options struct {
	Dir      string   // where the patterns apply; empty: the working directory
	Patterns []string // of packages; none: ./...
	Tags     string   // build tags, as the go command's
	To       string   // "json", "compat" or "native": see To
	Only     []string // libraries by import path or name; none: all
	// Generate returns the code that zetes gen writes for arguments in a folder, and the file that it is for.
	Generate func(ctx context.Context, dir string, args []string, overlay map[string][]byte) (file string, code []byte, err error)
	Zetes    string   // a clone of zetes that go.mod files are to name; empty: they require a release
	Test     []string // flags of go test besides
	Tidy     bool     // go.mod files are tidied, as they have to be before they are written or tests run
}

// Ways are the values of Options.To. Under "compat" json-iterator is replaced by compat/jsoniter. Under "json" it is
// replaced by package json where nothing but ConfigCompatibleWithStandardLibrary is used, and under "native" its functions
// are replaced by those of zetes besides.
var Ways = []string{"json", "compat", "native"}

// Plan is what a migration changes, and what it does not.
type Plan struct {
	Libraries []string // that were found, with the number of files
	Changes   []Change // of files, in the order of their names
	Findings  []Finding
	Run       []string // commands to run afterwards

	root    string // folder that names of files are relative to
	program *program
}

// Change is a file that changes.
type Change struct {
	Name     string // as it is printed
	path     string
	old, new []byte // new is nil for a file that is deleted, old for one that is new
	What     []string
}

// Kind says what a Finding is about.
type Kind int

// The kinds of findings.
const (
	Stays  Kind = iota // a use that stays as it is
	Person             // a use that a person has to change
	Unseen             // a file that could not be loaded
	Note               // a result that differs
)

func (k Kind) String() string { return [...]string{"stays", "by hand", "unseen", "note"}[k] }

// Finding is something to say about a place.
type Finding struct {
	Kind  Kind
	Place string // file:line, or a file
	Text  string
}

// Make returns the plan for a module. Nothing is written.
func Make(ctx context.Context, o *Options) (*Plan, error) {
	if o.To == "" {
		o.To = "compat"
	}
	if !slices.Contains(Ways, o.To) {
		return nil, fmt.Errorf("-to is json, compat or native, not %q", o.To)
	}
	for _, only := range o.Only {
		if !slices.ContainsFunc(sources, func(s *source) bool { return s.is(only) }) {
			return nil, fmt.Errorf("-only %s: no library that zetes migrate knows; it knows %s", only, strings.Join(libraryNames(), ", "))
		}
	}
	p, err := load(ctx, o)
	if err != nil {
		return nil, err
	}
	tmp, err := os.MkdirTemp("", "zetes-migrate-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	p.tmp = tmp
	if err := p.settle(ctx); err != nil {
		return nil, err
	}
	return p.plan(ctx)
}

// Diff returns the difference that the plan makes, as "diff -u" prints it.
func (p *Plan) Diff() string {
	var b strings.Builder
	for _, c := range p.Changes {
		before, after := c.Name, c.Name
		if c.old == nil {
			before = os.DevNull
		}
		if c.new == nil {
			after = os.DevNull
		}
		b.WriteString(diff.Unified(before, c.old, after, c.new))
	}
	return b.String()
}

// plan makes the plan of a program whose uses are settled.
func (p *program) plan(ctx context.Context) (*Plan, error) {
	out := &Plan{root: p.root, program: p, Libraries: p.libraries()}
	for _, f := range p.files {
		if text := f.edited(); !bytes.Equal(text, f.text) {
			out.Changes = append(out.Changes, Change{Name: p.short(f.name), path: f.name, old: f.text, new: text, What: f.what()})
		}
		if !p.regenerates(f.name) {
			out.Findings = append(out.Findings, f.findings()...)
		}
	}
	changes, err := p.generatedChanges()
	if err != nil {
		return nil, err
	}
	out.Changes = append(out.Changes, changes...)
	out.Findings = append(out.Findings, p.findings...)
	if len(out.Changes) > 0 {
		changes, findings, err := p.moduleChanges(ctx, out.Changes)
		if err != nil {
			return nil, err
		}
		out.Changes = append(out.Changes, changes...)
		out.Findings = append(out.Findings, findings...)
		out.Run = p.commands()
	}
	slices.SortFunc(out.Changes, func(a, b Change) int { return strings.Compare(a.Name, b.Name) })
	slices.SortStableFunc(out.Findings, func(a, b Finding) int { return int(a.Kind) - int(b.Kind) })
	return out, nil
}

// commands are what to run after the files are written.
func (p *program) commands() (list []string) {
	if slices.ContainsFunc(p.modules, vendors) {
		list = append(list, "go mod vendor")
	}
	all := strings.Join(p.spread([]string{"./..."}), " ")
	return append(list, "go vet "+all, "go test "+all, "zetes check types "+all)
}

// libraries lists the libraries that are used, with how many files import them.
func (p *program) libraries() (list []string) {
	counts := map[string]int{}
	for _, f := range p.files {
		seen := map[string]bool{}
		for _, m := range f.imports {
			if !seen[m.source.library] {
				seen[m.source.library] = true
				counts[m.source.library]++
			}
		}
	}
	for _, name := range libraryNames() {
		if n := counts[name]; n > 0 {
			list = append(list, fmt.Sprintf("%s in %s", name, count(n, "file")))
		}
	}
	return list
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// short returns the name of a file as it is printed.
func (p *program) short(name string) string {
	if rel, err := filepath.Rel(p.root, name); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return name
}

// errorOf is the error among packages that were loaded which says most, or nil: one of syntax, then an import that is not
// found, then one of types, which may follow from such an import.
func errorOf(pkgs []*packages.Package) (broken *packages.Error) {
	rank := func(e *packages.Error) int {
		switch {
		case e.Kind == packages.ParseError:
			return 4
		case e.Kind == packages.ListError && e.Pos != "" && e.Pos != "-":
			return 3
		case e.Kind == packages.TypeError && !strings.HasPrefix(e.Msg, "could not import"):
			return 2
		case e.Pos != "" && e.Pos != "-":
			return 1
		}
		return 0
	}
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		for i := range p.Errors {
			if e := &p.Errors[i]; broken == nil || rank(e) > rank(broken) {
				broken = e
			}
		}
	})
	return broken
}
