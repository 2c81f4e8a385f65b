// Package articles runs the field's published benchmark tables again, each under its own name.
//
// Files: articles.go (the list, and how a table is run) · versions.go and versiontables.go (a) · null.go (b) ·
// documents.go, published.go and ujson.go (c) · payloads.go (d) · custom.go (e) · services.go (f) · gojay.go (what gojay asks of types) ·
// foobar (the code that (a) hands to old toolchains).
package articles

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/zetes-json/zetes/bench/measure"
	"github.com/zetes-json/zetes/bench/progress"
)

// Options say how long to measure.
type Options struct {
	Rounds int
	Batch  time.Duration
	Line   *progress.Line // shows what is being done
	Tree   string         // the directory of zetes, where it is not a module that was downloaded
}

// Article is one published table.
type Article struct {
	Name  string
	About string
	Run   func(ctx context.Context, w io.Writer, o Options) error
}

// All lists the tables.
var All = []Article{
	{"versions", "(a) {Foo, Bar, Baz} through Go 1.21 … 1.27: encoding/json against ffjson, easyjson and zetes", versions},
	{"null", "(b) null.Int, two time.Time and null.String: encoding/json against json-iterator without and with codecs, parallel", nulls},
	{"documents", "(c) easyjson's tables: small, regular, large; unmarshal, marshal, marshal concurrently; writers, pools, reused slices; Python's ujson", documents},
	{"payloads", "(d) jingo's small, large and string-heavy payloads", payloads},
	{"custom", "(e) what a custom MarshalJSON costs: naïve, hinted, smart, fake, and how it grows with nesting", custom},
	{"services", "(f) what services get and answer: a language model's request, its answer whole and in pieces, issues, a graph, a source tree; with and without 64 MB of live heap", services},
}

// entry is one line of a table.
type entry struct {
	name string
	size int
	// start returns the function that does the work once; each goroutine starts its own.
	start     func() func() error
	published string // what the article printed, as it printed it
	// prove, when set, says whether the work is right, before anything is timed.
	prove func() error
}

// once makes a start function of work that keeps nothing.
func once(f func() error) func() func() error { return func() func() error { return f } }

// reused is an entry that appends to a slice of its own, which must give want.
func reused(name string, want []byte, appendTo func(b []byte) ([]byte, error)) entry {
	return entry{
		name: name, size: len(want),
		prove: func() error {
			b, err := appendTo(nil)
			if err == nil && !bytes.Equal(b, want) {
				err = fmt.Errorf("another result than encoding/json: %.40s", b)
			}
			return err
		},
		start: func() func() error {
			var b []byte
			return func() (err error) {
				b, err = appendTo(b[:0])
				return err
			}
		},
	}
}

// versus measures the entries interleaved and prints them. Interrupted, it prints what it has.
func versus(ctx context.Context, w io.Writer, o Options, title string, procs int, entries []entry) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("interrupted before %q", title)
	}
	o.Line.Show("%s", title)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
	var fs []measure.Func
	for _, e := range entries {
		var wrong error
		if e.prove != nil {
			wrong = e.prove()
		}
		runs := make([]func() error, procs)
		for i := range runs {
			runs[i] = e.start()
		}
		fs = append(fs, measure.Func{Run: func(n int) error {
			if wrong != nil {
				return wrong
			}
			return share(runs, n)
		}})
	}
	out := measure.Run(measure.Config{Rounds: o.Rounds, Batch: o.Batch, Stop: func() bool { return ctx.Err() != nil }}, fs)
	o.Line.Clear()
	rounds := o.Rounds
	for i := range out {
		if s := &out[i]; s.Err == nil {
			if rounds = min(rounds, len(s.CPU)); len(s.CPU) == 0 {
				s.Err = errors.New("interrupted")
			}
		}
	}
	if procs > 1 {
		title = fmt.Sprintf("%s, %d goroutines (wall time)", title, procs)
	}
	if err := printEntries(w, title, entries, out, procs > 1); err != nil || ctx.Err() == nil {
		return err
	}
	fmt.Fprintf(w, "  interrupted: %d of %d rounds\n", rounds, o.Rounds)
	return errors.New("interrupted")
}

// printEntries prints a table of what was measured; × is against the first entry.
func printEntries(w io.Writer, title string, entries []entry, out []measure.Sample, wall bool) error {
	fmt.Fprintf(w, "\n%s\n", title)
	known := slices.ContainsFunc(entries, func(e entry) bool { return e.published != "" })
	if !known {
		fmt.Fprintln(w, "  published: no figures are known")
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(tw, "  library\tns/op\tMB/s\tB/op\tallocs/op\t×")
	if known {
		fmt.Fprint(tw, "\tpublished")
	}
	fmt.Fprintln(tw)
	times := func(s measure.Sample) float64 {
		if wall {
			return measure.Median(s.Wall)
		}
		return measure.Median(s.CPU)
	}
	for i, s := range out {
		e := entries[i]
		if s.Err != nil {
			fmt.Fprintf(tw, "  %s\t-\t\t\t\t\t%s\n", e.name, strings.TrimSpace(e.published+" "+s.Err.Error()))
			continue
		}
		ratio := "-"
		if out[0].Err == nil {
			ratio = fmt.Sprintf("%.2f", times(out[0])/times(s))
		}
		fmt.Fprintf(tw, "  %s\t%.0f\t%.0f\t%.0f\t%.1f\t%s", e.name, times(s), float64(e.size)/times(s)*1e3, s.Bytes, s.Allocs, ratio)
		if known {
			fmt.Fprintf(tw, "\t%s", cmp.Or(e.published, "not published"))
		}
		fmt.Fprintln(tw)
	}
	return tw.Flush()
}

// share divides n calls among goroutines.
func share(runs []func() error, n int) error {
	errs := make(chan error, len(runs))
	for i, run := range runs {
		go func() {
			for range (n + i) / len(runs) {
				if err := run(); err != nil {
					errs <- err
					return
				}
			}
			errs <- nil
		}()
	}
	var first error
	for range runs {
		if err := <-errs; first == nil {
			first = err
		}
	}
	return first
}
