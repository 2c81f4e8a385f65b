package report

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/zetes-json/zetes/bench/lib"
	"github.com/zetes-json/zetes/bench/matrix"
	"github.com/zetes-json/zetes/bench/measure"
)

// duel is zetes against one library, over the documents that both were timed on.
type duel struct {
	ratios []float64
	docs   []string // the document of each ratio
	worst  string   // the document on which zetes is worst off
}

// String is the geometric mean, and the worst document's ratio with its name. A mean that is lost is marked.
func (d duel) String() string {
	if len(d.ratios) == 0 {
		return "–"
	}
	mean := fmt.Sprintf("%.2f", measure.Geomean(d.ratios))
	if measure.Geomean(d.ratios) < 1 {
		mean = "*" + mean + "*"
	}
	return fmt.Sprintf("%s (%.2f %s)", mean, slices.Min(d.ratios), d.worst)
}

// contest returns the duel of mine in one form with a library in another, on one goroutine, where both stand in the
// categories.
func contest(all []bar, levels lib.Level, op, mine, myForm, other, form string) (d duel) {
	in := func(b bar, lib, form string) bool {
		return b.Op == op && b.Lib == lib && b.Form == form && b.Procs == 1 && b.NS > 0 && b.Levels&int(levels) != 0
	}
	least := math.Inf(1)
	for _, a := range all {
		if !in(a, mine, myForm) {
			continue
		}
		for _, b := range all {
			if b.Data != a.Data || !in(b, other, form) {
				continue
			}
			r := b.NS / a.NS
			d.ratios, d.docs = append(d.ratios, r), append(d.docs, a.Data)
			if r < least {
				least, d.worst = r, a.Data
			}
		}
	}
	return d
}

// summaryOps are the rows of the summary.
var summaryOps = []struct{ name, op, form string }{
	{"Unmarshal into Go types", "unmarshal", "struct"},
	{"Marshal of Go types", "marshal", "struct"},
	{"append Go types to a slice", "append", "struct"},
	{"Unmarshal into `any`", "unmarshal", "any"},
	{"Marshal of `any`", "marshal", "any"},
	{"Decoder, Go types", "read", "struct"},
	{"Encoder, Go types", "write", "struct"},
	{"Valid", "valid", "text"},
	{"Compact", "compact", "text"},
	{"Indent", "indent", "text"},
}

// Short writes the least that is to be said of results: zetes' speed in units of each library's where all do exactly
// the same, losses like wins.
func Short(w io.Writer, r *matrix.Results) {
	all := bars(r)
	legend(w, r, all)
	against(w, r, all, lib.Exact)
	byOtherMeans(w, all)
}

// readmeOps are the columns of the README's table.
var readmeOps = []struct{ head, op, form string }{
	{"Unmarshal", "unmarshal", "struct"}, {"Marshal", "marshal", "struct"}, {"Unmarshal `any`", "unmarshal", "any"}, {"Marshal `any`", "marshal", "any"},
	{"Decoder", "read", "struct"}, {"Encoder", "write", "struct"}, {"Valid", "valid", "text"},
}

// Summary writes what the README shows of a directory of results: a row for each library that does exactly the same,
// the geometric mean of each operation, and the documents on which zetes is slower.
func Summary(w io.Writer, r *matrix.Results) error {
	all, m := bars(r), r.Meta
	fmt.Fprintf(w, "Speed-up of zetes over each library: geometric mean of %d documents, processor time (%s, %s, %s).\n"+
		"Every library is configured to match `encoding/json`; its output is verified before timing. The last column lists where zetes is slower.\n\n| over |",
		documentsOf(all), m.Go, shortCPU(m.CPU), m.Started.Format("2006-01-02"))
	for _, o := range readmeOps {
		fmt.Fprintf(w, " %s |", o.head)
	}
	fmt.Fprintf(w, " slower on |\n|---|%s---|\n", strings.Repeat("---:|", len(readmeOps)))
	levels := standing(r)
	for _, l := range sortedLibs(r) {
		if ours(l) || levels[l]&lib.Exact == 0 {
			continue
		}
		// Generated code has no other form. It stands beside compiled plans as in the table of all categories.
		generated := contest(all, lib.Exact, "unmarshal", "zetes", "struct", l, "struct").ratios == nil
		against := func(op, form string) duel {
			switch {
			case !generated:
				return contest(all, lib.Exact, op, "zetes", form, l, form)
			case form == "struct":
				return contest(all, ^lib.Level(0), op, "zetes", form, l, "generated")
			}
			return duel{}
		}
		var cells, lost []string
		some := false
		for _, o := range readmeOps {
			cell := "–"
			if d := against(o.op, o.form); d.ratios != nil {
				some = true
				if cell = fmt.Sprintf("%.1f", measure.Geomean(d.ratios)); measure.Geomean(d.ratios) < 1 {
					cell = fmt.Sprintf("*%.2f*", measure.Geomean(d.ratios))
				}
			}
			cells = append(cells, cell)
		}
		if !some {
			continue
		}
		for _, o := range summaryOps {
			d := against(o.op, o.form)
			for i, x := range d.ratios {
				if x < 0.995 {
					lost = append(lost, fmt.Sprintf("%s, %s: %.2f", o.name, d.docs[i], x))
				}
			}
		}
		name := l
		switch {
		case l == "std":
			name = "`encoding/json`"
		case generated:
			name += ", generated"
		}
		fmt.Fprintf(w, "| %s | %s | %s |\n", name, strings.Join(cells, " | "), cmp.Or(strings.Join(lost, "; "), "–"))
	}
	return nil
}

