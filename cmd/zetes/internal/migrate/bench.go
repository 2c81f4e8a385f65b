package migrate

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/tools/benchmark/parse"

	"github.com/zetes-json/zetes/cmd/zetes/internal/gocommand"
)

// Benchmark is a benchmark of a module, and what each round measured before and after the change.
type Benchmark struct {
	Package, Name string
	Time, Bytes   [2][]float64 // nanoseconds of processors an operation, and bytes that one allocates
	programs      [2]*testProgram
}

// Rounds is how often Bench runs each benchmark before and after.
const Rounds = 7

// Bench runs the benchmarks whose names match a pattern, as go test -bench takes it, before and after, in a copy of the
// modules. The two take turns, since a machine is faster at one time than at another. Benchmarks that there are only
// before or only after are left out. Each run is reported before it begins, with the number of all runs.
func (p *Plan) Bench(ctx context.Context, pattern string, report func(total int, round, name string)) ([]Benchmark, error) {
	root, dirs, end, err := p.copies()
	if err != nil {
		return nil, err
	}
	defer end()
	var list []Benchmark
	for i, dir := range dirs {
		programs, err := p.program.testPrograms(ctx, root, dir)
		if err != nil {
			return nil, err
		}
		for _, t := range programs {
			if err := t.bench(ctx, pattern, "1x", func(b *parse.Benchmark, _ float64) {
				at := slices.IndexFunc(list, func(o Benchmark) bool { return o.Package == t.pkg && o.Name == b.Name })
				if at < 0 {
					at = len(list)
					list = append(list, Benchmark{Package: t.pkg, Name: b.Name})
				}
				list[at].programs[i] = &t
			}); err != nil {
				return nil, err
			}
		}
	}
	list = slices.DeleteFunc(list, func(b Benchmark) bool { return b.programs[0] == nil || b.programs[1] == nil })
	for round := range Rounds {
		for at := range list {
			b := &list[at]
			report(Rounds*len(list), fmt.Sprintf("round %d of %d", round+1, Rounds), b.Name)
			parts := strings.Split(b.Name, "/")
			for i := range parts {
				parts[i] = "^" + regexp.QuoteMeta(parts[i]) + "$"
			}
			for i, t := range b.programs {
				if err := t.bench(ctx, strings.Join(parts, "/"), "200ms", func(m *parse.Benchmark, busy float64) {
					if m.Name == b.Name {
						b.Time[i] = append(b.Time[i], m.NsPerOp*busy)
						b.Bytes[i] = append(b.Bytes[i], float64(m.AllocedBytesPerOp))
					}
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

// bench runs benchmarks once, and calls each with what each of them measures and how many processors the program kept
// busy: another program on the same processor makes that less than one, and a collector beside the program makes it more.
func (t *testProgram) bench(ctx context.Context, pattern, duration string, each func(b *parse.Benchmark, busy float64)) error {
	width := strconv.Itoa(runtime.GOMAXPROCS(0))
	c := exec.CommandContext(ctx, t.file, "-test.run=^$", "-test.bench="+pattern, "-test.benchmem", "-test.benchtime="+duration, "-test.cpu="+width)
	gocommand.EndAll(c)
	var out, errOut bytes.Buffer
	c.Dir, c.Stdout, c.Stderr = t.dir, &out, &errOut
	start := time.Now()
	err := c.Run()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("%s: %s", t.pkg, gocommand.Complaint(errOut.String()+out.String(), err))
	}
	busy := float64(c.ProcessState.UserTime()+c.ProcessState.SystemTime()) / float64(time.Since(start))
	for line := range strings.Lines(out.String()) {
		if b, err := parse.ParseLine(line); err == nil && b.Measured&parse.NsPerOp != 0 {
			b.Name = strings.TrimSuffix(b.Name, "-"+width) // which is not there for 1
			each(b, busy)
		}
	}
	return nil
}
