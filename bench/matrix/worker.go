package matrix

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/zetes-json/zetes/bench/lib"
	"github.com/zetes-json/zetes/bench/measure"
)

// Options say how long to measure.
type Options struct {
	Rounds int
	Batch  time.Duration
	Memory bool // also retained heap and peak
	Extra  bool // also first use and binary size
}

// Message is what a worker tells the process that started it, one line of JSON each.
type Message struct {
	Tick bool   `json:",omitempty"` // a round is done
	Cell *Cell  `json:",omitempty"`
	End  string `json:",omitempty"` // the group is complete
}

// Work measures groups of one document in this process and writes messages to w. It starts no group after until,
// unless that is zero.
func Work(w io.Writer, keys []Key, libs []*lib.Lib, o Options, until time.Time) error {
	if len(keys) == 0 {
		return nil
	}
	d, err := Load(keys[0].Data)
	if err != nil {
		return err
	}
	enc := stdjson.NewEncoder(w)
	for _, k := range keys {
		if over(until) {
			return nil
		}
		if err := group(d, k, libs, o, enc); err != nil {
			return err
		}
		if err := enc.Encode(Message{End: k.String()}); err != nil {
			return err
		}
	}
	return nil
}

func group(d *Doc, k Key, libs []*lib.Lib, o Options, enc *stdjson.Encoder) error {
	var cells []*Cell
	var works []*work
	var fs []measure.Func
	for _, l := range libs {
		if l.Missing != "" || !k.has(l) {
			continue
		}
		c := &Cell{Key: k, Lib: l.Name}
		cells = append(cells, c)
		w := proven(d, k, l, c)
		works = append(works, w)
		runs := make([]func() error, k.Procs)
		fs = append(fs, measure.Func{Run: func(n int) error {
			if c.Err != "" {
				return errors.New(c.Err)
			}
			return runParallel(w, runs, n)
		}})
	}
	tick := func() { _ = enc.Encode(Message{Tick: true}) }
	for i, s := range measure.Run(measure.Config{Rounds: o.Rounds, Batch: o.Batch, Tick: tick}, fs) {
		c := cells[i]
		c.CPU, c.Wall, c.N, c.Allocs, c.Bytes = s.CPU, s.Wall, s.N, s.Allocs, s.Bytes
		if s.Err != nil {
			c.Err = s.Err.Error()
		} else if o.Memory && k.Procs == 1 {
			c.Retained, c.Peak = retained(works[i]), peak(works[i])
		}
		if err := enc.Encode(Message{Cell: c}); err != nil {
			return err
		}
	}
	return nil
}

// proven prepares a library's work and proves its result. A library that panics fails alone.
func proven(d *Doc, k Key, l *lib.Lib, c *Cell) (out *work) {
	defer func() {
		if r := recover(); r != nil {
			c.Same, c.Err = Other, fmt.Sprint("panics: ", r)
		}
	}()
	w, err := prepare(d, k, l)
	if err != nil {
		c.Same, c.Err = Other, err.Error()
		return nil
	}
	c.Size = w.size
	// Several times: an unsorted map of two names is in order half the time.
	for range max(1, min(8, 1<<20/max(w.size, 1))) {
		if c.Same, c.Differs, err = w.prove(); err != nil || c.Same != SameBytes {
			break
		}
	}
	switch {
	case err != nil:
		c.Same, c.Err = Other, err.Error()
	case c.Same == Other:
		c.Err = "another result than " + l.Reference().Name + "'s: " + c.Differs
	}
	return w
}

// runParallel shares n calls among goroutines. runs keeps what each has started, and so its buffers, from batch to
// batch.
func runParallel(w *work, runs []func() error, n int) error {
	for i, run := range runs {
		if run == nil {
			var err error
			if runs[i], err = w.start(); err != nil {
				return err
			}
		}
	}
	loop := func(run func() error, n int) error {
		for range n {
			if err := run(); err != nil {
				return err
			}
		}
		return nil
	}
	if len(runs) == 1 {
		return loop(runs[0], n)
	}
	errs := make([]error, len(runs))
	var wg sync.WaitGroup
	for i, run := range runs {
		wg.Go(func() { errs[i] = loop(run, (n+i)/len(runs)) })
	}
	wg.Wait()
	return errors.Join(errs...)
}
