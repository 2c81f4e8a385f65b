package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"github.com/spf13/cobra"
	"github.com/zetes-json/zetes/bench/instructions"
	"github.com/zetes-json/zetes/bench/instructions/calls"
	"github.com/zetes-json/zetes/bench/progress"
)

// instructionsJob is a run of the command.
type instructionsJob struct {
	run    string
	write  bool
	bounds instructions.Bounds
	jobs   int
}

func instructionsCommand() *cobra.Command {
	var j instructionsJob
	c := &cobra.Command{
		Use:   "instructions",
		Short: "Count the instructions of some calls, and compare them with the table that is kept",
		Long: "Counts the instructions of some thirty calls by valgrind, which gives the same on every machine, busy or not, and compares them with\n" +
			"the table of this release of Go in bench/instructions. Rows that have changed by more than --report percent are named, and the exit\n" +
			"status is 1 if one takes more than --fail percent more. With -w the counts become the table. Takes about a minute.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return j.count(cmd) },
	}
	f := c.Flags()
	f.StringVarP(&j.run, "run", "r", "", "only calls whose name matches this regular expression")
	f.BoolVarP(&j.write, "write", "w", false, "keep the counts as the table of this release of Go")
	f.Float64Var(&j.bounds.Report, "report", 3, "name calls that have changed by more than this, in percent")
	f.Float64Var(&j.bounds.Fail, "fail", 10, "fail if a call takes more than this, in percent, more than the table says")
	f.IntVarP(&j.jobs, "jobs", "j", runtime.GOMAXPROCS(0), "calls that are counted at the same time")
	return c
}

// wanted returns the calls that are asked for.
func (j *instructionsJob) wanted() (list []*calls.Call, err error) {
	re, err := regexp.Compile(j.run)
	switch {
	case err != nil:
		return nil, err
	case j.jobs < 1 || !(j.bounds.Report > 0) || !(j.bounds.Fail >= j.bounds.Report):
		return nil, errors.New("jobs and report must be positive, and fail at least report")
	}
	for _, c := range calls.All {
		if re.MatchString(c.Name) {
			list = append(list, c)
		}
	}
	if list == nil {
		return nil, fmt.Errorf("no call matches %q", j.run)
	}
	if j.write && len(list) < len(calls.All) {
		return nil, errors.New("a table has all calls: use -w without -r")
	}
	return list, nil
}

func (j *instructionsJob) count(cmd *cobra.Command) error {
	list, err := j.wanted()
	if err != nil {
		return err
	}
	w := cmd.OutOrStdout()
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		fmt.Fprintf(w, "Instructions are counted on linux/amd64 only: nothing is counted on %s/%s.\n", runtime.GOOS, runtime.GOARCH)
		return nil
	}
	tree, err := moduleOf(library + "/bench")
	if err != nil {
		return fmt.Errorf("instructions needs the tree of zetes: %w", err)
	}
	dir, err := os.MkdirTemp("", "bench-instructions-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	ctx, stop := signalContext()
	defer stop()
	counter, err := instructions.Valgrind(ctx, tree, dir)
	if errors.Is(err, instructions.ErrMissing) {
		fmt.Fprintf(w, "Nothing is counted: %v.\n", err)
		return nil
	}
	if err != nil {
		return err
	}
	line := progress.New(os.Stderr)
	now, err := instructions.Count(ctx, counter, list, j.jobs, func(done int) { line.Show("[%d/%d] calls", done, len(list)) })
	line.Clear()
	if err != nil {
		return err
	}
	release, _, _ := strings.Cut(runtime.Version(), " ")
	return j.judge(cmd, filepath.Join(tree, "instructions", instructions.FileName(release)), release, now)
}

// judge keeps the counts as the table in file, or compares them with it.
func (j *instructionsJob) judge(cmd *cobra.Command, file, release string, now instructions.Table) error {
	w := cmd.OutOrStdout()
	if j.write {
		text := now.Write(release + ", linux/amd64, " + instructions.Tier + "; go run ./bench instructions -w makes this file.")
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return err
		}
		fmt.Fprintf(w, "%s: the counts of %d calls\n", file, len(now))
		return nil
	}
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		fmt.Fprintf(w, "There is no table for %s to compare with; -w makes one.\n", release)
		instructions.Compare(w, nil, now, j.bounds)
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	kept, err := instructions.Read(f)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	reported, failed := instructions.Compare(w, kept, now, j.bounds)
	fmt.Fprintf(w, "%d of %d calls have changed by more than %g %% since the table was made\n", reported, len(now), j.bounds.Report)
	if failed > 0 {
		return missed{fmt.Errorf("%d calls take more than %g %% more instructions than the table says", failed, j.bounds.Fail)}
	}
	return nil
}
