package report

import (
	_ "embed"
	stdjson "encoding/json"
	"fmt"
	"html/template"
	"io"

	"github.com/zetes-json/zetes/bench/matrix"
	"github.com/zetes-json/zetes/bench/probe"
)

var (
	//go:embed page.html
	pageHTML string
	//go:embed page.css
	pageCSS string
	//go:embed page.js
	pageJS string
	//go:embed chart.umd.min.js
	chartJS string
)

var page = template.Must(template.New("page").Parse(pageHTML))

type pageLib struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	About   string `json:"about"`
	Levels  string `json:"levels"`
	Missing string `json:"missing,omitempty"`
}

type pageProbe struct {
	Question string            `json:"question"`
	Answers  map[string]string `json:"answers"`
}

// HTML writes one page that needs nothing else: no network, no further files.
func HTML(w io.Writer, r *matrix.Results) error {
	data := struct {
		Cells  []bar             `json:"cells"`
		Libs   []pageLib         `json:"libs"`
		Probes []pageProbe       `json:"probes"`
		Ops    map[string]string `json:"ops"`
	}{Cells: bars(r), Ops: matrix.OpAbout, Probes: []pageProbe{}}
	for _, name := range sortedLibs(r) {
		data.Libs = append(data.Libs, pageLib{name, r.Meta.Libs[name], r.Meta.About[name], r.Meta.Levels[name], r.Meta.Missing[name]})
	}
	for _, p := range probe.All {
		if a := r.Meta.Probes[p.Name]; a != nil {
			data.Probes = append(data.Probes, pageProbe{p.Question, a})
		}
	}
	text, err := stdjson.Marshal(data) // escapes <, so that it may stand in a script
	if err != nil {
		return err
	}
	m := r.Meta
	return page.Execute(w, map[string]any{
		"Head": fmt.Sprintf("%s, %s/%s, %s, %d processors, %s. MB of JSON per second of processor time, garbage collection included; medians of %d interleaved rounds, each result proven first.",
			m.Go, m.GOOS, m.GOARCH, m.CPU, m.NumCPU, m.Started.Format("2 January 2006"), m.Options.Rounds),
		"Conclusion": shownConclusion(concluded(r)),
		"CSS":        template.CSS(pageCSS),
		"Chart":      template.JS(chartJS),
		"Data":       template.JS(text),
		"JS":         template.JS(pageJS),
	})
}

// shownRow is a row of the page's first two tables, as text.
type shownRow struct {
	Kind, Data, Ratio, Std    string
	Other, Best, Mine         string // of a row
	Near, Nearest, Lowest, On string // of a mean
	First, Of                 int
	Part                      int // of the longest bar, in percent
	Loses                     bool
}

// mostLost is how many rows the conclusion names in which zetes loses. The table below it has all.
const mostLost = 10

// shownConclusion returns the conclusion as the page shows it, nil for none.
func shownConclusion(c *conclusion) any {
	if c == nil {
		return nil
	}
	var means, rows []shownRow
	hasStd, most, mostMean := false, 0.0, 0.0
	for _, m := range c.Means {
		mostMean = max(mostMean, m.Ratio)
	}
	for _, r := range c.Rows {
		most = max(most, r.Ratio)
	}
	ratio := func(x float64) string {
		if x == 0 {
			return "–"
		}
		hasStd = true
		return fmt.Sprintf("%.2f", x)
	}
	for _, m := range c.Means {
		means = append(means, shownRow{
			Kind: m.Kind, Ratio: fmt.Sprintf("%.2f", m.Ratio), Std: ratio(m.Std), Near: fmt.Sprintf("%.2f", m.Near), Nearest: m.Nearest,
			Lowest: fmt.Sprintf("%.2f", m.Lowest), On: m.On, First: m.First, Of: m.Of, Part: int(100 * m.Ratio / mostMean), Loses: m.Ratio < equal,
		})
	}
	for _, r := range c.Rows {
		rows = append(rows, shownRow{
			Kind: r.Kind, Data: r.Data, Ratio: fmt.Sprintf("%.2f", r.Ratio), Std: ratio(r.Std), Other: r.Other, Best: figure(r.Best), Mine: figure(r.Mine),
			Part: int(100 * r.Ratio / most), Loses: r.Ratio < equal,
		})
	}
	worst := rows[:min(len(c.Lost), mostLost)]
	return struct {
		Who                []string
		Lost               string
		Worst, Means, Rows []shownRow
		More               int
		HasStd             bool
	}{c.Who, c.lost(), worst, means, rows, len(c.Lost) - len(worst), hasStd}
}
