package migrate

import (
	"context"
	"errors"
	"fmt"
	"go/version"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	gomodule "golang.org/x/mod/module"

	"github.com/zetes-json/zetes/cmd/zetes/internal/gocommand"
	"github.com/zetes-json/zetes/cmd/zetes/internal/subject"
)

// leastGo is the release of Go that zetes asks for. A module that requires zetes asks for it too.
const leastGo = "1.26.0"

// release is the version of zetes that a go.mod file requires.
const release = "v0.1.0"

// sourceModules are the modules of zetes that programs are moved to, with their folders in a clone.
var sourceModules = []struct{ path, folder string }{{library, "."}, {compat, "compat"}, {command, "cmd/zetes"}}

// needs reports which modules of zetes a file of m imports after the migration.
func (p *program) needs(m *module) (paths []string) {
	add := func(path string) {
		if !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	for _, f := range p.files {
		if p.moduleOf(f.name) != m {
			continue
		}
		for _, u := range f.uses() {
			if !u.moves() {
				continue
			}
			add(library)
			if strings.HasPrefix(u.target.path, compat+"/") {
				add(compat)
			}
		}
	}
	for _, g := range p.generated {
		if p.moduleOf(g.name) == m {
			add(library)
		}
	}
	for _, l := range p.lines {
		if p.moduleOf(l.file.name) == m {
			add(library)
			add(command)
		}
	}
	return paths
}

// clone returns the tree of zetes that the program is checked with: the one that is asked for, or the one of this command.
func (p *program) clone(ctx context.Context) (string, error) {
	if p.options.Zetes == "" {
		return subject.LibrarySource(ctx, p.tmp)
	}
	dir, err := filepath.Abs(p.options.Zetes)
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil || modfile.ModulePath(text) != library {
		return "", fmt.Errorf("-zetes %s: it is no clone of %s", p.options.Zetes, library)
	}
	return dir, nil
}

// provide makes zetes importable for the checks, without a change of the modules.
func (p *program) provide(ctx context.Context) error {
	clone, err := p.clone(ctx)
	if err != nil {
		return err
	}
	has := func(folder string) bool {
		_, err := os.Stat(filepath.Join(clone, folder, "go.mod"))
		return err == nil
	}
	if p.env.workspace() {
		return p.workFile(clone, has)
	}
	m := p.moduleOf(filepath.Join(filepath.Dir(p.env.GOMOD), "x.go"))
	f, err := readMod(p.env.GOMOD)
	if err != nil {
		return err
	}
	for _, s := range sourceModules {
		if s.path != library && (s.path == command || !slices.Contains(p.needs(m), s.path)) || !has(s.folder) {
			continue
		}
		if err := errors.Join(f.AddRequire(s.path, release), f.AddReplace(s.path, "", filepath.Join(clone, s.folder), "")); err != nil {
			return err
		}
	}
	if _, err := raise(f, f.Go, f.Godebug, ""); err != nil {
		return err
	}
	name := filepath.Join(p.tmp, "go.mod")
	if err := writeMod(name, f); err != nil {
		return err
	}
	if err := gocommand.CopyFile(filepath.Join(p.tmp, "go.sum"), strings.TrimSuffix(p.env.GOMOD, ".mod")+".sum"); err != nil {
		return err
	}
	p.checkFlags = []string{"-modfile=" + name, "-mod=mod"}
	return nil
}

// goMod is what raise needs of a go.mod or go.work file.
type goMod interface {
	AddGoStmt(version string) error
	AddGodebug(key, value string) error
}

// raise gives f, which has the statement g and settings, the release of Go that zetes asks for. Settings of GODEBUG that
// follow the release, such as httpmuxgo121, keep their values by a line "godebug default=go1.21", unless f has one. It
// returns what there is to say about place, the name of f.
func raise(f goMod, g *modfile.Go, settings []*modfile.Godebug, place string) ([]Finding, error) {
	before, kept := "", "go1.20" // the oldest release that GODEBUG knows
	text := "a missing go line"
	if g != nil {
		if before = "go" + g.Version; version.Compare(before, "go"+leastGo) >= 0 {
			return nil, nil
		}
		if version.Compare(before, kept) > 0 {
			kept = version.Lang(before)
		}
		place, text = fmt.Sprintf("%s:%d", place, g.Syntax.Start.Line), "go "+g.Version
	}
	text += " becomes go " + leastGo + ", which zetes asks for"
	if err := f.AddGoStmt(leastGo); err != nil {
		return nil, err
	}
	if kept != version.Lang("go"+leastGo) && !slices.ContainsFunc(settings, func(s *modfile.Godebug) bool { return s.Key == "default" }) {
		if err := f.AddGodebug("default", kept); err != nil {
			return nil, err
		}
		text += "; godebug default=" + kept + " keeps the settings of GODEBUG: without that line they are those of the new release"
	}
	if version.Compare(before, "go1.22") < 0 {
		text += "; each round of a loop has variables of its own from then on, and go vet asks for more"
	}
	return []Finding{{Note, place, text}}, nil
}

// workFile writes a workspace of the same modules and of zetes.
func (p *program) workFile(clone string, has func(string) bool) error {
	text, err := os.ReadFile(p.env.GOWORK)
	if err != nil {
		return err
	}
	f, err := modfile.ParseWork(p.env.GOWORK, text, nil)
	if err != nil {
		return err
	}
	from := filepath.Dir(p.env.GOWORK)
	abs := func(path string) string {
		if filepath.IsAbs(path) {
			return path
		}
		return filepath.Join(from, filepath.FromSlash(path))
	}
	for _, u := range slices.Clone(f.Use) {
		path := u.Path
		if err := errors.Join(f.DropUse(path), f.AddUse(abs(path), "")); err != nil {
			return err
		}
	}
	for _, r := range slices.Clone(f.Replace) {
		if r.New.Version == "" {
			if err := f.AddReplace(r.Old.Path, r.Old.Version, abs(r.New.Path), ""); err != nil {
				return err
			}
		}
	}
	for _, s := range sourceModules[:2] { // no package imports the command
		if dir := filepath.Join(clone, s.folder); has(s.folder) && !slices.ContainsFunc(f.Use, func(u *modfile.Use) bool { return u.Path == dir }) {
			if err := errors.Join(f.AddUse(dir, ""), f.AddReplace(s.path, release, dir, "")); err != nil {
				return err
			}
		}
	}
	if _, err := raise(f, f.Go, f.Godebug, ""); err != nil {
		return err
	}
	f.Cleanup()
	name := filepath.Join(p.tmp, "go.work")
	if err := os.WriteFile(name, modfile.Format(f.Syntax), 0o600); err != nil {
		return err
	}
	p.checkEnv = []string{"GOWORK=" + name}
	p.checkFlags = []string{"-mod=readonly"}
	return gocommand.CopyFile(name+".sum", p.env.GOWORK+".sum")
}

// moduleChanges returns the changes of go.mod, go.sum and go.work files. They are tidied where they are to be written.
func (p *program) moduleChanges(ctx context.Context, changes []Change) (list []Change, findings []Finding, err error) {
	overlay := map[string]string{}
	for i, c := range changes {
		name := ""
		if c.new != nil {
			name = filepath.Join(p.tmp, fmt.Sprintf("overlay%d", i))
			if err := os.WriteFile(name, c.new, 0o600); err != nil {
				return nil, nil, err
			}
		}
		overlay[c.path] = name
	}
	for i := range p.modules {
		m := &p.modules[i]
		needed := p.needs(m)
		if len(needed) == 0 {
			continue
		}
		old, err := os.ReadFile(m.GoMod)
		if err != nil {
			return nil, nil, err
		}
		f, err := readMod(m.GoMod)
		if err != nil {
			return nil, nil, err
		}
		notes, err := raise(f, f.Go, f.Godebug, p.short(m.GoMod))
		if err != nil {
			return nil, nil, err
		}
		findings = append(findings, notes...)
		if err := p.require(f, m, needed); err != nil {
			return nil, nil, err
		}
		mod, sum, finding, err := p.tidied(ctx, m, f, overlay)
		if err != nil {
			return nil, nil, err
		}
		findings = append(findings, finding...)
		list = append(list, Change{Name: p.short(m.GoMod), path: m.GoMod, old: old, new: mod, What: []string{"requires " + strings.Join(needed, ", ")}})
		name := strings.TrimSuffix(m.GoMod, ".mod") + ".sum"
		old, err = os.ReadFile(name)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, nil, err
		}
		if sum != nil && string(sum) != string(old) {
			list = append(list, Change{Name: p.short(name), path: name, old: old, new: sum, What: []string{"tidied"}})
		}
		if vendors(*m) {
			findings = append(findings, Finding{Person, p.short(filepath.Join(m.Dir, "vendor", "modules.txt")), "run go mod vendor: the folder has neither zetes nor what go.mod requires now"})
		}
	}
	if len(list) > 0 && p.env.workspace() {
		old, err := os.ReadFile(p.env.GOWORK)
		if err != nil {
			return nil, nil, err
		}
		f, err := modfile.ParseWork(p.env.GOWORK, old, nil)
		if err != nil {
			return nil, nil, err
		}
		notes, err := raise(f, f.Go, f.Godebug, p.short(p.env.GOWORK))
		if err != nil {
			return nil, nil, err
		}
		if len(notes) > 0 {
			f.Cleanup()
			list = append(list, Change{Name: p.short(p.env.GOWORK), path: p.env.GOWORK, old: old, new: modfile.Format(f.Syntax), What: []string{"go " + leastGo}})
			findings = append(findings, notes...)
		}
	}
	return list, findings, nil
}

