package matrix

import (
	"bufio"
	"context"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/zetes-json/zetes/bench/lib"
	"github.com/zetes-json/zetes/bench/progress"
)

// Job is a run of the matrix.
type Job struct {
	Select  Select
	Options Options
	Command string // as it was called, for the record
	Dir     string // where results go; empty: Root/<date-toolchain-processor>
	Root    string
	Resume  bool // go on with what Dir holds
	// Slice, when set, ends the run at the end of a group after about that time; the next run with the same Dir
	// goes on.
	Slice time.Duration
	Log   io.Writer
	// Child returns the command that measures keys in a process of its own.
	Child func(ctx context.Context, keys []Key, libs []*lib.Lib, o Options, until time.Time) *exec.Cmd
	// Probe, when set, tells what each library really does.
	Probe func(ctx context.Context, libs []*lib.Lib) map[string]map[string]string
}

// Run measures and returns the directory of the results. When ctx ends, what was measured so far is kept.
func (j *Job) Run(ctx context.Context) (string, error) {
	if _, _, err := j.Select.Groups(); err != nil {
		return "", err
	}
	if j.Dir == "" {
		m := j.meta(nil)
		j.Dir = filepath.Join(j.Root, m.DirName())
	}
	var old *Results
	_, missing := os.Stat(filepath.Join(j.Dir, metaFile))
	switch {
	case j.Resume || j.Slice > 0 && missing == nil:
		var err error
		if old, err = Open(j.Dir); err == nil && old.summary {
			err = fmt.Errorf("%s holds a summary: its rounds are gone, and no run goes on from it", j.Dir)
		}
		if err != nil {
			return "", err
		}
		j.Select, j.Options = old.Meta.Select, old.Meta.Options
	case missing == nil:
		return "", fmt.Errorf("%s already holds results; go on with --resume %s, or name another directory with --out", j.Dir, j.Dir)
	}
	var until time.Time
	if j.Slice > 0 {
		until = time.Now().Add(j.Slice)
	}
	keys, libs, err := j.Select.Groups()
	if err != nil {
		return "", err
	}
	m := j.meta(libs)
	if old != nil {
		m.Started, m.Command, m.Probes = old.Meta.Started, old.Meta.Command, old.Meta.Probes
	}
	if m.Probes == nil && j.Probe != nil {
		m.Probes = j.Probe(ctx, libs)
	}
	var done map[string]bool
	if old != nil {
		done = old.ends
	}
	s, err := create(j.Dir, m, old)
	if err != nil {
		return "", err
	}
	defer s.close()
	if err := j.measure(ctx, s, keys, libs, done, until); err != nil {
		return j.Dir, err
	}
	m.Finished = true
	return j.Dir, s.saveMeta(m)
}

func (j *Job) measure(ctx context.Context, s *store, keys []Key, libs []*lib.Lib, done map[string]bool, until time.Time) error {
	type part struct {
		data  string
		procs int
	}
	var parts []part
	byPart := map[part][]Key{}
	p := &tracker{line: progress.New(j.Log), start: time.Now()}
	for _, k := range keys {
		if done[k.String()] {
			continue
		}
		at := part{k.Data, k.Procs}
		if byPart[at] == nil {
			parts = append(parts, at)
		}
		byPart[at] = append(byPart[at], k)
		for _, l := range libs {
			if l.Missing == "" && k.has(l) {
				p.total += j.Options.Rounds
			}
		}
		p.groups++
	}
	for _, at := range parts {
		if over(until) {
			break
		}
		if err := j.child(ctx, s, byPart[at], libs, p, until); err != nil {
			p.line.Clear()
			if ctx.Err() != nil {
				return errors.New("interrupted; nothing measured is lost, go on with: bench matrix --resume " + j.Dir)
			}
			fmt.Fprintf(j.Log, "%s, %d goroutines: %v\n", at.data, at.procs, err)
		}
	}
	p.line.Clear()
	if p.done < p.groups && over(until) {
		return &SliceError{Dir: j.Dir, Done: len(keys) - p.groups + p.done, Of: len(keys)}
	}
	if j.Options.Extra {
		return j.extras(ctx, s, libs, done, until)
	}
	return nil
}

// SliceError says that a slice of a run is over before the run is.
type SliceError struct {
	Dir      string
	Done, Of int // groups
}

func (e *SliceError) Error() string {
	return fmt.Sprintf("%d of %d groups are measured; the same command goes on", e.Done, e.Of)
}

// over reports whether a slice has come to its end.
func over(until time.Time) bool { return !until.IsZero() && time.Now().After(until) }

// child measures the groups of one document in a process of their own, so that heaps don't mix.
func (j *Job) child(ctx context.Context, s *store, keys []Key, libs []*lib.Lib, p *tracker, until time.Time) error {
	cmd := j.Child(ctx, keys, libs, j.Options, until)
	cmd.Env = append(cmd.Environ(), "GOMAXPROCS="+strconv.Itoa(keys[0].Procs))
	cmd.Stderr = j.Log
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	var cells []*Cell
	p.at(keys[0].String())
	sc := bufio.NewScanner(out)
	sc.Buffer(nil, 1<<24)
	next := 1
	for sc.Scan() {
		var m Message
		if stdjson.Unmarshal(sc.Bytes(), &m) != nil {
			fmt.Fprintln(j.Log, sc.Text()) // a library that prints
			continue
		}
		switch {
		case m.Tick:
			p.tick()
		case m.Cell != nil:
			cells = append(cells, m.Cell)
		case m.End != "":
			if err := s.group(cells); err != nil {
				return err
			}
			cells = nil
			p.done++
			if next < len(keys) {
				p.at(keys[next].String())
			}
			next++
		}
	}
	return cmd.Wait()
}

func (j *Job) meta(libs []*lib.Lib) *Meta {
	m := &Meta{
		Command: j.Command, Started: time.Now(), Go: runtime.Version(), GOOS: runtime.GOOS, GOARCH: runtime.GOARCH,
		CPU: CPUName(), NumCPU: runtime.NumCPU(), Libs: map[string]string{}, About: map[string]string{}, Levels: map[string]string{},
		Missing: map[string]string{}, Select: j.Select, Options: j.Options,
	}
	if out, err := exec.Command("git", "rev-parse", "--short=12", "HEAD").Output(); err == nil {
		m.Commit = strings.TrimSpace(string(out))
	}
	for _, l := range libs {
		m.Libs[l.Name], m.About[l.Name], m.Levels[l.Name] = l.Version(), l.About, l.Level.String()
		if l.Missing != "" {
			m.Missing[l.Name] = l.Missing
		}
	}
	return m
}

// tracker shows what runs and how much is left.
type tracker struct {
	line                       *progress.Line
	start                      time.Time
	total, ticks, groups, done int
	what                       string
}

func (p *tracker) at(what string) { p.what = what; p.show() }

func (p *tracker) tick() { p.ticks++; p.show() }

func (p *tracker) show() {
	left := "…"
	if p.ticks > 20 {
		d := time.Duration(float64(time.Since(p.start)) / float64(p.ticks) * float64(max(0, p.total-p.ticks)))
		left = d.Round(time.Second).String() + " left"
	}
	p.line.Show("[%3d%%] %s (%d of %d), %s", 100*p.ticks/max(1, p.total), p.what, p.done+1, p.groups, left)
}
