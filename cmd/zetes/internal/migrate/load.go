package migrate

import (
	"context"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"go/types"
	"go/version"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/zetes-json/zetes/cmd/zetes/internal/gocommand"
)

// program is what was loaded, and what is known of it.
type program struct {
	options *Options
	to      string // Options.To, or "compat" where codecs are registered that package json would not call
	root    string // folder that names of files are relative to
	env     goEnv
	modules []module
	loads   []*loading
	files   []*file // that use a library, or a variable with the API of one
	byName  map[string]*file

	variables []*variable
	generated []*generated
	lines     []*goGenerate
	byHand    bool // there are methods of easyjson or ffjson that no program has written
	findings  []Finding

	fresh      []string // -mod=readonly if the folder vendor lacks what go.mod requires
	tmp        string   // folder for go.mod files of checks
	checkEnv   []string
	checkFlags []string
}

// goEnv is what go env says where the patterns apply.
type goEnv struct{ GOMOD, GOWORK, GOVERSION, GOOS, GOARCH string }

// workspace reports whether a go.work file is in force.
func (e goEnv) workspace() bool { return e.GOWORK != "" && e.GOWORK != "off" }

// module is a module that is being worked on.
type module struct{ Path, Dir, GoMod string }

// loading is how some packages are loaded: under the tags of one build.
type loading struct {
	tags         []string
	goos, goarch string // empty: this machine's
	patterns     []string
	pkgs         []*packages.Package
}

func (l *loading) env() []string {
	if l.goos == "" {
		return nil
	}
	return []string{"GOOS=" + l.goos, "GOARCH=" + l.goarch, "CGO_ENABLED=0"}
}

func (l *loading) flags() []string {
	if len(l.tags) == 0 {
		return nil
	}
	return []string{"-tags=" + strings.Join(l.tags, ",")}
}

const mode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedModule |
	packages.NeedTypes | packages.NeedTypesInfo | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedForTest

// mostBuilds is how many sets of build tags are tried beside the one that is asked for.
const mostBuilds = 8

// load loads the packages of the modules here, under all tags that their files need, and finds uses of libraries.
func load(ctx context.Context, o *Options) (*program, error) {
	p := &program{options: o, to: o.To, byName: map[string]*file{}}
	out, err := gocommand.Run(ctx, o.Dir, nil, "env", "-json", "GOMOD", "GOWORK", "GOVERSION", "GOOS", "GOARCH")
	if err != nil {
		return nil, err
	}
	if err := stdjson.Unmarshal([]byte(out), &p.env); err != nil {
		return nil, err
	}
	if p.env.GOMOD == "" && !p.env.workspace() || p.env.GOMOD == os.DevNull && !p.env.workspace() {
		return nil, errors.New("there is no module here: go mod init makes one")
	}
	out, err = gocommand.Run(ctx, o.Dir, nil, "list", "-m", "-json")
	if err != nil && strings.HasPrefix(err.Error(), "go: inconsistent vendoring") {
		p.fresh = []string{"-mod=readonly"}
		p.findings = append(p.findings, Finding{Person, "vendor/modules.txt", "run go mod vendor: the folder lacks what go.mod requires"})
		out, err = gocommand.Run(ctx, o.Dir, nil, "list", "-m", "-json", p.fresh[0])
	}
	if err != nil {
		return nil, err
	}
	for d := stdjson.NewDecoder(strings.NewReader(out)); d.More(); {
		var m module
		if err := d.Decode(&m); err != nil {
			return nil, err
		}
		if m.Dir != "" && m.GoMod != "" {
			p.modules = append(p.modules, m)
		}
	}
	if p.root, err = filepath.Abs(o.Dir); err != nil {
		return nil, err
	}
	patterns := o.Patterns
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	first := &loading{patterns: p.spread(patterns)}
	if o.Tags != "" {
		first.tags = strings.FieldsFunc(o.Tags, func(r rune) bool { return r == ',' || r == ' ' })
	}
	if err := p.loadUnder(ctx, first, nil, nil); err != nil {
		return nil, err
	}
	if bad := errorOf(first.pkgs); bad != nil {
		return nil, p.broken(bad)
	}
	if len(first.pkgs) == 0 {
		return nil, fmt.Errorf("no package matches %s", strings.Join(patterns, " "))
	}
	p.loads = append(p.loads, first)
	if err := p.loadRest(ctx, first); err != nil {
		return nil, err
	}
	return p, p.scan()
}