// vendors reports whether a module has a folder with the code of other modules.
func vendors(m module) bool { return exists(filepath.Join(m.Dir, "vendor", "modules.txt")) }

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// require adds modules of zetes to f, the go.mod of m.
func (p *program) require(f *modfile.File, m *module, needed []string) error {
	requires := slices.Clone(f.Require)
	for _, s := range sourceModules {
		if !slices.Contains(needed, s.path) && !(p.options.Zetes != "" && s.path == library) {
			continue
		}
		if !slices.ContainsFunc(requires, func(r *modfile.Require) bool { return r.Mod.Path == s.path }) {
			requires = append(requires, &modfile.Require{Mod: gomodule.Version{Path: s.path, Version: release}})
		}
		if s.path == command {
			if err := f.AddTool(command); err != nil {
				return err
			}
			for _, tool := range slices.Clone(f.Tool) {
				if strings.HasPrefix(tool.Path, "github.com/mailru/easyjson") || strings.HasPrefix(tool.Path, "github.com/pquerna/ffjson") {
					if err := f.DropTool(tool.Path); err != nil {
						return err
					}
				}
			}
		}
		if p.options.Zetes == "" {
			continue
		}
		dir, err := filepath.Abs(filepath.Join(p.options.Zetes, s.folder))
		if err != nil {
			return err
		}
		if !filepath.IsAbs(p.options.Zetes) {
			if rel, err := filepath.Rel(m.Dir, dir); err == nil {
				dir = filepath.ToSlash(rel)
				if !strings.HasPrefix(dir, "../") {
					dir = "./" + dir
				}
			}
		}
		if err := f.AddReplace(s.path, "", dir, ""); err != nil {
			return err
		}
	}
	f.SetRequireSeparateIndirect(requires)
	return nil
}

