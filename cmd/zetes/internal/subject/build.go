package subject

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/zetes-json/zetes/cmd/zetes/internal/gocommand"
)

// Build compiles a program for a purpose around the types of a set into the folder tmp, and returns its path. Types that
// no program can hold are moved to those that are left out. version is the library's, if it isn't the caller's modules
// that require it.
func Build(ctx context.Context, tmp string, s *Set, purpose Purpose) (exe, version string, err error) {
	p, err := prepare(ctx, tmp, s, purpose)
	if err != nil {
		return "", "", err
	}
	exe = filepath.Join(tmp, "check")
	if runtime.GOOS == "windows" {
		exe += ".exe"
	}
	args := slices.Concat([]string{"build", "-o", exe, "-ldflags=-s -w", "-buildvcs=false"}, p.flags, []string{p.main})
	if _, err := gocommand.Run(ctx, s.wish.Dir, slices.Concat(p.env, s.wish.env()), args...); err != nil {
		return "", "", fmt.Errorf("the program around the types does not compile: %w", err)
	}
	return exe, p.library, nil
}

// HasV2 returns an error if the go command's release has no encoding/json/v2.
func HasV2(ctx context.Context, w Wish) error {
	out, err := gocommand.Run(ctx, w.Dir, w.env(), "list", "-f", "{{context.ReleaseTags}} {{context.ToolTags}}", "encoding/json")
	if err != nil {
		return err
	}
	if has := strings.FieldsFunc(out, func(c rune) bool { return strings.ContainsRune("[] \n", c) }); slices.Contains(has, "go1.27") && slices.Contains(has, "goexperiment.jsonv2") {
		return nil
	}
	release, err := gocommand.Run(ctx, w.Dir, w.env(), "env", "GOVERSION")
	if err != nil {
		return err
	}
	return fmt.Errorf("encoding/json/v2 is in Go 1.27 and newer, without GOEXPERIMENT=nojsonv2: the go command here is %s", strings.TrimSpace(release))
}

// prepare writes all that the go command needs to build the program.
func prepare(ctx context.Context, tmp string, s *Set, purpose Purpose) (*program, error) {
	roots, err := mainModules(ctx, s.wish)
	if err != nil {
		return nil, err
	}
	p, err := write(tmp, s, roots, purpose)
	if err != nil {
		return nil, err
	}
	if purpose != Versions { // which needs the standard library alone
		if err := p.provide(ctx, s.wish); err != nil {
			return nil, err
		}
	}
	overlay, err := p.writeJSON()
	p.flags = append(append(p.flags, s.wish.flags()...), "-overlay="+overlay)
	return p, err
}
