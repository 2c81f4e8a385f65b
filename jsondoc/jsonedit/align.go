package jsonedit

import (
	"cmp"
	"slices"
)

// The longest common part of two arrays is found by the hashes of their elements; all other elements are removed, added
// or changed. A box is a part of one array and a part of the other, between elements that are known to be common. Equal
// elements at the start and at the end of both parts of a box are common. If the rest of one part occurs in the rest of
// the other, in order, it is common too. Otherwise the box is divided at a point on a shortest path through it, which
// is searched from both ends at once: E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", Algorithmica 1
// (1986), section 4b. The search takes time proportional to the length times the number of differences, and memory
// proportional to the number of differences.
//
// For arrays with many differences this takes too long. So a search ends when it has used up its share of a budget,
// which is proportional to both documents. Then the elements that occur once in each part of the box are common, as
// many of them as have the same order (Bram Cohen's patience diff, by a longest increasing subsequence), and they
// divide the box into smaller ones. If there are none, the search starts again with shares for a few differences each,
// and continues from the point that it reached. When the budget is used up, nothing more is common: the patch is longer
// than necessary, but correct.

// run is n elements that two arrays have in common, from index a in one and from index b in the other.
type run struct{ a, b, n int }

// aligner finds the runs that x and y have in common.
type aligner struct {
	x, y  []uint64
	runs  []run // the runs that were found, in order
	steps int   // steps that are left; a step is a comparison or a position of the search
	reach []int // for each diagonal, how far the searches from both ends have come
}

// A Diff may take leastDiffSteps steps, and stepsPerCell more for each cell of the documents' tapes, that is for each
// value and name. A search may take a fraction of the remaining steps, and always some for each element.
const (
	leastDiffSteps = 1 << 22
	stepsPerCell   = 64
	mostDiffCells  = 1 << 24 // more cells get no more steps, so that an int of 32 bits can count them
	shareOfSteps   = 4
	stepsInBox     = 16
	stepsAhead     = 1 << 12 // steps for a search of some 64 differences
)

// align returns the runs that x and y have in common. It subtracts the steps that it takes.
func align(x, y []uint64, steps *int) []run {
	l := aligner{x: x, y: y, steps: *steps}
	l.box(0, len(x), 0, len(y))
	*steps = l.steps
	if l.changes() > inPlace(x, y) {
		return nil // the common element has moved, and all others would be removed and added
	}
	return l.runs
}

// changes returns the number of operations of a patch that keeps the runs.
func (l *aligner) changes() (n int) {
	a, b := 0, 0
	for _, r := range l.runs {
		n += max(r.a-a, r.b-b)
		a, b = r.a+r.n, r.b+r.n
	}
	return n + max(len(l.x)-a, len(l.y)-b)
}

// inPlace returns the number of operations of a patch that compares elements with the same index.
func inPlace(x, y []uint64) int {
	n := max(len(x), len(y))
	for i := range min(len(x), len(y)) {
		if x[i] == y[i] {
			n--
		}
	}
	return n
}

// keep adds a run. If it continues the last run it is joined to it.
func (l *aligner) keep(a, b, n int) {
	if n == 0 {
		return
	}
	if k := len(l.runs) - 1; k >= 0 && l.runs[k].a+l.runs[k].n == a && l.runs[k].b+l.runs[k].n == b {
		l.runs[k].n += n
		return
	}
	l.runs = append(l.runs, run{a, b, n})
}

// box finds the runs that x[a:aEnd] and y[b:bEnd] have in common.
func (l *aligner) box(a, aEnd, b, bEnd int) {
	first := 0
	for a+first < aEnd && b+first < bEnd && l.x[a+first] == l.y[b+first] {
		first++
	}
	l.keep(a, b, first)
	a, b = a+first, b+first
	last := 0
	for aEnd-last > a && bEnd-last > b && l.x[aEnd-last-1] == l.y[bEnd-last-1] {
		last++
	}
	aEnd, bEnd = aEnd-last, bEnd-last
	if a < aEnd && b < bEnd && l.steps > 0 && !l.within(a, aEnd, b, bEnd) {
		most := max(l.steps/shareOfSteps, stepsInBox*(aEnd-a+bEnd-b))
		if i, k, ok := l.middle(l.x[a:aEnd], l.y[b:bEnd], most); ok {
			l.box(a, a+i, b, b+k)
			l.box(a+i, aEnd, b+k, bEnd)
		} else if !l.anchors(a, aEnd, b, bEnd) {
			l.ahead(a, aEnd, b, bEnd)
		}
	}
	l.keep(aEnd, bEnd, last)
}

// ahead divides the box by several short searches. Each one ends when its steps are used up, and the next one starts at
// the point that it has reached. The box before that point is searched as usual.
func (l *aligner) ahead(a, aEnd, b, bEnd int) {
	for ok := false; !ok && l.steps > 0 && a < aEnd && b < bEnd; {
		var i, k int
		i, k, ok = l.middle(l.x[a:aEnd], l.y[b:bEnd], stepsAhead)
		if i+k == 0 {
			return
		}
		l.box(a, a+i, b, b+k)
		a, b = a+i, b+k
	}
	l.box(a, aEnd, b, bEnd)
}

