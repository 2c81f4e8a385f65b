package zoo

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/bench/measure"
)

// The last tables say what share of the rows zetes leads, and list those where it does not: the time of each faster
// peer, as a part of zetes'.

// verdicts prints for each operation how zetes stands in all, and the rows in which a peer is faster.
func verdicts(w io.Writer, cells []*contest.Cell) {
	fmt.Fprintf(w, "\n== in all: time of peers over zetes' as geomean, over the fastest of them, rows where zetes leads\n")
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(tw, "operation\trows\t%s\tfastest\tahead of %s\tleads\t\n", strings.Join(peers, "\t"), strings.Join(leading, ", "))
	var behind []string
	for _, o := range operations {
		t := tallyOf(o.Name, cells)
		if t.rows == 0 {
			continue
		}
		fmt.Fprintf(tw, "%s\t%d\t", o.Name, t.rows)
		for _, p := range peers {
			fmt.Fprintf(tw, "%s\t", ratio(measure.Geomean(t.over[p])))
		}
		fmt.Fprintf(tw, "%s\t%s\t%d (%.0f %%)\t\n", ratio(measure.Geomean(t.fastest)), ratio(measure.Geomean(t.leading)), t.first,
			100*float64(t.first)/float64(t.rows))
		behind = append(behind, t.behind...)
	}
	tw.Flush()
	if len(behind) == 0 {
		return
	}
	fmt.Fprintf(w, "\n== where a peer is faster: ns of zetes, time of the peers as parts of that\n")
	tw = tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, line := range behind {
		fmt.Fprintln(tw, line)
	}
	tw.Flush()
}

// WriteTable writes for each operation how zetes stands in all, as a Markdown table.
func WriteTable(w io.Writer, cells []*contest.Cell) error {
	var b strings.Builder
	fmt.Fprintf(&b, "| operation | times as fast as %s | as the fastest of the five, row by row | rows in which zetes is first, %% |\n|---|%s\n",
		strings.Join(leading, " | as "), strings.Repeat("---:|", len(leading)+2))
	for _, o := range operations {
		t := tallyOf(o.Name, cells)
		if t.rows == 0 {
			continue
		}
		fmt.Fprintf(&b, "| %s |", o.Name)
		for _, p := range leading {
			fmt.Fprintf(&b, " %s |", ratio(measure.Geomean(t.over[p])))
		}
		fmt.Fprintf(&b, " %s | %.0f |\n", ratio(measure.Geomean(t.fastest)), 100*float64(t.first)/float64(t.rows))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func ratio(x float64) string {
	if math.IsNaN(x) {
		return "-"
	}
	return fmt.Sprintf("%.2f", x)
}

// tally is how zetes stands in one operation.
type tally struct {
	rows, first      int
	over             map[string][]float64
	fastest, leading []float64
	behind           []string
}

func tallyOf(op string, cells []*contest.Cell) *tally {
	t := &tally{over: map[string][]float64{}}
	for _, c := range cells {
		if c.Row != op || c.Lib != ours || c.Err != "" {
			continue
		}
		t.add(op, c, cells)
	}
	return t
}

func (t *tally) add(op string, c *contest.Cell, cells []*contest.Cell) {
	mine := measure.Median(c.CPU)
	fastest, rival := math.Inf(1), math.Inf(1)
	type rank struct {
		name  string
		ratio float64
	}
	var ahead []rank
	for _, p := range peers {
		other := contest.Find(cells, op, c.Data, p)
		if other == nil || other.Err != "" {
			continue
		}
		x := measure.Median(other.CPU) / mine
		t.over[p] = append(t.over[p], x)
		fastest = min(fastest, x)
		if slices.Contains(leading, p) {
			rival = min(rival, x)
		}
		if x < 1 {
			ahead = append(ahead, rank{p, x})
		}
	}
	t.rows++
	if !math.IsInf(fastest, 1) {
		t.fastest = append(t.fastest, fastest)
	}
	if !math.IsInf(rival, 1) {
		t.leading = append(t.leading, rival)
	}
	if len(ahead) == 0 {
		t.first++
		return
	}
	slices.SortFunc(ahead, func(a, b rank) int { return int(1e6 * (a.ratio - b.ratio)) })
	line := fmt.Sprintf("  %s\t%s\t%.0f\t", op, c.Data, mine)
	for _, r := range ahead {
		line += fmt.Sprintf("%s %.2f ", r.name, r.ratio)
	}
	t.behind = append(t.behind, line)
}
