package matrix

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"

	"github.com/zetes-json/zetes/bench/measure"
)

// summaryFile has a line for each cell: its key, what is known of it, and the quartiles of its rounds in place of
// the rounds.
const summaryFile = "cells.csv"

var summaryHead = []string{"op", "data", "form", "procs", "lib", "size", "same", "calls", "cpu-q1", "cpu-median", "cpu-q3", "wall-median", "allocs", "bytes",
	"retained", "binary", "peak", "differs", "error"}

// Summarize replaces the rounds of complete results in dir by a summary, which is what is kept in a repository.
// [Open] reads it, but a run cannot go on from it.
func Summarize(dir string) error {
	r, err := Open(dir)
	switch {
	case err != nil:
		return err
	case !r.Meta.Finished:
		return fmt.Errorf("the run in %s is not complete: go on with matrix --resume", dir)
	case r.summary:
		return fmt.Errorf("%s holds a summary already", dir)
	}
	name := filepath.Join(dir, summaryFile)
	f, err := os.Create(name + ".new")
	if err != nil {
		return err
	}
	w := csv.NewWriter(f)
	w.Write(summaryHead) // errors stay with w
	for _, c := range r.Cells {
		w.Write(c.record())
	}
	w.Flush()
	if err = w.Error(); err == nil {
		err = f.Close()
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err == nil {
		err = os.Remove(filepath.Join(dir, rawFile))
	}
	if err == nil {
		err = os.Remove(filepath.Join(dir, notesFile))
	}
	return err
}

// record returns the cell's line of a summary, in the order of summaryHead.
func (c *Cell) record() []string {
	quartiles := []string{"", "", "", ""}
	if len(c.CPU) > 0 {
		for i, q := range []float64{0.25, 0.5, 0.75} {
			quartiles[i] = short(measure.Quantile(c.CPU, q))
		}
		quartiles[3] = short(measure.Median(c.Wall))
	}
	figure := func(x float64) string {
		if x == 0 {
			return ""
		}
		return short(x)
	}
	return append(append([]string{c.Op, c.Data, c.Form, strconv.Itoa(c.Procs), c.Lib, strconv.Itoa(c.Size), string(c.Same), strconv.Itoa(c.N)}, quartiles...),
		figure(c.Allocs), figure(c.Bytes), figure(c.Retained), figure(c.Binary), figure(c.Peak), c.Differs, c.Err)
}

// readSummary adds the cells of a summary.
func (r *Results) readSummary(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if len(rows) == 0 || !reflect.DeepEqual(rows[0], summaryHead) {
		return fmt.Errorf("%s does not begin with the names of its columns", name)
	}
	for i, row := range rows[1:] {
		c, err := parseRecord(row)
		if err != nil {
			return fmt.Errorf("%s, line %d: %w", name, i+2, err)
		}
		r.Cells = append(r.Cells, c)
		r.ends[c.Key.String()] = true
	}
	r.summary = true
	return nil
}

// parseRecord is the way back from record. The quartiles stand for five rounds that have them, and the same median.
func parseRecord(row []string) (*Cell, error) {
	var failed error
	whole := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			failed = err
		}
		return n
	}
	figure := func(s string) float64 {
		if s == "" {
			return 0
		}
		x, err := strconv.ParseFloat(s, 64)
		if err != nil {
			failed = err
		}
		return x
	}
	c := &Cell{
		Key: Key{Op: row[0], Data: row[1], Form: row[2], Procs: whole(row[3])}, Lib: row[4], Size: whole(row[5]), Same: Same(row[6]), N: whole(row[7]),
		Allocs: figure(row[12]), Bytes: figure(row[13]), Retained: figure(row[14]), Binary: figure(row[15]), Peak: figure(row[16]), Differs: row[17], Err: row[18],
	}
	if row[9] != "" {
		q1, median, q3, wall := figure(row[8]), figure(row[9]), figure(row[10]), figure(row[11])
		c.CPU = []float64{q1, q1, median, q3, q3}
		c.Wall = []float64{wall, wall, wall, wall, wall}
	}
	return c, failed
}
