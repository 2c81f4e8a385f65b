package targets

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// Tally counts what became of figures.
type Tally struct{ Figures, Worse, Better, Missing int }

// Add adds the figures of another tally.
func (t *Tally) Add(o Tally) {
	t.Figures += o.Figures
	t.Worse += o.Worse
	t.Better += o.Better
	t.Missing += o.Missing
}

// Print prints each figure of the result: place, what it says, the figure that the page shows, the one that is measured
// now, their ratio, and a verdict.
func (r *Result) Print(w io.Writer) (t Tally) {
	fmt.Fprintf(w, "\n== %s: %s", r.Name, r.File)
	if r.Mark != "" {
		fmt.Fprintf(w, ", shown: %s", r.Mark)
	}
	fmt.Fprintf(w, "\n   now: %s\n", strings.Join(r.Command, " "))
	t.Figures = len(r.Figures)
	if r.Err != nil {
		fmt.Fprintf(w, "   NOT MEASURED: %s\n", strings.Join(strings.Fields(r.Err.Error()), " "))
		t.Missing = t.Figures
		return t
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "place\tfigure\tshown\tnow\tratio\tverdict")
	for _, f := range r.Figures {
		now, ok := r.Now[f.What]
		if !ok && f.Loss {
			t.Better++
			fmt.Fprintf(tw, "%s:%d\t%s\t%s\t-\t-\t%s\n", f.File, f.Line, f.What, short(f.Shown), gone)
			continue
		}
		if !ok {
			t.Missing++
			fmt.Fprintf(tw, "%s:%d\t%s\t%s\t-\t-\tNOT MEASURED\n", f.File, f.Line, f.What, short(f.Shown))
			continue
		}
		verdict := f.verdict(now, r.Tolerance)
		switch verdict {
		case worse:
			t.Worse++
		case better:
			t.Better++
		}
		ratio := "-"
		if f.Shown != 0 {
			ratio = fmt.Sprintf("%.2f", now/f.Shown)
		}
		fmt.Fprintf(tw, "%s:%d\t%s\t%s\t%s\t%s\t%s\n", f.File, f.Line, f.What, short(f.Shown), short(now), ratio, verdict)
	}
	for _, what := range r.Lost {
		if now := r.Now[what]; now < 1-r.Tolerance && !slices.ContainsFunc(r.Figures, func(f Figure) bool { return f.What == what }) {
			t.Figures++
			t.Worse++
			fmt.Fprintf(tw, "%s\t%s\t-\t%s\t-\t%s\n", r.File, what, short(now), hidden)
		}
	}
	tw.Flush()
	return t
}

// The verdicts.
const (
	reached  = "reached"
	worse    = "NOT REACHED"
	better   = "better than the page says"
	absolute = "of one machine"
	gone     = "no longer slower"
	hidden   = "NOT REACHED: the page does not say so"
)

// verdict says whether the figure is reached.
func (f *Figure) verdict(now, tolerance float64) string {
	up, down := now > f.Shown*(1+tolerance), now < f.Shown*(1-tolerance)
	switch {
	case f.Absolute:
		return absolute
	case f.Lower && up || !f.Lower && down:
		return worse
	case up || down:
		return better
	}
	return reached
}

func short(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// String sums the tally up.
func (t Tally) String() string {
	return fmt.Sprintf("%d figures: %d are not reached, %d are better than the pages say, %d are not measured", t.Figures, t.Worse, t.Better, t.Missing)
}
