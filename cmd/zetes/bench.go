package main

import (
	stdjson "encoding/json"
	"fmt"
	"regexp"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/zetes-json/zetes/cmd/zetes/internal/measure"
	"github.com/zetes-json/zetes/internal/corpus"
	"github.com/zetes-json/zetes/json"
)

// The two sides of the comparison.
var (
	zetesLibrary = measure.Library{Name: "zetes", Marshal: json.Marshal, Unmarshal: json.Unmarshal}
	stdLibrary   = measure.Library{Name: "encoding/json", Marshal: stdjson.Marshal, Unmarshal: stdjson.Unmarshal}
)

// benchOptions are the flags of zetes bench.
type benchOptions struct {
	run     string
	time    time.Duration
	builtin bool
}

func benchCommand(s streams) *cobra.Command {
	var o benchOptions
	c := &cobra.Command{
		Use:   "bench [FILE...]",
		Short: "Compare zetes with encoding/json on real documents",
		Long: `Bench takes the JSON documents that come with the Go tree (or those built in, where the tree has none), decodes each into Go
types and into any, and encodes it back, with zetes and with encoding/json. It first checks that values, output and errors are the
same, and fails if one is not. Then it times both, by turns, and prints one table.

MB/s counts the JSON text read or written. Times are wall clock, medians of 7 rounds.
With FILEs, these are measured instead, into any.`,
		Example: "  zetes bench\n  zetes bench -run 'twitter.*decode'\n  zetes bench my.json",
		RunE:    func(_ *cobra.Command, files []string) error { return bench(s, o, files, zetesLibrary) },
	}
	c.Flags().StringVarP(&o.run, "run", "r", "", "measure only rows (document, type and operation) that match this regular expression")
	c.Flags().DurationVarP(&o.time, "time", "t", 20*time.Second, "how long to measure, all in all")
	c.Flags().BoolVar(&o.builtin, "builtin", false, "take the documents that are built in")
	return c
}

// row is a line of the table to be.
type row struct {
	measure.Case
	op measure.Op
}

func (r row) String() string { return fmt.Sprintf("%s %s %s", r.Name, r.Type, r.op) }

// bench checks and measures lib, which is zetes but in tests.
func bench(s streams, o benchOptions, files []string, lib measure.Library) error {
	keep, err := regexp.Compile(o.run)
	if err != nil {
		return fmt.Errorf("bad -run: %w", err)
	}
	docs, source, err := documents(o, files)
	if err != nil {
		return err
	}
	rows := benchRows(docs, keep)
	if len(rows) == 0 {
		return fmt.Errorf("no row matches %q", o.run)
	}
	p := newProgress(s.err, len(rows))
	fmt.Fprintf(s.err, "documents: %s\n", source)

	var wrong []error
	var results []measure.Result
	verdicts := map[string]error{} // of the cases checked so far
	for _, r := range rows {
		p.step(r.Name, r.Type+" "+string(r.op))
		id := r.Name + " " + r.Type
		verdict, checked := verdicts[id]
		if !checked {
			if verdict = measure.Check(r.Case, lib, stdLibrary); verdict != nil {
				wrong = append(wrong, verdict)
			}
			verdicts[id] = verdict
		}
		if verdict != nil {
			continue // a wrong result has no speed
		}
		res, err := measure.Time(r.Case, r.op, lib, stdLibrary, o.time/time.Duration(len(rows)))
		if err != nil {
			return fmt.Errorf("%s: %w", r, err)
		}
		results = append(results, res)
	}
	p.clear()
	if err := printTable(s.out, results); err != nil {
		return err
	}
	if len(wrong) > 0 {
		fmt.Fprintf(s.err, "\nFAIL: %d of %d checks found a wrong result\n", len(wrong), len(verdicts))
		for _, err := range wrong {
			fmt.Fprintf(s.err, "\t%v\n", err)
		}
		return errReported
	}
	_, err = fmt.Fprintf(s.out, "\nall values, output and errors are those of encoding/json (%s)\n", runtime.Version())
	return err
}

// benchRows lists the rows that keep matches: document by document, typed before any.
func benchRows(docs []corpus.Doc, keep *regexp.Regexp) []row {
	var rows []row
	add := func(doc corpus.Doc, as string, newValue func() any) {
		c := measure.Case{Name: doc.Name, Type: as, JSON: doc.JSON, New: newValue}
		for _, op := range measure.Ops {
			if r := (row{c, op}); keep.MatchString(r.String()) {
				rows = append(rows, r)
			}
		}
	}
	for _, doc := range docs {
		if doc.New != nil {
			add(doc, "typed", doc.New)
		}
		add(doc, "any", func() any { return new(any) })
	}
	return rows
}
