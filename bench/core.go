package main

import (
	"bufio"
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/bench/lib"
	"github.com/zetes-json/zetes/bench/measure"
)

// rowSet is one line of the list of targets: an operation, the peers it is measured against, and what is to be reached.
type rowSet struct {
	name  string
	ours  string // library whose figure is judged
	peers []peer
	prove bool // results must equal encoding/json's
	// prepare returns a function that runs l on the document n times, nil where l has no such operation.
	prepare func(d *doc, l *lib.Lib) (run func(n int) error, result func() (any, error))
	// bytes is the size that MB/s counts.
	bytes func(d *doc) int
}

// peer is a library to beat, and by how much.
type peer struct {
	lib          string
	geomean, min float64 // zero: not asked for
}

// doc is a document with everything that the rows need, prepared once per process.
type doc struct {
	set                     *data.Set
	text, compact, indented []byte
	value                   any // of the document's own type
	tree                    any // as decoded into an any
	out, outTree            int // sizes of the encodings of value and tree
}

func loadDoc(name string) (*doc, error) {
	set, err := data.Get(name)
	if err != nil {
		return nil, err
	}
	d := &doc{set: set}
	if d.text, err = set.Text(); err != nil {
		return nil, err
	}
	if d.compact, err = set.Compact(); err != nil {
		return nil, err
	}
	if d.indented, err = set.Indented(); err != nil {
		return nil, err
	}
	d.value = set.New()
	if err = stdjson.Unmarshal(d.text, d.value); err != nil {
		return nil, err
	}
	if err = stdjson.Unmarshal(d.text, &d.tree); err != nil {
		return nil, err
	}
	b, err := stdjson.Marshal(d.value)
	if err != nil {
		return nil, err
	}
	t, err := stdjson.Marshal(d.tree)
	d.out, d.outTree = len(b), len(t)
	return d, err
}

var rowSets = []rowSet{
	{
		name: "unmarshal/typed", ours: "zetes", prove: true,
		peers:   []peer{{"goccy", 2, 1.4}, {"sonic", 2, 1.1}},
		prepare: func(d *doc, l *lib.Lib) (func(int) error, func() (any, error)) { return runUnmarshal(d, l, d.set.New) },
		bytes:   func(d *doc) int { return len(d.text) },
	}, {
		name: "marshal/typed", ours: "zetes", prove: true,
		peers:   []peer{{"goccy", 1.6, 1.1}},
		prepare: func(d *doc, l *lib.Lib) (func(int) error, func() (any, error)) { return runMarshal(l, d.value) },
		bytes:   func(d *doc) int { return d.out },
	}, {
		name: "append/typed", ours: "zetes", prove: true,
		peers:   []peer{{"sonic-std", 3, 0}},
		prepare: func(d *doc, l *lib.Lib) (func(int) error, func() (any, error)) { return runAppend(l, d.value) },
		bytes:   func(d *doc) int { return d.out },
	}, {
		name: "unmarshal/any", ours: "zetes", prove: true,
		peers: []peer{{"goccy", 1.1, 0}, {"sonic", 1.2, 0}},
		prepare: func(d *doc, l *lib.Lib) (func(int) error, func() (any, error)) {
			return runUnmarshal(d, l, func() any { return new(any) })
		},
		bytes: func(d *doc) int { return len(d.text) },
	}, {
		name: "marshal/any", ours: "zetes", prove: true,
		peers:   []peer{{"sonic-std", 1.5, 0}},
		prepare: func(d *doc, l *lib.Lib) (func(int) error, func() (any, error)) { return runMarshal(l, d.tree) },
		bytes:   func(d *doc) int { return d.outTree },
	}, {
		name: "valid", ours: "zetes", prove: true,
		peers: []peer{{"goccy", 1.2, 0}},
		prepare: func(d *doc, l *lib.Lib) (func(int) error, func() (any, error)) {
			if l.Valid == nil {
				return nil, nil
			}
			return func(n int) error {
				for range n {
					if !l.Valid(d.text) {
						return fmt.Errorf("%s calls %s invalid", l.Name, d.set.Name)
					}
				}
				return nil
			}, func() (any, error) { return l.Valid(d.text), nil }
		},
		bytes: func(d *doc) int { return len(d.text) },
	}, {
		name: "compact", ours: "zetes", prove: true,
		peers: []peer{{"goccy", 1.2, 0}},
		prepare: func(d *doc, l *lib.Lib) (func(int) error, func() (any, error)) {
			return runBuffer(l.Compact, d.indented)
		},
		bytes: func(d *doc) int { return len(d.indented) },
	}, {
		name: "indent", ours: "zetes", prove: true,
		peers:   []peer{{"goccy", 1.2, 0}},
		prepare: func(d *doc, l *lib.Lib) (func(int) error, func() (any, error)) { return runBuffer(l.Indent, d.compact) },
		bytes:   func(d *doc) int { return len(d.compact) },
	},
}

