package main

import (
	"context"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"github.com/zetes-json/zetes/bench/lib"
	"github.com/zetes-json/zetes/bench/matrix"
	"github.com/zetes-json/zetes/bench/measure"
	"github.com/zetes-json/zetes/bench/picture"
	"github.com/zetes-json/zetes/bench/progress"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
)

// dimension is something that grows.
type dimension struct {
	name  string
	unit  string
	steps []int
	quick int // the last step of a quick run
	// build returns a document of the size, and where to decode it.
	build func(n int) (text []byte, fresh func() any)
}

func freshAny() any { return new(any) }

var dimensions = []dimension{
	{"size", "bytes", []int{100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8}, 1e6, func(n int) ([]byte, func() any) {
		const item = `{"id":12345,"name":"some name","tags":["a","b"],"ok":true,"x":1.25},`
		s := "[" + strings.Repeat(item, max(1, n/len(item)))
		return []byte(s[:len(s)-1] + "]"), freshAny
	}},
	{"depth", "levels", []int{10, 100, 1000, 3000, 9000}, 1000, func(n int) ([]byte, func() any) {
		return []byte(strings.Repeat(`{"a":[`, n/2) + "1" + strings.Repeat("]}", n/2)), freshAny
	}},
	{"fields", "fields of a struct", []int{10, 100, 1000, 3000}, 1000, func(n int) ([]byte, func() any) {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `,"field_%d":%d`, i, i)
		}
		return []byte("{" + b.String()[1:] + "}"), matrix.WideStruct(n)
	}},
	{"width", "entries of a map", []int{10, 100, 1e3, 1e4, 1e5, 1e6}, 1e5, func(n int) ([]byte, func() any) {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `,"key_%d":%d`, i*7919%n, i)
		}
		return []byte("{" + b.String()[1:] + "}"), func() any { return new(map[string]int) }
	}},
}

// scalePoint is one measurement.
type scalePoint struct {
	Dim, Op, Lib string
	N, Size      int
	NS, Bytes    float64
	Err          string `json:",omitempty"`
}

func scalingCommand() *cobra.Command {
	var (
		libs, out string
		quick     bool
		limit     time.Duration
	)
	c := &cobra.Command{
		Use:   "scaling",
		Short: "Show how cost grows: document size, depth, fields of a struct, width of a map",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if limit <= 0 || libs == "" {
				return errors.New("limit must be positive, and lib not empty")
			}
			ls, err := findLibs(splitList(libs))
			if err != nil {
				return err
			}
			ctx, stop := signalContext()
			defer stop()
			if out == "" {
				out = filepath.Join(resultsRoot(), "scaling")
			}
			if err := os.MkdirAll(out, 0o755); err != nil {
				return err
			}
			return runScaling(ctx, cmd.OutOrStdout(), ls, out, quick, limit)
		},
	}
	f := c.Flags()
	f.StringVarP(&libs, "lib", "l", "std,zetes,goccy,sonic-std,sonic,jsoniter-std,segmentio", "these libraries (comma separated)")
	f.StringVarP(&out, "out", "o", "", "where the raw points and the pictures go (default bench/results/scaling)")
	f.BoolVarP(&quick, "quick", "q", false, "only smaller steps")
	f.DurationVar(&limit, "limit", 2*time.Minute, "longest time for one library in one dimension")
	return c
}

// runScaling measures each library and dimension in a process of its own; one that takes too long loses the rest of
// its steps.
func runScaling(ctx context.Context, w io.Writer, libs []*lib.Lib, out string, quick bool, limit time.Duration) error {
	raw, err := os.Create(filepath.Join(out, "scaling.jsonl"))
	if err != nil {
		return err
	}
	defer raw.Close()
	var points []scalePoint
	line := progress.New(os.Stderr)
	defer line.Clear()
	for di, d := range dimensions {
		for li, l := range libs {
			if l.Missing != "" || l.Marshal == nil {
				continue
			}
			line.Show("[%d/%d] %s, %s", di*len(libs)+li+1, len(dimensions)*len(libs), d.name, l.Name)
			limited, cancel := context.WithTimeout(ctx, limit)
			b, err := childCommand(limited, childTask{Libs: []string{l.Name}, Scale: d.name, Quick: quick}).Output()
			timedOut := limited.Err() != nil
			cancel()
			if ctx.Err() != nil {
				return errors.New("interrupted; the points so far are in " + raw.Name())
			}
			if _, err := raw.Write(b); err != nil {
				return err
			}
			for line := range strings.Lines(string(b)) {
				var p scalePoint
				if stdjson.Unmarshal([]byte(line), &p) == nil && p.Dim != "" {
					points = append(points, p)
				}
			}
			if err != nil {
				why := err.Error()
				if timedOut {
					why = "stopped after " + limit.String()
				}
				line.Clear()
				fmt.Fprintf(os.Stderr, "%s, %s: %s\n", d.name, l.Name, why)
			}
		}
	}
	line.Clear()
	for _, d := range dimensions {
		for _, op := range []string{"unmarshal", "marshal"} {
			printScaling(w, d, op, libs, points)
			for _, c := range scaleCosts {
				name := filepath.Join(out, "scaling-"+d.name+"-"+op+"-"+c.name+".svg")
				if err := writeFile(name, func(w io.Writer) error { return drawScaling(w, d, op, c, libs, points) }); err != nil {
					return err
				}
			}
		}
	}
	fmt.Fprintf(w, "\nraw points and pictures: %s\n", out)
	return nil
}

