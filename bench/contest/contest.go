// Package contest measures contestants against each other, row by row, and says which targets are reached.
//
// A row is an operation on some documents. Each document has a process of its own, so that heaps don't mix: the
// parent starts the same command for it, which prints its cells. In a cell's process all contestants run by turns
// (package measure), each after its result has been compared with the one that is wanted.
//
// Files: contest.go (cells, and how they are measured) · command.go (flags, parent and child) · table.go (what is
// printed) · kept.go (tables and pictures of cells that were kept).
package contest

import (
	"fmt"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/zetes-json/zetes/bench/measure"
)

// Row is an operation, and what is to be reached in it.
type Row struct {
	Name  string
	Ours  string // the contestant whose figure is judged
	Peers []Peer
	Docs  []string // the documents it is measured on; nil: all of the plan's
	// Procs, when set, is how many processors the contestants have. Time is then that of the clock.
	Procs int
}

// on reports whether the row is measured on the document.
func (r *Row) on(doc string) bool { return r.Docs == nil || slices.Contains(r.Docs, doc) }

// Peer is a contestant to measure against, and by how much it is to be beaten.
type Peer struct {
	Name         string
	Geomean, Min float64 // ratios; zero: not asked for
}

// Entry is one contestant. The first of a row is the one that is judged.
type Entry struct {
	Name string
	// Run does the work n times.
	Run func(n int) error
	// Result does it once, for the comparison.
	Result func() (any, error)
	// Peak, when set, returns how many bytes of the heap the work holds at most.
	Peak func() (float64, error)
}

// Cell is a measured entry, as the child process reports it.
type Cell struct {
	Row, Data, Lib string
	Size           int
	CPU            []float64 // ns per call, one per round; of the clock where the row says how many processors there are
	Allocs, Bytes  float64
	Peak           float64 `json:",omitempty"`
	Differs        string  `json:",omitempty"` // how the result differs from the one that is wanted
	Err            string  `json:",omitempty"`
}

// MBps returns the cell's speed, the median of its rounds.
func (c *Cell) MBps() float64 { return float64(c.Size) / measure.Median(c.CPU) * 1e3 }

// Lines returns the cell in the format of Go's benchmarks, a line per round.
func (c *Cell) Lines() string {
	var b strings.Builder
	plain := strings.NewReplacer("/", ".", " ", "_")
	for _, ns := range c.CPU {
		fmt.Fprintf(&b, "BenchmarkRows/row=%s/data=%s/lib=%s \t1\t%.6g cpu-ns/op\t%.0f B/op\t%.5g allocs/op\n",
			plain.Replace(c.Row), plain.Replace(c.Data), plain.Replace(c.Lib), ns, c.Bytes, c.Allocs)
	}
	return b.String()
}

// Find returns the cell of that row, document and contestant, or nil.
func Find(cells []*Cell, row, data, lib string) *Cell {
	for _, c := range cells {
		if c.Row == row && c.Data == data && c.Lib == lib {
			return c
		}
	}
	return nil
}

// Session measures one document in this process.
type Session struct {
	flags *flags
	rows  *regexp.Regexp
	emit  func(*Cell) error
}

// Wants reports whether the row is asked for and measured on the document.
func (s *Session) Wants(row *Row, doc string) bool {
	return row.on(doc) && s.rows.MatchString(row.Name)
}

// Asked reports whether the contestant is asked for by name; without names all are, but for those that take part on
// request only.
func (s *Session) Asked(lib string, onRequest bool) bool {
	if len(s.flags.libs) == 0 {
		return !onRequest
	}
	return slices.Contains(s.flags.libs, lib)
}

// Emit reports a cell that was measured in another way than by Race.
func (s *Session) Emit(c *Cell) error { return s.emit(c) }

// Race measures the entries on a document of so many bytes. The results must equal that of want, if it is set.
func (s *Session) Race(row *Row, doc string, size int, want func() (any, error), entries []Entry) error {
	if row.Procs > 0 {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(row.Procs))
	}
	var cells []*Cell
	var fs []measure.Func
	for _, e := range entries {
		if e.Name != row.Ours && !s.Asked(e.Name, false) {
			continue
		}
		c := &Cell{Row: row.Name, Data: doc, Lib: e.Name, Size: size}
		c.Differs, c.Err = differs(want, e.Result)
		run := e.Run
		if e.Peak != nil && c.Err == "" {
			peak, err := e.Peak()
			if c.Peak = peak; err != nil {
				c.Err = err.Error()
			}
		}
		if c.Err != "" {
			run = func(int) error { return fmt.Errorf("%s", c.Err) }
		}
		cells = append(cells, c)
		fs = append(fs, measure.Func{Run: run})
	}
	for k, m := range measure.Run(measure.Config{Rounds: s.flags.rounds, Batch: s.flags.batch}, fs) {
		c := cells[k]
		c.CPU, c.Allocs, c.Bytes = m.CPU, m.Allocs, m.Bytes
		if row.Procs > 0 {
			c.CPU = m.Wall
		}
		if m.Err != nil {
			c.Err = m.Err.Error()
		}
		if err := s.emit(c); err != nil {
			return err
		}
	}
	return nil
}

// differs compares a result with the one that is wanted.
func differs(want, result func() (any, error)) (diff, fail string) {
	got, err := result()
	if err != nil {
		return "", err.Error()
	}
	if want == nil {
		return "", ""
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