func runUnmarshal(d *doc, l *lib.Lib, fresh func() any) (func(int) error, func() (any, error)) {
	if l.Unmarshal == nil {
		return nil, nil
	}
	return func(n int) error {
			for range n {
				if err := l.Unmarshal(d.text, fresh()); err != nil {
					return err
				}
			}
			return nil
		}, func() (any, error) {
			v := fresh()
			err := l.Unmarshal(d.text, v)
			return v, err
		}
}

func runMarshal(l *lib.Lib, v any) (func(int) error, func() (any, error)) {
	if l.Marshal == nil {
		return nil, nil
	}
	return func(n int) error {
			for range n {
				if _, err := l.Marshal(v); err != nil {
					return err
				}
			}
			return nil
		}, func() (any, error) {
			b, err := l.Marshal(v)
			return string(b), err
		}
}

func runAppend(l *lib.Lib, v any) (func(int) error, func() (any, error)) {
	if l.Append == nil {
		return nil, nil
	}
	var buf []byte
	return func(n int) error {
			for range n {
				var err error
				if buf, err = l.Append(buf[:0], v); err != nil {
					return err
				}
			}
			return nil
		}, func() (any, error) {
			b, err := l.Append(nil, v)
			return string(b), err
		}
}

func runBuffer(f func(*bytes.Buffer, []byte) error, src []byte) (func(int) error, func() (any, error)) {
	if f == nil {
		return nil, nil
	}
	var buf bytes.Buffer
	return func(n int) error {
			for range n {
				buf.Reset()
				if err := f(&buf, src); err != nil {
					return err
				}
			}
			return nil
		}, func() (any, error) {
			var b bytes.Buffer
			err := f(&b, src)
			return b.String(), err
		}
}

// coreCell is one measured cell, as the child process reports it.
type coreCell struct {
	Row, Data, Lib string
	Size           int
	CPU            []float64 // ns per call, one per round
	Allocs, Bytes  float64
	Differs        string `json:",omitempty"` // how the result differs from encoding/json's
	Err            string `json:",omitempty"`
}

func (c *coreCell) mbps() float64 { return float64(c.Size) / measure.Median(c.CPU) * 1e3 }

type coreFlags struct {
	run, libs, data string
	rounds          int
	batch           time.Duration
	procs           int
	raw             string
	child           string
}

func coreCommand() *cobra.Command {
	var f coreFlags
	c := &cobra.Command{
		Use:   "core",
		Short: "Measure the rows zetes is held to and say which targets are reached",
		Long: "Measures zetes against goccy and sonic, interleaved, in processor time, one process per document.\n" +
			"Every result is compared with encoding/json's before it is timed. Row names: unmarshal/typed, marshal/typed,\n" +
			"append/typed, unmarshal/any, marshal/any, valid, compact, indent, compile.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.child != "" {
				return coreChild(f, cmd.OutOrStdout())
			}
			return coreParent(f, cmd.OutOrStdout())
		},
	}
	fl := c.Flags()
	fl.StringVarP(&f.run, "run", "r", "", "only rows whose name matches this regular expression")
	fl.StringVarP(&f.libs, "lib", "l", "", "only these libraries (comma separated) besides zetes; std may be added")
	fl.StringVarP(&f.data, "data", "d", "", "only these documents (comma separated)")
	fl.IntVarP(&f.rounds, "rounds", "n", 7, "interleaved rounds; the median counts")
	fl.DurationVar(&f.batch, "batch", 20*time.Millisecond, "processor time of one round of one library")
	fl.IntVar(&f.procs, "procs", 1, "GOMAXPROCS of the measuring processes")
	fl.StringVar(&f.raw, "raw", "", "also write the raw cells (JSON lines) to this file")
	fl.StringVar(&f.child, "child", "", "measure one document in this process and print raw cells")
	_ = fl.MarkHidden("child")
	return c
}

