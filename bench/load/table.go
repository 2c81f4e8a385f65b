package load

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/bench/measure"
)

var columns = []string{"documents", "service", "requests/s", "CPU/request", "p50", "p99", "2xx", "4xx", "5xx", "cancelled", "differ", "no answer"}

func (r *Row) cells() []string {
	cells := []string{r.Mode.Name, r.Service, "–", "–"}
	if len(r.Rates) > 0 {
		cells[2], cells[3] = number(int(measure.Median(r.Rates))), micros(time.Duration(measure.Median(r.CPU)))
	}
	cells = append(cells, micros(r.Quantile(0.5)), micros(r.Quantile(0.99)))
	for _, n := range []int{r.OK, r.Refused, r.Failed, r.Cancelled, r.Differ, r.Broken} {
		cells = append(cells, number(n))
	}
	return cells
}

// number groups the digits of n.
func number(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func micros(d time.Duration) string { return strconv.FormatFloat(float64(d)/1e3, 'f', 0, 64) + " µs" }

// Ratio compares the services of a mode: the first one's processor time for a request by the second one's, as the
// median of the rounds, the least and the most, and how many times as many requests the second service got done in the
// same time, beside clients that share the processors with it.
type Ratio struct {
	Mode              Mode
	Median, Low, High float64
	Requests          float64
}

// Ratios returns those of all modes that have figures.
func (res *Result) Ratios() (all []Ratio) {
	for i := 0; i+1 < len(res.Rows); i += 2 {
		a, b := res.Rows[i], res.Rows[i+1]
		n := min(len(a.Rates), len(b.Rates))
		if n == 0 {
			continue
		}
		cpu, rates := make([]float64, n), make([]float64, n)
		for k := range n {
			cpu[k], rates[k] = a.CPU[k]/b.CPU[k], b.Rates[k]/a.Rates[k]
		}
		all = append(all, Ratio{a.Mode, measure.Median(cpu), slices.Min(cpu), slices.Max(cpu), measure.Median(rates)})
	}
	return all
}

// Print writes the figures as text, or as Markdown.
func (res *Result) Print(w io.Writer, markdown bool) {
	if markdown {
		fmt.Fprintf(w, "| %s |\n|---|---|%s\n", strings.Join(columns, " | "), strings.Repeat("---:|", len(columns)-2))
		for _, r := range res.Rows {
			fmt.Fprintf(w, "| %s |\n", strings.Join(r.cells(), " | "))
		}
		fmt.Fprint(w, "\n| documents | requests by processor time | rounds from | to | wanted | | requests by the clock |\n|---|---:|---:|---:|---:|---|---:|\n")
		for _, r := range res.Ratios() {
			fmt.Fprintf(w, "| %s | %.2f | %.2f | %.2f | %.1f | %s | %.2f |\n", r.Mode.Name, r.Median, r.Low, r.High, r.Mode.Wanted, contest.Reached(r.Median >= r.Mode.Wanted), r.Requests)
		}
		fmt.Fprintln(w)
	} else {
		tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintf(tw, "%s\t\n", strings.Join(columns, "\t"))
		for _, r := range res.Rows {
			fmt.Fprintf(tw, "%s\t\n", strings.Join(r.cells(), "\t"))
		}
		tw.Flush()
		fmt.Fprintln(w)
		for _, r := range res.Ratios() {
			fmt.Fprintf(w, "%s documents: %.2f times as many requests for the same processor time (rounds from %.2f to %.2f); %.1f is wanted: %s; %.2f times as many by the clock\n",
				r.Mode.Name, r.Median, r.Low, r.High, r.Mode.Wanted, contest.Reached(r.Median >= r.Mode.Wanted), r.Requests)
		}
	}
	fmt.Fprintf(w, "Heap in use %s bytes before, %s after; goroutines %d before, %d after.\n",
		number(int(res.Before.Heap)), number(int(res.After.Heap)), res.Before.Goroutines, res.After.Goroutines)
	for _, p := range res.Problems {
		fmt.Fprintf(w, "PROBLEM: %s\n", p)
	}
}
