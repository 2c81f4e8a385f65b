package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// TestVerdict: what became slower is named, and nothing else.
func TestVerdict(t *testing.T) {
	dir := t.TempDir()
	var raws [2]string
	for i, ns := range [2]map[string]float64{
		{"steady": 100, "slower": 100, "faster": 100},
		{"steady": 104, "slower": 120, "faster": 50, "new": 1},
	} {
		var b strings.Builder
		for name, x := range ns {
			c := &contest.Cell{Row: "row/" + name, Data: "doc of " + name, Lib: "zetes", CPU: []float64{x - 1, x, x, x, x, x + 1}}
			b.WriteString(c.Lines())
		}
		raws[i] = filepath.Join(dir, fmt.Sprint(i))
		if err := os.WriteFile(raws[i], []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := verdict(&b, raws, 5, []string{"a note"}); err != nil {
		t.Fatal(err)
	}
	out := strings.Join(strings.Fields(b.String()), " ")
	for _, want := range []string{
		"slower by more than 5 % Rows/row=row.slower/data=doc_of_slower/lib=zetes 100 ns 120 ns +20.0% p=0.002 n=6 new time by old",
		"row=row.steady/lib=zetes 1.040 1", "row=row.faster/lib=zetes 0.500 1", "all 0.855 3", "1 of 3 are slower by more than 5 %; 1 have no figure of the old revision a note",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in:\n%s", want, b.String())
		}
	}
}

// TestPlanTurns: the rows of another command are measured document by document, without those that have no documents.
func TestPlanTurns(t *testing.T) {
	for name, plan := range comparedPlans {
		turns, err := planTurns(plan(), "", nil, time.Millisecond)
		if err != nil || len(turns) < 5 || turns[0].args[0] != name {
			t.Fatalf("%s: %d turns, %v", name, len(turns), err)
		}
		if slices.ContainsFunc(turns, func(t turn) bool { return t.doc == "compile" }) {
			t.Errorf("%s: a row that has no documents takes turns", name)
		}
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(asBench, "1")
	turns, err := planTurns(corePlan(), "^valid$", []string{"point"}, time.Microsecond)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := turns[0].run(t.Context(), exe)
	if err != nil || len(turns) != 1 || len(lines) != 1 || !strings.HasPrefix(lines[0], "BenchmarkRows/row=valid/data=point/lib=zetes \t1\t") {
		t.Errorf("%q, %v", lines, err)
	}
	if lines, err := turns[0].run(t.Context(), filepath.Join(t.TempDir(), "none")); err == nil || lines != nil {
		t.Errorf("a program that is not there: %q, %v", lines, err)
	}
}

// TestRevision builds today's benchmark with the library of the last commit, its generated code written again.
func TestRevision(t *testing.T) {
	long.Only(t)
	if exec.Command("git", "rev-parse", "HEAD").Run() != nil {
		t.Skip("no repository here")
	}
	dir := t.TempDir()
	exe, note, err := buildRevision(t.Context(), dir, 0, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	if note != "" {
		t.Log(note)
	}
	written, err := zetesFiles(filepath.Join(dir, "rev0", "tree", "bench", "data", "generated", "gen"))
	if err != nil || len(written) == 0 {
		t.Errorf("no generated code: %v", err)
	}
	turns, err := planTurns(comparedPlans["beyond"](), "^generated/", []string{"point"}, time.Microsecond)
	if err != nil {
		t.Fatal(err)
	}
	if lines, err := turns[0].run(t.Context(), exe); err != nil || len(lines) < 2 {
		t.Errorf("%q, %v", lines, err)
	}
}