// scaleChild measures one library along one dimension.
func scaleChild(l *lib.Lib, name string, quick bool, w io.Writer) error {
	enc := stdjson.NewEncoder(w)
	for _, d := range dimensions {
		if d.name != name {
			continue
		}
		for _, n := range d.steps {
			if quick && n > d.quick {
				break
			}
			text, fresh := d.build(n)
			v := fresh()
			if err := stdjson.Unmarshal(text, v); err != nil {
				return err
			}
			for op, run := range map[string]func(int) error{
				"unmarshal": func(k int) error {
					for range k {
						if err := l.Unmarshal(text, fresh()); err != nil {
							return err
						}
					}
					return nil
				},
				"marshal": func(k int) error {
					for range k {
						if _, err := l.Marshal(v); err != nil {
							return err
						}
					}
					return nil
				},
			} {
				s := measure.Run(measure.Config{Rounds: 3, Batch: 10 * time.Millisecond}, []measure.Func{{Run: run}})[0]
				p := scalePoint{Dim: d.name, Op: op, Lib: l.Name, N: n, Size: len(text)}
				if s.Err != nil {
					p.Err = s.Err.Error()
				} else {
					p.NS, p.Bytes = measure.Median(s.CPU), s.Bytes
				}
				if err := enc.Encode(p); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func pointsOf(points []scalePoint, dim, op, lib string) []scalePoint {
	var out []scalePoint
	for _, p := range points {
		if p.Dim == dim && p.Op == op && p.Lib == lib {
			out = append(out, p)
		}
	}
	return out
}

func printScaling(w io.Writer, d dimension, op string, libs []*lib.Lib, points []scalePoint) {
	fmt.Fprintf(w, "\n== %s, growing %s: ns and allocated bytes per byte of JSON\n", op, d.name)
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(tw, "%s\t", d.unit)
	for _, n := range d.steps {
		fmt.Fprintf(tw, "%d\t", n)
	}
	fmt.Fprintln(tw, "time grows as\t")
	for _, l := range libs {
		ps := pointsOf(points, d.name, op, l.Name)
		if len(ps) == 0 {
			continue
		}
		fmt.Fprintf(tw, "%s\t", l.Name)
		for _, n := range d.steps {
			cell := "-"
			for _, p := range ps {
				if p.N == n && p.Err == "" {
					cell = fmt.Sprintf("%.2f / %.1f", p.NS/float64(p.Size), p.Bytes/float64(p.Size))
				} else if p.N == n {
					cell = "error"
				}
			}
			fmt.Fprintf(tw, "%s\t", cell)
		}
		fmt.Fprintf(tw, "%s\t\n", growth(ps))
	}
	tw.Flush()
}

// growth fits time = c·size^k to the larger half of the points.
func growth(ps []scalePoint) string {
	var x, y []float64
	for _, p := range ps[len(ps)/2:] {
		if p.Err == "" && p.NS > 0 {
			x, y = append(x, math.Log(float64(p.Size))), append(y, math.Log(p.NS))
		}
	}
	if len(x) < 2 {
		return "?"
	}
	var mx, my, sxy, sxx float64
	for i := range x {
		mx, my = mx+x[i]/float64(len(x)), my+y[i]/float64(len(x))
	}
	for i := range x {
		sxy, sxx = sxy+(x[i]-mx)*(y[i]-my), sxx+(x[i]-mx)*(x[i]-mx)
	}
	k := sxy / sxx
	if k > 1.4 {
		return fmt.Sprintf("n^%.2f: NOT LINEAR", k)
	}
	return fmt.Sprintf("n^%.2f", k)
}

// scaleCost is what is drawn over size.
type scaleCost struct {
	name, unit string
	of         func(scalePoint) float64
}

var scaleCosts = []scaleCost{
	{"time", "processor time, µs", func(p scalePoint) float64 { return p.NS / 1e3 }},
	{"memory", "bytes allocated", func(p scalePoint) float64 { return p.Bytes }},
}

// drawScaling draws both axes logarithmic, so that linear growth is a straight line at 45 degrees.
func drawScaling(w io.Writer, d dimension, op string, c scaleCost, libs []*lib.Lib, points []scalePoint) error {
	p := picture.New(fmt.Sprintf("%s, growing %s: %s", op, d.name, c.name))
	p.X.Label.Text, p.Y.Label.Text = d.unit, c.unit
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.LogTicks{}, plot.LogTicks{}
	p.Legend.Top, p.Legend.Left = true, true
	for i, l := range libs {
		var xy plotter.XYs
		for _, q := range pointsOf(points, d.name, op, l.Name) {
			if y := c.of(q); q.Err == "" && y > 0 {
				xy = append(xy, plotter.XY{X: float64(q.N), Y: y})
			}
		}
		if len(xy) < 2 {
			continue
		}
		line, dots, err := plotter.NewLinePoints(xy)
		if err != nil {
			return err
		}
		line.Color, line.Dashes, line.Width = plotutil.SoftColors[i%len(plotutil.SoftColors)], plotutil.Dashes(i), vg.Points(1.2)
		dots.Color, dots.Shape = line.Color, plotutil.Shape(i)
		p.Add(line, dots)
		p.Legend.Add(l.Name, line, dots)
	}
	return picture.Write(w, p, vg.Points(560), vg.Points(400), [4]vg.Length{0, -vg.Points(24), 0, -vg.Points(8)})
}
