package main

import (
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"

	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/bench/lib"
	"github.com/zetes-json/zetes/bench/matrix"
	"github.com/zetes-json/zetes/bench/measure"
)

const compileTypes = 3000

// compileLibs compile a plan per type; each gets types of its own, since some keep parts of plans by field type.
var compileLibs = []string{"zetes", "goccy", "sonic", "std"}

// compileRows measures the first use of many distinct struct types of 20 fields.
func compileRows(s *contest.Session) error {
	for li, name := range compileLibs {
		if name != "zetes" && !s.Asked(name, false) {
			continue
		}
		l, err := lib.Get(name)
		if err != nil {
			return err
		}
		n := compileTypes
		if name == "sonic" {
			n = 200 // machine code is made for each: thousands take minutes
		}
		marshal := &contest.Cell{Row: "compile", Data: "marshal", Lib: name}
		unmarshal := &contest.Cell{Row: "compile", Data: "unmarshal", Lib: name}
		for i := range n {
			v := reflect.New(matrix.StructType(li, i))
			p := v.Interface()
			text := []byte(fmt.Sprintf(`{"f%d_%d_0":1}`, li, i))
			first := measure.Once(func() { _, err = l.Marshal(p) })
			again := measure.Once(func() { _, err = l.Marshal(p) })
			if err != nil {
				marshal.Err = err.Error()
				break
			}
			marshal.CPU = append(marshal.CPU, first-again)
			first = measure.Once(func() { err = l.Unmarshal(text, p) })
			again = measure.Once(func() { err = l.Unmarshal(text, p) })
			if err != nil {
				unmarshal.Err = err.Error()
				break
			}
			unmarshal.CPU = append(unmarshal.CPU, first-again)
		}
		for _, c := range []*contest.Cell{marshal, unmarshal} {
			if err := s.Emit(c); err != nil {
				return err
			}
		}
	}
	return nil
}

func printCompile(w io.Writer, cells []*contest.Cell) {
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
			fmt.Fprintf(w, "; under 20 µs: %s", contest.Reached(t < 20))
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
