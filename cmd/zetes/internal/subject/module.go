package subject

import (
	"context"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"go/version"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/zetes-json/zetes/cmd/zetes/internal/gocommand"
)

// leastGo is the release of Go that the library asks for. A module that requires the library asks for it too.
const leastGo = "1.26"

// goEnv is what go env says where the patterns apply.
type goEnv struct{ GOMOD, GOWORK, GOFLAGS string }

// mainModules returns the modules that are being worked on, the one around the folder first.
func mainModules(ctx context.Context, w Wish) ([]root, error) {
	out, err := gocommand.Run(ctx, w.Dir, w.env(), "list", "-m", "-f", "{{.Path}}\t{{.Dir}}")
	if err != nil {
		return nil, err
	}
	here, err := filepath.Abs(w.Dir)
	if err != nil {
		return nil, err
	}
	var roots []root
	for line := range strings.Lines(out) {
		p, dir, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if p == "" || dir == "" || p == "command-line-arguments" {
			continue
		}
		r := root{p, dir}
		if rel, err := filepath.Rel(dir, here); err == nil && filepath.IsLocal(rel) {
			roots = append([]root{r}, roots...)
		} else {
			roots = append(roots, r)
		}
	}
	if len(roots) == 0 {
		return nil, errors.New("there is no module here: go mod init makes one")
	}
	return roots, nil
}

// provide makes the library importable. It sets flags and environment for the go command: none if the caller's modules
// require the library already. Otherwise files beside the program take the place of go.mod or go.work.
func (p *program) provide(ctx context.Context, w Wish) error {
	_, err := gocommand.Run(ctx, w.Dir, w.env(), append([]string{"list"}, append(w.flags(), library+"/json")...)...)
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	out, err := gocommand.Run(ctx, w.Dir, w.env(), "env", "-json", "GOMOD", "GOWORK", "GOFLAGS")
	if err != nil {
		return err
	}
	var e goEnv
	if err := stdjson.Unmarshal([]byte(out), &e); err != nil {
		return err
	}
	source, version, err := librarySource(ctx, p.tmp)
	if err != nil {
		return err
	}
	p.library = version
	if e.GOWORK != "" && e.GOWORK != "off" {
		name, err := p.workFile(e, source)
		p.env = append(p.env, "GOWORK="+name)
		return err
	}
	name, err := p.modFile(e, source)
	p.flags = append(p.flags, "-modfile="+name, "-mod=mod")
	return err
}

// modFile writes a go.mod that requires the library besides, with its go.sum.
func (t *tree) modFile(e goEnv, source string) (string, error) {
	text, err := os.ReadFile(e.GOMOD)
	if err != nil {
		return "", err
	}
	f, err := modfile.Parse(e.GOMOD, text, nil)
	if err != nil {
		return "", err
	}
	if f.Go == nil || version.Compare("go"+f.Go.Version, "go"+leastGo) < 0 {
		if err := f.AddGoStmt(leastGo); err != nil {
			return "", err
		}
	}
	vendored, err := t.vendored(filepath.Dir(e.GOMOD), e.GOFLAGS)
	if err != nil {
		return "", err
	}
	for _, v := range vendored {
		if err := errors.Join(f.AddRequire(v.path, v.version), f.AddReplace(v.path, "", v.dir, "")); err != nil {
			return "", err
		}
	}
	if vendored != nil {
		keepOnly(f, vendored)
	}
	if err := errors.Join(f.AddRequire(library, "v0.0.0"), f.AddReplace(library, "", source, "")); err != nil {
		return "", err
	}
	f.Cleanup()
	text, err = f.Format()
	if err != nil {
		return "", err
	}
	name := filepath.Join(t.tmp, "go.mod")
	if err := os.WriteFile(name, text, 0o600); err != nil {
		return "", err
	}
	return name, gocommand.CopyFile(filepath.Join(t.tmp, "go.sum"), strings.TrimSuffix(e.GOMOD, ".mod")+".sum")
}

// keepOnly drops the requirements that nothing was vendored of: no package needs them, and their go.mod files may be
// out of reach.
func keepOnly(f *modfile.File, vendored []vendoredModule) {
	keep := map[string]bool{}
	for _, v := range vendored {
		keep[v.path] = true
	}
	var drop []string
	for _, r := range f.Require {
		if !keep[r.Mod.Path] {
			drop = append(drop, r.Mod.Path)
		}
	}
	for _, p := range drop {
		f.DropRequire(p)
	}
	for _, tool := range append([]*modfile.Tool(nil), f.Tool...) {
		f.DropTool(tool.Path)
	}
}

