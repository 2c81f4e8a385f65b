package migrate

import (
	"bytes"
	"context"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/zetes-json/zetes/cmd/zetes/internal/gocommand"
)

// Comparison is what the tests of a module say before and after.
type Comparison struct {
	Tests  int      // that ran before, with their subtests
	Pass   int      // of them, those that pass before and after
	Differ []string // tests with another result, and both results
	Loose  []string // tests whose results differ from run to run, before or after
	Vet    string   // what go vet says afterwards, if it said nothing before
}

// result is what came of a test: its package and name, or of a package, without a name.
type result map[[2]string]string

// Test runs the tests of the modules before and after, in a copy of them: the modules stay as they are. go vet is asked
// apart from the tests, since it asks for more where go.mod has a newer release of Go.
func (p *Plan) Test(ctx context.Context) (*Comparison, error) {
	root, dirs, end, err := p.copies()
	if err != nil {
		return nil, err
	}
	defer end()
	var results [2]result
	var vet [2]string
	for i, dir := range dirs {
		if results[i], err = p.program.test(ctx, root, dir, p.program.loads[0].patterns); err != nil {
			return nil, err
		}
		vet[i] = p.program.vet(ctx, root, dir)
	}
	c := &Comparison{}
	if vet[0] == "" {
		c.Vet = vet[1]
	}
	differ := differing(results)
	again := results
	if len(differ) > 0 {
		packages := map[string]bool{}
		for _, t := range differ {
			packages[t[0]] = true
		}
		for i, dir := range dirs {
			if again[i], err = p.program.test(ctx, root, dir, slices.Sorted(maps.Keys(packages))); err != nil {
				return nil, err
			}
		}
	}
	for _, t := range differ {
		if t[1] == "" && slices.ContainsFunc(differ, func(o [2]string) bool { return o[0] == t[0] && o[1] != "" }) {
			continue // the package differs by its tests
		}
		text := fmt.Sprintf("%s: %s before, %s after", strings.TrimSpace(t[0]+" "+t[1]), said(results[0][t]), said(results[1][t]))
		if results[0][t] == again[0][t] && results[1][t] == again[1][t] {
			c.Differ = append(c.Differ, text)
		} else {
			c.Loose = append(c.Loose, text)
		}
	}
	for t, what := range results[0] {
		if t[1] == "" {
			continue
		}
		c.Tests++
		if what == "pass" && results[1][t] == "pass" {
			c.Pass++
		}
	}
	return c, nil
}

// copies makes two copies of the modules in a folder that end removes: as they are, and as the plan changes them. root is
// the folder that is copied.
func (p *Plan) copies() (root string, dirs [2]string, end func(), err error) {
	tmp, err := os.MkdirTemp("", "zetes-migrate-")
	if err != nil {
		return "", dirs, nil, err
	}
	end = func() { os.RemoveAll(tmp) }
	root = p.program.top()
	for i, name := range []string{"before", "after"} {
		dirs[i] = filepath.Join(tmp, name, filepath.Base(root))
		if err = copyTree(root, dirs[i]); err == nil && i == 1 {
			err = p.change(root, dirs[i])
		}
		if err == nil {
			err = p.program.anchor(root, dirs[i])
		}
		if err != nil {
			end()
			return "", dirs, nil, err
		}
	}
	return root, dirs, end, nil
}

