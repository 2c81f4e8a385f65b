package migrate

import (
	"context"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/zetes-json/zetes/cmd/zetes/internal/replace"
)

// writeOverlay writes files that the go command reads in place of others, and returns the name of the list.
func writeOverlay(dir string, files map[string]string) (string, error) {
	text, err := stdjson.Marshal(struct{ Replace map[string]string }{files})
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "overlay.json")
	return name, os.WriteFile(name, text, 0o600)
}

// Dirty returns an error if files below the modules of the plan are changed and not committed. Without git, or outside of
// a repository, nothing is known of that.
func (p *Plan) Dirty() error {
	seen := map[string]bool{}
	for _, c := range p.Changes {
		m := p.program.moduleOf(c.path)
		if m == nil || seen[m.Dir] {
			continue
		}
		seen[m.Dir] = true
		git := exec.Command("git", "status", "--porcelain", "--", ".")
		git.Dir = m.Dir
		out, err := git.Output()
		if err != nil {
			continue
		}
		if lines := strings.Split(strings.TrimSpace(string(out)), "\n"); lines[0] != "" {
			_, name, _ := strings.Cut(strings.TrimSpace(lines[0]), " ")
			return fmt.Errorf("%s is not committed (%s in all): commit first, or use -dirty", strings.TrimSpace(name), count(len(lines), "file"))
		}
	}
	return nil
}

// Write writes all files of the plan, or none. If ctx ends before the first of them has its new content, none is.
func (p *Plan) Write(ctx context.Context) (err error) {
	type prepared struct {
		pending *replace.Pending
		change  *Change
	}
	var list []prepared
	for i := range p.Changes {
		if ctx.Err() != nil {
			return replace.ErrInterrupted
		}
		c := &p.Changes[i]
		if c.new == nil {
			if err := replace.Check(c.path); err != nil {
				return errors.New(strings.Replace(err.Error(), c.path, c.Name, 1))
			}
			continue
		}
		if now, err := os.ReadFile(c.path); err == nil && string(now) != string(c.old) || err != nil && c.old != nil {
			return fmt.Errorf("%s: it has changed meanwhile", c.Name)
		}
		pending, err := replace.Prepare(c.path, c.new, 0o644)
		if err != nil {
			return errors.New(strings.Replace(replace.Cannot(c.path, err).Error(), c.path, c.Name, 1))
		}
		defer pending.Abandon()
		list = append(list, prepared{pending, c})
	}
	if ctx.Err() != nil {
		return replace.ErrInterrupted
	}
	for i, l := range list {
		if err := l.pending.Commit(); err != nil {
			for _, done := range list[:i] { // what was written gets its old text again
				if done.change.old == nil {
					os.Remove(done.change.path)
				} else if old, err := replace.Prepare(done.change.path, done.change.old, 0); err == nil { // whatever signals arrive
					old.Commit()
				}
			}
			return errors.New(strings.Replace(replace.Cannot(l.change.path, err).Error(), l.change.path, l.change.Name, 1))
		}
	}
	for _, c := range p.Changes {
		if c.new == nil {
			if err := os.Remove(c.path); err != nil {
				return err
			}
		}
	}
	return nil
}
