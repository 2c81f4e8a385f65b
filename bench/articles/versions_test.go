package articles

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes/bench/progress"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// made is a release with figures that were made up, around so many nanoseconds.
func made(toolchain string, ns, bytes float64, rounds int) *release {
	r := &release{toolchain: toolchain, figures: map[string]map[string][]float64{}}
	for i := range rounds {
		out := ""
		for _, op := range fooBarOps {
			for _, l := range fooBarLibs {
				if strings.HasPrefix(l.lib, "zetes") && toolchain != "go1.27.3" {
					continue
				}
				out += fmt.Sprintf("BenchmarkFooBar/op=%s/lib=%s 100 1 ns/op %g cpu-ns/op %g B/op 3 allocs/op\n", op.op, l.lib, ns+float64(i), bytes)
			}
		}
		if err := r.add([]byte(out)); err != nil {
			panic(err)
		}
	}
	return r
}

// TestVersionTables: each release stands against its neighbour and against the last one, in benchstat's words.
func TestVersionTables(t *testing.T) {
	last := made("go1.27.3", 100, 80, 10)
	last.heap = "x.go:1:2: moved to heap: vOfStd\n"
	var b bytes.Buffer
	all := []*release{made("go1.21.13", 200, 208, 10), {toolchain: "go1.22.12", skipped: errors.New("not there")}, made("go1.26.8", 200, 80, 10), last}
	if err := printVersions(&b, 10, all); err != nil {
		t.Fatal(err)
	}
	out := strings.Join(strings.Fields(b.String()), " ")
	for _, want := range []string{
		"1.21.13 204, 208, 3 204, 208, 3, 1.00×", "1.27.3 104, 80, 3 104, 80, 3, 1.00× 104, 80, 3, 1.00× 104, 80, 3, 1.00× 104, 80, 3, 1.00×",
		"1.21.13 → 1.26.8 204 ± 2% 204 ± 2% ~ (p=1.000 n=10) 208 ± 0% 80 ± 0% -61.54% (p=0.000 n=10)",
		"1.26.8 → 1.27.3 204 ± 2% 104 ± 3% -48.90% (p=0.000 n=10)", "1.21.13 → 1.27.3 204 ± 2% 104 ± 3%",
		"published 1.2 → 1.3 1910 1370 -28.23%", "published 1.10 → 1.11 496 368 -25.81%",
		"moved to the heap", "stays on the stack", "go1.22.12: skipped, not there",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in:\n%s", want, b.String())
		}
	}
	b.Reset()
	if err := printVersions(&b, 10, []*release{made("go1.26.8", 200, 80, 2), made("go1.27.3", 200, 80, 2)}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"need >=", "go1.27.3: interrupted, 2 of 10 rounds"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in:\n%s", want, b.String())
		}
	}
}

// TestVersionsInterrupted: each release is measured once as soon as it is built, so a run that ends early has figures.
func TestVersionsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var done []string
	build := func(r *release, ctx context.Context) error {
		done = append(done, "build "+r.toolchain)
		if r.toolchain == "c" {
			cancel()
			return ctx.Err()
		}
		if r.toolchain == "x" {
			return errors.New("not there")
		}
		return nil
	}
	run := func(r *release, ctx context.Context, _ Options) error {
		done = append(done, "run "+r.toolchain)
		r.rounds++
		return ctx.Err()
	}
	o := Options{Rounds: 3, Line: progress.New(io.Discard)}
	releases := func(names ...string) (all []*release) {
		for _, n := range names {
			all = append(all, &release{toolchain: n})
		}
		return all
	}
	all := releases("a", "x", "b", "c")
	ready := measureVersions(ctx, o, all, build, run)
	if got := strings.Join(done, ", "); got != "build a, run a, build x, build b, run b, build c" || len(ready) != 2 || ready[1].rounds != 1 || all[1].skipped == nil {
		t.Errorf("%s; %d are ready", got, len(ready))
	}
	done = nil
	measureVersions(t.Context(), o, releases("a", "b"), build, run)
	if got := strings.Join(done, ", "); got != "build a, run a, build b, run b, run a, run b, run a, run b" {
		t.Error(got)
	}
}

// TestWithRunning: the release that runs the program is among those that are measured, if it is newer.
func TestWithRunning(t *testing.T) {
	list := []string{"go1.25.10", "go1.26.8", "go1.27.4"}
	for running, want := range map[string]string{
		"go1.26.8":                 "go1.25.10 go1.26.8 go1.27.4",
		"go1.26.9":                 "go1.25.10 go1.26.9 go1.27.4",
		"go1.26.1":                 "go1.25.10 go1.26.8 go1.27.4",
		"go1.27.5 X:nojsonv2":      "go1.25.10 go1.26.8 go1.27.5",
		"go1.28.0":                 "go1.25.10 go1.26.8 go1.27.4 go1.28.0",
		"devel go1.28-abc Mon":     "go1.25.10 go1.26.8 go1.27.4",
		"go1.20.14":                "go1.25.10 go1.26.8 go1.27.4",
		"go1.29-devel_abc 2026-01": "go1.25.10 go1.26.8 go1.27.4",
	} {
		if got := strings.Join(withRunning(list, running), " "); got != want {
			t.Errorf("%s: %s", running, got)
		}
	}
	if list[1] != "go1.26.8" {
		t.Error("the list has changed")
	}
}

// TestVersions runs the table with the toolchain of this test alone, zetes among its columns.
func TestVersions(t *testing.T) {
	long.Only(t)
	_, file, _, _ := runtime.Caller(0)
	toolchain, _, _ := strings.Cut(runtime.Version(), " ")
	var b bytes.Buffer
	o := Options{Rounds: 2, Batch: time.Microsecond, Line: progress.New(nil), Tree: filepath.Join(filepath.Dir(file), "..", "..")}
	if err := throughVersions(t.Context(), &b, o, []string{toolchain}); err != nil {
		t.Error(err)
	}
	for _, want := range []string{"zetes gen", "Marshal(&v)", "as printed", "moved to the heap", "stays on the stack"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in:\n%s", want, b.String())
		}
	}
}
