package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/zetes-json/zetes/bench/lib"
	"github.com/zetes-json/zetes/bench/matrix"
	"github.com/zetes-json/zetes/bench/measure"
)

// duelRow is one operation on one document, on one goroutine: zetes beside the fastest other library.
type duelRow struct {
	Kind, Data string
	Mine       float64 // MB/s
	Other      string  // the fastest other library
	Best       float64 // its MB/s
	Ratio      float64 // how many times as fast as Other zetes is
	Std        float64 // how many times as fast as encoding/json, 0 if that was not timed
}

// kindMean is a kind of work: an operation on values of one form. Its figures are geometric means over documents.
type kindMean struct {
	Kind       string
	Ratio, Std float64 // of zetes, in units of the fastest other library of each document, and of encoding/json
	Nearest    string  // the other library of which zetes' mean ratio is the least
	Near       float64 // that ratio
	Lowest     float64 // the least ratio of a document
	On         string  // that document
	First, Of  int     // documents on which zetes is first, and all
}

// conclusion is what results say in the end, about one category.
type conclusion struct {
	Level lib.Level
	Who   []string   // sentences: who wins, and by how much
	Lost  []duelRow  // rows in which zetes is slower, from the worst to the best
	Means []kindMean // from the worst to the best
	Rows  []duelRow  // the same
}

// equal is the least ratio that counts as as fast: two roundings of 1.00 are the same.
const equal = 0.995

// concluded returns the conclusion about the first category in which zetes and another library were timed, or nil.
func concluded(r *matrix.Results) *conclusion {
	all := bars(r)
	for _, level := range lib.Levels {
		c := &conclusion{Level: level, Rows: duelRows(all, level)}
		if len(c.Rows) == 0 {
			continue
		}
		slices.SortStableFunc(c.Rows, func(a, b duelRow) int { return cmp.Compare(a.Ratio, b.Ratio) })
		for _, row := range c.Rows {
			if row.Ratio < equal {
				c.Lost = append(c.Lost, row)
			}
		}
		c.Means = kindMeans(all, level, c.Rows)
		c.Who = c.who(all)
		return c
	}
	return nil
}

// mineAt is the configuration of zetes that stands for it in a category.
var mineAt = map[lib.Level]string{lib.Exact: "zetes", lib.V2: "zetes-v2", lib.Relaxed: "zetes-relaxed", lib.Fastest: "zetes-fastest"}

// kindName returns the words for an operation on a form.
func kindName(op, form string) string {
	for _, o := range summaryOps {
		if o.op == op && o.form == form {
			return strings.ReplaceAll(o.name, "`", "")
		}
	}
	name := map[string]string{"append": "append to a slice", "read": "Decoder", "write": "Encoder"}[op]
	return cmp.Or(name, op) + ", " + form
}

// timedRows calls f with the bars of each operation, form and document that were timed on one goroutine in a category.
func timedRows(all []bar, level lib.Level, f func(kind, data string, list []bar)) {
	type key struct{ op, form, data string }
	in := func(b bar) bool { return b.Procs == 1 && b.NS > 0 && b.MBps > 0 && b.Levels&int(level) != 0 }
	lists := map[key][]bar{}
	for _, b := range all {
		if k := (key{b.Op, b.Form, b.Data}); in(b) {
			lists[k] = append(lists[k], b)
		}
	}
	for _, k := range distinct(all, func(b bar) key { return key{b.Op, b.Form, b.Data} }) {
		if lists[k] != nil {
			f(kindName(k.op, k.form), k.data, lists[k])
		}
	}
}

// duelRows returns the rows of a category in which zetes and another library were timed.
func duelRows(all []bar, level lib.Level) (rows []duelRow) {
	timedRows(all, level, func(kind, data string, list []bar) {
		var mine, other, std *bar
		for i := range list {
			b := &list[i]
			switch {
			case b.Lib == mineAt[level]:
				mine = b
			case !ours(b.Lib) && (other == nil || b.NS < other.NS):
				other = b
			}
			if b.Lib == "std" {
				std = b
			}
		}
		if mine == nil || other == nil {
			return
		}
		row := duelRow{Kind: kind, Data: data, Mine: mine.MBps, Other: cmp.Or(stdName[other.Lib], other.Lib), Best: other.MBps, Ratio: other.NS / mine.NS}
		if std != nil {
			row.Std = std.NS / mine.NS
		}
		rows = append(rows, row)
	})
	return rows
}

