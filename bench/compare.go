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
	"github.com/zetes-json/zetes/bench/matrix"
	"github.com/zetes-json/zetes/bench/progress"
)

func compareCommand() *cobra.Command {
	var (
		j    compareJob
		docs string
	)
	c := &cobra.Command{
		Use:   "compare REV [REV]",
		Short: "Measure two revisions of zetes interleaved and print benchstat's verdict",
		Long: "Builds this benchmark against the library at REV and at the second revision (default: the tree as it is), runs both\n" +
			"programs in turns, and hands the results to benchstat.",
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			j.sel.Data, j.sel.Libs, j.sel.Procs = splitList(docs), []string{"zetes"}, []int{1}
			j.revs = [2]string{args[0], ""}
			if len(args) == 2 {
				j.revs[1] = args[1]
			}
			if j.count < 1 || j.batch <= 0 {
				return fmt.Errorf("count and batch must be positive")
			}
			return j.run(cmd)
		},
	}
	f := c.Flags()
	f.StringVarP(&j.sel.Run, "run", "r", "form=(struct|any)", "only groups whose name matches this regular expression")
	f.StringVarP(&docs, "data", "d", "session,feed,twitter", "only these documents (comma separated)")
	f.IntVarP(&j.count, "count", "n", 10, "turns of each revision")
	f.DurationVar(&j.batch, "batch", 20*time.Millisecond, "processor time of one measurement")
	f.StringVarP(&j.out, "out", "o", "", "keep the raw results in this directory")
	return c
}

type compareJob struct {
	sel   matrix.Select
	revs  [2]string
	count int
	batch time.Duration
	out   string
}

func (j *compareJob) run(cmd *cobra.Command) error {
	keys, libs, err := j.sel.Groups()
	if err != nil {
		return err
	}
	dir := j.out
	if dir == "" {
		if dir, err = os.MkdirTemp("", "bench-compare-"); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
	} else if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	ctx, stop := signalContext()
	defer stop()
	var exes, raws [2]string
	for i, rev := range j.revs {
		fmt.Fprintf(os.Stderr, "building %s\n", revName(rev))
		if exes[i], err = buildRevision(ctx, dir, i, rev); err != nil {
			return err
		}
		raws[i] = filepath.Join(dir, [2]string{"old.txt", "new.txt"}[i])
		if err := os.WriteFile(raws[i], nil, 0o644); err != nil {
			return err
		}
	}
	start, line := time.Now(), progress.New(os.Stderr)
	defer line.Clear()
	for n := range j.count {
		for k := range 2 {
			i := (n + k) % 2 // who goes first changes
			left := "…"
			if n > 0 {
				left = (time.Since(start) / time.Duration(n) * time.Duration(j.count-n)).Round(time.Second).String() + " left"
			}
			line.Show("[%d/%d] %s, %s", n+1, j.count, revName(j.revs[i]), left)
			if err := j.turn(ctx, exes[i], raws[i], keys, libNames(libs)); err != nil {
				return err
			}
		}
	}
	line.Clear()
	stat := exec.CommandContext(ctx, "go", "run", "golang.org/x/perf/cmd/benchstat@"+perfVersion(),
		"-filter", ".unit:(cpu-sec/op OR cpu-ns/op OR allocs/op OR B/op)", revName(j.revs[0])+"="+raws[0], revName(j.revs[1])+"="+raws[1])
	stat.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	stat.Dir = dir
	stat.Stdout, stat.Stderr = cmd.OutOrStdout(), os.Stderr
	return stat.Run()
}

func revName(rev string) string {
	if rev == "" {
		return "tree"
	}
	return rev
}

// turn runs one revision once over all groups and appends its figures.
func (j *compareJob) turn(ctx context.Context, exe, raw string, keys []matrix.Key, libs []string) error {
	f, err := os.OpenFile(raw, os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	byData := map[string][]matrix.Key{}
	var order []string
	for _, k := range keys {
		if byData[k.Data] == nil {
			order = append(order, k.Data)
		}
		byData[k.Data] = append(byData[k.Data], k)
	}
	for _, d := range order {
		in, err := stdjson.Marshal(childTask{Keys: byData[d], Libs: libs, Options: matrix.Options{Rounds: 1, Batch: j.batch}})
		if err != nil {
			return err
		}
		cmd := exec.CommandContext(ctx, exe)
		cmd.Env = append(os.Environ(), childEnv+"=1", "GOMAXPROCS=1")
		cmd.Stdin, cmd.Stderr = bytes.NewReader(in), os.Stderr
		out, err := cmd.Output()
		if err != nil {
			return fmt.Errorf("%s: %w", d, err)
		}
		sc := bufio.NewScanner(bytes.NewReader(out))
		sc.Buffer(nil, 1<<24)
		for sc.Scan() {
			var m matrix.Message
			if stdjson.Unmarshal(sc.Bytes(), &m) == nil && m.Cell != nil {
				if _, err := f.WriteString(m.Cell.Lines()); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// buildRevision builds this benchmark, as it is in the tree, against the library at a revision.
func buildRevision(ctx context.Context, dir string, i int, rev string) (string, error) {
	lib, err := moduleOf(library)
	if err != nil {
		return "", fmt.Errorf("compare needs the tree of zetes: %w", err)
	}
	bench, err := moduleOf(library + "/bench")
	if err != nil {
		return "", fmt.Errorf("compare needs the tree of zetes: %w", err)
	}
	at := filepath.Join(dir, fmt.Sprintf("rev%d", i))
	if err := os.MkdirAll(at, 0o755); err != nil {
		return "", err
	}
	if rev != "" {
		tree := filepath.Join(at, "tree")
		if err := os.MkdirAll(tree, 0o755); err != nil {
			return "", err
		}
		archive := exec.CommandContext(ctx, "git", "-C", lib, "archive", "--format=tar", rev)
		var tar, stderr bytes.Buffer
		archive.Stdout, archive.Stderr = &tar, &stderr
		if err := archive.Run(); err != nil {
			return "", fmt.Errorf("%s: %s", rev, firstLine(stderr.String()))
		}
		unpack := exec.CommandContext(ctx, "tar", "x", "-C", tree)
		unpack.Stdin = &tar
		if out, err := unpack.CombinedOutput(); err != nil {
			return "", fmt.Errorf("%s: %s", rev, firstLine(string(out)))
		}
		lib = tree
	}
	work := fmt.Sprintf("go 1.26.0\n\nuse (\n\t%q\n\t%q\n)\n\nreplace %s v0.1.0 => %q\n", lib, bench, library, lib)
	if err := os.WriteFile(filepath.Join(at, "go.work"), []byte(work), 0o644); err != nil {
		return "", err
	}
	exe := filepath.Join(at, "bench.exe")
	build := exec.CommandContext(ctx, "go", "build", "-o", exe, library+"/bench")
	build.Dir = bench
	build.Env = append(os.Environ(), "GOWORK="+filepath.Join(at, "go.work"))
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("this benchmark doesn't build with the library at %s: %s", revName(rev), compileError(string(out)))
	}
	return exe, nil
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
