package articles

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"text/tabwriter"

	"github.com/zetes-json/zetes/bench/articles/foobar"
	"github.com/zetes-json/zetes/bench/measure"
	"golang.org/x/perf/benchfmt"
)

// toolchains are the last releases of each year's Go.
var toolchains = []string{"go1.21.13", "go1.22.12", "go1.23.12", "go1.24.13", "go1.25.10", "go1.26.8", "go1.27.3"}

// versions runs the three-field struct under each toolchain, in a module of its own.
func versions(ctx context.Context, w io.Writer, o Options) error {
	dir, err := os.MkdirTemp("", "bench-versions-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := writeFooBar(dir); err != nil {
		return err
	}
	var ready []string
	skipped := map[string]error{}
	for _, tc := range toolchains {
		o.Line.Show("(a) building with %s", tc) // which may have to be downloaded first
		if err := buildFooBar(ctx, dir, tc); err != nil {
			skipped[tc] = err
			continue
		}
		ready = append(ready, tc)
	}
	times := map[string]map[string][]float64{}
	for round := range o.Rounds {
		for _, tc := range ready { // by turns, so that whatever slows the machine down hits all
			o.Line.Show("(a) %s, round %d of %d", tc, round+1, o.Rounds)
			if times[tc] == nil {
				times[tc] = map[string][]float64{}
			}
			if err := runFooBar(ctx, dir, tc, o, times[tc]); err != nil && ctx.Err() == nil {
				skipped[tc] = err
			}
		}
	}
	o.Line.Clear()
	for _, tc := range ready { // an interrupted run prints what it has
		if skipped[tc] == nil && len(times[tc]["op=unmarshal/lib=easyjson"]) == 0 {
			skipped[tc] = errors.New("interrupted before its first round was done")
		}
	}
	fmt.Fprintf(w, "\n(a) {Foo, Bar, Baz}: processor time, ns, medians of %d rounds; × is against encoding/json of the same Go\n", o.Rounds)
	fmt.Fprint(w, "published: ffjson 2 to 3 times encoding/json in both directions (the README of the module); for easyjson and these versions of Go no figures are known\n")
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "toolchain\tmarshal: std\tffjson\t×\teasyjson\t×\tunmarshal: std\tffjson\t×\teasyjson\t×\t")
	for _, tc := range toolchains {
		if skipped[tc] != nil {
			continue
		}
		fmt.Fprintf(tw, "%s\t", tc)
		for _, op := range []string{"marshal", "unmarshal"} {
			std := measure.Median(times[tc]["op="+op+"/lib=std"])
			fmt.Fprintf(tw, "%.0f\t", std)
			for _, l := range []string{"ffjson", "easyjson"} {
				t := measure.Median(times[tc]["op="+op+"/lib="+l])
				fmt.Fprintf(tw, "%.0f\t%.2f\t", t, std/t)
			}
		}
		fmt.Fprintln(tw)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	for _, tc := range toolchains {
		if skipped[tc] != nil {
			fmt.Fprintf(w, "%s: skipped, %v\n", tc, skipped[tc])
		}
	}
	if ctx.Err() != nil {
		return errors.New("interrupted")
	}
	if len(skipped) == len(toolchains) {
		return errors.New("no toolchain could be used")
	}
	return nil
}

// writeFooBar makes a module that old toolchains take.
func writeFooBar(dir string) error {
	files, err := foobar.Files.ReadDir(".")
	if err != nil {
		return err
	}
	for _, f := range files {
		if f.Name() == "files.go" { // only its home needs it
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
	mod := "module foobar\n\ngo 1.21\n\nrequire (\n"
	for _, path := range []string{"github.com/mailru/easyjson", "github.com/pquerna/ffjson"} {
		mod += "\t" + path + " " + moduleVersion(path) + "\n"
	}
	return os.WriteFile(filepath.Join(dir, "go.mod"), []byte(mod+")\n"), 0o644)
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

// fooBarTest returns the name of a toolchain's test binary.
func fooBarTest(dir, toolchain string) string { return filepath.Join(dir, toolchain+".test.exe") }

// buildFooBar builds the test and runs it once, which proves that all do the same work.
func buildFooBar(ctx context.Context, dir, toolchain string) error {
	exe := fooBarTest(dir, toolchain)
	build := exec.CommandContext(ctx, "go", "test", "-mod=mod", "-c", "-o", exe, ".")
	build.Env = append(os.Environ(), "GOTOOLCHAIN="+toolchain, "GOWORK=off", "GOFLAGS=")
	for _, cmd := range []*exec.Cmd{build, exec.CommandContext(ctx, exe)} {
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			line := strings.TrimSpace(string(out))
			return errors.New(line[strings.LastIndexByte(line, '\n')+1:])
		}
	}
	return nil
}

// runFooBar runs the benchmarks once and adds their processor times in nanoseconds.
func runFooBar(ctx context.Context, dir, toolchain string, o Options, times map[string][]float64) error {
	cmd := exec.CommandContext(ctx, fooBarTest(dir, toolchain), "-test.run=^$", "-test.bench=.", "-test.benchtime="+o.Batch.String())
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	out, err := cmd.Output()
	if err != nil {
		return err
	}
	r := benchfmt.NewReader(bytes.NewReader(out), toolchain)
	for r.Scan() {
		res, ok := r.Result().(*benchfmt.Result)
		if !ok {
			continue
		}
		name := strings.TrimPrefix(string(res.Name.Full()), "FooBar/")
		if v, ok := res.Value("cpu-ns/op"); ok {
			times[name] = append(times[name], v)
		} else if v, ok := res.Value("cpu-sec/op"); ok {
			times[name] = append(times[name], v*1e9)
		}
	}
	return r.Err()
}