// broken is an error of a package that does not build, in a line with its place.
func (p *program) broken(e *packages.Error) error {
	msg := gocommand.Complaint(e.Msg, errors.New(e.Msg))
	if strings.Contains(msg, "internal error in importing") {
		return fmt.Errorf("this command was built by %s, and can't read what a newer go command compiles: install it again with that one", runtime.Version())
	}
	if e.Pos == "" || e.Pos == "-" {
		return errors.New(msg)
	}
	name, rest, _ := strings.Cut(e.Pos, ":")
	return fmt.Errorf("%s:%s: %s", p.short(name), rest, msg)
}

// loadUnder loads the packages of l, with files changed as overlay says.
func (p *program) loadUnder(ctx context.Context, l *loading, overlay map[string][]byte, more []string) error {
	mode := mode
	if l.goos != "" {
		mode |= packages.NeedDeps // from source: the standard library of another system is not compiled for that
	}
	config := packages.Config{
		Mode: mode, Context: ctx, Dir: p.options.Dir, Tests: true,
		Env: slices.Concat(os.Environ(), l.env(), p.checkEnv), BuildFlags: slices.Concat(p.fresh, l.flags(), more),
	}
	if err := p.overlay(&config, overlay); err != nil {
		return err
	}
	pkgs, err := packages.Load(&config, l.patterns...)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		_, said, found := strings.Cut(err.Error(), "stderr: ") // of the go command, by package packages
		if !found {
			said = err.Error()
		}
		return errors.New(gocommand.Complaint(said, err))
	}
	l.pkgs = slices.DeleteFunc(pkgs, func(q *packages.Package) bool { return strings.HasSuffix(q.ID, ".test") })
	// Packages with their tests come first: they have all files that the package without tests has.
	slices.SortStableFunc(l.pkgs, func(a, b *packages.Package) int {
		if (a.ForTest == "") != (b.ForTest == "") {
			if a.ForTest != "" {
				return -1
			}
			return 1
		}
		return strings.Compare(a.ID, b.ID)
	})
	return nil
}

// overlay makes config load files with the texts in files. Config.Overlay would do so too, but makes package packages read
// all that is imported from source, the standard library too. So it serves only where one of the files does not exist yet.
func (p *program) overlay(config *packages.Config, files map[string][]byte) error {
	if len(files) == 0 {
		return nil
	}
	names := map[string]string{}
	for name, text := range files {
		if _, err := os.Stat(name); err != nil {
			config.Overlay = files
			return nil
		}
		names[name] = filepath.Join(p.tmp, fmt.Sprintf("text%d.go", len(names)))
		if err := os.WriteFile(names[name], text, 0o600); err != nil {
			return err
		}
	}
	list, err := writeOverlay(p.tmp, names)
	config.BuildFlags = append(config.BuildFlags, "-overlay="+list)
	config.ParseFile = func(fset *token.FileSet, name string, text []byte) (*ast.File, error) {
		if changed, ok := files[name]; ok {
			text = changed
		}
		return parser.ParseFile(fset, name, text, parser.AllErrors|parser.ParseComments)
	}
	return err
}

// moduleOf returns the module that is being worked on and has a file, or nil.
func (p *program) moduleOf(name string) (found *module) {
	for i := range p.modules {
		m := &p.modules[i]
		if rel, err := filepath.Rel(m.Dir, name); err == nil && filepath.IsLocal(rel) && (found == nil || len(m.Dir) > len(found.Dir)) {
			found = m
		}
	}
	return found
}

// spread returns patterns with the modules of a workspace in place of "./...", where the working directory is in none of
// these modules: the go command refuses "./..." there.
func (p *program) spread(patterns []string) (list []string) {
	if !p.env.workspace() || p.moduleOf(filepath.Join(p.root, "x.go")) != nil {
		return patterns
	}
	for _, pattern := range patterns {
		n := len(list)
		for _, m := range p.modules {
			if dir := p.short(m.Dir); pattern == "./..." && dir != m.Dir {
				list = append(list, "./"+filepath.ToSlash(dir)+"/...")
			}
		}
		if len(list) == n {
			list = append(list, pattern)
		}
	}
	return list
}