func splitList(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}

// libsOf returns the names of the libraries of a row set that the flags ask for; ours is always first.
func (f *coreFlags) libsOf(rs *rowSet) []string {
	names := []string{rs.ours}
	asked := splitList(f.libs)
	for _, p := range rs.peers {
		if asked == nil || slices.Contains(asked, p.lib) {
			names = append(names, p.lib)
		}
	}
	if slices.Contains(asked, "std") {
		names = append(names, "std")
	}
	return names
}

func (f *coreFlags) check() (*regexp.Regexp, []string, error) {
	re, err := regexp.Compile(f.run)
	if err != nil {
		return nil, nil, err
	}
	for _, l := range splitList(f.libs) {
		if _, err := lib.Get(l); err != nil {
			return nil, nil, err
		}
	}
	var names []string
	for _, s := range data.Sets {
		names = append(names, s.Name)
	}
	if f.data != "" {
		names = splitList(f.data)
	}
	for _, n := range names {
		if _, err := data.Get(n); err != nil {
			return nil, nil, err
		}
	}
	if f.rounds < 1 || f.batch <= 0 || f.procs < 1 {
		return nil, nil, fmt.Errorf("rounds, batch and procs must be positive")
	}
	return re, names, nil
}

// coreChild measures one document; parent and child are the same program.
func coreChild(f coreFlags, w io.Writer) error {
	re, _, err := f.check()
	if err != nil {
		return err
	}
	enc := stdjson.NewEncoder(w)
	if f.child == "compile" {
		return compileRows(f, enc)
	}
	d, err := loadDoc(f.child)
	if err != nil {
		return err
	}
	std, err := lib.Get("std")
	if err != nil {
		return err
	}
	for i := range rowSets {
		rs := &rowSets[i]
		if !re.MatchString(rs.name) {
			continue
		}
		var cells []*coreCell
		var fs []measure.Func
		_, want := rs.prepare(d, std)
		for _, name := range f.libsOf(rs) {
			l, err := lib.Get(name)
			if err != nil {
				return err
			}
			run, result := rs.prepare(d, l)
			if run == nil {
				continue
			}
			c := &coreCell{Row: rs.name, Data: f.child, Lib: name, Size: rs.bytes(d)}
			c.Differs, c.Err = differs(rs, d, want, result)
			cells = append(cells, c)
			if c.Err != "" {
				run = func(int) error { return fmt.Errorf("%s", c.Err) }
			}
			fs = append(fs, measure.Func{Run: run})
		}
		for k, s := range measure.Run(measure.Config{Rounds: f.rounds, Batch: f.batch}, fs) {
			c := cells[k]
			c.CPU, c.Allocs, c.Bytes = s.CPU, s.Allocs, s.Bytes
			if s.Err != nil {
				c.Err = s.Err.Error()
			}
			if err := enc.Encode(c); err != nil {
				return err
			}
		}
	}
	return nil
}

// differs compares a library's result with encoding/json's.
func differs(rs *rowSet, d *doc, want, result func() (any, error)) (diff, fail string) {
	got, err := result()
	if err != nil {
		return "", err.Error()
	}
	if want == nil { // encoding/json has no such operation: its Marshal is the reference
		want = func() (any, error) { b, err := stdjson.Marshal(d.value); return string(b), err }
	}
	ref, err := want()
	if err != nil {
		return "", err.Error()
	}
	if reflect.DeepEqual(got, ref) {
		return "", ""
	}
	a, ok := got.(string)
	b, _ := ref.(string)
	if !ok {
		return "another value than encoding/json", ""
	}
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	return fmt.Sprintf("at byte %d: %.24q, encoding/json %.24q", i, a[i:], b[i:]), ""
}

