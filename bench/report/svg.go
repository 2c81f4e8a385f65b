package report

import (
	"fmt"
	"image/color"
	"io"
	"slices"

	"github.com/zetes-json/zetes/bench/lib"
	"github.com/zetes-json/zetes/bench/matrix"
	"github.com/zetes-json/zetes/bench/picture"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// Chart is one picture.
type Chart struct {
	Name  string // file name without ending
	bars  []bar
	title string
}

// Charts lists the pictures of a directory of results: one per category, operation and form with at least two
// libraries, one goroutine.
func Charts(r *matrix.Results) []Chart {
	all := bars(r)
	var out []Chart
	for _, level := range lib.Levels {
		for _, k := range distinct(all, func(b bar) matrix.Key { return matrix.Key{Op: b.Op, Data: b.Data, Form: b.Form, Procs: b.Procs} }) {
			if k.Procs != 1 || !slices.Contains(matrix.Ops, k.Op) {
				continue
			}
			g := slices.DeleteFunc(group(all, level, k), func(b bar) bool { return b.MBps == 0 })
			if len(g) < 2 {
				continue
			}
			out = append(out, Chart{
				Name: fmt.Sprintf("%s-%s-%s-%s", level, k.Op, k.Data, k.Form), bars: g,
				title: fmt.Sprintf("%s %s as %s, %s: MB/s", k.Op, k.Data, k.Form, level),
			})
		}
	}
	return out
}

var (
	ourColor   = color.RGBA{0x0b, 0x7a, 0x75, 0xff}
	otherColor = color.RGBA{0x8a, 0x97, 0xa8, 0xff}
)

// errors gives the spread to the plotter.
type errors struct {
	plotter.XYs
	plotter.XErrors
}

// SVG writes the picture: horizontal bars with the quartiles as whiskers.
func (c Chart) SVG(w io.Writer) error {
	p := picture.New(c.title)
	p.X.Min = 0
	names := make([]string, len(c.bars))
	spread := errors{}
	for i := range c.bars {
		b := c.bars[len(c.bars)-1-i] // the plotter counts from below
		names[i] = b.Lib + "   "     // room: viewers measure with other fonts
		h, err := plotter.NewBarChart(plotter.Values{b.MBps}, vg.Points(14))
		if err != nil {
			return err
		}
		h.Horizontal, h.XMin, h.LineStyle.Width = true, float64(i), 0
		h.Color = otherColor
		if ours(b.Lib) {
			h.Color = ourColor
		}
		p.Add(h)
		spread.XYs = append(spread.XYs, plotter.XY{X: b.MBps, Y: float64(i)})
		spread.XErrors = append(spread.XErrors, struct{ Low, High float64 }{b.MBps - b.Lo, b.Hi - b.MBps})
	}
	whiskers, err := plotter.NewXErrorBars(spread)
	if err != nil {
		return err
	}
	p.Add(whiskers)
	p.NominalY(names...)
	return picture.Write(w, p, vg.Points(560), vg.Points(60+22*float64(len(c.bars))), margins)
}

// margins leave room for what viewers' fonts take more than the plotter's.
var margins = [4]vg.Length{vg.Points(14), -vg.Points(10), 0, -vg.Points(8)}
