package matrix

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/zetes-json/zetes/bench/measure"
)

// Same says how far a result is that of encoding/json.
type Same string

// The grades of sameness. Only cells of the first two are timed.
const (
	SameBytes Same = "bytes" // byte for byte; for values: deeply equal
	SameValue Same = "value" // other bytes, the same meaning
	Other     Same = "other" // another result: not timed
)

// Cell is one library in one group.
type Cell struct {
	Key
	Lib      string
	Size     int       // bytes of JSON that one call handles
	Same     Same      `json:",omitempty"`
	Differs  string    `json:",omitempty"` // where the result leaves encoding/json's
	Err      string    `json:",omitempty"` // why the cell wasn't timed
	N        int       // calls per round
	CPU      []float64 `json:",omitempty"`
	Wall     []float64 `json:",omitempty"` // nanoseconds per call, one per round
	Allocs   float64
	Bytes    float64
	Retained float64 `json:",omitempty"` // heap that one kept result holds, in bytes
	Binary   float64 `json:",omitempty"` // bytes that a program grows by
	Peak     float64 `json:",omitempty"` // growth of the process's memory while it ran, in bytes
}

// Name returns the cell's name in the raw file.
func (c *Cell) Name() string { return fmt.Sprintf("BenchmarkJSON/%s/lib=%s", c.Key, c.Lib) }

// MBps returns the median speed in megabytes of JSON per second of processor time.
func (c *Cell) MBps() float64 { return float64(c.Size) / measure.Median(c.CPU) * 1e3 }

// Lines returns the cell in the format of Go's benchmarks, a line per round.
func (c *Cell) Lines() string {
	var b strings.Builder
	if c.Binary > 0 {
		fmt.Fprintf(&b, "%s \t1\t%.0f binary-B\n", c.Name(), c.Binary)
	}
	for i, wall := range c.Wall {
		fmt.Fprintf(&b, "%s \t%d\t%s ns/op\t%s cpu-ns/op", c.Name(), c.N, short(wall), short(c.CPU[i]))
		if c.Size > 0 {
			fmt.Fprintf(&b, "\t%s MB/s", short(float64(c.Size)/c.CPU[i]*1e3))
		}
		fmt.Fprintf(&b, "\t%.0f B/op\t%s allocs/op", c.Bytes, short(c.Allocs))
		if c.Retained > 0 {
			fmt.Fprintf(&b, "\t%.0f retained-B", c.Retained)
		}
		if c.Peak > 0 {
			fmt.Fprintf(&b, "\t%.0f peak-B", c.Peak)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// short formats a figure with what it is good for: five digits.
func short(x float64) string {
	if math.Abs(x) >= 1e5 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', 5, 64)
}
