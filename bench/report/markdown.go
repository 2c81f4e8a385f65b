package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/zetes-json/zetes/bench/lib"
	"github.com/zetes-json/zetes/bench/matrix"
	"github.com/zetes-json/zetes/bench/measure"
	"github.com/zetes-json/zetes/bench/probe"
)

// Markdown writes the tables of a directory of results: for each category, operation and form a table of documents by
// libraries in MB/s, with zetes' ratio to the best of the others, losses shown like wins.
func Markdown(w io.Writer, r *matrix.Results) error {
	all := bars(r)
	m := r.Meta
	fmt.Fprintf(w, "%s, %s/%s, %s, %d processors, %s. MB of JSON per second of processor time, garbage collection included; medians of %d interleaved rounds. `%s`\n",
		m.Go, m.GOOS, m.GOARCH, m.CPU, m.NumCPU, m.Started.Format("2006-01-02"), m.Options.Rounds, m.Command)
	if !m.Finished {
		fmt.Fprint(w, "\nThis run is not complete.\n")
	}
	for _, level := range lib.Levels {
		for _, procs := range distinct(all, func(b bar) int { return b.Procs }) {
			for _, op := range matrix.Ops {
				table(w, all, level, op, procs)
			}
		}
	}
	firstUse(w, all)
	skips(w, r)
	versions(w, r)
	return nil
}

// table writes one operation in one category: rows are document and form, columns libraries.
func table(w io.Writer, all []bar, level lib.Level, op string, procs int) {
	var libs []string
	var keys []matrix.Key
	for _, b := range all {
		if b.Op != op || b.Procs != procs || b.Levels&int(level) == 0 || b.MBps == 0 {
			continue
		}
		if !slices.Contains(libs, b.Lib) {
			libs = append(libs, b.Lib)
		}
		if k := (matrix.Key{Op: op, Data: b.Data, Form: b.Form, Procs: procs}); !slices.Contains(keys, k) {
			keys = append(keys, k)
		}
	}
	if len(libs) < 2 {
		return
	}
	slices.SortStableFunc(keys, func(a, b matrix.Key) int {
		return slices.Index(matrix.Forms, a.Form) - slices.Index(matrix.Forms, b.Form)
	})
	fmt.Fprintf(w, "\n### %s, %s", op, level)
	if procs > 1 {
		fmt.Fprintf(w, ", %d goroutines", procs)
	}
	fmt.Fprintf(w, "\n\n| data | form | %s | zetes × best other |\n|---|---|%s---:|\n", strings.Join(libs, " | "), strings.Repeat("---:|", len(libs)))
	var ratios []float64
	for _, k := range keys {
		speed := map[string]float64{}
		best := ""
		for _, b := range group(all, level, k) {
			speed[b.Lib] = b.MBps
			if best == "" && b.MBps > 0 {
				best = b.Lib
			}
		}
		fmt.Fprintf(w, "| %s | %s |", k.Data, k.Form)
		other := 0.0
		for _, l := range libs {
			if speed[l] > other && !ours(l) {
				other = speed[l]
			}
			switch {
			case speed[l] == 0:
				fmt.Fprint(w, " – |")
			case l == best:
				fmt.Fprintf(w, " **%s** |", figure(speed[l]))
			default:
				fmt.Fprintf(w, " %s |", figure(speed[l]))
			}
		}
		mine := 0.0
		for l, s := range speed {
			if ours(l) {
				mine = max(mine, s)
			}
		}
		if mine > 0 && other > 0 {
			ratios = append(ratios, mine/other)
			fmt.Fprintf(w, " %.2f |\n", mine/other)
		} else {
			fmt.Fprint(w, " |\n")
		}
	}
	if len(ratios) > 1 {
		fmt.Fprintf(w, "\nGeometric mean of zetes × best other: **%.2f**, lowest %.2f.\n", measure.Geomean(ratios), slices.Min(ratios))
	}
}

func ours(name string) bool { return strings.HasPrefix(name, "zetes") }

func figure(x float64) string {
	if x >= 100 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.3g", x)
}

func firstUse(w io.Writer, all []bar) {
	var lines []string
	for _, b := range all {
		switch {
		case b.Op == "first-use" && b.NS > 0:
			lines = append(lines, fmt.Sprintf("| first %s of a 20-field struct | %s | %s µs |", b.Data, b.Lib, figure(b.NS/1e3)))
		case b.Op == "binary" && b.Binary > 0:
			lines = append(lines, fmt.Sprintf("| added to a program | %s | %s kB |", b.Lib, figure(b.Binary/1e3)))
		}
	}
	if lines != nil {
		fmt.Fprintf(w, "\n### First use and size\n\n| what | library | cost |\n|---|---|---:|\n%s\n", strings.Join(lines, "\n"))
	}
}

// skips writes what each library really does, and which cells were not timed.
func skips(w io.Writer, r *matrix.Results) {
	libs := sortedLibs(r)
	if len(r.Meta.Probes) > 0 {
		fmt.Fprint(w, "\n### What they do\n\nAsked of each library before the run; answers that differ from encoding/json's are bold.\n\n|")
		var asked []string
		for _, l := range libs {
			if a := r.Meta.Probes[probe.All[0].Name][l]; a != "-" && a != "" {
				asked = append(asked, l)
				fmt.Fprintf(w, " | %s", l)
			}
		}
		fmt.Fprintf(w, " |\n|---|%s\n", strings.Repeat("---|", len(asked)))
		for _, p := range probe.All {
			answers := r.Meta.Probes[p.Name]
			fmt.Fprintf(w, "| %s |", p.Question)
			for _, l := range asked {
				a := strings.ReplaceAll(answers[l], "|", "\\|")
				if a != answers["std"] {
					a = "**" + a + "**"
				}
				fmt.Fprintf(w, " %s |", a)
			}
			fmt.Fprintln(w)
		}
	}
	first := true
	for _, c := range r.Cells {
		if c.Err == "" {
			continue
		}
		if first {
			fmt.Fprint(w, "\n### Not timed\n\n")
			first = false
		}
		fmt.Fprintf(w, "- %s, %s: %s\n", c.Key, c.Lib, c.Err)
	}
}

func versions(w io.Writer, r *matrix.Results) {
	fmt.Fprint(w, "\n### Libraries\n\n| library | version | configuration | categories |\n|---|---|---|---|\n")
	for _, l := range sortedLibs(r) {
		about := r.Meta.About[l]
		if m := r.Meta.Missing[l]; m != "" {
			about = m
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s |\n", l, r.Meta.Libs[l], about, r.Meta.Levels[l])
	}
}

// sortedLibs returns the run's libraries in the order of package lib.
func sortedLibs(r *matrix.Results) []string {
	var out []string
	for _, l := range lib.All {
		if _, ok := r.Meta.Libs[l.Name]; ok {
			out = append(out, l.Name)
		}
	}
	return out
}
