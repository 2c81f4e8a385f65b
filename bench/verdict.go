package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/zetes-json/zetes/bench/measure"
	"golang.org/x/perf/benchfmt"
)

// verdict prints, of two files of rounds, the geometric means of the ratios of each row and of all, and the rows that
// became slower by more than so many percent.
func verdict(w io.Writer, raws [2]string, worse float64, notes []string) error {
	var times [2]map[string][]float64
	for i, name := range raws {
		var err error
		if times[i], err = readTimes(name); err != nil {
			return err
		}
	}
	ratios := map[string][]float64{} // new by old, by row
	var all []float64
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	slower, alone := 0, 0
	for _, name := range slices.Sorted(maps.Keys(times[1])) {
		before, after := times[0][name], times[1][name]
		if len(before) == 0 {
			alone++
			continue
		}
		x := measure.Median(after) / measure.Median(before)
		row := rowOf(name)
		ratios[row], all = append(ratios[row], x), append(all, x)
		if d := measure.Compare(before, after); x > 1+worse/100 {
			if slower++; slower == 1 {
				fmt.Fprintf(tw, "\nslower by more than %g %%\n", worse)
			}
			fmt.Fprintf(tw, "  %s\t%.0f ns\t%.0f ns\t%+.1f%%\t%s\n", name, d.Old.Center, d.New.Center, (x-1)*100, d.Comparison)
		}
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	fmt.Fprint(w, "\nnew time by old, geometric means\n")
	for _, row := range slices.Sorted(maps.Keys(ratios)) {
		fmt.Fprintf(tw, "  %s\t%.3f\t%d\n", row, measure.Geomean(ratios[row]), len(ratios[row]))
	}
	fmt.Fprintf(tw, "  all\t%.3f\t%d\n", measure.Geomean(all), len(all))
	if err := tw.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(w, "\n%d of %d are slower by more than %g %%", slower, len(all), worse)
	if alone > 0 {
		fmt.Fprintf(w, "; %d have no figure of the old revision", alone)
	}
	fmt.Fprintln(w)
	for _, n := range notes {
		fmt.Fprintln(w, n)
	}
	return nil
}

// rowOf returns the name of a benchmark without its document.
func rowOf(name string) string {
	var parts []string
	for part := range strings.SplitSeq(name, "/") {
		if !strings.HasPrefix(part, "data=") {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "/")
}

// readTimes reads the processor times of a file of benchmarks, in nanoseconds.
func readTimes(file string) (map[string][]float64, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out := map[string][]float64{}
	r := benchfmt.NewReader(f, file)
	for r.Scan() {
		res, ok := r.Result().(*benchfmt.Result)
		if !ok {
			continue
		}
		if ns, ok := measure.CPUOf(res); ok {
			out[string(res.Name.Full())] = append(out[string(res.Name.Full())], ns)
		}
	}
	return out, r.Err()
}
