package main

import (
	"context"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"go/token"
	"os"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/zetes-json/zetes/cmd/zetes/internal/measure"
	"github.com/zetes-json/zetes/cmd/zetes/internal/subject"
	"github.com/zetes-json/zetes/internal/tests/corpus"
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
	typ     string // a package and the name of a type in it, as ./orders.Order, or empty
	tags    string
}

func benchCommand(s streams) *cobra.Command {
	var o benchOptions
	c := &cobra.Command{
		Use:   "bench [FILE...]",
		Short: "Compare zetes with encoding/json on real documents",
		Long: `Bench takes the JSON documents that come with the Go tree (or those built in, where the tree has none), decodes each into Go
types and into any, and encodes it back, with zetes and with encoding/json. It first checks that values, output and errors are the
same, and fails if one is not. Then it times both, by turns, and prints one table.

MB/s counts the JSON text read or written, by processor time, garbage collection included; medians of 7 rounds.
With FILEs, these are measured instead, into any; each file is one document, and files of lines are refused. With -type they are measured into that Go type too: a package, a dot and a name, as
./orders.Order or example.com/shop.Item, or a name alone for the package that is here. A program around the type is compiled
for that, which runs the package's init functions and the type's methods. Nothing is written into its folder.`,
		Example: "  zetes bench\n  zetes bench -run 'twitter.*decode'\n  zetes bench my.json\n  zetes bench -type ./orders.Order order.json",
		RunE: func(c *cobra.Command, files []string) error {
			if o.typ == "" {
				return bench(s, o, files, inProcess(zetesLibrary))
			}
			ctx, stop := untilSignal(c)
			defer stop()
			err := benchType(ctx, s, o, files)
			if ctx.Err() != nil {
				return errInterrupted
			}
			return err
		},
	}
	c.Flags().StringVarP(&o.run, "run", "r", "", "measure only rows (document, type and operation) that match this regular expression")
	c.Flags().DurationVarP(&o.time, "time", "t", 20*time.Second, "how long to measure, all in all")
	c.Flags().BoolVar(&o.builtin, "builtin", false, "take the documents that are built in")
	c.Flags().StringVar(&o.typ, "type", "", "measure FILEs into this Go type, as ./orders.Order")
	c.Flags().StringVar(&o.tags, "tags", "", "build tags for the type's package, as the go command's")
	return c
}

// benchType measures with a program around a Go type.
func benchType(ctx context.Context, s streams, o benchOptions, files []string) error {
	if len(files) == 0 {
		return misuse{errors.New("-type measures FILEs: name one")}
	}
	pkg, name := ".", o.typ
	if dot := strings.LastIndexByte(o.typ, '.'); dot > 0 {
		pkg, name = o.typ[:dot], o.typ[dot+1:]
	}
	if !token.IsIdentifier(name) {
		return misuse{fmt.Errorf("bad -type %q: a package and a name, as ./orders.Order", o.typ)}
	}
	tmp, err := os.MkdirTemp("", "zetes-bench-")
	if err != nil {
		return err
	}
	defer removeFolder(tmp)
	wish := subject.Wish{Tmp: tmp, Patterns: []string{pkg}, Tags: o.tags, All: true, Run: regexp.MustCompile(`\.` + regexp.QuoteMeta(name) + `$`)}
	_, exe, _, err := program(ctx, s, wish, tmp, subject.Bench)
	if errors.Is(err, subject.ErrNoMatch) {
		err = fmt.Errorf("bad -type %q: the package %s has no type %s that JSON can hold", o.typ, pkg, name)
	}
	if err != nil {
		return misuse{err}
	}
	return bench(s, o, files, around(ctx, exe, o.typ))
}

// meter is what looks at cases: in this process or, for Go types of the caller's, in another one.
type meter struct {
	typ   string // of the caller's
	check func(c measure.Case) error
	time  func(c measure.Case, op measure.Op, budget time.Duration) (measure.Result, error)
}

// inProcess compares lib, which is zetes but in tests, with encoding/json.
func inProcess(lib measure.Library) meter {
	return meter{"", func(c measure.Case) error { return measure.Check(c, lib, stdLibrary) },
		func(c measure.Case, op measure.Op, budget time.Duration) (measure.Result, error) {
			return measure.Time(c, op, lib, stdLibrary, budget)
		}}
}

// around leaves cases of the type to the program exe, and takes the others itself.
func around(ctx context.Context, exe, typ string) meter {
	self := inProcess(zetesLibrary)
	ask := func(task measure.Task) (measure.Result, error) {
		a, err := measure.Ask(ctx, exe, task)
		if err == nil && a.Error != "" {
			err = errors.New(a.Error)
		}
		return a.Result, err
	}
	return meter{typ, func(c measure.Case) error {
		if ctx.Err() != nil {
			return ctx.Err()
		} else if c.New != nil {
			return self.check(c)
		}
		_, err := ask(measure.Task{Name: c.Name, Type: c.Type, JSON: c.JSON})
		return err
	}, func(c measure.Case, op measure.Op, budget time.Duration) (measure.Result, error) {
		if ctx.Err() != nil {
			return measure.Result{}, ctx.Err()
		} else if c.New != nil {
			return self.time(c, op, budget)
		}
		return ask(measure.Task{Name: c.Name, Type: c.Type, JSON: c.JSON, Op: op, Budget: budget})
	}}
}

// row is a line of the table to be.
type row struct {
	measure.Case
	op measure.Op
}

func (r row) String() string { return fmt.Sprintf("%s %s %s", r.Name, r.Type, r.op) }

// bench checks and measures documents by m.
func bench(s streams, o benchOptions, files []string, m meter) error {
	keep, err := regexp.Compile(o.run)
	if err != nil {
		return misuse{fmt.Errorf("bad -run: %w", err)}
	}
	if o.time <= 0 {
		return misuse{errors.New("bad -time: it must be positive")}
	}
	docs, source, err := documents(o, files)
	if err != nil {
		return err
	}
	rows := benchRows(docs, m.typ, keep)
	if len(rows) == 0 {
		return misuse{fmt.Errorf("no row matches %q", o.run)}
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
			if verdict = m.check(r.Case); verdict != nil {
				wrong = append(wrong, verdict)
			}
			verdicts[id] = verdict
		}
		if verdict != nil {
			continue // a wrong result has no speed
		}
		res, err := m.time(r.Case, r.op, o.time/time.Duration(len(rows)))
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

// benchRows lists the rows that keep matches: document by document, typed before any. typ is a type that is not of this
// program, or empty.
func benchRows(docs []corpus.Doc, typ string, keep *regexp.Regexp) []row {
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
		if typ != "" {
			add(doc, typ, nil)
		}
		add(doc, "any", func() any { return new(any) })
	}
	return rows
}
