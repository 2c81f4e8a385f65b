package doc

import (
	"cmp"
	"slices"
)

// The longest common part of two arrays is looked for by the hashes of their elements; all else is removed, added or
// changed. A box is a part of the one array and a part of the other, between elements that are common already. What a
// box begins and ends with in both arrays is common. If the rest of one array is all in the rest of the other, in its
// order, so is that rest. Else the box is divided at a point on a shortest way through it, which is looked for from
// both ends at once: E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", Algorithmica 1 (1986), section
// 4b, in time that is in proportion to the length times the number of differences, and memory to the latter.
//
// For arrays with many differences that takes too long. A search that has used up its share of a budget, which is in
// proportion to both documents, ends. The elements that either part of the box has once are common then, as many as
// have one order (Bram Cohen's patience diff, by a longest increasing subsequence), and divide the box into smaller
// ones. Where there are none, the search begins anew with the share of a few differences each, and goes on from where
// that has come to. When the budget is used up nothing more is common: the patch is longer than it had to be, and right
// all the same.

// run is n elements that two arrays have in common, from a on in the one and from b on in the other.
type run struct{ a, b, n int }

// aligner finds the runs of x and y.
type aligner struct {
	x, y  []uint64
	runs  []run // in their order
	steps int   // that are left: comparisons and places of the search
	reach []int // of the searches from both ends, for each diagonal
}

// The steps of a Diff, and how many of those that are left a search may take: a part, and always some for each element.
const (
	leastDiffSteps = 1 << 22
	stepsPerCell   = 64
	mostDiffCells  = 1 << 24 // for which there are steps, so that an int of 32 bits counts them
	shareOfSteps   = 4
	stepsInBox     = 16
	stepsAhead     = 1 << 12 // of a search for some 64 differences
)

// align returns the runs that x and y have in common, and takes from steps what it needs for that.
func align(x, y []uint64, steps *int) []run {
	l := aligner{x: x, y: y, steps: *steps}
	l.box(0, len(x), 0, len(y))
	*steps = l.steps
	if l.changes() > inPlace(x, y) {
		return nil // one element is common that has moved, and all others would be removed and added
	}
	return l.runs
}

// changes returns how many operations a patch has that keeps the runs.
func (l *aligner) changes() (n int) {
	a, b := 0, 0
	for _, r := range l.runs {
		n += max(r.a-a, r.b-b)
		a, b = r.a+r.n, r.b+r.n
	}
	return n + max(len(l.x)-a, len(l.y)-b)
}

// inPlace returns how many operations a patch has that compares elements of the same index.
func inPlace(x, y []uint64) int {
	n := max(len(x), len(y))
	for i := range min(len(x), len(y)) {
		if x[i] == y[i] {
			n--
		}
	}
	return n
}

// keep adds a run. One that goes on where the last one ends becomes a part of that.
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

// box finds the runs of x[a:aEnd] and y[b:bEnd].
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

// ahead divides the box where a short search has come to, again and again.
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

// within reports whether all of the shorter part of the box is in the longer one, in its order, and keeps it then.
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

// nowhere is the reach of a diagonal on which no way leads.
const nowhere = -1 << 30

// middle returns a point on a shortest way through the box of x and y, with differences on either side of it. If the
// search takes more steps than most, the point is the one furthest ahead that it has come to from the beginning, and ok
// is false.
//
// After d differences forward[k] is how far into x a way gets that has come to k elements more of x than of y, and
// backward[k] is that from the ends. Where the two meet is the point.
func (l *aligner) middle(x, y []uint64, most int) (i, k int, ok bool) {
	n, m := len(x), len(y)
	left := min(most, l.steps)
	defer func(before int) { l.steps -= before - left }(left)
	// The d-th round goes over at most 2*(d+1) diagonals, which is a step each.
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

// further returns how far a way gets to the diagonal k by one more difference, of which reach[at] is the reach, or
// nowhere if it would leave the box of n by m.
func further(reach []int, at, k, n, m int) int {
	best := nowhere
	if i := reach[at+1]; i >= 0 && i-k <= m {
		best = i // one more of y
	}
	if i := reach[at-1] + 1; i > best && i > 0 && i <= n {
		best = i // one more of x
	}
	return best
}

// anchors divides the box at the elements that either part of it has once, as many as have one order, and reports
// whether there are any.
func (l *aligner) anchors(a, aEnd, b, bEnd int) bool {
	if l.steps -= 4 * (aEnd - a + bEnd - b); l.steps < 0 {
		return false
	}
	type place struct{ a, b int } // behind the element; negative where there are several
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

// increasing returns a longest part of list, in its order, in which each b is more than the one before it.
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
