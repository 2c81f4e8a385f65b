package main

import (
	"bytes"
	"context"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"github.com/zetes-json/zetes/bench/lib"
	"github.com/zetes-json/zetes/bench/matrix"
	"github.com/zetes-json/zetes/bench/probe"
	"github.com/zetes-json/zetes/bench/report"
)

// childEnv marks a process that another bench started; its task comes on standard input.
const childEnv = "ZETES_BENCH_CHILD"

// childTask is what a measuring process is told.
type childTask struct {
	Keys    []matrix.Key
	Libs    []string
	Options matrix.Options
	Until   time.Time // start no group after it
	Probe   bool
	Scale   string // a dimension
	Quick   bool
}

// childCommand returns a process that does the task.
func childCommand(ctx context.Context, t childTask) *exec.Cmd {
	exe, err := os.Executable()
	if err != nil {
		exe = os.Args[0]
	}
	in, _ := stdjson.Marshal(t) // plain strings and numbers
	cmd := exec.CommandContext(ctx, exe)
	cmd.Env = append(os.Environ(), childEnv+"=1")
	cmd.Stdin = bytes.NewReader(in)
	return cmd
}

// runChildTask is main in a measuring process.
func runChildTask(in io.Reader, out io.Writer) error {
	var t childTask
	if err := stdjson.NewDecoder(in).Decode(&t); err != nil {
		return err
	}
	libs, err := findLibs(t.Libs)
	if err != nil {
		return err
	}
	enc := stdjson.NewEncoder(out)
	switch {
	case t.Probe:
		for i := range probe.All {
			p := &probe.All[i]
			if err := enc.Encode([2]string{p.Name, p.Ask(libs[0])}); err != nil {
				return err
			}
		}
		return nil
	case t.Scale != "":
		return scaleChild(libs[0], t.Scale, t.Quick, out)
	case t.Keys[0].Op == "first-use":
		return enc.Encode(matrix.Message{Cell: matrix.FirstUse(t.Keys[0], libs[0])})
	}
	return matrix.Work(out, t.Keys, libs, t.Options, t.Until)
}

func findLibs(names []string) ([]*lib.Lib, error) {
	var out []*lib.Lib
	for _, n := range names {
		l, err := lib.Get(n)
		if err != nil {
			return nil, err
		}
		out = append(out, l)
	}
	return out, nil
}

func libNames(libs []*lib.Lib) []string {
	var out []string
	for _, l := range libs {
		out = append(out, l.Name)
	}
	return out
}

func matrixChild(ctx context.Context, keys []matrix.Key, libs []*lib.Lib, o matrix.Options, until time.Time) *exec.Cmd {
	return childCommand(ctx, childTask{Keys: keys, Libs: libNames(libs), Options: o, Until: until})
}

// askAll puts all questions to all libraries, each in a process of its own: some answers are crashes.
func askAll(ctx context.Context, libs []*lib.Lib) map[string]map[string]string {
	out := map[string]map[string]string{}
	for _, p := range probe.All {
		out[p.Name] = map[string]string{}
	}
	for _, l := range libs {
		limited, cancel := context.WithTimeout(ctx, 10*time.Second)
		b, err := childCommand(limited, childTask{Libs: []string{l.Name}, Probe: true}).Output()
		hangs := limited.Err() != nil && ctx.Err() == nil
		cancel()
		for line := range bytes.Lines(b) {
			var kv [2]string
			if stdjson.Unmarshal(line, &kv) == nil && kv[0] != "" {
				out[kv[0]][l.Name] = kv[1]
			}
		}
		if err == nil {
			continue
		}
		for _, p := range probe.All { // the first one without an answer is the one it died of
			if out[p.Name][l.Name] == "" {
				out[p.Name][l.Name] = "crashes the process"
				if hangs {
					out[p.Name][l.Name] = "never returns"
				}
				break
			}
		}
	}
	return out
}

// resultsRoot returns bench/results in the tree of zetes, and results in the present directory elsewhere.
func resultsRoot() string {
	if dir, err := moduleOf("github.com/zetes-json/zetes/bench"); err == nil {
		return filepath.Join(dir, "results")
	}
	return "results"
}

// signalContext ends with the first interrupt; the second one kills as usual.
func signalContext() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
}