// loadRest loads the files that first leaves out because of their build tags.
func (p *program) loadRest(ctx context.Context, first *loading) error {
	seen, folders := map[string]bool{}, map[string]bool{}
	for _, q := range first.pkgs {
		for _, name := range slices.Concat(q.GoFiles, q.OtherFiles) {
			seen[name] = true
		}
		for _, name := range slices.Concat(q.GoFiles, q.IgnoredFiles) {
			folders[filepath.Dir(name)] = true
		}
	}
	for _, pattern := range first.patterns {
		if base, ok := strings.CutSuffix(pattern, "..."); ok && build.IsLocalImport(base) {
			p.addFolders(filepath.Join(p.root, base), folders)
		}
	}
	left := map[string]constraint.Expr{}
	for _, dir := range slices.Sorted(maps.Keys(folders)) {
		names, _ := filepath.Glob(filepath.Join(dir, "*.go"))
		for _, name := range names {
			if base := filepath.Base(name); seen[name] || base[0] == '_' || base[0] == '.' || p.moduleOf(name) == nil {
				continue
			}
			if expr, uses := header(name); uses {
				left[name] = expr
			}
		}
	}
	builds := 0
	for len(left) > 0 && builds < mostBuilds {
		name := slices.Sorted(maps.Keys(left))[0]
		expr := left[name]
		delete(left, name)
		builds++
		l, bad, err := p.loadFor(ctx, name, expr, first.tags, left)
		if l == nil && err == nil && len(first.tags) > 0 {
			l, bad, err = p.loadFor(ctx, name, expr, nil, left) // the file may be in place of one under the tags that are asked for
		}
		if err != nil {
			return err
		}
		if l != nil {
			p.loads = append(p.loads, l)
			maps.DeleteFunc(left, func(n string, _ constraint.Expr) bool { return l.has(n) })
			continue
		}
		// Such as a program under "ignore" in the folder of a package: the go command takes it when it is named.
		l = &loading{patterns: []string{name}}
		if err = p.loadUnder(ctx, l, nil, nil); err != nil && ctx.Err() != nil {
			return err
		}
		if len(l.pkgs) > 0 && errorOf(l.pkgs) == nil && slices.Contains(l.pkgs[0].GoFiles, name) {
			p.loads = append(p.loads, l)
			if bad != nil && l.pkgs[0].Types.Scope().Lookup("main") == nil { // it is no program by itself
				p.findings = append(p.findings, Finding{Note, p.short(name), "its package does not build" + under(expr) + ", so the file is checked by itself: " + p.broken(bad).Error()})
			}
			continue
		}
		p.unseen(name, expr, bad)
	}
	for _, name := range slices.Sorted(maps.Keys(left)) {
		p.unseen(name, left[name], nil)
	}
	return nil
}

// has reports whether a file was loaded.
func (l *loading) has(name string) bool {
	return slices.ContainsFunc(l.pkgs, func(q *packages.Package) bool { return slices.Contains(q.GoFiles, name) })
}

// loadFor loads the folder of a file, and those of the others that are left, under build tags that the file needs beside
// tags. It returns nil if there are none, or if the folder does not build under them, with an error that says most.
func (p *program) loadFor(ctx context.Context, name string, expr constraint.Expr, tags []string, left map[string]constraint.Expr) (*loading, *packages.Error, error) {
	l, ok := p.satisfy(expr, filepath.Base(name), tags)
	if !ok {
		return nil, nil, nil
	}
	l.patterns = []string{filepath.Dir(name)}
	for other := range left {
		if dir := filepath.Dir(other); !slices.Contains(l.patterns, dir) {
			l.patterns = append(l.patterns, dir)
		}
	}
	if err := p.loadUnder(ctx, l, nil, nil); err != nil {
		return nil, nil, ctx.Err()
	}
	var bad *packages.Error
	for _, q := range l.pkgs {
		if bad == nil && slices.Contains(q.GoFiles, name) {
			bad = errorOf([]*packages.Package{q})
		}
	}
	l.pkgs = slices.DeleteFunc(l.pkgs, func(q *packages.Package) bool { return len(q.Errors) > 0 || q.IllTyped || q.Types == nil })
	if !l.has(name) {
		return nil, bad, nil
	}
	kept := map[string]bool{}
	for _, q := range l.pkgs {
		kept[filepath.Dir(q.GoFiles[0])] = true
	}
	l.patterns = slices.Sorted(maps.Keys(kept))
	return l, nil, nil
}

// unseen notes a file that could not be loaded, with an error if there is one. It stays as it is.
func (p *program) unseen(name string, expr constraint.Expr, bad *packages.Error) {
	why := "it does not build here" + under(expr) + ": it stays as it is"
	if bad != nil {
		why += ": " + p.broken(bad).Error()
	}
	p.findings = append(p.findings, Finding{Unseen, p.short(name), why})
}

