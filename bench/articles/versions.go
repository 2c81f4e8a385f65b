package articles

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/version"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/zetes-json/zetes/bench/articles/foobar"
	"github.com/zetes-json/zetes/bench/measure"
	"golang.org/x/perf/benchfmt"
)

// How table (a) is made: the package foobar is copied into two modules, one that old releases of Go take and one with
// zetes and goccy, and built with each release, whose first round is measured at once. The tests of all releases then
// take turns, so that whatever slows the machine down hits all of them. versiontables.go prints what came of it.

// toolchains are the last releases of each year's Go. The go command cannot get releases before 1.21.
var toolchains = []string{"go1.21.13", "go1.22.12", "go1.23.12", "go1.24.13", "go1.25.10", "go1.26.8", "go1.27.4"}

// zetesSince is the first release that compiles zetes.
const zetesSince = "go1.26"

// release is what is known of one release of Go.
type release struct {
	toolchain string
	dir       string // of the module
	exe       string
	heap      string // what the compiler says is moved to the heap, of the last one
	skipped   error
	rounds    int
	// figures are those of each round, by benchmark ("op=marshal/lib=std") and unit ("ns", "B/op", "allocs/op").
	figures map[string]map[string][]float64
}

// versions runs the three-field struct under each toolchain.
func versions(ctx context.Context, w io.Writer, o Options) error {
	return throughVersions(ctx, w, o, withRunning(toolchains, runtime.Version()))
}

// withRunning returns the releases of Go with the one that runs this program, if it is newer than the one of its line.
func withRunning(list []string, running string) []string {
	running, _, _ = strings.Cut(running, " ")
	last := list[len(list)-1]
	switch {
	case !version.IsValid(running) || strings.Contains(running, "-") || slices.Contains(list, running):
	case version.Compare(version.Lang(running), version.Lang(last)) > 0:
		return append(slices.Clone(list), running)
	default:
		for i, tc := range list {
			if version.Lang(tc) == version.Lang(running) && version.Compare(running, tc) > 0 {
				list = slices.Clone(list)
				list[i] = running
			}
		}
	}
	return list
}

func throughVersions(ctx context.Context, w io.Writer, o Options, toolchains []string) error {
	dir, err := os.MkdirTemp("", "bench-versions-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	old, with := filepath.Join(dir, "old"), filepath.Join(dir, "zetes")
	if err := writeFooBar(old, nil); err != nil {
		return err
	}
	lib := zetesModule{o.Tree}
	if err := writeFooBar(with, &lib); err != nil {
		return err
	}
	var all []*release
	for _, tc := range toolchains {
		r := &release{toolchain: tc, dir: old, exe: filepath.Join(dir, tc+".test.exe"), figures: map[string]map[string][]float64{}}
		if version.Compare(tc, zetesSince) >= 0 {
			r.dir = with
		}
		all = append(all, r)
	}
	ready := measureVersions(ctx, o, all, (*release).build, (*release).run)
	if len(ready) > 0 {
		ready[len(ready)-1].escapes(ctx)
	}
	o.Line.Clear()
	for _, r := range ready { // an interrupted run prints what it has
		if r.skipped == nil && r.rounds == 0 {
			r.skipped = errors.New("interrupted before its first round was done")
		}
	}
	if err := printVersions(w, o.Rounds, all); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return errors.New("interrupted")
	}
	if !slices.ContainsFunc(all, func(r *release) bool { return r.skipped == nil }) {
		return errors.New("no toolchain could be used")
	}
	return nil
}

// measureVersions builds each release and measures its first round at once, so that a run that is interrupted has
// figures of all that were built. Then the releases take turns. It returns those that could be built.
func measureVersions(ctx context.Context, o Options, all []*release, build func(*release, context.Context) error, run func(*release, context.Context, Options) error) (ready []*release) {
	round := func(r *release, n int) {
		o.Line.Show("(a) %s, round %d of %d", r.toolchain, n, o.Rounds)
		if err := run(r, ctx, o); err != nil && ctx.Err() == nil {
			r.skipped = err
		}
	}
	for _, r := range all {
		o.Line.Show("(a) building with %s", r.toolchain) // which may have to be downloaded first
		if r.skipped = build(r, ctx); r.skipped == nil {
			ready = append(ready, r)
			round(r, 1)
		}
	}
	for n := 2; n <= o.Rounds; n++ {
		for _, r := range ready {
			if ctx.Err() == nil && r.skipped == nil {
				round(r, n)
			}
		}
	}
	return ready
}