// tidied returns the text of f, and of its go.sum, as go mod tidy leaves them. Where nothing is to be written, it is not
// asked: f is what it would read.
func (p *program) tidied(ctx context.Context, m *module, f *modfile.File, overlay map[string]string) (mod, sum []byte, findings []Finding, err error) {
	f.Cleanup()
	if mod, err = f.Format(); err != nil || !p.options.Tidy {
		return mod, nil, nil, err
	}
	dir, err := os.MkdirTemp(p.tmp, "tidy")
	if err != nil {
		return nil, nil, nil, err
	}
	name := filepath.Join(dir, "go.mod")
	if err := os.WriteFile(name, mod, 0o600); err != nil {
		return nil, nil, nil, err
	}
	if err := gocommand.CopyFile(filepath.Join(dir, "go.sum"), strings.TrimSuffix(m.GoMod, ".mod")+".sum"); err != nil {
		return nil, nil, nil, err
	}
	over, err := writeOverlay(dir, overlay)
	if err != nil {
		return nil, nil, nil, err
	}
	if _, err := gocommand.Run(ctx, m.Dir, []string{"GOWORK=off", "GOFLAGS=-mod=mod"}, "mod", "tidy", "-modfile="+name, "-overlay="+over); err != nil {
		switch {
		case ctx.Err() != nil:
			return nil, nil, nil, err
		case p.env.workspace(): // whose other modules need not be published
			return mod, nil, []Finding{{Person, p.short(m.GoMod), "run go mod tidy and go work sync: here go mod tidy says " + err.Error()}}, nil
		case p.options.Zetes == "" && strings.Contains(err.Error(), library):
			return nil, nil, nil, fmt.Errorf("%s: %s %s can't be had: name a clone with -zetes DIR", p.short(m.GoMod), library, release)
		}
		return nil, nil, nil, fmt.Errorf("%s: go mod tidy: %w", p.short(m.GoMod), err)
	}
	if mod, err = os.ReadFile(name); err != nil {
		return nil, nil, nil, err
	}
	sum, err = os.ReadFile(filepath.Join(dir, "go.sum"))
	if errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	return mod, sum, nil, err
}

func readMod(name string) (*modfile.File, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return modfile.Parse(name, text, nil)
}

func writeMod(name string, f *modfile.File) error {
	f.Cleanup()
	text, err := f.Format()
	if err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o600)
}