// kindMeans returns the means of the rows' kinds of work, from the worst to the best.
func kindMeans(all []bar, level lib.Level, rows []duelRow) (means []kindMean) {
	byKind := map[string][]duelRow{}
	for _, row := range rows {
		byKind[row.Kind] = append(byKind[row.Kind], row)
	}
	pairs := pairRatios(all, level)
	for kind, list := range byKind {
		m := kindMean{Kind: kind, Lowest: math.Inf(1), Of: len(list)}
		var ratios, std []float64
		for _, row := range list {
			ratios = append(ratios, row.Ratio)
			if row.Std > 0 {
				std = append(std, row.Std)
			}
			if row.Ratio >= equal {
				m.First++
			}
			if row.Ratio < m.Lowest {
				m.Lowest, m.On = row.Ratio, row.Data
			}
		}
		m.Ratio = measure.Geomean(ratios)
		if std != nil {
			m.Std = measure.Geomean(std)
		}
		m.Nearest, m.Near = nearest(pairs[kind])
		means = append(means, m)
	}
	slices.SortFunc(means, func(a, b kindMean) int { return cmp.Or(cmp.Compare(a.Ratio, b.Ratio), cmp.Compare(a.Kind, b.Kind)) })
	return means
}

// pairRatios returns, by kind of work and other library, how many times as fast zetes is on each document.
func pairRatios(all []bar, level lib.Level) map[string]map[string][]float64 {
	pairs := map[string]map[string][]float64{}
	timedRows(all, level, func(kind, _ string, list []bar) {
		i := slices.IndexFunc(list, func(b bar) bool { return b.Lib == mineAt[level] })
		if i < 0 {
			return
		}
		if pairs[kind] == nil {
			pairs[kind] = map[string][]float64{}
		}
		for _, b := range list {
			if name := cmp.Or(stdName[b.Lib], b.Lib); !ours(b.Lib) {
				pairs[kind][name] = append(pairs[kind][name], b.NS/list[i].NS)
			}
		}
	})
	return pairs
}

// nearest returns the library with the least mean ratio.
func nearest(pairs map[string][]float64) (name string, ratio float64) {
	for other, ratios := range pairs {
		if r := measure.Geomean(ratios); name == "" || r < ratio || r == ratio && other < name {
			name, ratio = other, r
		}
	}
	return name, ratio
}

// who says who wins and by how much.
func (c *conclusion) who(all []bar) []string {
	var ratios, std []float64
	documents, others := map[string]bool{}, map[string][]float64{}
	first := 0
	for _, m := range c.Means {
		ratios = append(ratios, m.Ratio)
		if m.Std > 0 {
			std = append(std, m.Std)
		}
		first += m.First
	}
	for _, row := range c.Rows {
		documents[row.Data] = true
	}
	for _, byLib := range pairRatios(all, c.Level) {
		for name, list := range byLib {
			others[name] = append(others[name], measure.Geomean(list))
		}
	}
	mean := measure.Geomean(ratios)
	near, by := nearest(others)
	lead := fmt.Sprintf("zetes is the fastest of %s that %s.", plural(len(others)+1, "library", "libraries"), levelDoes[c.Level])
	switch {
	case by < equal:
		lead = fmt.Sprintf("%s is the fastest of %s that %s: zetes has %.2f times its speed.", near, plural(len(others)+1, "library", "libraries"), levelDoes[c.Level], by)
	case mean < equal:
		lead = fmt.Sprintf("Of %s that %s none is the fastest everywhere.", plural(len(others)+1, "library", "libraries"), levelDoes[c.Level])
	}
	measured := fmt.Sprintf("It is first in %d of %s: %s on %s.", first, plural(len(c.Rows), "row", "rows"),
		plural(len(c.Means), "kind of work", "kinds of work"), plural(len(documents), "document", "documents"))
	speed := fmt.Sprintf("It is %.2f times as fast as the fastest other library of each row", mean)
	if std != nil {
		speed += fmt.Sprintf(", and %.2f times as fast as encoding/json", measure.Geomean(std))
	}
	out := []string{lead, measured, speed + " (geometric means)."}
	if by >= equal {
		out = append(out, fmt.Sprintf("The library that comes nearest is %s: zetes is %.2f times as fast.", near, by))
	}
	return out
}

// lost says where zetes loses.
func (c *conclusion) lost() string {
	if len(c.Lost) == 0 {
		return fmt.Sprintf("zetes loses nowhere: it is the fastest in each of %s.", plural(len(c.Rows), "row", "rows"))
	}
	return fmt.Sprintf("zetes loses in %d of %s, from the worst:", len(c.Lost), plural(len(c.Rows), "row", "rows"))
}

// levelDoes completes "libraries that".
var levelDoes = map[lib.Level]string{
	lib.Exact: "do all that encoding/json does", lib.V2: "do what encoding/json/v2 does",
	lib.Relaxed: "do what encoding/json does without escaping HTML, sorting and copying", lib.Fastest: "are set to be as fast as they can",
}

// plural returns a number with its noun.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
