package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A revision of zetes is measured by a program of its own: this benchmark, as it is in the tree, built with the library
// of that revision. Methods that zetes gen writes call what the library has for them alone, in which nothing has to stay
// as it is: the revision's own generator writes them again. Where that is not enough, because the revision lacks something
// else, its own benchmark is built, with the clocks of today's.

// buildRevision builds the program in a new directory below dir, and says what is remarkable about it.
func buildRevision(ctx context.Context, dir string, i int, rev string) (exe, note string, err error) {
	lib, err := moduleOf(library)
	if err != nil {
		return "", "", fmt.Errorf("compare needs the tree of zetes: %w", err)
	}
	bench, err := moduleOf(library + "/bench")
	if err != nil {
		return "", "", fmt.Errorf("compare needs the tree of zetes: %w", err)
	}
	at := filepath.Join(dir, fmt.Sprintf("rev%d", i))
	if err := os.RemoveAll(at); err != nil { // of an earlier comparison
		return "", "", err
	}
	if err := os.MkdirAll(at, 0o755); err != nil {
		return "", "", err
	}
	exe = filepath.Join(at, "bench.exe")
	if rev == "" {
		return exe, "", goIn(ctx, bench, "", "build", "-o", exe, ".")
	}
	tree := filepath.Join(at, "tree")
	if err := unpackRevision(ctx, lib, tree, rev); err != nil {
		return "", "", fmt.Errorf("%s: %w", rev, err)
	}
	todays := todaysBench(ctx, bench, tree, exe)
	if todays == nil {
		return exe, "", nil
	}
	clocks, err := ownBench(ctx, bench, tree, exe)
	if err != nil {
		return "", "", fmt.Errorf("this benchmark doesn't build with the library at %s: %w; nor does that of %s: %w", rev, todays, rev, err)
	}
	return exe, fmt.Sprintf("%s: measured by its own benchmark with %s, for this one doesn't build with it: %v", rev, clocks, todays), nil
}

// unpackRevision makes the tree of a revision.
func unpackRevision(ctx context.Context, lib, tree, rev string) error {
	if err := os.MkdirAll(tree, 0o755); err != nil {
		return err
	}
	archive := exec.CommandContext(ctx, "git", "-C", lib, "archive", "--format=tar", rev)
	var tar, stderr bytes.Buffer
	archive.Stdout, archive.Stderr = &tar, &stderr
	if err := archive.Run(); err != nil {
		return errors.New(firstLine(stderr.String()))
	}
	unpack := exec.CommandContext(ctx, "tar", "x", "-C", tree)
	unpack.Stdin = &tar
	if out, err := unpack.CombinedOutput(); err != nil {
		return errors.New(firstLine(string(out)))
	}
	return nil
}

// kept is where the benchmark of a revision waits while today's is tried in its place.
const kept = "bench.kept"

// todaysBench builds today's benchmark in the tree of a revision.
func todaysBench(ctx context.Context, bench, tree, exe string) error {
	in := filepath.Join(tree, "bench")
	if err := os.Rename(in, filepath.Join(tree, kept)); err != nil {
		return err
	}
	if err := os.CopyFS(in, withoutResults{os.DirFS(bench)}); err != nil {
		return err
	}
	// The generator passes over stale files. Files that it can't write must not be left as they were.
	stale, err := zetesFiles(in)
	if err != nil {
		return err
	}
	for _, name := range stale {
		if err := os.Remove(name); err != nil {
			return err
		}
	}
	if err := goIn(ctx, in, tree, "generate", "-run", "cmd/zetes gen ", "./..."); err != nil {
		return fmt.Errorf("code is not generated: %w", err)
	}
	return goIn(ctx, in, tree, "build", "-o", exe, ".")
}

// ownBench builds the benchmark of a revision with today's clocks, or with its own if those don't suit it.
func ownBench(ctx context.Context, bench, tree, exe string) (clocks string, err error) {
	in := filepath.Join(tree, "bench")
	if err := os.RemoveAll(in); err != nil {
		return "", err
	}
	if err := os.Rename(filepath.Join(tree, kept), in); err != nil {
		return "", err
	}
	measure, own := filepath.Join(in, "measure"), filepath.Join(tree, "measure.kept")
	if err := os.Rename(measure, own); err != nil {
		return "", err
	}
	if err := os.CopyFS(measure, os.DirFS(filepath.Join(bench, "measure"))); err != nil {
		return "", err
	}
	if goIn(ctx, in, tree, "build", "-o", exe, ".") == nil {
		return "today's clocks", nil
	}
	if err := os.RemoveAll(measure); err != nil {
		return "", err
	}
	if err := os.Rename(own, measure); err != nil {
		return "", err
	}
	return "its own clocks", goIn(ctx, in, tree, "build", "-o", exe, ".")
}

// withoutResults is the module without what was measured.
type withoutResults struct{ fs.FS }

// ReadDir implements fs.ReadDirFS.
func (w withoutResults) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(w.FS, name)
	if name != "." {
		return list, err
	}
	var out []fs.DirEntry
	for _, e := range list {
		if e.Name() != "results" {
			out = append(out, e)
		}
	}
	return out, err
}

// zetesFiles returns the files that zetes gen has written.
func zetesFiles(dir string) (list []string, err error) {
	err = filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, "_zetes.go") {
			list = append(list, name)
		}
		return err
	})
	return list, err
}

// goIn runs the go command in a directory, in the workspace of a tree if one is named.
func goIn(ctx context.Context, dir, tree string, args ...string) error {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = os.Environ()
	if tree != "" {
		cmd.Env = append(cmd.Env, "GOWORK="+filepath.Join(tree, "go.work"))
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return errors.New(compileError(string(out)))
	}
	return nil
}
