package main

import (
	"bufio"
	"bytes"
	"context"
	stdjson "encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/zetes-json/zetes/bench/beyond"
	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/bench/matrix"
	"github.com/zetes-json/zetes/bench/progress"
	"github.com/zetes-json/zetes/bench/untyped"
	"github.com/zetes-json/zetes/bench/zoo"
)

// How two revisions are compared: revision.go builds a program of each; both take turns, document by document;
// benchstat gets the rounds of both, and verdict.go says which rows became slower.

// comparedPlans are the lists of rows that can be compared besides the groups of the matrix.
var comparedPlans = map[string]func() *contest.Plan{"core": corePlan, "beyond": beyond.Plan, "doc": untyped.Plan, "zoo": zoo.Plan}

func compareCommand() *cobra.Command {
	var (
		j                    compareJob
		run, docs, plan      string
		defaultRun, defaults = "form=(struct|any)", "session,feed,twitter"
	)
	c := &cobra.Command{
		Use:   "compare REV [REV]",
		Short: "Measure two revisions of zetes interleaved, print benchstat's verdict and what became slower",
		Long: "Builds this benchmark against the library at REV and at the second revision (default: the tree as it is), runs both\n" +
			"programs in turns, and hands the results to benchstat. What became slower by more than --worse stands at the end.\n\n" +
			"Measured are groups of the matrix, or with --plan the rows of another command, of which zetes alone takes part.",
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			j.revs = [2]string{args[0], ""}
			if len(args) == 2 {
				j.revs[1] = args[1]
			}
			if j.count < 1 || j.batch <= 0 || !(j.worse >= 0) {
				return fmt.Errorf("count and batch must be positive, and worse not negative")
			}
			var err error
			if makePlan := comparedPlans[plan]; makePlan != nil {
				j.turns, err = planTurns(makePlan(), run, splitList(docs), j.batch)
			} else if plan != "matrix" {
				return fmt.Errorf("unknown plan %q; there are matrix, core, beyond, doc, zoo", plan)
			} else {
				if !cmd.Flags().Changed("run") {
					run = defaultRun
				}
				if !cmd.Flags().Changed("data") {
					docs = defaults
				}
				j.turns, err = matrixTurns(matrix.Select{Run: run, Data: splitList(docs), Libs: []string{"zetes"}, Procs: []int{1}}, j.batch)
			}
			if err != nil {
				return err
			}
			return j.run(cmd)
		},
	}
	f := c.Flags()
	f.StringVar(&plan, "plan", "matrix", "whose rows to measure: matrix, core, beyond, doc or zoo")
	f.StringVarP(&run, "run", "r", "", "only groups or rows whose name matches this regular expression (default of the matrix: "+defaultRun+")")
	f.StringVarP(&docs, "data", "d", "", "only these documents, comma separated (default of the matrix: "+defaults+")")
	f.IntVarP(&j.count, "count", "n", 10, "turns of each revision")
	f.DurationVar(&j.batch, "batch", 20*time.Millisecond, "processor time of one measurement")
	f.Float64Var(&j.worse, "worse", 5, "list what became slower by more than this, in percent")
	f.StringVarP(&j.out, "out", "o", "", "keep the raw results in this directory")
	return c
}

type compareJob struct {
	turns []turn
	revs  [2]string
	count int
	batch time.Duration
	worse float64
	out   string
}

// turn is what a program measures in one process: one document, one round.
type turn struct {
	doc   string
	args  []string
	stdin []byte
	env   []string
	// line turns a line of its output into lines of Go's benchmarks.
	line func(b []byte) (string, error)
}

// matrixTurns returns the turns of groups of the matrix.
func matrixTurns(sel matrix.Select, batch time.Duration) (turns []turn, err error) {
	keys, libs, err := sel.Groups()
	if err != nil {
		return nil, err
	}
	byData := map[string][]matrix.Key{}
	for _, k := range keys {
		byData[k.Data] = append(byData[k.Data], k)
	}
	for _, k := range keys {
		if byData[k.Data] == nil {
			continue
		}
		in, err := stdjson.Marshal(childTask{Keys: byData[k.Data], Libs: libNames(libs), Options: matrix.Options{Rounds: 1, Batch: batch}})
		if err != nil {
			return nil, err
		}
		delete(byData, k.Data)
		turns = append(turns, turn{doc: k.Data, stdin: in, env: []string{childEnv + "=1"}, line: func(b []byte) (string, error) {
			var m matrix.Message
			if err := stdjson.Unmarshal(b, &m); err != nil || m.Cell == nil {
				return "", err
			}
			return m.Cell.Lines(), faultOf(m.Cell.Key.String(), m.Cell.Err)
		}})
	}
	return turns, nil
}