func coreParent(f coreFlags, w io.Writer) error {
	re, names, err := f.check()
	if err != nil {
		return err
	}
	var raw io.Writer = io.Discard
	if f.raw != "" {
		file, err := os.Create(f.raw)
		if err != nil {
			return err
		}
		defer file.Close()
		raw = file
	}
	var rows []string
	for i := range rowSets {
		if re.MatchString(rowSets[i].name) {
			rows = append(rows, rowSets[i].name)
		}
	}
	var jobs []string
	if len(rows) > 0 {
		jobs = append(jobs, names...)
	}
	if re.MatchString("compile") {
		jobs = append(jobs, "compile")
	}
	if len(jobs) == 0 {
		return fmt.Errorf("no row matches %q", f.run)
	}
	var cells []*coreCell
	for i, job := range jobs {
		fmt.Fprintf(os.Stderr, "\r\033[K[%d/%d] %s", i+1, len(jobs), job)
		got, err := f.runChild(job, raw)
		cells = append(cells, got...)
		if err != nil {
			fmt.Fprintf(os.Stderr, "\r\033[K%s: %v\n", job, err)
		}
	}
	fmt.Fprint(os.Stderr, "\r\033[K")
	fmt.Fprintf(w, "%s %s/%s, GOMAXPROCS=%d, %d rounds of %v, processor time, medians\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, f.procs, f.rounds, f.batch)
	for i := range rowSets {
		printRowSet(w, &rowSets[i], cells)
	}
	printAllocs(w, cells)
	printCompile(w, cells)
	return nil
}

// runChild measures one document in a process of its own, so that heaps don't mix.
func (f *coreFlags) runChild(job string, raw io.Writer) ([]*coreCell, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(exe, "core", "--child", job, "--run", f.run, "--lib", f.libs,
		"--rounds", strconv.Itoa(f.rounds), "--batch", f.batch.String())
	cmd.Env = append(os.Environ(), "GOMAXPROCS="+strconv.Itoa(f.procs))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	var cells []*coreCell
	sc := bufio.NewScanner(out)
	sc.Buffer(nil, 1<<24)
	for sc.Scan() {
		c := new(coreCell)
		if err := stdjson.Unmarshal(sc.Bytes(), c); err != nil {
			fmt.Fprintln(os.Stderr, sc.Text())
			continue
		}
		fmt.Fprintln(raw, sc.Text())
		cells = append(cells, c)
	}
	return cells, cmd.Wait()
}

func find(cells []*coreCell, row, data, lib string) *coreCell {
	for _, c := range cells {
		if c.Row == row && c.Data == data && c.Lib == lib {
			return c
		}
	}
	return nil
}

func printRowSet(w io.Writer, rs *rowSet, cells []*coreCell) {
	var names, docs []string
	for _, c := range cells {
		if c.Row != rs.name {
			continue
		}
		if !slices.Contains(names, c.Lib) {
			names = append(names, c.Lib)
		}
		if !slices.Contains(docs, c.Data) {
			docs = append(docs, c.Data)
		}
	}
	if len(docs) == 0 {
		return
	}
	fmt.Fprintf(w, "\n== %s, MB/s\n", rs.name)
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(tw, "data\tbytes\t")
	for i, n := range names {
		fmt.Fprintf(tw, "%s\t", n)
		if i > 0 {
			fmt.Fprint(tw, "×\t")
		}
	}
	fmt.Fprintln(tw)
	ratios := map[string][]float64{}
	var notes []string
	for _, d := range docs {
		var ours *coreCell
		for i, n := range names {
			c := find(cells, rs.name, d, n)
			if i == 0 {
				ours = c
				size := 0
				if c != nil {
					size = c.Size
				}
				fmt.Fprintf(tw, "%s\t%d\t", d, size)
			}
			if c == nil || c.Err != "" {
				if c != nil {
					notes = append(notes, fmt.Sprintf("%s on %s fails: %s", n, d, c.Err))
				}
				fmt.Fprint(tw, "-\t")
				if i > 0 {
					fmt.Fprint(tw, "\t")
				}
				continue
			}
			if c.Differs != "" {
				notes = append(notes, fmt.Sprintf("%s on %s differs: %s", n, d, c.Differs))
			}
			fmt.Fprintf(tw, "%.0f\t", c.mbps())
			if i > 0 {
				if ours == nil || ours.Err != "" {
					fmt.Fprint(tw, "\t")
					continue
				}
				r := ours.mbps() / c.mbps()
				ratios[n] = append(ratios[n], r)
				fmt.Fprintf(tw, "%.2f\t", r)
			}
		}
		fmt.Fprintln(tw)
	}
	tw.Flush()
	for _, n := range names[1:] {
		p := peer{lib: n}
		for _, q := range rs.peers {
			if q.lib == n {
				p = q
			}
		}
		p.verdict(w, rs.ours, ratios[n])
	}
	for _, n := range notes {
		fmt.Fprintln(w, "  note:", n)
	}
}

// verdict prints geomean and minimum against what is to be reached.
func (p peer) verdict(w io.Writer, ours string, ratios []float64) {
	if len(ratios) == 0 {
		return
	}
	g, m := measure.Geomean(ratios), slices.Min(ratios)
	fmt.Fprintf(w, "  %s against %s: geomean %.2f, min %.2f", ours, p.lib, g, m)
	if p.geomean > 0 {
		fmt.Fprintf(w, "; to reach: geomean %.2f", p.geomean)
		if p.min > 0 {
			fmt.Fprintf(w, ", min %.2f", p.min)
		}
		if g >= p.geomean && m >= p.min {
			fmt.Fprint(w, ": reached")
		} else {
			fmt.Fprint(w, ": NOT REACHED")
		}
	}
	fmt.Fprintln(w)
}

// halfOfGoccy lists the documents whose typed decoding may take half of goccy's allocations.
var halfOfGoccy = []string{"twitter", "citm", "golang_source"}

// plainStructs lists the documents whose types hold no maps, nor interfaces with something in them.
var plainStructs = []string{"point", "invoice", "twitter", "canada", "golang_source"}

func printAllocs(w io.Writer, cells []*coreCell) {
	var out bytes.Buffer
	tw := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	n := 0
	line := func(c *coreCell, target string, ok bool) {
		n++
		verdict := "reached"
		if !ok {
			verdict = "NOT REACHED"
		}
		fmt.Fprintf(tw, "  %s\t%s\t%.2f allocations, %.0f B\t%s\t%s\n", c.Row, c.Data, c.Allocs, c.Bytes, target, verdict)
	}
	// Rounds share the process with the runtime, so a stray allocation is tolerated.
	const slack = 0.05
	for _, c := range cells {
		plain := slices.Contains(plainStructs, c.Data)
		switch {
		case c.Lib != "zetes" || c.Err != "":
		case c.Row == "append/typed" && plain:
			line(c, "0", c.Allocs < slack)
		case c.Row == "marshal/typed" && plain:
			line(c, "1", c.Allocs < 1+slack)
		case c.Row == "unmarshal/typed" && slices.Contains(halfOfGoccy, c.Data):
			if g := find(cells, c.Row, c.Data, "goccy"); g != nil {
				line(c, fmt.Sprintf("≤ half of goccy's %.0f", g.Allocs), c.Allocs <= g.Allocs/2)
			}
		}
	}
	if tw.Flush(); n > 0 {
		fmt.Fprintf(w, "\n== allocations\n%s", out.Bytes())
	}
}

func printCompile(w io.Writer, cells []*coreCell) {
	head := false
	for _, c := range cells {
		if c.Row != "compile" {
			continue
		}
		if !head {
			fmt.Fprintln(w, "\n== first use of a type (20-field structs, processor time per type; the second call's time taken off)")
			head = true
		}
		if c.Err != "" {
			fmt.Fprintf(w, "  %-14s %-12s fails: %s\n", c.Data, c.Lib, c.Err)
			continue
		}
		t := measure.Median(c.CPU) / 1e3
		fmt.Fprintf(w, "  %-14s %-12s %8.1f µs a type, %6.0f ms for all %d, slowest %6.0f µs", c.Data, c.Lib, t,
			total(c.CPU)/1e6, len(c.CPU), slices.Max(c.CPU)/1e3)
		if c.Lib == "zetes" {
			verdict := "reached"
			if t >= 20 {
				verdict = "NOT REACHED"
			}
			fmt.Fprintf(w, "; under 20 µs: %s", verdict)
		}
		fmt.Fprintln(w)
	}
}

func total(xs []float64) float64 {
	var t float64
	for _, x := range xs {
		t += math.Max(x, 0)
	}
	return t
}
