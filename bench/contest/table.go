package contest

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/zetes-json/zetes/bench/measure"
)

// print writes the row's table and verdicts, if it was measured.
func (r *Row) print(w io.Writer, cells []*Cell) {
	names, docs := r.extent(cells)
	if len(docs) == 0 {
		return
	}
	fmt.Fprintf(w, "\n== %s, MB/s", r.Name)
	if r.Procs > 0 {
		fmt.Fprintf(w, " by the clock, GOMAXPROCS=%d", r.Procs)
	}
	fmt.Fprintln(w)
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(tw, "data\tbytes\t")
	for i, n := range names {
		fmt.Fprintf(tw, "%s\t", n)
		if i > 0 {
			fmt.Fprint(tw, "×\t")
		}
	}
	fmt.Fprintln(tw)
	ratios := map[string][]float64{}
	var notes []string
	for _, d := range docs {
		ours := Find(cells, r.Name, d, names[0])
		size := 0
		if ours != nil {
			size = ours.Size
		}
		fmt.Fprintf(tw, "%s\t%d\t", d, size)
		for i, n := range names {
			c := Find(cells, r.Name, d, n)
			ratio := ""
			switch {
			case c == nil:
				fmt.Fprint(tw, "-\t")
			case c.Err != "":
				notes = append(notes, fmt.Sprintf("%s on %s fails: %s", n, d, c.Err))
				fmt.Fprint(tw, "-\t")
			default:
				fmt.Fprintf(tw, "%.0f\t", c.MBps())
				if c.Differs != "" {
					notes = append(notes, fmt.Sprintf("%s on %s differs: %s", n, d, c.Differs))
				}
				if i > 0 && ours != nil && ours.Err == "" {
					x := ours.MBps() / c.MBps()
					ratios[n] = append(ratios[n], x)
					ratio = fmt.Sprintf("%.2f", x)
				}
			}
			if i > 0 {
				fmt.Fprintf(tw, "%s\t", ratio)
			}
		}
		fmt.Fprintln(tw)
	}
	tw.Flush()
	for _, n := range names[1:] {
		p := Peer{Name: n}
		for _, q := range r.Peers {
			if q.Name == n {
				p = q
			}
		}
		p.verdict(w, r.Ours, ratios[n])
	}
	for _, n := range notes {
		fmt.Fprintln(w, "  note:", n)
	}
}

// extent returns the contestants and documents of the row's cells, the contestant that is judged first.
func (r *Row) extent(cells []*Cell) (names, docs []string) {
	names = []string{r.Ours}
	for _, c := range cells {
		if c.Row != r.Name {
			continue
		}
		if !slices.Contains(names, c.Lib) {
			names = append(names, c.Lib)
		}
		if !slices.Contains(docs, c.Data) {
			docs = append(docs, c.Data)
		}
	}
	return names, docs
}

// verdict prints geomean and minimum against what is to be reached.
func (p Peer) verdict(w io.Writer, ours string, ratios []float64) {
	if len(ratios) == 0 {
		return
	}
	g, m := measure.Geomean(ratios), slices.Min(ratios)
	fmt.Fprintf(w, "  %s against %s: geomean %.2f, min %.2f", ours, p.Name, g, m)
	switch {
	case p.Geomean > 0 && p.Min > 0:
		fmt.Fprintf(w, "; to reach: geomean %.2f, min %.2f: %s", p.Geomean, p.Min, Reached(g >= p.Geomean && m >= p.Min))
	case p.Geomean > 0:
		fmt.Fprintf(w, "; to reach: geomean %.2f: %s", p.Geomean, Reached(g >= p.Geomean))
	case p.Min > 0:
		fmt.Fprintf(w, "; to reach: min %.2f: %s", p.Min, Reached(m >= p.Min))
	}
	fmt.Fprintln(w)
}

// Reached is the word for a target.
func Reached(ok bool) string {
	if ok {
		return "reached"
	}
	return "NOT REACHED"
}

// Limit is a bound that a figure of one cell is held to.
type Limit struct {
	Cell           *Cell
	Figure, Target string
	OK             bool
}

// allocSlack tolerates a stray allocation: rounds share the process with the runtime.
const allocSlack = 0.05

// Allocs is the limit of so many allocations.
func Allocs(c *Cell, most float64, target string) Limit {
	return Limit{c, fmt.Sprintf("%.2f allocations, %.0f B", c.Allocs, c.Bytes), target, c.Allocs < most+allocSlack}
}

// PrintLimits writes a table of limits under a title, if there are any.
func PrintLimits(w io.Writer, title string, limits []Limit) {
	if len(limits) == 0 {
		return
	}
	fmt.Fprintf(w, "\n== %s\n", title)
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, l := range limits {
		fmt.Fprintf(tw, "  %s\t%s\t%s\t%s\t%s\t%s\n", l.Cell.Row, l.Cell.Data, l.Cell.Lib, l.Figure, l.Target, Reached(l.OK))
	}
	tw.Flush()
}
