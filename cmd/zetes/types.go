package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/zetes-json/zetes/cmd/zetes/internal/lost"
	"github.com/zetes-json/zetes/cmd/zetes/internal/subject"
	"github.com/zetes-json/zetes/cmd/zetes/internal/supervise"
)

// typesOptions are the flags of zetes check types.
type typesOptions struct {
	all, json, verbose bool
	from, to           string // versions of the standard library
	v2                 bool
	time               time.Duration
	seed               uint64
	run, tags          string
	lost               lostFlag
}

func typesCommand(s streams) *cobra.Command {
	var o typesOptions
	c := &cobra.Command{
		Use:   "types PACKAGE...",
		Short: "Say whether zetes and encoding/json treat the types of packages alike",
		Long: `Types compiles a program around the exported types of the packages, and runs encoding/json and zetes side by side over them. It encodes
random values. It decodes documents made from these values and from the names of fields, unchanged and with mistakes. Each difference (in
bytes, values, errors, panics, crashes, hangs) is printed with the smallest example that shows it.

PACKAGEs are patterns of the go command, such as ./..., within a module. This runs their code: init functions and methods. Nothing is written
into their folders. Where the module does not require zetes, it is the one that this command was built with.

Lines that start with LOST name methods and tag options that are ignored without a word, such as the methods of other libraries, as
API.Check does at run time. encoding/json ignores them too, so they are no differences.

With -from v1 -to v2 it compares encoding/json with encoding/json/v2 in place of zetes: what differs is printed by the option that keeps the
answer of encoding/json, with the smallest value or document, the struct fields, and struct tags that keep it too. With -v2 it compares
encoding/json/v2 with the package json/v2 of zetes. Both need Go 1.27 or newer.

Cases on which encoding/json contradicts itself, since methods look at the clock or walk over maps, and cases on which it panics are
counted apart. The exit status is 0 if nothing differs and nothing is lost, 1 if something does or is, and 2 if there is nothing to look at
or it does not compile.`,
		Example: "  zetes check types ./...\n  zetes check types -all -time 5m ./internal/...\n  zetes check types -run 'Order$' example.com/shop\n  zetes check types -from v1 -to v2 ./...",
		Args: func(_ *cobra.Command, patterns []string) error {
			if o.from != "" || o.to != "" {
				if o.from != "v1" || o.to != "v2" {
					return misuse{errors.New("bad -from or -to: -from v1 -to v2 is what can be compared")}
				}
				if o.v2 {
					return misuse{errors.New("-v2 compares zetes, and -from v1 -to v2 does not: use one of them")}
				}
			}
			if len(patterns) == 0 {
				return errors.New("no package: ./... names all that are here")
			}
			return nil
		},
		RunE: func(c *cobra.Command, patterns []string) error {
			ctx, stop := untilSignal(c)
			defer stop()
			return checkTypes(ctx, s, o, patterns)
		},
	}
	c.Flags().SortFlags = false
	c.Flags().BoolVarP(&o.all, "all", "a", false, "look at unexported types too, in modules that are being worked on")
	c.Flags().DurationVarP(&o.time, "time", "t", 30*time.Second, "how long to look, all in all, without compiling")
	c.Flags().Uint64VarP(&o.seed, "seed", "s", 1, "where random numbers begin")
	c.Flags().BoolVarP(&o.json, "json", "j", false, "print one JSON value instead of text")
	c.Flags().StringVarP(&o.run, "run", "r", "", "look only at types whose name, with the package's path, matches this regular expression")
	c.Flags().StringVar(&o.tags, "tags", "", "build tags, as the go command's")
	o.lost.add(c, "something is lost")
	c.Flags().StringVar(&o.from, "from", "", "v1: compare encoding/json, with -to v2")
	c.Flags().StringVar(&o.to, "to", "", "v2: with encoding/json/v2")
	c.Flags().BoolVar(&o.v2, "v2", false, "compare zetes' json/v2 with encoding/json/v2")
	c.Flags().BoolVarP(&o.verbose, "verbose", "v", false, "say what came of each type, and why some are left out")
	return c
}

