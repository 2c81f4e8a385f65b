// Command bigarray reads an array of any length element by element. It makes its own input, a gigabyte unless told otherwise, and
// says how much memory it took.
//
//	go run ./examples/bigarray -mb 100
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/zetes-json/zetes/json"
)

type row struct {
	ID    int     `json:"id"`
	Name  string  `json:"name"`
	Score float64 `json:"score"`
}

func main() {
	mb := flag.Int64("mb", 1000, "megabytes of JSON to read")
	flag.Parse()
	rows, sum, err := total(&generator{left: *mb << 20})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	fmt.Printf("%d rows, total %.1f, %.1f MB of memory from the system\n", rows, sum, float64(m.Sys)/(1<<20))
}

// total adds up the scores of an array of rows.
func total(r io.Reader) (rows int, sum float64, err error) {
	d := json.NewDecoder(r)
	if _, err := d.Token(); err != nil { // the opening bracket
		return 0, 0, err
	}
	for d.More() {
		var v row
		if err := d.Decode(&v); err != nil {
			return rows, sum, fmt.Errorf("row %d: %w", rows+1, err)
		}
		rows++
		sum += v.Score
	}
	_, err = d.Token() // the closing one
	return rows, sum, err
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
