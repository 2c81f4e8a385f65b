package main

import (
	stdjson "encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/bench/lib"
)

// coreRow is one line of the list of targets.
type coreRow struct {
	contest.Row
	prepare func(d *doc, l *lib.Lib) work
	bytes   func(d *doc) int // the size that MB/s counts
}

// coreRows are judged by zetes' figure. Every result must equal encoding/json's.
var coreRows = []*coreRow{
	{
		row("unmarshal/typed", contest.Peer{Name: "goccy", Geomean: 2, Min: 1.4}, contest.Peer{Name: "sonic", Geomean: 2, Min: 1.1}),
		func(d *doc, l *lib.Lib) work { return runUnmarshal(d, l, d.set.New) },
		func(d *doc) int { return len(d.text) },
	}, {
		row("marshal/typed", contest.Peer{Name: "goccy", Geomean: 1.6, Min: 1.1}),
		func(d *doc, l *lib.Lib) work { return runMarshal(l, d.value) },
		func(d *doc) int { return d.out },
	}, {
		row("append/typed", contest.Peer{Name: "sonic-std", Geomean: 3}),
		func(d *doc, l *lib.Lib) work { return runAppend(l, d.value) },
		func(d *doc) int { return d.out },
	}, {
		row("unmarshal/any", contest.Peer{Name: "goccy", Geomean: 1.1}, contest.Peer{Name: "sonic", Geomean: 1.2}),
		func(d *doc, l *lib.Lib) work { return runUnmarshal(d, l, func() any { return new(any) }) },
		func(d *doc) int { return len(d.text) },
	}, {
		row("marshal/any", contest.Peer{Name: "sonic-std", Geomean: 1.5}),
		func(d *doc, l *lib.Lib) work { return runMarshal(l, d.tree) },
		func(d *doc) int { return d.outTree },
	}, {
		row("valid", contest.Peer{Name: "goccy", Geomean: 1.2}),
		runValid,
		func(d *doc) int { return len(d.text) },
	}, {
		row("compact", contest.Peer{Name: "goccy", Geomean: 1.2}),
		func(d *doc, l *lib.Lib) work { return runBuffer(l.Compact, d.indented) },
		func(d *doc) int { return len(d.indented) },
	}, {
		row("indent", contest.Peer{Name: "goccy", Geomean: 1.2}),
		func(d *doc, l *lib.Lib) work { return runBuffer(l.Indent, d.compact) },
		func(d *doc) int { return len(d.compact) },
	},
}

func row(name string, peers ...contest.Peer) contest.Row {
	return contest.Row{Name: name, Ours: "zetes", Peers: peers}
}

func coreCommand() *cobra.Command { return corePlan().Command() }

func corePlan() *contest.Plan {
	p := &contest.Plan{
		Use:   "core",
		Short: "Measure the rows zetes is held to and say which targets are reached",
		Long: "Measures zetes against goccy and sonic, interleaved, in processor time, one process per document; --lib std adds\n" +
			"encoding/json. Every result is compared with encoding/json's before it is timed. Row names: unmarshal/typed,\n" +
			"marshal/typed, append/typed, unmarshal/any, marshal/any, valid, compact, indent, compile.",
		Apart:   []string{"compile"},
		Measure: measureCore,
		Check:   func(name string) error { _, err := lib.Get(name); return err },
		Verdicts: func(w io.Writer, cells []*contest.Cell) {
			contest.PrintLimits(w, "allocations", coreAllocs(cells))
			printCompile(w, cells)
		},
	}
	for _, r := range coreRows {
		p.Rows = append(p.Rows, &r.Row)
	}
	for _, s := range data.Sets {
		p.Docs = append(p.Docs, s.Name)
	}
	return p
}

func measureCore(s *contest.Session, name string) error {
	if name == "compile" {
		return compileRows(s)
	}
	d, err := loadDoc(name)
	if err != nil {
		return err
	}
	for _, r := range coreRows {
		if !s.Wants(&r.Row, name) {
			continue
		}
		names := []string{r.Ours}
		for _, p := range r.Peers {
			names = append(names, p.Name)
		}
		if s.Asked("std", true) {
			names = append(names, "std")
		}
		var entries []contest.Entry
		for _, n := range names {
			l, err := lib.Get(n)
			if err != nil {
				return err
			}
			if w := r.prepare(d, l); w.run != nil {
				entries = append(entries, contest.Entry{Name: n, Run: w.run, Result: w.result})
			}
		}
		if err := s.Race(&r.Row, name, r.bytes(d), r.wanted(d), entries); err != nil {
			return err
		}
	}
	return nil
}

// wanted returns what gives encoding/json's result. Where it has no such operation, its Marshal is the reference.
func (r *coreRow) wanted(d *doc) func() (any, error) {
	std, err := lib.Get("std")
	if err != nil {
		return func() (any, error) { return nil, err }
	}
	if w := r.prepare(d, std); w.result != nil {
		return w.result
	}
	return func() (any, error) { b, err := stdjson.Marshal(d.value); return string(b), err }
}

// halfOfGoccy lists the documents whose typed decoding may take half of goccy's allocations.
var halfOfGoccy = []string{"twitter", "citm", "golang_source"}

// plainStructs lists the documents whose types hold no maps, nor interfaces with something in them.
var plainStructs = []string{"point", "invoice", "twitter", "canada", "golang_source"}

func coreAllocs(cells []*contest.Cell) (limits []contest.Limit) {
	for _, c := range cells {
		plain := slices.Contains(plainStructs, c.Data)
		switch {
		case c.Lib != "zetes" || c.Err != "":
		case c.Row == "append/typed" && plain:
			limits = append(limits, contest.Allocs(c, 0, "0"))
		case c.Row == "marshal/typed" && plain:
			limits = append(limits, contest.Allocs(c, 1, "1"))
		case c.Row == "unmarshal/typed" && slices.Contains(halfOfGoccy, c.Data):
			if g := contest.Find(cells, c.Row, c.Data, "goccy"); g != nil {
				limits = append(limits, contest.Allocs(c, g.Allocs/2, fmt.Sprintf("≤ half of goccy's %.0f", g.Allocs)))
			}
		}
	}
	return limits
}