// planTurns returns the turns of another command's rows.
func planTurns(p *contest.Plan, run string, docs []string, batch time.Duration) (turns []turn, err error) {
	jobs, args, err := p.Turns(run, docs, batch)
	if err != nil {
		return nil, err
	}
	for _, job := range jobs {
		turns = append(turns, turn{doc: job, args: args[job], line: func(b []byte) (string, error) {
			c := new(contest.Cell)
			if err := stdjson.Unmarshal(b, c); err != nil {
				return "", err
			}
			return c.Lines(), faultOf(c.Row, c.Err)
		}})
	}
	return turns, nil
}

// faultOf is the fault that a cell tells of.
func faultOf(cell, fault string) error {
	if fault == "" {
		return nil
	}
	return fmt.Errorf("%s: %s", cell, fault)
}

func (j *compareJob) run(cmd *cobra.Command) error {
	dir := j.out
	var err error
	if dir == "" {
		if dir, err = os.MkdirTemp("", "bench-compare-"); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
	} else if err = os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	ctx, stop := signalContext()
	defer stop()
	var exes, raws [2]string
	var notes []string
	for i, rev := range j.revs {
		fmt.Fprintf(os.Stderr, "building %s\n", revName(rev))
		var note string
		if exes[i], note, err = buildRevision(ctx, dir, i, rev); err != nil {
			return err
		}
		if note != "" {
			notes = append(notes, note)
		}
		raws[i] = filepath.Join(dir, [2]string{"old.txt", "new.txt"}[i])
	}
	lines, failed, err := j.measure(ctx, exes)
	if err != nil {
		return err
	}
	for i := range raws {
		if err := os.WriteFile(raws[i], []byte(strings.Join(lines[i], "")), 0o644); err != nil {
			return err
		}
	}
	stat := exec.CommandContext(ctx, "go", "run", "golang.org/x/perf/cmd/benchstat@"+perfVersion(),
		"-filter", ".unit:(cpu-sec/op OR cpu-ns/op OR allocs/op OR B/op)", revName(j.revs[0])+"="+raws[0], revName(j.revs[1])+"="+raws[1])
	stat.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	stat.Dir = dir
	stat.Stdout, stat.Stderr = cmd.OutOrStdout(), os.Stderr
	if err := stat.Run(); err != nil {
		return err
	}
	return verdict(cmd.OutOrStdout(), raws, j.worse, append(notes, failed...))
}

// measure has both programs take turns, and returns their lines and what went wrong.
func (j *compareJob) measure(ctx context.Context, exes [2]string) (lines [2][]string, failed []string, err error) {
	start, line := time.Now(), progress.New(os.Stderr)
	defer line.Clear()
	wrong := map[string]bool{}
	for n := range j.count {
		for at, t := range j.turns {
			left := "…"
			if done := n*len(j.turns) + at; n > 0 {
				left = (time.Since(start) / time.Duration(done) * time.Duration(j.count*len(j.turns)-done)).Round(time.Second).String() + " left"
			}
			line.Show("[%d/%d] %s, %s", n+1, j.count, t.doc, left)
			for k := range 2 {
				i := (n + at + k) % 2 // who goes first changes
				out, err := t.run(ctx, exes[i])
				if ctx.Err() != nil {
					return lines, nil, fmt.Errorf("interrupted")
				}
				if err != nil && !wrong[revName(j.revs[i])+t.doc] {
					wrong[revName(j.revs[i])+t.doc] = true
					failed = append(failed, fmt.Sprintf("%s on %s: %v", revName(j.revs[i]), t.doc, err))
				}
				lines[i] = append(lines[i], out...)
			}
		}
	}
	return lines, failed, nil
}

// run runs one program on the document and returns its figures, those before an error too.
func (t *turn) run(ctx context.Context, exe string) (lines []string, err error) {
	cmd := exec.CommandContext(ctx, exe, t.args...)
	cmd.Env = append(append(os.Environ(), "GOMAXPROCS=1"), t.env...)
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(t.stdin), &stderr
	out, err := cmd.Output()
	if err != nil && stderr.Len() > 0 {
		err = fmt.Errorf("%s", firstLine(stderr.String()))
	}
	sc := bufio.NewScanner(bytes.NewReader(out))
	sc.Buffer(nil, 1<<24)
	for sc.Scan() {
		l, fault := t.line(sc.Bytes())
		if err == nil {
			err = fault
		}
		lines = append(lines, l)
	}
	return lines, err
}

func revName(rev string) string {
	if rev == "" {
		return "tree"
	}
	return rev
}

// perfVersion returns the version of benchstat's module in this binary.
func perfVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, d := range info.Deps {
			if d.Path == "golang.org/x/perf" && strings.HasPrefix(d.Version, "v") {
				return d.Version
			}
		}
	}
	return "latest"
}
