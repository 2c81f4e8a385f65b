package instructions

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// Table has the number of instructions of a call by its name.
type Table map[string]uint64

// FileName returns the name of the table for a release of Go.
func FileName(release string) string { return release + "-amd64-" + Tier + ".txt" }

// Read reads a table: a name and a number in each line. Lines that begin with # are comments.
func Read(r io.Reader) (Table, error) {
	t := Table{}
	sc := bufio.NewScanner(r)
	for line := 1; sc.Scan(); line++ {
		text := strings.TrimSpace(sc.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		f := strings.Fields(text)
		if len(f) != 2 {
			return nil, fmt.Errorf("line %d is not a name and a number: %q", line, text)
		}
		n, err := strconv.ParseUint(f[1], 10, 64)
		if err != nil || n == 0 {
			return nil, fmt.Errorf("line %d: %q is not a number of instructions", line, f[1])
		}
		if t[f[0]] != 0 {
			return nil, fmt.Errorf("line %d: there are two rows %s", line, f[0])
		}
		t[f[0]] = n
	}
	return t, sc.Err()
}

// Write writes a table that Read reads, sorted by name, with a line that says how it was made.
func (t Table) Write(made string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Instructions of a call. %s\n", made)
	tw := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, name := range slices.Sorted(maps.Keys(t)) {
		fmt.Fprintf(tw, "%s\t%d\n", name, t[name])
	}
	tw.Flush()
	return b.Bytes()
}

// Bounds says by how many percent a call may change: beyond Report it is named, beyond Fail it is a failure if it takes
// more.
type Bounds struct{ Report, Fail float64 }

// Compare prints the rows of now beside those that were kept, and marks what has changed by more than the bounds say.
// It returns how many rows are to be reported, and how many of them are failures. A row that was not kept is reported.
func Compare(w io.Writer, kept, now Table, b Bounds) (reported, failed int) {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(tw, "call\tkept\tnow\tchange\t\n")
	for _, name := range slices.Sorted(maps.Keys(now)) {
		if kept[name] == 0 {
			reported++
			fmt.Fprintf(tw, "%s\t-\t%d\t\t  is not in the table\n", name, now[name])
			continue
		}
		change := math.Round((float64(now[name])/float64(kept[name])-1)*1e4) / 100
		mark := ""
		switch {
		case change > b.Fail:
			mark = fmt.Sprintf("  FAIL: takes more than %g %% more", b.Fail)
			reported, failed = reported+1, failed+1
		case change > b.Report:
			mark = fmt.Sprintf("  takes more than %g %% more", b.Report)
			reported++
		case change < -b.Report:
			mark = fmt.Sprintf("  takes more than %g %% less", b.Report)
			reported++
		}
		fmt.Fprintf(tw, "%s\t%d\t%d\t%+.2f %%\t%s\n", name, kept[name], now[name], change, mark)
	}
	tw.Flush()
	return reported, failed
}
