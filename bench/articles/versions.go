package articles

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"

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
	fmt.Fprint(w, "\n(a) {Foo, Bar, Baz}, ns/op (wall time, medians; × is against encoding/json of the same Go)\n")
	fmt.Fprint(w, "published by ffjson: 2 to 3 times encoding/json (README; first for Go 1.2)\n")
	// A line as soon as it is known: a toolchain may have to be downloaded first.
	fmt.Fprintf(w, "  %-10s %12s %9s %6s %9s %6s %14s %9s %6s %9s %6s\n", "toolchain", "marshal: std", "ffjson", "×", "easyjson", "×", "unmarshal: std", "ffjson", "×", "easyjson", "×")
	for _, tc := range toolchains {
		fmt.Fprintf(o.Log, "\r\033[K(a) %s", tc)
		got, err := runFooBar(ctx, dir, tc, o)
		fmt.Fprint(o.Log, "\r\033[K")
		if ctx.Err() != nil {
			return fmt.Errorf("interrupted in %s", tc)
		}
		if err != nil {
			fmt.Fprintf(w, "  %-10s skipped: %v\n", tc, err)
			continue
		}
		fmt.Fprintf(w, "  %-10s", tc)
		for i, op := range []string{"marshal", "unmarshal"} {
			std := got["op="+op+"/lib=std"]
			fmt.Fprintf(w, " %*.0f", []int{12, 14}[i], std)
			for _, l := range []string{"ffjson", "easyjson"} {
				t := got["op="+op+"/lib="+l]
				fmt.Fprintf(w, " %9.0f %6.2f", t, std/t)
			}
		}
		fmt.Fprintln(w)
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

// runFooBar runs the test and the benchmarks under one toolchain and returns medians in nanoseconds.
func runFooBar(ctx context.Context, dir, toolchain string, o Options) (map[string]float64, error) {
	cmd := exec.CommandContext(ctx, "go", "test", "-mod=mod", "-run=.", "-bench=.", "-count="+strconv.Itoa(o.Rounds), "-benchtime="+o.Batch.String(), ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOTOOLCHAIN="+toolchain, "GOWORK=off", "GOFLAGS=", "GOMAXPROCS=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		line := strings.TrimSpace(string(out))
		return nil, fmt.Errorf("%s", line[strings.LastIndexByte(line, '\n')+1:])
	}
	all := map[string][]float64{}
	r := benchfmt.NewReader(bytes.NewReader(out), toolchain)
	for r.Scan() {
		if res, ok := r.Result().(*benchfmt.Result); ok {
			if v, ok := res.Value("sec/op"); ok {
				name := strings.TrimPrefix(string(res.Name.Full()), "FooBar/")
				all[name] = append(all[name], v*1e9)
			}
		}
	}
	medians := map[string]float64{}
	for k, v := range all {
		medians[k] = measure.Median(v)
	}
	return medians, r.Err()
}