// within reports whether the shorter part of the box occurs in the longer one, in order. If so, it adds the runs.
func (l *aligner) within(a, aEnd, b, bEnd int) bool {
	x, y := l.x[a:aEnd], l.y[b:bEnd]
	swapped := len(x) > len(y)
	if swapped {
		x, y = y, x
	}
	if len(x) == len(y) {
		return false
	}
	l.steps -= len(y)
	i := 0
	for k := 0; i < len(x) && len(x)-i <= len(y)-k; k++ {
		if x[i] == y[k] {
			i++
		}
	}
	if i < len(x) {
		return false
	}
	i = 0
	for k := 0; i < len(x); k++ {
		switch {
		case x[i] != y[k]:
			continue
		case swapped:
			l.keep(a+k, b+i, 1)
		default:
			l.keep(a+i, b+k, 1)
		}
		i++
	}
	return true
}

// nowhere is stored as the reach of a diagonal that no path leads to.
const nowhere = -1 << 30

// middle returns a point on a shortest path through the box of x and y, with differences on both sides of it. If the
// search takes more steps than the parameter most says, the point is the farthest that it has reached from the
// beginning, and ok is false.
//
// After d differences forward[k] is how far into x a path gets that has passed k more elements of x than of y.
// backward[k] is the same from the ends. The point is where the two meet.
func (l *aligner) middle(x, y []uint64, most int) (i, k int, ok bool) {
	n, m := len(x), len(y)
	left := min(most, l.steps)
	defer func(before int) { l.steps -= before - left }(left)
	// Round d goes over at most 2*(d+1) diagonals, one step each.
	rounds := 1
	for rounds < (n+m+1)/2 && rounds*rounds < left {
		rounds *= 2
	}
	rounds = min(rounds, (n+m+1)/2)
	size := 2*rounds + 3
	if len(l.reach) < 2*size {
		l.reach = make([]int, 2*size)
	}
	for i := range l.reach[:2*size] {
		l.reach[i] = nowhere
	}
	forward, backward := l.reach[:size], l.reach[size:2*size]
	zero := rounds + 1
	forward[zero+1], backward[zero+1] = 0, 0
	delta, ahead, aheadInY := n-m, 0, 0
	for d := 0; d <= rounds && left > 0; d++ {
		low, high := -d+2*max(0, d-m), d-2*max(0, d-n)
		for k := low; k <= high; k += 2 {
			i := further(forward, zero+k, k, n, m)
			start := i
			for i >= 0 && i < n && i-k < m && x[i] == y[i-k] {
				i++
			}
			left -= 1 + i - start
			forward[zero+k] = i
			if i >= 0 && i+i-k > ahead+aheadInY {
				ahead, aheadInY = i, i-k
			}
			if other := delta - k; delta&1 != 0 && other > -d && other < d && i+backward[zero+other] >= n {
				return i, i - k, true
			}
		}
		for k := low; k <= high; k += 2 {
			i := further(backward, zero+k, k, n, m)
			start := i
			for i >= 0 && i < n && i-k < m && x[n-1-i] == y[m-1-i+k] {
				i++
			}
			left -= 1 + i - start
			backward[zero+k] = i
			if other := delta - k; delta&1 == 0 && other >= -d && other <= d && i+forward[zero+other] >= n {
				return n - i, m - (i - k), true
			}
		}
	}
	return ahead, aheadInY, false
}

// further returns how far a path gets on diagonal k with one more difference, or nowhere if the path would leave the
// box, which is n long and m wide. reach[at] is the reach of diagonal k.
func further(reach []int, at, k, n, m int) int {
	best := nowhere
	if i := reach[at+1]; i >= 0 && i-k <= m {
		best = i // go on with one more element of y
	}
	if i := reach[at-1] + 1; i > best && i > 0 && i <= n {
		best = i // go on with one more element of x
	}
	return best
}

// anchors divides the box at elements that occur once in each of its parts. It uses as many of them as have the same
// order in both parts. It returns false if there are no such elements.
func (l *aligner) anchors(a, aEnd, b, bEnd int) bool {
	if l.steps -= 4 * (aEnd - a + bEnd - b); l.steps < 0 {
		return false
	}
	type place struct{ a, b int } // index after the element in x and in y; negative if it occurs several times
	places := make(map[uint64]place, aEnd-a)
	for i, h := range l.x[a:aEnd] {
		p := place{a: a + i + 1}
		if _, ok := places[h]; ok {
			p.a = -1
		}
		places[h] = p
	}
	for i, h := range l.y[b:bEnd] {
		p, ok := places[h]
		if !ok {
			continue
		}
		if p.b != 0 {
			p.b = -1
		} else {
			p.b = b + i + 1
		}
		places[h] = p
	}
	var once []run
	for i, h := range l.x[a:aEnd] {
		if p := places[h]; p.a > 0 && p.b > 0 {
			once = append(once, run{a + i, p.b - 1, 1})
		}
	}
	if len(once) == 0 {
		return false
	}
	for _, r := range increasing(once) {
		l.box(a, r.a, b, r.b)
		l.keep(r.a, r.b, 1)
		a, b = r.a+1, r.b+1
	}
	l.box(a, aEnd, b, bEnd)
	return true
}

// increasing returns a longest part of list, in order, in which each b is larger than the b before it.
func increasing(list []run) []run {
	var piles []int // the last element of the best part of each length
	before := make([]int, len(list))
	for i, r := range list {
		at, _ := slices.BinarySearchFunc(piles, r.b, func(k, b int) int { return cmp.Compare(list[k].b, b) })
		before[i] = -1
		if at > 0 {
			before[i] = piles[at-1]
		}
		if at == len(piles) {
			piles = append(piles, i)
		} else {
			piles[at] = i
		}
	}
	out := make([]run, len(piles))
	if len(piles) > 0 {
		for i, k := piles[len(piles)-1], len(piles)-1; k >= 0; i, k = before[i], k-1 {
			out[k] = list[i]
		}
	}
	return out
}