// zetesModule is where the library is: in a tree, or in the version that this binary was built with.
type zetesModule struct{ tree string }

func (m zetesModule) lines() string {
	const path = "github.com/zetes-json/zetes"
	if m.tree == "" {
		return "\nrequire " + path + " " + moduleVersion(path) + "\n"
	}
	return "\nrequire " + path + " v0.1.0\n\nreplace " + path + " => " + strconv.Quote(m.tree) + "\n"
}

// writeFooBar makes a module of the package, without zetes, and goccy, which needs Go 1.23, if lib is nil.
func writeFooBar(dir string, lib *zetesModule) error {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	files, err := foobar.Files.ReadDir(".")
	if err != nil {
		return err
	}
	for _, f := range files {
		of, _, _ := strings.Cut(strings.TrimSuffix(f.Name(), ".go"), "_")
		if of == "files" || lib == nil && (of == "zetes" || of == "goccy") { // only its home needs the first
			continue
		}
		b, err := foobar.Files.ReadFile(f.Name())
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, f.Name()), b, 0o644); err != nil {
			return err
		}
	}
	goes, more, needs := "1.21", "", []string{"github.com/mailru/easyjson", "github.com/pquerna/ffjson"}
	if lib != nil {
		goes, more, needs = "1.26.0", lib.lines(), append(needs, "github.com/goccy/go-json")
	}
	mod := "module foobar\n\ngo " + goes + "\n\nrequire (\n"
	for _, path := range needs {
		mod += "\t" + path + " " + moduleVersion(path) + "\n"
	}
	return os.WriteFile(filepath.Join(dir, "go.mod"), []byte(mod+")\n"+more), 0o644)
}

// moduleVersion returns the version of a module in this binary.
func moduleVersion(path string) string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, d := range info.Deps {
			if d.Path == path {
				return d.Version
			}
		}
	}
	return "latest"
}

// goTest is the go command that compiles the test.
func (r *release) goTest(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "go", append([]string{"test", "-mod=mod", "-c"}, args...)...)
	cmd.Env = append(os.Environ(), "GOTOOLCHAIN="+r.toolchain, "GOWORK=off", "GOFLAGS=")
	cmd.Dir = r.dir
	return cmd
}

// build builds the test and runs it once, which proves that all do the same work.
func (r *release) build(ctx context.Context) error {
	test := exec.CommandContext(ctx, r.exe)
	test.Dir = r.dir
	for _, cmd := range []*exec.Cmd{r.goTest(ctx, "-o", r.exe, "."), test} {
		out, err := cmd.CombinedOutput()
		if ctx.Err() != nil {
			return errors.New("interrupted before it was built")
		}
		if err != nil {
			line := strings.TrimSpace(string(out))
			return errors.New(line[strings.LastIndexByte(line, '\n')+1:])
		}
	}
	return nil
}

// escapes asks the compiler what it moves to the heap.
func (r *release) escapes(ctx context.Context) {
	if out, err := r.goTest(ctx, "-gcflags=-m", "-o", os.DevNull, ".").CombinedOutput(); err == nil {
		r.heap = string(out)
	}
}

// run runs the benchmarks once and adds their figures.
func (r *release) run(ctx context.Context, o Options) error {
	cmd := exec.CommandContext(ctx, r.exe, "-test.run=^$", "-test.bench=.", "-test.benchtime="+o.Batch.String())
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	out, err := cmd.Output()
	if err != nil {
		return err
	}
	return r.add(out)
}

// add takes the figures out of the output of one run.
func (r *release) add(out []byte) error {
	in := benchfmt.NewReader(bytes.NewReader(out), r.toolchain)
	for in.Scan() {
		res, ok := in.Result().(*benchfmt.Result)
		if !ok {
			continue
		}
		name := strings.TrimPrefix(string(res.Name.Full()), "FooBar/")
		if r.figures[name] == nil {
			r.figures[name] = map[string][]float64{}
		}
		if ns, ok := measure.CPUOf(res); ok {
			r.figures[name]["ns"] = append(r.figures[name]["ns"], ns)
		}
		for _, unit := range []string{"B/op", "allocs/op"} {
			if v, ok := res.Value(unit); ok {
				r.figures[name][unit] = append(r.figures[name][unit], v)
			}
		}
	}
	r.rounds++
	if err := in.Err(); err != nil {
		return fmt.Errorf("the output of its benchmarks: %w", err)
	}
	return nil
}
