package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zetes-json/zetes/cmd/zetes/gen"
	"github.com/zetes-json/zetes/cmd/zetes/internal/migrate"
)

func migrateCommand(s streams) *cobra.Command {
	var o migrate.Options
	var diff, dirty, write, check bool
	var bench string
	c := &cobra.Command{
		Use:   "migrate [PACKAGE]...",
		Short: "Move a module from other JSON libraries to zetes",
		Long: `Migrate finds which JSON libraries the packages use (./... without arguments), with their tests, and prints what it would change, what
stays and why, and what a person has to change, with file:line and the words to write. With -w it writes all files or none: imports, the
names that come from them, and go.mod, which is tidied. It refuses files that git has not committed.

encoding/json becomes package json of zetes, and so do those functions of goccy, sonic and segmentio that encoding/json has too.
json-iterator becomes compat/jsoniter, which has all its names; with -to json, package json in packages that use nothing but
ConfigCompatibleWithStandardLibrary; with -to native, package json and package zetes for its functions, and compat/jsoniter for the rest.
Code by easyjson and ffjson is made by zetes gen instead, and their go:generate lines become go tool zetes gen. Where methods such as
MarshalEasyJSON were written by hand or are called by name, or a name has no other counterpart, the library becomes compat/easyjson or
compat/ffjson, which have all its names. gjson, sjson, gojay, jingo and go/codec, where it is used for JSON, become packages of compat. For
fastjson, jsonparser and velox, and for what stays, it says what to write.

The result is compiled before anything is written. A value whose type another module names, such as a *json.Decoder, keeps its type, by a
second import. Generated files and files that do not build here stay as they are.

With -check it runs the tests of the packages before and after, in a copy, and compares them one by one. With -w nothing is written then if
a test has another result. With -bench it runs the benchmarks of the packages before and after, in a copy, by turns, and prints what both
take: medians of 7 rounds of 0.2 s, in processor time.

The exit status is 0 if the plan is made or written, 1 if tests differ, and 2 if there is no module, it does not build, or a file can't be written.`,
		Example: "  zetes migrate\n  zetes migrate -w -zetes ../zetes ./...\n  zetes migrate -d -only encoding/json ./internal/...\n  zetes migrate -bench JSON -zetes ../zetes ./api",
		Args:    cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, patterns []string) error {
			ctx, stop := untilSignal(c)
			defer stop()
			o.Generate = generateInPlace
			o.Patterns, o.Tidy = patterns, write || check || bench != "" || diff && o.Zetes != "" // without a clone there may be no release to tidy with
			plan, err := migrate.Make(ctx, &o)
			if err == nil && write && !dirty {
				err = plan.Dirty()
			}
			var tests *migrate.Comparison
			written := false
			if err == nil && check && len(plan.Changes) > 0 {
				tests, err = plan.Test(ctx)
			}
			var times []migrate.Benchmark
			if err == nil && bench != "" && len(plan.Changes) > 0 {
				var p *progress
				times, err = plan.Bench(ctx, bench, func(total int, round, name string) {
					if p == nil {
						p = newProgress(s.err, total)
					}
					p.step(round, name)
				})
				if p != nil {
					p.clear()
				}
			}
			differ := tests != nil && len(tests.Differ) > 0
			if err == nil && write && !differ {
				err = plan.Write(ctx)
				written = err == nil
			}
			if ctx.Err() != nil && !written { // a signal that comes later is too late
				return errInterrupted
			}
			if err != nil {
				return misuse{err}
			}
			if diff {
				_, err = io.WriteString(s.out, plan.Diff())
			} else {
				err = printPlan(s.out, plan, tests, written)
			}
			if err == nil && bench != "" && len(plan.Changes) > 0 {
				err = printBenchmarks(s.out, times)
			}
			if err == nil && differ {
				err = errReported
			}
			return err
		},
	}
	l := c.Flags()
	l.SortFlags = false
	l.BoolVarP(&write, "write", "w", false, "write the files")
	l.BoolVarP(&diff, "diff", "d", false, "print the difference instead of the plan")
	l.BoolVar(&check, "check", false, "run the tests before and after, in a copy, and compare them")
	l.StringVar(&bench, "bench", "", "run the benchmarks whose names match this pattern before and after, in a copy, and compare them")
	l.StringVar(&o.To, "to", "compat", "what json-iterator becomes: json, compat or native")
	l.StringSliceVar(&o.Only, "only", nil, "move this library only, by import path or name; several with commas between")
	l.StringVar(&o.Zetes, "zetes", "", "the folder of a clone of zetes, which go.mod files are to name by replace directives")
	l.BoolVar(&dirty, "dirty", false, "write also where git has files that are not committed")
	l.StringVar(&o.Tags, "tags", "", "build tags, as the go command's; files under other tags are found too")
	return c
}

