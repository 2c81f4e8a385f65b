package migrate

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/benchmark/parse"

	"github.com/zetes-json/zetes/cmd/zetes/internal/gocommand"
)

// Benchmark is a benchmark of a module, and what each round measured before and after the change.
type Benchmark struct {
	Package, Name string
	Time, Bytes   [2][]float64 // nanoseconds an operation, and bytes that one allocates
}

// Rounds is how often Bench runs each benchmark before and after.
const Rounds = 7

// Bench runs the benchmarks whose names match a pattern, as go test -bench takes it, before and after, in a copy of the
// modules. The two take turns, since a machine is faster at one time than at another. Benchmarks that there are only
// before or only after are left out.
func (p *Plan) Bench(ctx context.Context, pattern string) ([]Benchmark, error) {
	root, dirs, end, err := p.copies()
	if err != nil {
		return nil, err
	}
	defer end()
	var programs [2][]testProgram
	for i, dir := range dirs {
		if programs[i], err = p.program.testPrograms(ctx, root, dir); err != nil {
			return nil, err
		}
	}
	var list []Benchmark
	for range Rounds {
		for i := range dirs {
			for _, t := range programs[i] {
				if err := t.bench(ctx, pattern, func(b *parse.Benchmark) {
					at := slices.IndexFunc(list, func(o Benchmark) bool { return o.Package == t.pkg && o.Name == b.Name })
					if at < 0 {
						at = len(list)
						list = append(list, Benchmark{Package: t.pkg, Name: b.Name})
					}
					list[at].Time[i] = append(list[at].Time[i], b.NsPerOp)
					list[at].Bytes[i] = append(list[at].Bytes[i], float64(b.AllocedBytesPerOp))
				}); err != nil {
					return nil, err
				}
			}
		}
	}
	return slices.DeleteFunc(list, func(b Benchmark) bool { return b.Time[0] == nil || b.Time[1] == nil }), nil
}

// A testProgram is the compiled tests of a package, and the folder where they run.
type testProgram struct{ pkg, dir, file string }

// testPrograms compiles the tests of the packages in a copy.
func (p *program) testPrograms(ctx context.Context, root, dir string) (list []testProgram, err error) {
	where, env := p.within(root, dir)
	flags := slices.Concat(p.fromCache(root), p.loads[0].flags())
	const tested = "{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}\t{{.Dir}}{{end}}"
	out, err := gocommand.Run(ctx, where, env, slices.Concat([]string{"list", "-f", tested}, flags, p.loads[0].patterns)...)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(out) {
		t := testProgram{file: filepath.Join(filepath.Dir(dir), strconv.Itoa(len(list))+".test")}
		t.pkg, t.dir, _ = strings.Cut(strings.TrimSpace(line), "\t")
		if _, err := gocommand.Run(ctx, where, env, slices.Concat([]string{"test", "-c", "-vet=off", "-o", t.file}, flags, []string{t.pkg})...); err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, nil
}

// bench runs benchmarks once, and calls each with what each of them measures.
func (t *testProgram) bench(ctx context.Context, pattern string, each func(*parse.Benchmark)) error {
	c := exec.CommandContext(ctx, t.file, "-test.run=^$", "-test.bench="+pattern, "-test.benchmem", "-test.benchtime=200ms")
	gocommand.EndAll(c)
	var out, errOut bytes.Buffer
	c.Dir, c.Stdout, c.Stderr = t.dir, &out, &errOut
	err := c.Run()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("%s: %s", t.pkg, gocommand.Complaint(errOut.String()+out.String(), err))
	}
	for line := range strings.Lines(out.String()) {
		if b, err := parse.ParseLine(line); err == nil && b.Measured&parse.NsPerOp != 0 {
			each(b)
		}
	}
	return nil
}
