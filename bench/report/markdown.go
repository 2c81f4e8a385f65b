package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/zetes-json/zetes/bench/lib"
	"github.com/zetes-json/zetes/bench/matrix"
	"github.com/zetes-json/zetes/bench/measure"
	"github.com/zetes-json/zetes/bench/probe"
)

// Markdown writes the tables of a directory of results: for each category, operation and kind of value a table of
// documents by libraries in MB/s, with zetes' ratio to the best of the others, losses shown like wins.
func Markdown(w io.Writer, r *matrix.Results) error {
	all := bars(r)
	m := r.Meta
	fmt.Fprintf(w, "%s, %s/%s, %s, %d processors, %s. MB of JSON per second of processor time, garbage collection included; medians of %d interleaved rounds. `%s`\n",
		m.Go, m.GOOS, m.GOARCH, m.CPU, m.NumCPU, m.Started.Format("2006-01-02"), m.Options.Rounds, m.Command)
	if !m.Finished {
		fmt.Fprint(w, "\nThis run is not complete.\n")
	}
	if c := concluded(r); c != nil {
		fmt.Fprintf(w, "\n**%s** %s %s\n", c.Who[0], strings.Join(c.Who[1:], " "), c.lost())
		for i, row := range c.Lost {
			fmt.Fprintf(w, "%s* %s, %s: %.2f of %s's speed\n", []string{"\n", ""}[min(i, 1)], row.Kind, row.Data, row.Ratio, row.Other)
		}
	}
	for _, level := range lib.Levels {
		for _, procs := range distinct(all, func(b bar) int { return b.Procs }) {
			for _, op := range matrix.Ops {
				for _, f := range shownForms {
					table(w, all, level, op, procs, f.title, f.forms)
				}
			}
		}
	}
	memory(w, all, "unmarshal", "Allocations of one Unmarshal into Go types", func(b bar) (string, bool) { return figure(b.Allocs), b.NS > 0 })
	memory(w, all, "unmarshal", "kB kept by a value that Unmarshal made, its input included where that is aliased", inKB(func(b bar) float64 { return b.Kept }))
	memory(w, all, "unmarshal", "kB by which the process grows while it decodes", inKB(func(b bar) float64 { return b.Peak }))
	memory(w, all, "marshal", "Allocations of one Marshal of Go types", func(b bar) (string, bool) { return figure(b.Allocs), b.NS > 0 })
	memory(w, all, "marshal", "kB by which the process grows while it encodes", inKB(func(b bar) float64 { return b.Peak }))
	firstUse(w, all)
	skips(w, r)
	notTimed(w, r)
	versions(w, r)
	return nil
}

// shownForms are the tables of an operation; zetes' typed calls stand beside those for any value.
var shownForms = []struct {
	title string
	forms []string
}{
	{"Go types", []string{"struct", "typed"}}, {"`any`", []string{"any"}}, {"generated code", []string{"generated"}},
	{"code by hand", []string{"codec"}}, {"trees", []string{"dom"}}, {"text", []string{"text"}},
}

// table writes one operation in one category on values of some forms: rows are documents, columns libraries.
func table(w io.Writer, all []bar, level lib.Level, op string, procs int, title string, forms []string) {
	var libs, docs []string
	rows := map[string][]bar{}
	for _, b := range all {
		if b.Op != op || b.Procs != procs || b.Levels&int(level) == 0 || b.MBps == 0 || !slices.Contains(forms, b.Form) {
			continue
		}
		if !slices.Contains(libs, b.Lib) {
			libs = append(libs, b.Lib)
		}
		if rows[b.Data] == nil {
			docs = append(docs, b.Data)
		}
		rows[b.Data] = append(rows[b.Data], b)
	}
	if len(libs) < 2 {
		return
	}
	fmt.Fprintf(w, "\n### %s, %s, %s", op, title, level)
	if procs > 1 {
		fmt.Fprintf(w, ", %d goroutines", procs)
	}
	fmt.Fprintf(w, "\n\n| data | %s | zetes × best other |\n|---|%s---:|\n", strings.Join(libs, " | "), strings.Repeat("---:|", len(libs)))
	var ratios []float64
	for _, d := range docs {
		speed := map[string]float64{}
		best := rows[d][0]
		for _, b := range rows[d] {
			speed[b.Lib] = b.MBps
			if b.MBps > best.MBps {
				best = b
			}
		}
		fmt.Fprintf(w, "| %s |", d)
		other := 0.0
		for _, l := range libs {
			if speed[l] > other && !ours(l) {
				other = speed[l]
			}
			switch {
			case speed[l] == 0:
				fmt.Fprint(w, " – |")
			case l == best.Lib:
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

func inKB(f func(bar) float64) func(bar) (string, bool) {
	return func(b bar) (string, bool) { return figure(f(b) / 1e3), f(b) > 0 }
}

// memory writes one figure of an operation on Go types, on one goroutine: rows are documents, columns libraries.
func memory(w io.Writer, all []bar, op, title string, f func(bar) (string, bool)) {
	var libs, docs []string
	cells := map[[2]string]string{}
	for _, b := range all {
		if b.Op != op || b.Form != "struct" || b.Procs != 1 {
			continue
		}
		text, ok := f(b)
		if !ok {
			continue
		}
		cells[[2]string{b.Data, b.Lib}] = text
		if !slices.Contains(libs, b.Lib) {
			libs = append(libs, b.Lib)
		}
		if !slices.Contains(docs, b.Data) {
			docs = append(docs, b.Data)
		}
	}
	if docs == nil {
		return
	}
	fmt.Fprintf(w, "\n### %s\n\n| data | %s |\n|---|%s\n", title, strings.Join(libs, " | "), strings.Repeat("---:|", len(libs)))
	for _, d := range docs {
		fmt.Fprintf(w, "| %s |", d)
		for _, l := range libs {
			fmt.Fprintf(w, " %s |", cmp.Or(cells[[2]string{d, l}], "–"))
		}
		fmt.Fprintln(w)
	}
}

func ours(name string) bool { return strings.HasPrefix(name, "zetes") }

func figure(x float64) string {
	if x >= 100 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.3g", x)
}

// firstUse writes what a library costs before it has done any work, and how large it is.
func firstUse(w io.Writer, all []bar) {
	costs := map[[2]string]string{}
	var libs []string
	for _, b := range all {
		text := ""
		switch {
		case b.Op == "first-use" && b.NS > 0:
			text = figure(b.NS / 1e3)
		case b.Op == "binary" && b.Binary > 0:
			text = figure(b.Binary / 1e3)
		default:
			continue
		}
		costs[[2]string{b.Data, b.Lib}] = text
		if !slices.Contains(libs, b.Lib) {
			libs = append(libs, b.Lib)
		}
	}
	if libs == nil {
		return
	}
	fmt.Fprint(w, "\n### First use and size\n\nThe first call with a type of 20 fields, less the second; and what a small program grows by.\n\n"+
		"| library | Marshal, µs | Unmarshal, µs | program, kB |\n|---|---:|---:|---:|\n")
	for _, l := range libs {
		fmt.Fprintf(w, "| %s |", l)
		for _, what := range []string{"marshal", "unmarshal", "hello"} {
			fmt.Fprintf(w, " %s |", cmp.Or(costs[[2]string{what, l}], "–"))
		}
		fmt.Fprintln(w)
	}
}

// skips writes what each library really does.
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
}

// notTimed lists the cells without figures, and why.
func notTimed(w io.Writer, r *matrix.Results) {
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
