// Package report turns the raw results of the matrix into tables, pictures and a page to look around in.
//
// Files: model.go (results as the reports see them) · conclusion.go (what they say in the end) · markdown.go (all tables) · summary.go (those of the documents) ·
// picture.go (the picture of all libraries) · svg.go (a picture for each group) · html.go with page.html, page.css, page.js and
// chart.umd.min.js, the unchanged build of Chart.js 4.6.1 from its npm package (MIT, chart.LICENSE.md).
package report

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/zetes-json/zetes/bench/lib"
	"github.com/zetes-json/zetes/bench/matrix"
	"github.com/zetes-json/zetes/bench/measure"
)

// bar is one cell as it is shown.
type bar struct {
	Op     string  `json:"op"`
	Data   string  `json:"data"`
	Form   string  `json:"form"`
	Procs  int     `json:"procs"`
	Lib    string  `json:"lib"`
	Levels int     `json:"levels"`       // bits of the categories it stands in
	MBps   float64 `json:"mbps"`         // 0: not timed
	Lo     float64 `json:"lo,omitempty"` // the slower quartile
	Hi     float64 `json:"hi,omitempty"` // the faster quartile
	NS     float64 `json:"ns,omitempty"`
	Wall   float64 `json:"wall,omitempty"`
	Ratio  float64 `json:"ratio,omitempty"` // speed in units of encoding/json's
	Allocs float64 `json:"allocs"`
	Bytes  float64 `json:"bytes"`
	Kept   float64 `json:"kept,omitempty"`
	Peak   float64 `json:"peak,omitempty"`
	Binary float64 `json:"binary,omitempty"`
	Note   string  `json:"note,omitempty"`
}

// bars converts results for showing.
func bars(r *matrix.Results) []bar {
	levels := standing(r)
	var out []bar
	for _, c := range r.Cells {
		b := bar{
			Op: c.Op, Data: c.Data, Form: c.Form, Procs: c.Procs, Lib: c.Lib,
			Allocs: round(c.Allocs), Bytes: math.Round(c.Bytes), Kept: math.Round(c.Retained), Peak: c.Peak, Binary: c.Binary,
		}
		lv := levels[c.Lib]
		switch {
		case c.Err != "":
			b.Note = c.Err
		case c.Same == matrix.SameValue:
			b.Note = "same meaning, other bytes: " + c.Differs
			// Asked for exactness and not able to: it stands where that is not asked for.
			if c.Op != "unmarshal" && c.Op != "read" && lv&lib.Exact != 0 {
				lv = lv&^lib.Exact | lib.Relaxed | lib.Fastest
			}
		}
		b.Levels = int(lv)
		if len(c.CPU) > 0 {
			t := measure.Median(c.CPU)
			b.NS, b.Wall = round(t), round(measure.Median(c.Wall))
			if c.Size > 0 {
				speed := func(ns float64) float64 { return round(float64(c.Size) / ns * 1e3) }
				b.MBps, b.Lo, b.Hi = speed(t), speed(measure.Quantile(c.CPU, 0.75)), speed(measure.Quantile(c.CPU, 0.25))
			}
			if base := r.Baseline(c); base != nil && len(base.CPU) > 0 {
				b.Ratio = round(measure.Median(base.CPU) / t)
			}
		}
		out = append(out, b)
	}
	return out
}

// standing returns the categories in which each library is shown. An exact library is also shown among those that
// skip things, since it does their work and more, unless the same library has a configuration for that; encoding/json
// stands everywhere.
func standing(r *matrix.Results) map[string]lib.Level {
	own, out := map[string]lib.Level{}, map[string]lib.Level{} // own: by family
	for name, text := range r.Meta.Levels {
		out[name] = parseLevels(text)
		if out[name]&lib.Exact == 0 {
			own[family(name)] |= out[name]
		}
	}
	for name, lv := range out {
		switch {
		case name == "std":
			out[name] = lib.Exact | lib.V2 | lib.Relaxed | lib.Fastest
		case lv&lib.Exact != 0:
			out[name] |= (lib.Relaxed | lib.Fastest) &^ own[family(name)]
		}
	}
	return out
}

// family returns the name that a library's configurations share. zetes' typed calls and codecs have none but the
// exact one.
func family(name string) string {
	if name == "zetes-typed" || name == "zetes-codec" {
		return name
	}
	f, _, _ := strings.Cut(name, "-")
	return f
}

func parseLevels(s string) lib.Level {
	var l lib.Level
	for name := range strings.SplitSeq(s, "+") {
		if v, err := lib.ParseLevel(name); err == nil {
			l |= v
		}
	}
	return l
}

// round keeps four digits.
func round(x float64) float64 {
	if x == 0 || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	p := math.Pow(10, 3-math.Floor(math.Log10(math.Abs(x))))
	return math.Round(x*p) / p
}

// group returns the bars of one group in one category, fastest first; what wasn't timed comes last.
func group(all []bar, level lib.Level, k matrix.Key) []bar {
	var out []bar
	for _, b := range all {
		if b.Op == k.Op && b.Data == k.Data && b.Form == k.Form && b.Procs == k.Procs && b.Levels&int(level) != 0 {
			out = append(out, b)
		}
	}
	slices.SortStableFunc(out, func(a, b bar) int { return cmp.Compare(b.MBps, a.MBps) })
	return out
}

// distinct returns the values of f in the order of appearance.
func distinct[T comparable](all []bar, f func(bar) T) []T {
	var out []T
	seen := map[T]bool{}
	for _, b := range all {
		if v := f(b); !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	return out
}
