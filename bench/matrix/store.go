package matrix

import (
	"bufio"
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/zetes-json/zetes/bench/measure"
	"golang.org/x/perf/benchfmt"
)

// Files of a directory of results.
const (
	rawFile   = "raw.txt"     // the format of Go's benchmarks
	notesFile = "notes.jsonl" // cells without figures, and ends of groups
	metaFile  = "run.json"
)

// Meta says how results were made.
type Meta struct {
	Command  string
	Started  time.Time
	Go       string
	GOOS     string
	GOARCH   string
	CPU      string
	NumCPU   int
	Commit   string            `json:",omitempty"`
	Libs     map[string]string // name: version
	About    map[string]string // name: configuration
	Levels   map[string]string // name: categories
	Missing  map[string]string `json:",omitempty"`
	Select   Select
	Options  Options
	Probes   map[string]map[string]string `json:",omitempty"` // probe: library: what it does
	Finished bool
}

// Results is a directory of results, read.
type Results struct {
	Meta    Meta
	Cells   []*Cell
	ends    map[string]bool
	summary bool // there are no rounds any more
}

// Open reads a directory of results, complete or not.
func Open(dir string) (*Results, error) {
	r := &Results{ends: map[string]bool{}}
	b, err := os.ReadFile(filepath.Join(dir, metaFile))
	if err != nil {
		return nil, fmt.Errorf("%s holds no results of bench: %w", dir, err)
	}
	if err := stdjson.Unmarshal(b, &r.Meta); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, metaFile), err)
	}
	if name := filepath.Join(dir, summaryFile); exists(name) && !exists(filepath.Join(dir, rawFile)) {
		return r, r.readSummary(name)
	}
	if err := r.readNotes(filepath.Join(dir, notesFile)); err != nil {
		return nil, err
	}
	if err := r.readRaw(filepath.Join(dir, rawFile)); err != nil {
		return nil, err
	}
	r.dropUnmeasured()
	return r, nil
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// dropUnmeasured forgets groups whose figures the raw file has lost: they are to be measured again.
func (r *Results) dropUnmeasured() {
	lost := map[Key]bool{}
	for _, c := range r.Cells {
		if c.Err == "" && c.Binary == 0 && (len(c.Wall) == 0 || c.Op != "first-use" && len(c.Wall) < r.Meta.Options.Rounds) {
			lost[c.Key] = true
		}
	}
	r.Cells = slices.DeleteFunc(r.Cells, func(c *Cell) bool { return lost[c.Key] })
	for k := range lost {
		delete(r.ends, k.String())
	}
}

// readNotes collects the cells of complete groups.
func (r *Results) readNotes(name string) error {
	f, err := os.Open(name)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	var group []*Cell
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<24)
	for sc.Scan() {
		var m Message
		if stdjson.Unmarshal(sc.Bytes(), &m) != nil {
			group = nil // a line cut off when the run was
			continue
		}
		if m.Cell != nil {
			group = append(group, m.Cell)
		}
		if m.End != "" && !r.ends[m.End] {
			r.ends[m.End] = true
			for _, c := range group {
				if c.String() == m.End {
					r.Cells = append(r.Cells, c)
				}
			}
			group = nil
		}
	}
	return sc.Err()
}

// readRaw adds the figures.
func (r *Results) readRaw(name string) error {
	f, err := os.Open(name)
	if os.IsNotExist(err) && len(r.Cells) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	byName := map[string]*Cell{}
	for _, c := range r.Cells {
		byName[strings.TrimPrefix(c.Name(), "Benchmark")] = c
	}
	br := benchfmt.NewReader(f, name)
	for br.Scan() {
		res, ok := br.Result().(*benchfmt.Result)
		if !ok {
			continue // other lines are allowed
		}
		c := byName[string(res.Name.Full())]
		if c == nil {
			continue
		}
		// The reader has turned nanoseconds into seconds.
		if wall, ok := res.Value("sec/op"); ok {
			c.Wall = append(c.Wall, wall*1e9)
		}
		if ns, ok := measure.CPUOf(res); ok {
			c.CPU = append(c.CPU, ns)
		}
	}
	return br.Err()
}

// store writes results as they come.
type store struct {
	dir   string
	raw   *os.File
	notes *os.File
}