// generateInPlace returns the code that zetes gen writes for arguments in a folder, and the file that it is for. overlay
// has files in place of those that are there.
func generateInPlace(ctx context.Context, dir string, args []string, overlay map[string][]byte) (file string, code []byte, err error) {
	var o gen.Options
	var f genFlags
	c := &cobra.Command{Use: "gen"}
	f.add(c, &o)
	words := slices.Clone(args)
	for i, word := range words {
		if len(word) > 2 && word[0] == '-' && word[1] != '-' {
			words[i] = "-" + word
		}
	}
	if err := c.ParseFlags(words); err != nil {
		return "", nil, err
	}
	if o.Output == "" {
		o.Output = f.write
	}
	var b bytes.Buffer
	o.Dir, o.Args, o.Overlay, o.Print, o.WarnLost = dir, c.Flags().Args(), overlay, &b, f.lost.warn
	res, err := gen.Run(ctx, &o)
	switch {
	case err != nil:
		return "", nil, err
	case len(res.Lost) > 0:
		return "", nil, errors.New(res.Lost[0])
	case len(res.Written) != 1:
		return "", nil, fmt.Errorf("zetes gen %s writes %d files", strings.Join(args, " "), len(res.Written))
	}
	if file = res.Written[0]; !filepath.IsAbs(file) {
		file = filepath.Join(dir, filepath.Base(file))
	}
	return file, b.Bytes(), nil
}

// printPlan prints a plan for people, with what the tests say if they ran.
func printPlan(w io.Writer, p *migrate.Plan, tests *migrate.Comparison, written bool) error {
	var b strings.Builder
	if len(p.Libraries) == 0 {
		b.WriteString("no JSON library is used\n")
	} else {
		fmt.Fprintf(&b, "uses %s\n", strings.Join(p.Libraries, ", "))
	}
	title := "\nto change:\n"
	if written {
		title = "\nchanged:\n"
	}
	for _, c := range p.Changes {
		fmt.Fprintf(&b, "%s  %s: %s\n", title, c.Name, strings.Join(c.What, "; "))
		title = ""
	}
	last := migrate.Kind(-1)
	for _, f := range p.Findings {
		if f.Kind != last {
			last = f.Kind
			fmt.Fprintf(&b, "\n%s\n", map[migrate.Kind]string{
				migrate.Stays: "stays as it is:", migrate.Person: "for a person:", migrate.Unseen: "not seen:", migrate.Note: "differs afterwards:",
			}[f.Kind])
		}
		fmt.Fprintf(&b, "  %s: %s\n", f.Place, f.Text)
	}
	if tests != nil {
		fmt.Fprintf(&b, "\ntests: %d before, of which %d pass before and after; %d differ\n", tests.Tests, tests.Pass, len(tests.Differ))
		for _, text := range tests.Differ {
			fmt.Fprintf(&b, "  %s\n", text)
		}
		for _, text := range tests.Loose {
			fmt.Fprintf(&b, "  from run to run: %s\n", text)
		}
		if tests.Vet != "" {
			fmt.Fprintf(&b, "  go vet asks for more than before: %s\n", tests.Vet)
		}
	}
	switch {
	case len(p.Changes) == 0 && len(p.Libraries) > 0:
		b.WriteString("\nnothing to change\n")
	case len(p.Changes) > 0 && written:
		fmt.Fprintf(&b, "\nrun next: %s\n", strings.Join(p.Run, "; "))
	case len(p.Changes) > 0:
		fmt.Fprintf(&b, "\nto write it: the same command with -w; then run: %s\n", strings.Join(p.Run, "; "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// printBenchmarks prints a line for each benchmark with the medians of its rounds, and the geometric mean of the ratios.
func printBenchmarks(w io.Writer, list []migrate.Benchmark) error {
	if len(list) == 0 {
		_, err := io.WriteString(w, "\nno benchmark has such a name before and after\n")
		return err
	}
	median := func(figures []float64) float64 {
		slices.Sort(figures)
		return figures[len(figures)/2]
	}
	lines := [][]string{nil, {"package", "benchmark", "ns before", "after", "ratio", "B before", "after"}}
	sum := 0.0
	for _, b := range list {
		before, after := median(b.Time[0]), median(b.Time[1])
		sum += math.Log(before / after)
		lines = append(lines, []string{
			b.Package, strings.TrimPrefix(b.Name, "Benchmark"), fmt.Sprintf("%.1f", before), fmt.Sprintf("%.1f", after),
			fmt.Sprintf("%.2fx", before/after), fmt.Sprintf("%.0f", median(b.Bytes[0])), fmt.Sprintf("%.0f", median(b.Bytes[1])),
		})
	}
	mean := fmt.Sprintf("%.2fx", math.Exp(sum/float64(len(list))))
	return printLines(w, append(lines, nil, []string{"geometric mean", "", "", "", mean, "", ""}), 2)
}
