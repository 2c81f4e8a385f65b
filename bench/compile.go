package main

import (
	stdjson "encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/zetes-json/zetes/bench/lib"
	"github.com/zetes-json/zetes/bench/matrix"
	"github.com/zetes-json/zetes/bench/measure"
)

const compileTypes = 3000

// compileLibs compile a plan per type; each gets types of its own, since some keep parts of plans by field type.
var compileLibs = []string{"zetes", "goccy", "sonic", "std"}

// compileRows measures the first use of many distinct struct types of 20 fields.
func compileRows(f coreFlags, enc *stdjson.Encoder) error {
	asked := splitList(f.libs)
	for li, name := range compileLibs {
		if asked != nil && name != "zetes" && !slices.Contains(asked, name) {
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
		marshal := &coreCell{Row: "compile", Data: "marshal", Lib: name}
		unmarshal := &coreCell{Row: "compile", Data: "unmarshal", Lib: name}
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
		for _, c := range []*coreCell{marshal, unmarshal} {
			if err := enc.Encode(c); err != nil {
				return err
			}
		}
	}
	return nil
}