// under names a build constraint, if there is one.
func under(expr constraint.Expr) string {
	if expr == nil {
		return ""
	}
	return ", under " + expr.String()
}

// addFolders adds the folders of the modules below root that have Go files.
func (p *program) addFolders(root string, folders map[string]bool) {
	filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if base := d.Name(); d.IsDir() {
			if path != root && (base == "vendor" || base == "testdata" || base[0] == '_' || base[0] == '.') {
				return filepath.SkipDir
			}
			if path != root && !slices.ContainsFunc(p.modules, func(m module) bool { return m.Dir == path }) {
				if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil {
					return filepath.SkipDir
				}
			}
		} else if strings.HasSuffix(base, ".go") {
			folders[filepath.Dir(path)] = true
		}
		return nil
	})
}

// header returns the build constraint of a Go file, and reports whether the file imports a library.
func header(name string) (expr constraint.Expr, uses bool) {
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly|parser.ParseComments)
	if f == nil || err != nil && len(f.Imports) == 0 {
		return nil, false
	}
	var old constraint.Expr // of lines "// +build", which have a meaning where there is no "//go:build"
	for _, g := range f.Comments {
		for _, c := range g.List {
			line, err := constraint.Parse(c.Text)
			switch {
			case err != nil || c.Pos() > f.Package:
			case constraint.IsGoBuild(c.Text):
				expr = line
			case old == nil:
				old = line
			default:
				old = &constraint.AndExpr{X: old, Y: line}
			}
		}
	}
	if expr == nil {
		expr = old
	}
	for _, spec := range f.Imports {
		if path, err := strconv.Unquote(spec.Path.Value); err == nil && sourceOf(path) != nil {
			uses = true
		}
	}
	return expr, uses
}

// systems and machines are the values of GOOS and GOARCH that names of files end in.
var (
	systems  = []string{"linux", "windows", "darwin", "freebsd", "netbsd", "openbsd", "js", "wasip1", "aix", "android", "dragonfly", "illumos", "ios", "plan9", "solaris"}
	machines = []string{"amd64", "arm64", "386", "arm", "wasm", "riscv64", "ppc64le", "s390x", "loong64", "mips", "mips64", "mips64le", "mipsle", "ppc64"}
	unix     = []string{"linux", "darwin", "freebsd", "netbsd", "openbsd", "aix", "android", "dragonfly", "illumos", "ios", "solaris"}
)

// satisfy returns a build that has a file of that name with that constraint. ok is false if there is none.
func (p *program) satisfy(expr constraint.Expr, base string, given []string) (l *loading, ok bool) {
	parts := strings.Split(strings.TrimSuffix(strings.TrimSuffix(base, ".go"), "_test"), "_")
	nameOS, nameArch := "", ""
	if n := len(parts); n > 1 && slices.Contains(machines, parts[n-1]) {
		nameArch = parts[n-1]
		parts = parts[:n-1]
	}
	if n := len(parts); n > 1 && slices.Contains(systems, parts[n-1]) {
		nameOS = parts[n-1]
	}
	var tags []string // those that are neither systems nor releases
	if expr != nil {
		walkTags(expr, func(tag string) {
			if !slices.Contains(tags, tag) && !slices.Contains(systems, tag) && !slices.Contains(machines, tag) && !strings.HasPrefix(tag, "go1.") &&
				!strings.HasPrefix(tag, "goexperiment.") && tag != "unix" && tag != "cgo" && tag != "gc" && tag != "gccgo" {
				tags = append(tags, tag)
			}
		})
	}
	if len(tags) > 10 {
		return nil, false
	}
	for _, goos := range append([]string{p.env.GOOS}, systems[:9]...) {
		for _, goarch := range append([]string{p.env.GOARCH}, machines[:5]...) {
			if nameOS != "" && goos != nameOS || nameArch != "" && goarch != nameArch || !possible(goos, goarch) {
				continue
			}
			for set := range 1 << len(tags) {
				on := func(tag string) bool {
					if i := slices.Index(tags, tag); i >= 0 {
						return set>>i&1 == 1 || slices.Contains(given, tag)
					}
					return tag == goos || tag == goarch || tag == "unix" && slices.Contains(unix, goos) || tag == "gc" || tag == "cgo" && goos == p.env.GOOS ||
						strings.HasPrefix(tag, "go1.") && version.Compare(tag, p.env.GOVERSION) <= 0
				}
				if expr != nil && !expr.Eval(on) {
					continue
				}
				l := &loading{tags: slices.Clone(given)}
				for i, tag := range tags {
					if set>>i&1 == 1 && !slices.Contains(l.tags, tag) {
						l.tags = append(l.tags, tag)
					}
				}
				if goos != p.env.GOOS || goarch != p.env.GOARCH {
					l.goos, l.goarch = goos, goarch
				}
				return l, true
			}
		}
	}
	return nil, false
}

