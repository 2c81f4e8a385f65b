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
		"CSS":   template.CSS(pageCSS),
		"Chart": template.JS(chartJS),
		"Data":  template.JS(text),
		"JS":    template.JS(pageJS),
	})
}
