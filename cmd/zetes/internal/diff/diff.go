// Package diff compares texts line by line, for people to read.
package diff

import (
	"bytes"
	"fmt"
	"sort"
	"strings"
)

// context is how many equal lines are shown around a difference.
const context = 3

// Unified returns the difference between two texts as "diff -u" prints it, or "" if they are equal.
//
// Lines that occur once in each text, in the same order, are taken as equal, and all that stands between two of them
// as changed but for the equal lines at its ends: that takes n·log n steps, and reads well.
func Unified(oldName string, before []byte, newName string, after []byte) string {
	if bytes.Equal(before, after) {
		return ""
	}
	d := differ{a: lines(before), b: lines(after)}
	fmt.Fprintf(&d.out, "--- %s\n+++ %s\n", oldName, newName)
	for _, m := range append(anchors(d.a, d.b), pair{len(d.a), len(d.b)}) {
		if m.a < d.done.a || m.b < d.done.b {
			continue // within equal lines that were found already
		}
		start := m
		for start.a > d.done.a && start.b > d.done.b && d.a[start.a-1] == d.b[start.b-1] {
			start.a--
			start.b--
		}
		end := m
		for end.a < len(d.a) && end.b < len(d.b) && d.a[end.a] == d.b[end.b] {
			end.a++
			end.b++
		}
		d.equal(start, end)
	}
	d.flush()
	return d.out.String()
}

// pair is a place in the old text and one in the new text, in lines.
type pair struct{ a, b int }

// differ writes the pieces of a difference.
type differ struct {
	a, b  []string
	out   strings.Builder
	done  pair     // after the last equal lines
	from  pair     // where the piece at hand starts
	count pair     // its lines
	piece []string // the lines with what stands before each
}

// equal adds the lines that differ before start, and the equal ones from there to end.
func (d *differ) equal(start, end pair) {
	for ; d.done.a < start.a; d.done.a++ {
		d.add("-", d.a[d.done.a], pair{1, 0})
	}
	for ; d.done.b < start.b; d.done.b++ {
		d.add("+", d.b[d.done.b], pair{0, 1})
	}
	n, last := end.a-start.a, end.a == len(d.a) && end.b == len(d.b)
	if n > 2*context || last {
		// Only the lines beside differences are shown.
		if d.piece != nil {
			for _, l := range d.a[start.a:min(start.a+context, end.a)] {
				d.add(" ", l, pair{1, 1})
			}
			d.flush()
		}
		if last {
			d.done = end
			return
		}
		start = pair{end.a - context, end.b - context}
	} else if d.done == (pair{}) && d.piece == nil && n > context {
		start = pair{end.a - context, end.b - context}
	}
	if d.piece == nil {
		d.from = start
	}
	for _, l := range d.a[start.a:end.a] {
		d.add(" ", l, pair{1, 1})
	}
	d.done = end
}

func (d *differ) add(mark, line string, n pair) {
	if d.piece == nil && mark != " " {
		d.from = d.done
	}
	d.piece = append(d.piece, mark+line)
	d.count.a += n.a
	d.count.b += n.b
}

// flush writes the piece at hand.
func (d *differ) flush() {
	if d.piece == nil {
		return
	}
	if d.count.a > 0 {
		d.from.a++
	}
	if d.count.b > 0 {
		d.from.b++
	}
	fmt.Fprintf(&d.out, "@@ -%d,%d +%d,%d @@\n", d.from.a, d.count.a, d.from.b, d.count.b)
	for _, l := range d.piece {
		d.out.WriteString(l)
		if !strings.HasSuffix(l, "\n") {
			d.out.WriteString("\n\\ No newline at end of file\n")
		}
	}
	d.piece, d.count = nil, pair{}
}

// lines returns the lines of b with their line feeds, which the last one may lack.
func lines(b []byte) []string {
	all := strings.SplitAfter(string(b), "\n")
	if all[len(all)-1] == "" {
		all = all[:len(all)-1]
	}
	return all
}

// anchors returns the longest sequence of lines that occur once in a and once in b and come in the same order in both.
func anchors(a, b []string) []pair {
	type occurrence struct{ inA, inB, a, b int }
	all := map[string]*occurrence{}
	of := func(l string) *occurrence {
		if all[l] == nil {
			all[l] = &occurrence{}
		}
		return all[l]
	}
	for i, l := range a {
		o := of(l)
		o.inA, o.a = o.inA+1, i
	}
	for i, l := range b {
		o := of(l)
		o.inB, o.b = o.inB+1, i
	}
	// The longest increasing sequence of places in b, over the common lines in the order of a: tails[n] is the last pair
	// of a sequence of n+1 that ends as early in b as can be.
	var tails []int
	var common []pair
	var before []int
	for i, l := range a {
		o := all[l]
		if o.inA != 1 || o.inB != 1 {
			continue
		}
		n := sort.Search(len(tails), func(n int) bool { return common[tails[n]].b > o.b })
		last := -1
		if n > 0 {
			last = tails[n-1]
		}
		common, before = append(common, pair{i, o.b}), append(before, last)
		if n == len(tails) {
			tails = append(tails, 0)
		}
		tails[n] = len(common) - 1
	}
	found := make([]pair, len(tails))
	if len(tails) > 0 {
		for i, n := tails[len(tails)-1], len(tails)-1; n >= 0; i, n = before[i], n-1 {
			found[n] = common[i]
		}
	}
	return found
}
