package main

import (
	"context"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"github.com/zetes-json/zetes/bench/beyond"
	"github.com/zetes-json/zetes/bench/measure"
)

// The command measures the gain of each fast path of the library. Package internal/fast has a constant for each path. A
// program is built with one of them false, by an overlay of that file, and takes turns with the program of the tree, as
// two revisions do in compare.go.

// rowsOf are rows of a plan, on the documents that a list of names and regular expressions chooses.
type rowsOf struct{ plan, rows, docs string }

// turns returns the turns of these rows.
func (r rowsOf) turns(batch time.Duration) ([]turn, error) {
	return planTurns(comparedPlans[r.plan](), r.rows, splitList(r.docs), batch)
}

// namedRows are rows with the name of their column.
type namedRows struct {
	name string
	rowsOf
}

// everywhere are the rows that all paths are measured on.
var everywhere = []namedRows{{"documents", rowsOf{"core", "", ""}}, {"zoo", rowsOf{"zoo", "", ""}}}

// madeFor has for each path the rows of the values that it was made for.
var madeFor = map[string]rowsOf{
	"Tiny":       {"zoo", "^unmarshal$", "alone/.*"},
	"Undo":       {"zoo", "^again$", ""},
	"Offers":     {"zoo", "^unmarshal$", "method/json.*,method/nested,method/interface"},
	"Windows":    {"zoo", "^stream$", ""},
	"Attempt":    {"beyond", "^rules/read$", ""},
	"Gather":     {"beyond", "^v2/read$", ""}, // with Go 1.27 alone
	"Stores":     {"zoo", "^unmarshal$", "map/.*"},
	"Alone":      {"zoo", "^(marshal|append)$", "alone/.*,map/none"},
	"Known":      {"zoo", "^(marshal|append)$", "map/.*,slice/map.*"},
	"Distribute": {"zoo", "^(marshal|append)$", "map/profiles,map/500,map/struct-500"},
	"Typed":      {"zoo", "^(marshal|append)$", "map/.*,slice/map.*"},
	"Places":     {"zoo", "^(marshal|append)$", "map/.*"},
	"Integers":   {"zoo", "^(marshal|append)$", "slice/u?int.*,slice/slice-int,slice/named-int,array/u?int.*,array/4-int"},
	"Strings":    {"zoo", "^(marshal|append)$", "slice/.*string.*,array/.*string,pointer/string"},
	"Loops":      {"zoo", "^(marshal|append)$", "slice/.*,array/.*,pointer/.*"},
	"Groups":     {"core", "^(valid|compact)$", ""},
	"Tree":       {"doc", "^parse$", ""},
	"Near":       {"doc", "^lines/get$", ""},
}

// needsNewer reports whether a path is in none of the packages that this release of Go can build.
func needsNewer(path string) bool { return path == "Gather" && !beyond.HasV2 }

// pricesJob is a run of the command.
type pricesJob struct {
	made  bool
	count int
	batch time.Duration
}

func pricesCommand() *cobra.Command {
	var j pricesJob
	c := &cobra.Command{
		Use:   "prices [PATH...]",
		Short: "Measure what each fast path is worth, on documents, the zoo and what it was made for",
		Long: "Builds this benchmark with each fast path of internal/fast switched off, or with those that are named, and runs it in turns with the\n" +
			"benchmark of the tree. Printed is the time without the path by the time with it, as geometric means: above 1 the path gains.\n" +
			"A path that gains less than 1.1 where a user would notice is to go.",
		RunE: func(cmd *cobra.Command, args []string) error {
			if j.count < 1 || j.batch <= 0 {
				return errors.New("count and batch must be positive")
			}
			return j.run(cmd, args)
		},
	}
	f := c.Flags()
	f.BoolVar(&j.made, "made", false, "measure only the values that a path was made for, which takes a tenth of the time")
	f.IntVarP(&j.count, "count", "n", 5, "turns of each program")
	f.DurationVar(&j.batch, "batch", 4*time.Millisecond, "processor time of one measurement")
	return c
}

// pathLine is a line of the file that switches paths on and off.
var pathLine = regexp.MustCompile(`(?m)^\t([A-Z]\w*)( *= )true\b`)

// fastPaths returns the file that has the constants, with its text and the names of the paths.
func fastPaths() (file string, text []byte, names []string, err error) {
	lib, err := moduleOf(library)
	if err != nil {
		return "", nil, nil, fmt.Errorf("prices needs the tree of zetes: %w", err)
	}
	file = filepath.Join(lib, "internal", "fast", "fast.go")
	if text, err = os.ReadFile(file); err != nil {
		return "", nil, nil, err
	}
	for _, m := range pathLine.FindAllSubmatch(text, -1) {
		names = append(names, string(m[1]))
	}
	return file, text, names, nil
}