// create starts a directory of results, or opens one to go on with.
func create(dir string, m *Meta, old *Results) (*store, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	s := &store{dir: dir}
	if err := s.saveMeta(m); err != nil {
		return nil, err
	}
	var err error
	// Groups that an interrupted run left half-done are dropped by writing the complete groups again.
	if s.raw, err = os.Create(filepath.Join(dir, rawFile+".new")); err != nil {
		return nil, err
	}
	if s.notes, err = os.Create(filepath.Join(dir, notesFile+".new")); err != nil {
		return nil, err
	}
	fmt.Fprintf(s.raw, "toolchain: %s\ngoos: %s\ngoarch: %s\ncpu: %s\ncommit: %s\ncommand: %s\n", m.Go, m.GOOS, m.GOARCH, m.CPU, m.Commit, m.Command)
	if old != nil {
		for len(old.Cells) > 0 {
			k := old.Cells[0].Key
			n := slices.IndexFunc(old.Cells, func(c *Cell) bool { return c.Key != k })
			if n < 0 {
				n = len(old.Cells)
			}
			if err := s.group(old.Cells[:n]); err != nil {
				return nil, err
			}
			old.Cells = old.Cells[n:]
		}
	}
	if err := os.Rename(s.raw.Name(), filepath.Join(dir, rawFile)); err != nil {
		return nil, err
	}
	return s, os.Rename(s.notes.Name(), filepath.Join(dir, notesFile))
}

func (s *store) saveMeta(m *Meta) error {
	b, err := stdjson.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(s.dir, metaFile), append(b, '\n'), 0o644)
}

// group writes a complete group.
func (s *store) group(cells []*Cell) error {
	if len(cells) == 0 {
		return nil
	}
	var raw, notes bytes.Buffer
	enc := stdjson.NewEncoder(&notes)
	for _, c := range cells {
		raw.WriteString(c.Lines())
		note := *c
		note.CPU, note.Wall = nil, nil
		if err := enc.Encode(Message{Cell: &note}); err != nil {
			return err
		}
	}
	if err := enc.Encode(Message{End: cells[0].String()}); err != nil {
		return err
	}
	if _, err := s.raw.Write(raw.Bytes()); err != nil {
		return err
	}
	_, err := s.notes.Write(notes.Bytes())
	return err
}

func (s *store) close() error {
	err := s.raw.Close()
	if e := s.notes.Close(); err == nil {
		err = e
	}
	return err
}

var notName = regexp.MustCompile(`[^a-z0-9.]+`)

// DirName returns the name results of this machine go by: date, toolchain, processor.
func (m *Meta) DirName() string {
	cpu := strings.Trim(notName.ReplaceAllString(strings.ToLower(m.CPU), "-"), "-")
	return fmt.Sprintf("%s-%s-%s", m.Started.Format("2006-01-02"), m.Go, cpu)
}

// CPUName returns the processor's name.
func CPUName() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return "unknown"
	}
	defer f.Close()
	b, _ := io.ReadAll(io.LimitReader(f, 1<<16))
	for line := range strings.Lines(string(b)) {
		if k, v, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(k) == "model name" {
			return strings.TrimSpace(v)
		}
	}
	return "unknown"
}

// Spread returns the distance from the first to the third quartile, as a share of the median.
func (c *Cell) Spread() float64 {
	if len(c.CPU) == 0 {
		return math.NaN()
	}
	xs := slices.Sorted(slices.Values(c.CPU))
	q := func(p float64) float64 { return xs[int(p*float64(len(xs)-1)+0.5)] }
	return (q(0.75) - q(0.25)) / q(0.5)
}

// Baseline returns encoding/json's cell for the same document, operation and number of goroutines, nil if there is
// none: its Marshal for appending, its struct form for generated code and codecs, its any form for trees.
func (r *Results) Baseline(c *Cell) *Cell {
	want := c.Key
	switch want.Form {
	case "typed", "generated", "codec":
		want.Form = "struct"
	case "dom":
		want.Form = "any"
	}
	if want.Op == "append" {
		want.Op = "marshal"
	}
	for _, b := range r.Cells {
		if b.Lib == "std" && b.Key == want {
			return b
		}
	}
	return nil
}
