package articles

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/zetes-json/zetes/bench/measure"
)

// publishedVersions are the published rows of table (a), by the operation of encoding/json: releases, times in ns or memory in B, the change.
var publishedVersions = []struct {
	op, releases, unit, old, new, delta string
}{
	{"marshal", "1.2 → 1.3", "ns", "1910", "1370", "-28.23%"},
	{"marshal", "1.6 → 1.7", "ns", "1240", "900", "-27.65%"},
	{"marshal", "1.10 → 1.11", "B/op", "208", "80", "-61.54%"},
	{"marshal", "1.11 → 1.12", "ns", "670", "569", "-15.09%"},
	{"marshal", "1.2 → 1.12", "ns", "1720", "520", "-69.68%"},
	{"unmarshal-printed", "1.2 → 1.3", "ns", "2700", "1750", "-35.18%"},
	{"unmarshal-printed", "1.6 → 1.7", "ns", "1520", "910", "-40.05%"},
	{"unmarshal-printed", "1.10 → 1.11", "B/op", "496", "368", "-25.81%"},
	{"unmarshal-printed", "1.11 → 1.12", "ns", "800", "747", "-6.58%"},
}

var fooBarOps = []struct{ op, title string }{
	{"marshal", "Marshal(&v)"},
	{"unmarshal-printed", `Unmarshal {"foo": 1, "bar": "my string", bar: 1.123}, as printed: no JSON, the error is dropped`},
	{"unmarshal-quoted", `Unmarshal {"foo": 1, "bar": "my string", "bar": 1.123}, with quotes: a number for a string, the error is dropped`},
	{"unmarshal-meant", `Unmarshal {"foo": 1, "bar": "my string", "baz": 1.123}, as it was meant`},
}

// fooBarLibs are the columns, with the variable by which the compiler's report is searched for what becomes of a value.
var fooBarLibs = []struct{ lib, title, variable string }{
	{"std", "encoding/json", "vOfStd"},
	{"goccy", "goccy", "vOfGoccy"},
	{"ffjson", "ffjson", "vOfFFJSON"},
	{"easyjson", "easyjson", "vOfEasyJSON"},
	{"zetes", "zetes", "vOfZetes"},
	{"zetes-gen", "zetes gen", "vOfZetesGen"},
}

// printVersions prints the tables of all releases that have figures, and why the others have none.
func printVersions(w io.Writer, rounds int, all []*release) error {
	var with []*release
	for _, r := range all {
		if r.skipped == nil && r.rounds > 0 {
			with = append(with, r)
		}
	}
	fmt.Fprintf(w, "\n(a) {Foo int, Bar string, Baz float64} through releases of Go: processor time in ns, B/op, allocs/op,\n  and × encoding/json of the same Go; medians of %d rounds\n", rounds)
	fmt.Fprint(w, "  published: Go 1.2 … 1.12, which cannot be had any more. Of goccy, ffjson and easyjson no figures are known; easyjson reads by -lower_camel_case,\n"+
		"  without which it knows none of these members.\n")
	for _, op := range fooBarOps {
		if len(with) == 0 {
			break
		}
		fmt.Fprintf(w, "\n%s\n", op.title)
		if err := printLibs(w, op.op, with); err != nil {
			return err
		}
		if err := printDeltas(w, op.op, with); err != nil {
			return err
		}
	}
	printEscapes(w, with)
	for _, r := range all {
		if r.skipped != nil {
			fmt.Fprintf(w, "%s: skipped, %v\n", r.toolchain, r.skipped)
		} else if r.rounds < rounds {
			fmt.Fprintf(w, "%s: interrupted, %d of %d rounds\n", r.toolchain, r.rounds, rounds)
		}
	}
	return nil
}

// of returns the figures of an operation and a library.
func (r *release) of(op, lib string) map[string][]float64 { return r.figures["op="+op+"/lib="+lib] }

// printLibs prints a line for each release and a column for each library.
func printLibs(w io.Writer, op string, with []*release) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(tw, "  Go")
	for _, l := range fooBarLibs {
		fmt.Fprintf(tw, "\t%s", l.title)
	}
	fmt.Fprintln(tw)
	for _, r := range with {
		fmt.Fprintf(tw, "  %s", strings.TrimPrefix(r.toolchain, "go"))
		std := measure.Median(r.of(op, "std")["ns"])
		for _, l := range fooBarLibs {
			f := r.of(op, l.lib)
			if len(f["ns"]) == 0 {
				fmt.Fprint(tw, "\t")
				continue
			}
			ns := measure.Median(f["ns"])
			fmt.Fprintf(tw, "\t%.0f, %.0f, %.0f", ns, measure.Median(f["B/op"]), measure.Median(f["allocs/op"]))
			if l.lib != "std" {
				fmt.Fprintf(tw, ", %.2f×", std/ns)
			}
		}
		fmt.Fprintln(tw)
	}
	return tw.Flush()
}

// printDeltas prints what changed from release to release, and from each to the last one, in benchstat's words.
func printDeltas(w io.Writer, op string, with []*release) error {
	tw, warnings := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0), map[string]bool{}
	fmt.Fprintln(tw, "  encoding/json\told ns\tnew ns\tdelta\told B/op\tnew B/op\tdelta")
	pair := func(a, b *release) {
		fmt.Fprintf(tw, "  %s → %s", strings.TrimPrefix(a.toolchain, "go"), strings.TrimPrefix(b.toolchain, "go"))
		for _, unit := range []string{"ns", "B/op"} {
			fmt.Fprint(tw, "\t", strings.Join(delta(a.of(op, "std")[unit], b.of(op, "std")[unit], warnings), "\t"))
		}
		fmt.Fprintln(tw)
	}
	for i := 1; i < len(with); i++ {
		pair(with[i-1], with[i])
	}
	for i := 0; i < len(with)-2; i++ {
		pair(with[i], with[len(with)-1])
	}
	for _, p := range publishedVersions {
		if p.op != op {
			continue
		}
		figures := strings.Join([]string{p.old, p.new, p.delta}, "\t")
		if p.unit == "ns" {
			figures += "\t\t\t"
		} else {
			figures = "\t\t\t" + figures
		}
		fmt.Fprintf(tw, "  published %s\t%s\n", p.releases, figures)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	for _, s := range slices.Sorted(maps.Keys(warnings)) {
		fmt.Fprintf(w, "  %s\n", s)
	}
	return nil
}

// delta returns two samples and their difference in benchstat's words. Its warnings go into the map.
func delta(before, after []float64, warnings map[string]bool) []string {
	d := measure.Compare(before, after)
	for _, s := range d.Warnings() {
		warnings[s] = true
	}
	return []string{fmt.Sprintf("%.0f ± %s", d.Old.Center, d.Old.PctRangeString()), fmt.Sprintf("%.0f ± %s", d.New.Center, d.New.PctRangeString()), d.String()}
}

// printEscapes prints what the compiler of the last release says of a value whose address a call is given.
func printEscapes(w io.Writer, with []*release) {
	if len(with) == 0 {
		return
	}
	last := with[len(with)-1]
	if last.heap == "" {
		return
	}
	fmt.Fprintf(w, "\nThe compiler's escape report, %s, about the v of Marshal(&v)\n", last.toolchain)
	for _, l := range fooBarLibs {
		if len(last.of("marshal", l.lib)["ns"]) == 0 {
			continue
		}
		at := "stays on the stack"
		if strings.Contains(last.heap, "moved to heap: "+l.variable+"\n") {
			at = "is moved to the heap"
		}
		fmt.Fprintf(w, "  %-15s%s\n", l.title, at)
	}
}