// without returns text with one of the paths switched off.
func without(text []byte, path string) []byte {
	return regexp.MustCompile(`(?m)^(\t`+path+` *= )true\b`).ReplaceAll(text, []byte("${1}false"))
}

func (j *pricesJob) run(cmd *cobra.Command, asked []string) error {
	for _, name := range asked {
		if _, ok := madeFor[name]; !ok {
			return fmt.Errorf("unknown path %q; there are %s", name, strings.Join(slices.Sorted(maps.Keys(madeFor)), ", "))
		}
	}
	file, text, names, err := fastPaths()
	if err != nil {
		return err
	}
	if len(asked) > 0 {
		names = asked
	}
	if n := len(names); slices.ContainsFunc(names, needsNewer) {
		if names = slices.DeleteFunc(slices.Clone(names), needsNewer); n == 1 {
			return errors.New("the path Gather is in json/v2, which needs Go 1.27: set GOTOOLCHAIN")
		}
	}
	dir, err := os.MkdirTemp("", "bench-prices-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	ctx, stop := signalContext()
	defer stop()
	with, _, err := buildRevision(ctx, dir, 0, "")
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', tabwriter.AlignRight)
	header := "path\t"
	for _, list := range j.lists("") {
		header += list.name + "\trows\t"
	}
	fmt.Fprintln(w, header+"least\tmost\t")
	var failed []string
	for _, name := range names {
		exe, err := buildWithout(ctx, dir, file, without(text, name))
		if err != nil {
			return fmt.Errorf("without %s: %w", name, err)
		}
		line := name + "\t"
		var last []float64
		for _, list := range j.lists(name) {
			var wrong []string
			if last, wrong, err = j.ratios(ctx, dir, list.rowsOf, [2]string{with, exe}); err != nil {
				return err
			}
			failed = append(failed, wrong...)
			line += fmt.Sprintf("%.3f\t%d\t", measure.Geomean(last), len(last))
		}
		if len(last) > 0 {
			line += fmt.Sprintf("%.2f\t%.2f\t", slices.Min(last), slices.Max(last))
		}
		fmt.Fprintln(w, line)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, f := range failed {
		fmt.Fprintln(cmd.OutOrStdout(), f)
	}
	return nil
}

// lists returns the lists of rows that a path is measured on. The last one has the values that it was made for.
func (j *pricesJob) lists(path string) (all []namedRows) {
	if !j.made {
		all = append(all, everywhere...)
	}
	return append(all, namedRows{"made for", madeFor[path]})
}

// buildWithout builds the program with text in the place of the file with the constants.
func buildWithout(ctx context.Context, dir, file string, text []byte) (exe string, err error) {
	bench, err := moduleOf(library + "/bench")
	if err != nil {
		return "", err
	}
	replaced, overlay := filepath.Join(dir, "fast.go"), filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(replaced, text, 0o644); err != nil {
		return "", err
	}
	list, err := stdjson.Marshal(map[string]any{"Replace": map[string]string{file: replaced}})
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(overlay, list, 0o644); err != nil {
		return "", err
	}
	exe = filepath.Join(dir, "without.exe")
	return exe, goIn(ctx, bench, "", "build", "-overlay", overlay, "-o", exe, ".")
}

// ratios measures rows by the programs with and without a path, and returns for each row and document the time without
// by the time with it, and what went wrong.
func (j *pricesJob) ratios(ctx context.Context, dir string, rows rowsOf, exes [2]string) (list []float64, failed []string, err error) {
	turns, err := rows.turns(j.batch)
	if err != nil {
		return nil, nil, err
	}
	c := compareJob{turns: turns, revs: [2]string{"with", "without"}, count: j.count}
	lines, failed, err := c.measure(ctx, exes)
	if err != nil {
		return nil, nil, err
	}
	var times [2]map[string][]float64
	for i := range lines {
		raw := filepath.Join(dir, c.revs[i])
		if err := os.WriteFile(raw, []byte(strings.Join(lines[i], "")), 0o644); err != nil {
			return nil, nil, err
		}
		if times[i], err = readTimes(raw); err != nil {
			return nil, nil, err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(times[0])) {
		if off := times[1][name]; len(off) > 0 {
			list = append(list, measure.Median(off)/measure.Median(times[0][name]))
		}
	}
	return list, failed, nil
}
