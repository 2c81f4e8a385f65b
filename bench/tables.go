package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/zetes-json/zetes/bench/matrix"
	"github.com/zetes-json/zetes/bench/measure"
)

// printTables prints results as plain text, a table per group.
func printTables(w io.Writer, r *matrix.Results) {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	var last matrix.Key
	for _, c := range r.Cells {
		if c.Key != last {
			last = c.Key
			fmt.Fprintf(tw, "\n%s\tMB/s\t±\t× std\tallocs\tB\t\n", c.Key)
		}
		switch {
		case c.Err != "":
			fmt.Fprintf(tw, "  %s\t-\t\t\t\t\t%s\n", c.Lib, c.Err)
			continue
		case c.Binary > 0:
			fmt.Fprintf(tw, "  %s\t\t\t\t\t%.0f\tbytes more in a program\n", c.Lib, c.Binary)
			continue
		case len(c.CPU) == 0:
			continue
		}
		t := measure.Median(c.CPU)
		ratio := ""
		if b := r.Baseline(c); b != nil && len(b.CPU) > 0 {
			ratio = fmt.Sprintf("%.2f", measure.Median(b.CPU)/t)
		}
		speed := fmt.Sprintf("%.1f", c.MBps())
		if c.Size == 0 {
			speed = fmt.Sprintf("%.1f µs", t/1e3)
		}
		note := ""
		if c.Same == matrix.SameValue {
			note = "differs: " + c.Differs
		}
		fmt.Fprintf(tw, "  %s\t%s\t%.0f%%\t%s\t%.1f\t%.0f\t%s\n", c.Lib, speed, c.Spread()*100, ratio, c.Allocs, c.Bytes, note)
	}
	tw.Flush()
}
