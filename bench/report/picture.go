package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/zetes-json/zetes/bench/lib"
	"github.com/zetes-json/zetes/bench/matrix"
	"github.com/zetes-json/zetes/bench/measure"
	"github.com/zetes-json/zetes/bench/picture"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// pictureOps are the groups of bars of [Picture], from above.
var pictureOps = []struct{ name, op, form string }{
	{"Unmarshal", "unmarshal", "struct"},
	{"Marshal", "marshal", "struct"},
	{"Unmarshal into any", "unmarshal", "any"},
	{"Marshal of any", "marshal", "any"},
	{"Valid", "valid", "text"},
}

// stdName is what readers know the standard library's package as.
var stdName = map[string]string{"std": "encoding/json"}

// Picture draws what docs/benchmarks.md shows first: how many times as fast as encoding/json the libraries are that do what it
// does, as geometric means over the documents, fastest first.
func Picture(w io.Writer, r *matrix.Results) error {
	all := bars(r)
	levels := standing(r)
	p := picture.New("How many times as fast as encoding/json, doing all that it does")
	p.X.Min = 0
	var ticks []plot.Tick
	figures := plotter.XYLabels{}
	row := 0.0
	for _, o := range slices.Backward(pictureOps) { // the plotter counts from below
		type entry struct {
			lib   string
			times float64
		}
		var group []entry
		for _, l := range sortedLibs(r) {
			if levels[l]&lib.Exact == 0 || ours(l) && l != "zetes" {
				continue
			}
			if d := contest(all, lib.Exact, o.op, l, o.form, "std", o.form); d.ratios != nil {
				group = append(group, entry{cmp.Or(stdName[l], l), measure.Geomean(d.ratios)})
			}
		}
		slices.SortStableFunc(group, func(a, b entry) int { return cmp.Compare(a.times, b.times) })
		for _, e := range group {
			h, err := plotter.NewBarChart(plotter.Values{e.times}, vg.Points(11))
			if err != nil {
				return err
			}
			h.Horizontal, h.XMin, h.LineStyle.Width = true, row, 0
			h.Color = otherColor
			if ours(e.lib) {
				h.Color = ourColor
			}
			p.Add(h)
			ticks = append(ticks, plot.Tick{Value: row, Label: e.lib + "   "})
			figures.XYs = append(figures.XYs, plotter.XY{X: e.times, Y: row})
			figures.Labels = append(figures.Labels, fmt.Sprintf(" %.1f", e.times))
			row++
		}
		figures.XYs = append(figures.XYs, plotter.XY{X: 0, Y: row})
		figures.Labels = append(figures.Labels, " "+o.name)
		row += 1.6
	}
	labels, err := plotter.NewLabels(figures)
	if err != nil {
		return err
	}
	for i := range labels.TextStyle {
		labels.TextStyle[i].YAlign = -0.35 // the middle of the digits, in viewers' fonts too
	}
	p.Add(labels)
	p.Y.Tick.Marker = plot.ConstantTicks(ticks)
	p.Y.Tick.Length, p.Y.LineStyle.Width = 0, 0
	p.X.Max *= 1.06 // room for the figure of the longest bar
	p.Y.Max = row - 1
	return picture.Write(w, p, vg.Points(560), vg.Points(46+13*row), margins)
}