// change makes the changes of the plan in a copy of root.
func (p *Plan) change(root, dir string) error {
	for _, c := range p.Changes {
		rel, err := filepath.Rel(root, c.path)
		if err != nil || !filepath.IsLocal(rel) {
			return fmt.Errorf("%s: it is outside of %s", c.Name, root)
		}
		name := filepath.Join(dir, rel)
		if c.new == nil {
			err = os.Remove(name)
		} else {
			err = os.WriteFile(name, c.new, 0o666)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func said(result string) string {
	if result == "" {
		return "absent"
	}
	return result
}

// differing returns the tests whose results differ, in order.
func differing(results [2]result) (list [][2]string) {
	for _, r := range results {
		for t := range r {
			if results[0][t] != results[1][t] && !slices.Contains(list, t) {
				list = append(list, t)
			}
		}
	}
	slices.SortFunc(list, func(a, b [2]string) int { return strings.Compare(a[0]+" "+a[1], b[0]+" "+b[1]) })
	return list
}

// top returns the folder that has all modules that are being worked on.
func (p *program) top() string {
	if p.env.workspace() {
		return filepath.Dir(p.env.GOWORK)
	}
	return filepath.Dir(p.env.GOMOD)
}

// copyTree copies a folder with all but version control.
func copyTree(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		name := filepath.Join(to, rel)
		switch {
		case d.IsDir() && (d.Name() == ".git" || d.Name() == ".hg" || d.Name() == ".svn"):
			return filepath.SkipDir
		case d.IsDir():
			return os.MkdirAll(name, 0o777)
		case d.Type()&fs.ModeSymlink != 0:
			link, err := os.Readlink(path)
			if err != nil {
				return err
			}
			return os.Symlink(link, name)
		case !d.Type().IsRegular():
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(name, text, info.Mode().Perm()|0o200)
	})
}

// anchor makes folders in replace directives of the copies of go.mod and go.work files absolute, if they are outside of
// the copy.
func (p *program) anchor(root, dir string) error {
	outside := func(file, path string) (string, bool) {
		if filepath.IsAbs(path) || !modfile.IsDirectoryPath(path) {
			return "", false
		}
		abs := filepath.Join(filepath.Dir(file), filepath.FromSlash(path))
		rel, err := filepath.Rel(root, abs)
		return abs, err != nil || !filepath.IsLocal(rel)
	}
	for _, m := range p.modules {
		rel, err := filepath.Rel(root, m.GoMod)
		if err != nil {
			return err
		}
		name := filepath.Join(dir, rel)
		f, err := readMod(name)
		if err != nil {
			return err
		}
		changed := false
		for _, r := range slices.Clone(f.Replace) {
			if abs, out := outside(m.GoMod, r.New.Path); out && r.New.Version == "" {
				changed = true
				if err := f.AddReplace(r.Old.Path, r.Old.Version, abs, ""); err != nil {
					return err
				}
			}
		}
		if changed {
			if err := writeMod(name, f); err != nil {
				return err
			}
		}
	}
	return nil
}

// within returns the folder of a copy where the patterns apply, and what the go command needs there.
func (p *program) within(root, dir string) (string, []string) {
	if rel, err := filepath.Rel(root, p.root); err == nil && filepath.IsLocal(rel) {
		return filepath.Join(dir, rel), []string{"PWD=" + filepath.Join(dir, rel)}
	}
	return dir, nil
}

// fromCache is the flag that a module with a folder vendor needs: the folder has no zetes.
func (p *program) fromCache(root string) []string {
	if !p.env.workspace() && exists(filepath.Join(root, "vendor", "modules.txt")) {
		return []string{"-mod=mod"}
	}
	return nil
}

// test runs tests in a copy.
func (p *program) test(ctx context.Context, root, dir string, patterns []string) (result, error) {
	where, env := p.within(root, dir)
	args := slices.Concat([]string{"test", "-json", "-vet=off", "-count=1", "-timeout=10m"}, p.fromCache(root), p.loads[0].flags(), p.options.Test, patterns)
	c := exec.CommandContext(ctx, "go", args...)
	gocommand.EndAll(c)
	var out, errOut bytes.Buffer
	c.Dir, c.Stdout, c.Stderr = where, &out, &errOut
	c.Env = append(c.Environ(), env...)
	err := c.Run()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	r := result{}
	for line := range bytes.Lines(out.Bytes()) {
		var e struct{ Action, Package, Test string }
		if stdjson.Unmarshal(line, &e) != nil || e.Package == "" {
			continue
		}
		if e.Action == "pass" || e.Action == "fail" || e.Action == "skip" {
			r[[2]string{e.Package, e.Test}] = e.Action
		}
	}
	if len(r) == 0 && err != nil {
		return nil, errors.New("go test: " + gocommand.Complaint(errOut.String(), err))
	}
	return r, nil
}

// vet returns the first line of what go vet says in a copy.
func (p *program) vet(ctx context.Context, root, dir string) string {
	where, env := p.within(root, dir)
	if _, err := gocommand.Run(ctx, where, env, slices.Concat([]string{"vet"}, p.fromCache(root), p.loads[0].flags(), p.loads[0].patterns)...); err != nil {
		return err.Error()
	}
	return ""
}