// shortCPU returns a processor's name without marks and the word that it is one.
func shortCPU(name string) string {
	return strings.TrimSpace(strings.NewReplacer("(R)", "", "(TM)", "", " Processor", "").Replace(name))
}

// Overview writes the summaries of all categories, the documents one by one where all do what encoding/json does,
// what each library skips, and the libraries. All tables together are what [Markdown] writes.
func Overview(w io.Writer, r *matrix.Results) error {
	all := bars(r)
	fmt.Fprint(w, "## Summary\n\n![How many times as fast as encoding/json libraries are that do what it does](benchmarks.svg)\n\n")
	legend(w, r, all)
	for _, level := range lib.Levels {
		against(w, r, all, level)
	}
	byOtherMeans(w, all)
	fmt.Fprint(w, "\n## Document by document\n\nMB of JSON per second of processor time, on one goroutine.\n")
	for _, op := range []string{"unmarshal", "marshal"} {
		table(w, all, lib.Exact, op, 1, "Go types", []string{"struct"})
	}
	firstUse(w, all)
	skips(w, r)
	versions(w, r)
	return nil
}

func legend(w io.Writer, r *matrix.Results, all []bar) {
	m := r.Meta
	fmt.Fprintf(w, "Speed-up of zetes over each library: geometric mean of %d documents (worst document in brackets).\n"+
		"Below 1 zetes is slower. Processor time on one goroutine, garbage collection included, medians of %d interleaved rounds; %s, %s/%s, %s, %s.\n",
		documentsOf(all), m.Options.Rounds, m.Go, m.GOOS, m.GOARCH, m.CPU, m.Started.Format("2006-01-02"))
	if !m.Finished {
		fmt.Fprint(w, "This run is not complete.\n")
	}
}

// documentsOf returns how many documents were timed.
func documentsOf(all []bar) int {
	timed := slices.DeleteFunc(slices.Clone(all), func(b bar) bool { return b.MBps == 0 })
	return len(distinct(timed, func(b bar) string { return b.Data }))
}

// against writes the table of one category.
func against(w io.Writer, r *matrix.Results, all []bar, level lib.Level) {
	mine := mineAt[level]
	levels := standing(r)
	var others []string
	for _, l := range sortedLibs(r) {
		if !ours(l) && levels[l]&level != 0 && contest(all, level, "unmarshal", mine, "struct", l, "struct").ratios != nil {
			others = append(others, l)
		}
	}
	if others == nil {
		return
	}
	fmt.Fprintf(w, "\n%s\n\n| `%s` against | %s |\n|---|%s\n", levelTitle[level], mine, strings.Join(others, " | "), strings.Repeat("---|", len(others)))
	for _, row := range summaryOps {
		var cells []string
		some := false
		for _, l := range others {
			d := contest(all, level, row.op, mine, row.form, l, row.form)
			some = some || d.ratios != nil
			cells = append(cells, d.String())
		}
		if some {
			fmt.Fprintf(w, "| %s | %s |\n", row.name, strings.Join(cells, " | "))
		}
	}
}

var levelTitle = map[lib.Level]string{
	lib.Exact:   "**Every library is configured to match `encoding/json`;** its output is verified before timing:",
	lib.V2:      "**As `encoding/json/v2`:**",
	lib.Relaxed: "**As `encoding/json` without escaping of HTML, sorting and copying:**",
	lib.Fastest: "**Each at its fastest**, whatever it skips:",
}

// byOtherMeans writes zetes against generated code, and loops by hand against each other.
func byOtherMeans(w io.Writer, all []bar) {
	type row struct {
		what string
		d    duel
	}
	var rows []row
	for _, op := range []string{"unmarshal", "marshal", "append"} {
		for _, c := range []struct{ mine, myForm, form string }{{"zetes", "struct", "generated"}, {"zetes-codec", "codec", "codec"}} {
			for _, l := range distinct(all, func(b bar) string { return b.Lib }) {
				if ours(l) || strings.HasSuffix(l, "-fastest") {
					continue
				}
				if d := contest(all, ^lib.Level(0), op, c.mine, c.myForm, l, c.form); d.ratios != nil {
					rows = append(rows, row{fmt.Sprintf("%s: `%s` against %s, %s", op, c.mine, l, map[string]string{
						"generated": "generated code", "codec": "both by hand"}[c.form]), d})
				}
			}
		}
	}
	if rows == nil {
		return
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(len(b.d.ratios), len(a.d.ratios)) })
	fmt.Fprint(w, "\n**Against generated and hand-written code:**\n\n| | × |\n|---|---|\n")
	for _, r := range rows {
		fmt.Fprintf(w, "| %s | %s |\n", r.what, r.d)
	}
}
