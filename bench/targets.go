package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/zetes-json/zetes/bench/matrix"
	"github.com/zetes-json/zetes/bench/progress"
	"github.com/zetes-json/zetes/bench/targets"
)

// targetsJob is a run of the command.
type targetsJob struct {
	run               string
	full, write, list bool
	sources           []*targets.Source
	runner            targets.Runner
}

func targetsCommand() *cobra.Command {
	j := targetsJob{sources: sources, runner: runCommand}
	c := &cobra.Command{
		Use:   "targets",
		Short: "Measure the figures that README.md and docs/ show, and print both",
		Long: "Runs the commands behind the figures that README.md shows, with --full those of all pages, and prints each figure: the one on the page,\n" +
			"the one that is measured now, their ratio, and where it stands. The exit status is 1 if a page shows a figure that is not reached.\n" +
			"Nothing else should run meanwhile. README's figures take five minutes; all of them take about an hour.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if _, err := j.chosen(); err != nil {
				return err
			}
			root, err := moduleOf(library)
			if err != nil {
				return fmt.Errorf("targets needs the tree of zetes: %w", err)
			}
			ctx, stop := signalContext()
			defer stop()
			return j.measure(ctx, cmd.OutOrStdout(), root)
		},
	}
	f := c.Flags()
	f.BoolVarP(&j.full, "full", "f", false, "measure the figures of all pages, with the rounds that they were published with")
	f.StringVarP(&j.run, "run", "r", "", "only sources whose name matches this regular expression, of all pages")
	f.BoolVarP(&j.write, "write", "w", false, "write the measured tables into the pages; needs --full")
	f.BoolVarP(&j.list, "list", "l", false, "measure nothing: print the figures that the pages show, and the commands")
	return c
}

// chosen returns the sources that are asked for.
func (j *targetsJob) chosen() (list []*targets.Source, err error) {
	re, err := regexp.Compile(j.run)
	if err != nil {
		return nil, err
	}
	if j.write && (!j.full || j.list) {
		return nil, errors.New("pages show what --full measures: use -w with --full, and without --list")
	}
	for _, s := range j.sources {
		if re.MatchString(s.Name) && (j.full || j.run != "" || s.File == "README.md") {
			list = append(list, s)
		}
	}
	if list == nil {
		return nil, fmt.Errorf("no source matches %q", j.run)
	}
	return list, nil
}

func (j *targetsJob) measure(ctx context.Context, w io.Writer, root string) error {
	list, err := j.chosen()
	if err != nil {
		return err
	}
	if j.list {
		return printList(w, root, list, j.full)
	}
	dir, err := os.MkdirTemp("", "bench-targets-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	revision := revisionOf(ctx, root)
	fmt.Fprintf(w, "revision %s, %s %s/%s, %s, %s\n", revision, runtime.Version(), runtime.GOOS, runtime.GOARCH, matrix.CPUName(), time.Now().Format("2006-01-02 15:04"))
	if busy := loadAverage(); busy > 0.5 {
		fmt.Fprintf(w, "This machine is busy (load %.1f): the figures are not to be trusted.\n", busy)
	}
	line := progress.New(os.Stderr)
	run := &targets.Run{Root: root, Dir: dir, Full: j.full, Run: j.runner, Show: func(c []string) { line.Show("%s", strings.Join(c, " ")) }}
	var all targets.Tally
	for _, s := range list {
		res, err := run.Measure(ctx, s)
		line.Clear()
		if err != nil {
			return err
		}
		all.Add(res.Print(w))
		if j.write && res.Err == nil && s.Block != "" && !s.Kept {
			if err := writePage(w, root, res, revision); err != nil {
				return err
			}
		}
	}
	fmt.Fprintf(w, "\n%s\n", all)
	if all.Worse+all.Missing > 0 {
		return missed{fmt.Errorf("%d figures of the pages are not reached, %d are not measured", all.Worse, all.Missing)}
	}
	return nil
}

// writePage puts the block that was measured into its page.
func writePage(w io.Writer, root string, res *targets.Result, revision string) error {
	name := filepath.Join(root, filepath.FromSlash(res.File))
	page, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	mark := fmt.Sprintf("%s, revision %s, %s", strings.Join(res.Command, " "), revision, time.Now().Format("2006-01-02"))
	if page, err = res.Page(page, res.Block, mark); err != nil {
		return err
	}
	if err := os.WriteFile(name, page, 0o644); err != nil {
		return err
	}
	fmt.Fprintf(w, "%s: the block %s is that of revision %s\n", res.File, res.Source.Block, revision)
	return nil
}

// printList prints the figures that pages show.
func printList(w io.Writer, root string, list []*targets.Source, full bool) error {
	for _, s := range list {
		page, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(s.File)))
		if err != nil {
			return err
		}
		figures, err := s.Figures(page)
		if err != nil {
			return err
		}
		command := s.Command
		if full && s.Full != nil {
			command = s.Full
		}
		fmt.Fprintf(w, "\n== %s: %s\n", s.Name, strings.Join(command, " "))
		for _, f := range figures {
			fmt.Fprintf(w, "%s:%d\t%s\t%v\n", f.File, f.Line, f.What, f.Shown)
		}
	}
	return nil
}

// runCommand is a [targets.Runner]: bench is this program, go is the go command in the tree.
func runCommand(ctx context.Context, command []string) ([]byte, error) {
	root, err := moduleOf(library)
	if err != nil {
		return nil, err
	}
	name := command[0]
	if name == "bench" {
		if name, err = os.Executable(); err != nil {
			return nil, err
		}
	}
	cmd := exec.CommandContext(ctx, name, command[1:]...)
	cmd.Dir = root
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		said := strings.TrimSpace(stderr.String())
		return nil, fmt.Errorf("%w: %s", err, said[strings.LastIndexByte(said, '\n')+1:])
	}
	return out, nil
}

// revisionOf names the revision of the tree, with a plus if files differ from it.
func revisionOf(ctx context.Context, root string) string {
	out, err := exec.CommandContext(ctx, "git", "-C", root, "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		return "unknown"
	}
	rev := strings.TrimSpace(string(out))
	if out, err := exec.CommandContext(ctx, "git", "-C", root, "status", "--porcelain", "--untracked-files=no").Output(); err == nil && len(out) > 0 {
		rev += "+"
	}
	return rev
}

// loadAverage returns how many programs have been running in the last minute, 0 where the system does not say.
func loadAverage() float64 {
	b, _ := os.ReadFile("/proc/loadavg")
	first, _, _ := strings.Cut(string(b), " ")
	x, _ := strconv.ParseFloat(first, 64)
	return x
}