// lostFlag is the flag -lost. Its zero value is -lost=error.
type lostFlag struct{ warn bool }

func (f *lostFlag) String() string { return map[bool]string{false: "error", true: "warn"}[f.warn] }
func (f *lostFlag) Type() string   { return "error|warn" }

func (f *lostFlag) Set(text string) error {
	if text != "error" && text != "warn" {
		return errors.New("it is error or warn")
	}
	f.warn = text == "warn"
	return nil
}

func (f *lostFlag) add(c *cobra.Command, when string) {
	c.Flags().Var(f, "lost", "error: fail where "+when+"; warn: only name it")
}

// purpose is what the program around the types is for.
func (o typesOptions) purpose() subject.Purpose {
	switch {
	case o.from != "":
		return subject.Versions
	case o.v2:
		return subject.CheckV2
	}
	return subject.Check
}

// checkTypes finds types, builds a program around them, runs it, and reports.
func checkTypes(ctx context.Context, s streams, o typesOptions, patterns []string) error {
	wish := subject.Wish{Patterns: patterns, Tags: o.tags, All: o.all}
	if o.time <= 0 {
		return misuse{errors.New("bad -time: it must be positive")}
	}
	if o.run != "" {
		keep, err := regexp.Compile(o.run)
		if err != nil {
			return misuse{fmt.Errorf("bad -run: %w", err)}
		}
		wish.Run = keep
	}
	tmp, err := os.MkdirTemp("", "zetes-check-types-")
	if err != nil {
		return err
	}
	defer removeFolder(tmp)
	wish.Tmp = tmp

	set, exe, version, err := program(ctx, s, wish, tmp, o.purpose())
	if err != nil {
		if ctx.Err() != nil {
			return errInterrupted
		}
		return misuse{err}
	}
	r := newTypesReport(s, o, set)
	switch o.purpose() {
	case subject.Check:
		r.ignored(lost.Find(set.Loaded, set.Declared()))
	case subject.CheckV2:
		r.ignored(lost.FindV2(set.Loaded, set.Declared()))
	}
	r.Zetes, r.Go, err = supervise.Run(ctx, supervise.Job{
		Exe: exe, Tmp: tmp, Types: len(set.Types), Seed: o.seed, Time: o.time, AtLeast: 2,
		Limit: 10 * time.Second, Memory: 4 << 30, Workers: runtime.NumCPU(),
	}, r)
	r.progress.clear()
	if version != "" {
		r.Zetes = version
	}
	switch {
	case ctx.Err() != nil:
		err = errInterrupted
	case err != nil:
		return misuse{err}
	}
	if printErr := r.print(); printErr != nil {
		return printErr
	}
	if err == nil && (len(r.Differences) > 0 || len(r.Lost) > 0 && !o.lost.warn) {
		return errReported
	}
	return err
}

// removeFolder removes a folder in which the go command has worked. Where that was interrupted the compilers that it has
// started may go on for a moment, and write into a folder that is being removed.
func removeFolder(dir string) {
	for range 100 {
		if os.RemoveAll(dir) == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// program finds the types and compiles a program around them, with the library of that version unless their module
// says which.
func program(ctx context.Context, s streams, wish subject.Wish, tmp string, purpose subject.Purpose) (set *subject.Set, exe, version string, err error) {
	if err := subject.Ready(); err != nil {
		return nil, "", "", err
	}
	if purpose == subject.CheckV2 || purpose == subject.Versions {
		if err := subject.HasV2(ctx, wish); err != nil {
			return nil, "", "", err
		}
	}
	fmt.Fprintln(s.err, "looking for types")
	set, err = subject.Find(ctx, wish)
	if err != nil {
		return nil, "", "", err
	}
	fmt.Fprintf(s.err, "compiling a program around %s of %s\n", count(len(set.Types), "type"), count(set.Packages, "package"))
	exe, version, err = subject.Build(ctx, tmp, set, purpose)
	return set, exe, version, err
}
