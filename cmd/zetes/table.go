package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/zetes-json/zetes/cmd/zetes/internal/measure"
)

// printTable prints a line for each result, and the geometric mean of the ratios for each type and operation.
func printTable(w io.Writer, results []measure.Result) error {
	lines := [][]string{{"document", "type", "operation", "zetes MB/s", "std MB/s", "ratio", "zetes allocs", "std allocs"}}
	type kind struct {
		typ string
		op  measure.Op
	}
	var kinds []kind
	logs := map[kind][]float64{}
	for _, r := range results {
		lines = append(lines, []string{
			r.Name, r.Type, string(r.Op), fmt.Sprintf("%.0f", r.Rate(r.Cost)), fmt.Sprintf("%.0f", r.Rate(r.Ref)),
			fmt.Sprintf("%.2fx", r.Ratio()), fmt.Sprint(r.Cost.Allocs), fmt.Sprint(r.Ref.Allocs),
		})
		k := kind{r.Type, r.Op}
		if logs[k] == nil {
			kinds = append(kinds, k)
		}
		logs[k] = append(logs[k], math.Log(r.Ratio()))
	}
	lines = append(lines, nil)
	for _, k := range kinds {
		sum := 0.0
		for _, l := range logs[k] {
			sum += l
		}
		mean := fmt.Sprintf("%.2fx", math.Exp(sum/float64(len(logs[k]))))
		lines = append(lines, []string{"geometric mean", k.typ, string(k.op), "", "", mean, "", ""})
	}
	return printLines(w, lines, 3)
}

// printLines prints cells in columns, the first left of them flush left and the others flush right.
func printLines(w io.Writer, lines [][]string, left int) error {
	var widths []int
	for _, line := range lines {
		for i, cell := range line {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for _, line := range lines {
		var l strings.Builder
		for i, cell := range line {
			if i > 0 {
				l.WriteString("  ")
			}
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i < left {
				l.WriteString(cell + pad)
			} else {
				l.WriteString(pad + cell)
			}
		}
		b.WriteString(strings.TrimRight(l.String(), " ") + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
