// Command bigarray reads an array of any length element by element. It makes its own input, a gigabyte unless told
// otherwise, and says how much memory it took.
//
//	go run ./examples/bigarray -mb 100
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/stream"
)

type row struct {
	ID    int     `json:"id"`
	Name  string  `json:"name"`
	Score float64 `json:"score"`
}

// sums are the ways to read the array: what they take does not depend on its length.
var sums = map[string]func(io.Reader) (rows int, sum float64, err error){"hand": byHand, "elements": byElements}

func main() {
	mb := flag.Int64("mb", 1000, "megabytes of JSON to read")
	how := flag.String("by", "hand", "hand: a codec.Reader; elements: stream.Elements")
	flag.Parse()
	total, ok := sums[*how]
	if !ok {
		fmt.Fprintln(os.Stderr, "-by is hand or elements")
		os.Exit(2)
	}
	if *mb < 0 {
		fmt.Fprintln(os.Stderr, "-mb can't be negative")
		os.Exit(2)
	}
	rows, sum, err := total(&generator{left: *mb << 20})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	fmt.Printf("%d rows, total %.1f, %.1f MB of memory from the system\n", rows, sum, float64(m.Sys)/(1<<20))
}

// byHand adds up the scores of an array of rows, and looks at nothing else of them.
func byHand(src io.Reader) (rows int, sum float64, err error) {
	r := codec.NewReader(src)
	defer r.Release()
	for range r.Array() {
		for name := range r.Object() {
			if name == "score" {
				sum += r.Float64()
			}
		}
		if r.Err() == nil {
			rows++
		}
	}
	return rows, sum, r.Close()
}

// byElements does the same with rows that are decoded as a whole.
func byElements(src io.Reader) (rows int, sum float64, err error) {
	for v, err := range stream.Elements[row](src) {
		if err != nil {
			return rows, sum, fmt.Errorf("row %d: %w", rows+1, err)
		}
		rows++
		sum += v.Score
	}
	return rows, sum, nil
}

// generator is an endless document that ends when it has given left bytes or a few more.
type generator struct {
	left int64
	id   int
	rest []byte
	done bool
}

func (g *generator) Read(p []byte) (int, error) {
	for len(g.rest) == 0 {
		switch {
		case g.done:
			return 0, io.EOF
		case g.left <= 0:
			g.rest, g.done = []byte("]"), true
			if g.id == 0 {
				g.rest = []byte("[]")
			}
		default:
			separator := ","
			if g.id == 0 {
				separator = "["
			}
			g.id++
			g.rest = fmt.Appendf(g.rest[:0], `%s{"id":%d,"name":"row %[2]d","score":0.5}`, separator, g.id)
			g.left -= int64(len(g.rest))
		}
	}
	n := copy(p, g.rest)
	g.rest = g.rest[n:]
	return n, nil
}