// possible reports whether Go has a port to a system on a machine, of those that satisfy tries.
func possible(goos, goarch string) bool {
	switch {
	case goos == "js" || goos == "wasip1":
		return goarch == "wasm"
	case goarch == "wasm":
		return false
	case goos == "darwin":
		return goarch == "amd64" || goarch == "arm64"
	case goos == "aix":
		return goarch == "ppc64"
	}
	return true
}

func walkTags(expr constraint.Expr, f func(string)) {
	switch e := expr.(type) {
	case *constraint.TagExpr:
		f(e.Tag)
	case *constraint.NotExpr:
		walkTags(e.X, f)
	case *constraint.AndExpr:
		walkTags(e.X, f)
		walkTags(e.Y, f)
	case *constraint.OrExpr:
		walkTags(e.X, f)
		walkTags(e.Y, f)
	}
}

// scan finds the uses of libraries in all files that were loaded.
func (p *program) scan() error {
	p.findRegistered()
	p.findVariables()
	looked := map[string]bool{}
	for _, l := range p.loads {
		for _, q := range l.pkgs {
			for _, syntax := range q.Syntax {
				name := q.Fset.File(syntax.Pos()).Name()
				if !slices.Contains(q.GoFiles, name) {
					continue // made by cgo of a file that follows
				}
				if err := p.add(name, syntax, q); err != nil {
					return err
				}
				if !looked[name] {
					looked[name] = true
					if err := p.addGenerated(name, syntax, q); err != nil {
						return err
					}
				}
			}
			for _, name := range q.GoFiles {
				if !slices.Contains(q.CompiledGoFiles, name) {
					if err := p.add(name, nil, nil); err != nil {
						return err
					}
				}
			}
		}
	}
	slices.SortFunc(p.files, func(a, b *file) int { return strings.Compare(a.name, b.name) })
	return nil
}

// findRegistered finds calls that register codecs or extensions of json-iterator for the whole program. Functions of package
// json would not call these codecs, so json-iterator becomes compat/jsoniter then.
func (p *program) findRegistered() {
	if p.to == "compat" {
		return
	}
	for _, l := range p.loads {
		for _, q := range l.pkgs {
			for id, obj := range q.TypesInfo.Uses {
				if obj.Pkg() == nil || p.moduleOf(q.Fset.Position(id.Pos()).Filename) == nil {
					continue
				}
				src := sourceOf(obj.Pkg().Path())
				if src == nil || src.library != "json-iterator" || src.name != "extra" && !strings.HasPrefix(obj.Name(), "Register") {
					continue
				}
				if _, isFunc := obj.(*types.Func); !isFunc {
					continue
				}
				pos := q.Fset.Position(id.Pos())
				finding := Finding{Note, fmt.Sprintf("%s:%d", p.short(pos.Filename), pos.Line),
					obj.Name() + " is for the whole program, and package json does not know of it: all of json-iterator becomes compat/jsoniter"}
				if p.to = "compat"; !slices.Contains(p.findings, finding) {
					p.findings = append(p.findings, finding)
				}
			}
		}
	}
	slices.SortFunc(p.findings, func(a, b Finding) int { return strings.Compare(a.Place, b.Place) })
}

// add adds a file, unless it is there. q is nil for a file whose types are not known.
func (p *program) add(name string, syntax *ast.File, q *packages.Package) error {
	if p.byName[name] != nil || p.moduleOf(name) == nil {
		return nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	f := &file{program: p, name: name, text: text, syntax: syntax, pkg: q}
	p.byName[name] = f
	fset := token.NewFileSet()
	if q != nil {
		fset = q.Fset
	} else if f.syntax, err = parser.ParseFile(fset, name, text, parser.ParseComments); err != nil {
		return err
	}
	f.tokens = fset.File(f.syntax.Pos())
	f.made = ast.IsGenerated(f.syntax)
	f.find()
	if len(f.imports) > 0 || len(f.viaVariables) > 0 {
		p.files = append(p.files, f)
	}
	return nil
}