// workFile writes a go.work that uses the library besides, with its go.work.sum.
func (t *tree) workFile(e goEnv, source string) (string, error) {
	text, err := os.ReadFile(e.GOWORK)
	if err != nil {
		return "", err
	}
	f, err := modfile.ParseWork(e.GOWORK, text, nil)
	if err != nil {
		return "", err
	}
	from := filepath.Dir(e.GOWORK)
	abs := func(p string) string {
		if filepath.IsAbs(p) {
			return p
		}
		return filepath.Join(from, filepath.FromSlash(p))
	}
	var uses []string
	for _, u := range f.Use {
		uses = append(uses, u.Path)
	}
	for _, u := range uses {
		if err := errors.Join(f.DropUse(u), f.AddUse(abs(u), "")); err != nil {
			return "", err
		}
	}
	for _, r := range append([]*modfile.Replace(nil), f.Replace...) {
		if r.New.Version == "" {
			if err := f.AddReplace(r.Old.Path, r.Old.Version, abs(r.New.Path), ""); err != nil {
				return "", err
			}
		}
	}
	vendored, err := t.vendored(from, e.GOFLAGS)
	if err != nil {
		return "", err
	}
	for _, v := range vendored {
		if err := f.AddReplace(v.path, "", v.dir, ""); err != nil {
			return "", err
		}
	}
	if err := f.AddUse(source, ""); err != nil {
		return "", err
	}
	if f.Go == nil || version.Compare("go"+f.Go.Version, "go"+leastGo) < 0 {
		if err := f.AddGoStmt(leastGo); err != nil {
			return "", err
		}
	}
	f.Cleanup()
	name := filepath.Join(t.tmp, "go.work")
	if err := os.WriteFile(name, modfile.Format(f.Syntax), 0o600); err != nil {
		return "", err
	}
	return name, gocommand.CopyFile(name+".sum", e.GOWORK+".sum")
}

// vendoredModule is a module of a folder vendor.
type vendoredModule struct{ path, version, dir string }

// vendored returns the modules that the go command would take from the folder vendor below root: none if it
// wouldn't. A go.mod with one requirement more doesn't fit that folder any more, so each of these modules is to be
// replaced by its folder there, over which a go.mod is laid.
func (t *tree) vendored(root, goflags string) ([]vendoredModule, error) {
	if strings.Contains(goflags, "-mod=mod") || strings.Contains(goflags, "-mod=readonly") {
		return nil, nil
	}
	text, err := os.ReadFile(filepath.Join(root, "vendor", "modules.txt"))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	list := []vendoredModule{}
	var m vendoredModule
	release, packages := "", false
	for line := range strings.Lines(string(text) + "# end of list") {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "## "):
			if _, v, ok := strings.Cut(line, "go 1."); ok {
				release, _, _ = strings.Cut("1."+v, ";")
			}
		case strings.HasPrefix(line, "# "):
			if packages {
				if err := t.add(filepath.Join(m.dir, "go.mod"), fmt.Appendf(nil, "module %s\n\ngo %s\n", m.path, release)); err != nil {
					return nil, err
				}
				list = append(list, m)
			}
			f := strings.Fields(line + " v0.0.0") // a module that is replaced in all versions has none here
			m = vendoredModule{f[1], f[2], filepath.Join(root, "vendor", filepath.FromSlash(f[1]))}
			if !strings.HasPrefix(m.version, "v") {
				m.version = "v0.0.0"
			}
			release, packages = "1.16", false
		case line != "":
			packages = true
		}
	}
	return list, nil
}

// LibrarySource returns the folder of the library's module as this command was built with it.
func LibrarySource(ctx context.Context, tmp string) (dir string, err error) {
	dir, _, err = librarySource(ctx, tmp)
	return dir, err
}

// librarySource returns the folder of the library's module as this command was built with it, and its version.
func librarySource(ctx context.Context, tmp string) (dir, version string, err error) {
	v := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, dep := range info.Deps {
			if dep.Path == library && dep.Replace == nil && dep.Sum != "" {
				v = dep.Version
			}
		}
	}
	if v == "" {
		dir, err := checkout()
		return dir, "(devel) in " + dir, err
	}
	out, err := gocommand.Run(ctx, tmp, []string{"GOWORK=off", "GOFLAGS=-mod=mod"}, "mod", "download", "-json", library+"@"+v)
	if err != nil {
		return "", "", fmt.Errorf("%s@%s: %w", library, v, err)
	}
	var m struct{ Dir string }
	err = stdjson.Unmarshal([]byte(out), &m)
	return m.Dir, v, err
}

// checkout returns the tree that this command was built in.
func checkout() (string, error) {
	_, file, _, ok := runtime.Caller(0)
	dir := filepath.Join(filepath.Dir(file), "..", "..", "..", "..")
	if ok && filepath.IsAbs(dir) {
		if text, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil && modfile.ModulePath(text) == library {
			return dir, nil
		}
	}
	return "", fmt.Errorf("this command was built in a tree that is gone, and the module does not require %s: go get %[1]s", library)
}