func matrixCommand() *cobra.Command {
	var (
		j          = matrix.Job{Options: matrix.Options{Memory: true}}
		libs, docs string
		procs      []int
		resume     string
		noTable    bool
	)
	c := &cobra.Command{
		Use:   "matrix",
		Short: "Measure operation × document × form × library and keep the raw results",
		Long: "Probes what each library really does, proves every cell's result against encoding/json, then times the libraries\n" +
			"of each group interleaved, one process per document. Groups are named like op=marshal/data=twitter/form=struct/procs=1.\n" +
			"Results go to bench/results/<date-toolchain-processor>/; `bench report` makes tables and a page of them.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			j.Select.Libs, j.Select.Data, j.Select.Procs = splitList(libs), splitList(docs), procs
			if resume != "" {
				j.Dir, j.Resume = resume, true
			}
			if j.Select.Quick {
				if !cmd.Flags().Changed("rounds") {
					j.Options.Rounds = 5
				}
				j.Options.Extra = j.Options.Extra && cmd.Flags().Changed("extra")
			}
			if j.Options.Rounds < 1 || j.Options.Batch <= 0 || j.Slice < 0 {
				return errors.New("rounds and batch must be positive, and slice not negative")
			}
			j.Root = resultsRoot()
			j.Log, j.Child, j.Probe = os.Stderr, matrixChild, askAll
			j.Command = "bench " + strings.Join(withoutOut(os.Args[1:]), " ")
			ctx, stop := signalContext()
			defer stop()
			dir, err := j.Run(ctx)
			if slice := new(matrix.SliceError); errors.As(err, &slice) {
				fmt.Fprintln(cmd.OutOrStdout(), slice)
				return nil
			}
			if dir != "" && !noTable {
				if r, e := matrix.Open(dir); e == nil {
					printTables(cmd.OutOrStdout(), r)
					fmt.Fprintln(cmd.OutOrStdout())
					report.Short(cmd.OutOrStdout(), r)
				}
				fmt.Fprintf(cmd.OutOrStdout(), "\nraw results: %s\ntables, charts and a page of them: go run ./bench report %[1]s\n", dir)
			}
			return err
		},
	}
	f := c.Flags()
	f.StringVarP(&j.Select.Run, "run", "r", "", "only groups whose name matches this regular expression")
	f.StringVarP(&libs, "lib", "l", "", "only these libraries (comma separated)")
	f.StringVarP(&docs, "data", "d", "", "only these documents (comma separated)")
	f.IntSliceVarP(&procs, "procs", "p", nil, "numbers of goroutines (default 1 and all)")
	f.IntVarP(&j.Options.Rounds, "rounds", "n", 10, "interleaved rounds; medians count")
	f.DurationVar(&j.Options.Batch, "batch", 20*time.Millisecond, "processor time of one round of one library")
	f.BoolVar(&j.Options.Memory, "memory", true, "also measure retained heap and peak memory")
	f.BoolVar(&j.Options.Extra, "extra", true, "also measure first use and binary size")
	f.BoolVarP(&j.Select.Quick, "quick", "q", false, "a first table within two minutes")
	f.StringVarP(&j.Dir, "out", "o", "", "directory of the results")
	f.StringVar(&resume, "resume", "", "go on with an interrupted run in this directory")
	f.DurationVar(&j.Slice, "slice", 0, "stop after about this time at the end of a group; the same command goes on where it stopped")
	f.BoolVar(&noTable, "no-table", false, "don't print the tables")
	return c
}

// withoutOut drops the flag that names a directory, which tells others nothing.
func withoutOut(args []string) []string {
	var out []string
	for i := 0; i < len(args); i++ {
		switch name, _, whole := strings.Cut(args[i], "="); {
		case name != "-o" && name != "--out":
			out = append(out, args[i])
		case !whole:
			i++
		}
	}
	return out
}

func probeCommand() *cobra.Command {
	var names string
	c := &cobra.Command{
		Use:   "probe",
		Short: "Show what each library really does: escaping, sorting, checking, aliasing, errors",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			libs := lib.All
			if names != "" {
				var err error
				if libs, err = findLibs(splitList(names)); err != nil {
					return err
				}
			}
			ctx, stop := signalContext()
			defer stop()
			answers := askAll(ctx, libs)
			w := cmd.OutOrStdout()
			for _, p := range probe.All {
				fmt.Fprintf(w, "\n%s: %s\n", p.Name, p.Question)
				tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
				for _, l := range libs {
					if a := answers[p.Name][l.Name]; a != "-" && a != "" {
						fmt.Fprintf(tw, "  %s\t%s\n", l.Name, a)
					}
				}
				tw.Flush()
			}
			return nil
		},
	}
	c.Flags().StringVarP(&names, "lib", "l", "", "only these libraries (comma separated)")
	return c
}
