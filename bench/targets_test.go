package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/bench/targets"
)

// pages returns README.md and the pages of docs.
func pages(t *testing.T) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob("../docs/*.md")
	if err != nil || len(names) < 10 {
		t.Fatal(len(names), err)
	}
	all := map[string][]byte{}
	for _, name := range append(names, "../README.md") {
		page, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.ToSlash(name[len("../"):])] = page
	}
	return all
}

// TestPages holds that README.md and docs/ show no figure of speed that no command measures again.
func TestPages(t *testing.T) {
	for name, page := range pages(t) {
		for _, left := range targets.Scan(name, page, sources, quoted) {
			t.Errorf("%s: no command measures it: add it to sources.go, or take it off the page", left)
		}
	}
}

// TestSources holds that each source finds its figures on its page, and that no quotation is left over.
func TestSources(t *testing.T) {
	all := pages(t)
	names := map[string]bool{}
	for _, s := range sources {
		figures, err := s.Figures(all[s.File])
		if err != nil || len(figures) == 0 || len(s.Command) < 2 || s.Tolerance <= 0 || names[s.Name] {
			t.Errorf("%s: %d figures by %v: %v", s.Name, len(figures), s.Command, err)
		}
		names[s.Name] = true
		for _, f := range figures {
			if f.Line < 1 || f.What == "" {
				t.Errorf("%+v", f)
			}
		}
	}
	for _, q := range quoted {
		if !q.Text.Match(all[q.File]) || q.Why == "" {
			t.Errorf("%s does not say %q", q.File, q.Text)
		}
	}
}

// TestKeptTables holds that what the sources make of results has the figures of the page: blocks that are made of
// results which the repository keeps are the same to the figure.
func TestKeptTables(t *testing.T) {
	all := pages(t)
	for _, s := range sources {
		if !s.Kept {
			continue
		}
		dir := t.TempDir()
		m := regexp.MustCompile("<!-- " + s.Block + `:begin (\S+) -->`).FindSubmatch(all[s.File])
		if m == nil {
			t.Fatalf("%s: no block that names its results", s.Name)
		}
		kept := filepath.Join("..", filepath.FromSlash(string(m[1])))
		if err := os.CopyFS(filepath.Join(dir, "matrix"), os.DirFS(kept)); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(filepath.Join(dir, "matrix", docCells), filepath.Join(dir, "cells.jsonl")); err != nil {
			t.Fatal(err)
		}
		text, err := s.Make(dir)
		if err != nil {
			t.Fatal(s.Name, err)
		}
		shown, err := s.Figures(all[s.File])
		if err != nil {
			t.Fatal(err)
		}
		made, err := s.Page(all[s.File], text, "again")
		if err != nil {
			t.Fatal(err)
		}
		again, err := s.Figures(made)
		if err != nil || len(again) != len(shown) {
			t.Fatalf("%s: %d figures, the page shows %d: %v", s.Name, len(again), len(shown), err)
		}
		for i, f := range shown {
			if again[i] != f {
				t.Errorf("%s: the kept results give %+v, the page shows %+v", s.Name, again[i], f)
			}
		}
	}
}

// tree makes a repository's folder with a README that shows a figure and a page with a block.
func tree(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "docs"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"README.md":    "| a | b |\n|---|---|\n<!-- one:begin -->\n| what | x |\n|---|---|\n| y | 2.0 |\n<!-- one:end -->\n",
		"docs/load.md": "<!-- two:begin old -->\n| what | x |\n|---|---|\n| y | 3.0 |\n<!-- two:end -->\n",
	} {
		if err := os.WriteFile(filepath.Join(root, filepath.FromSlash(name)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestTargets runs the command's body with measurements that are made up.
func TestTargets(t *testing.T) {
	faked := []*targets.Source{
		{Name: "first", File: "README.md", Block: "one", Command: []string{"bench", "short"}, Full: []string{"bench", "long"}, Tolerance: 0.1, Kept: true},
		{Name: "second", File: "docs/load.md", Block: "two", Command: []string{"bench", "load"}, Tolerance: 0.1},
	}
	root := tree(t)
	var ran []string
	now := "1.9"
	j := &targetsJob{sources: faked, runner: func(_ context.Context, c []string) ([]byte, error) {
		ran = append(ran, strings.Join(c, " "))
		if now == "" {
			return nil, errors.New("it breaks")
		}
		return []byte("| what | x |\n|---|---|\n| y | " + now + " |\n"), nil
	}}
	measure := func() (string, error) {
		ran = nil
		var b strings.Builder
		err := j.measure(t.Context(), &b, root)
		return strings.Join(strings.Fields(b.String()), " "), err
	}
	out, err := measure()
	if err != nil || strings.Join(ran, ",") != "bench short" || !strings.HasPrefix(out, "revision unknown, go") ||
		!strings.Contains(out, "README.md:6 y | x 2 1.9 0.95 reached") || !strings.HasSuffix(out, "1 figures: 0 are not reached, 0 are better than the pages say, 0 are not measured") {
		t.Errorf("%v by %v: %s", err, ran, out)
	}
	j.full = true
	if out, err = measure(); err == nil || err.Error() != "1 figures of the pages are not reached, 0 are not measured" || strings.Join(ran, ",") != "bench long,bench load" {
		t.Errorf("%v by %v: %s", err, ran, out)
	}
	// The block that is not made from kept results is written, and says what it shows.
	j.run, j.write, now = "second", true, "3.1"
	if out, err = measure(); err != nil || strings.Join(ran, ",") != "bench load" || !strings.Contains(out, "docs/load.md: the block two is that of revision unknown") {
		t.Errorf("%v by %v: %s", err, ran, out)
	}
	page, err := os.ReadFile(filepath.Join(root, "docs", "load.md"))
	if err != nil || !strings.HasPrefix(string(page), "<!-- two:begin bench load, revision unknown, 20") || !strings.HasSuffix(string(page), " -->\n| what | x |\n|---|---|\n| y | 3.1 |\n<!-- two:end -->\n") {
		t.Errorf("%v: %s", err, page)
	}
	j.write, now = false, ""
	if out, err = measure(); err == nil || !strings.Contains(out, "NOT MEASURED: it breaks") {
		t.Errorf("%v: %s", err, out)
	}
	j.list = true
	if out, err = measure(); err != nil || len(ran) != 0 || out != "== second: bench load docs/load.md:4 y | x 3.1" {
		t.Errorf("%v by %v: %s", err, ran, out)
	}
}
