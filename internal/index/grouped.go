package index

import (
	"math"
	"math/bits"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/wire"
)

// Where there are groups of tokens, most cells of a long text are made of those. What they are is in words with a bit
// for each token, so a loop goes from bracket to bracket, and another one over the names and scalars in between. A
// scalar ends where the next token begins, or in front of the white space there: nobody looks for its end. Of
// {"a":1,"b":[2] the group is
//
//	token     { "a" : 1 , "b" : [ 2 ]
//	values    .  1  . 1 .  1  . . 1 .
//	brackets  1  .  . . .  .  . 1 . 1

const (
	// leastGrouped is how long a text is to be for groups: in short ones that come again and again a processor
	// predicts what the loop over single tokens does.
	leastGrouped = 4 << 10

	// firstStep is how many bytes that loop takes before groups are tried.
	firstStep = 256

	// leastGain is how many bytes groups are to take for the next try to come soon, and the least rest to try them on.
	leastGain = 1 << 10

	// leastInParts is how long a text is to be to come into memory in parts of so many bytes.
	leastInParts = 256 << 10
	part         = 32 << 10

	// mostOfGroup is how many cells a group of tokens takes at most: where each of them opens a container.
	mostOfGroup = 2 * kernel.MostTokens

	// mostCut is how much of a part may be left when its end is what groups stop for.
	mostCut = 256
)

// grouped are the cells that are made, the first n, and what is open.
type grouped struct {
	cells []Cell
	n     int
	open  uint32
	depth int
}

// byGroups makes the cells of groups of tokens from p on, where a value starts, or the name before it, and returns
// where the next one does. Or it returns e: an element or member has ended before that, which is still to be counted.
func (t *Tape) byGroups(g *grouped, p, room int) (next, e int) {
	if next, e = p, -1; g.depth > 0 && g.depth <= wire.MostGrouped {
		next, e = t.groups(g, p, room)
	} else if t.Partial() {
		t.LoadMore(math.MaxInt)
	}
	if t.step *= 2; next-p >= leastGain {
		t.step = firstStep
	}
	if t.try = next + t.step; t.try > t.N-leastGain {
		t.try = math.MaxInt
	}
	return next, e
}

// groups is byGroups where no more levels are open than a Grouping takes.
func (t *Tape) groups(g *grouped, p, room int) (next, e int) {
	x, w := &t.Input, &t.grouping
	kinds := uint64(0)
	for i, o := 0, g.open; i < g.depth; i++ {
		kinds |= ((uint64(x.At(int(g.cells[o].A))) >> 5) & 1) << i
		o = g.cells[o+1].A
	}
	w.Begin(x, p, kinds, g.depth, room)
	cut := false // the last scalar has no end yet
	for more := true; more; {
		if more = w.Next(); w.N > 0 {
			if g.n+mostOfGroup > len(g.cells) {
				g.cells = grown(g.cells[:g.n], w.From, x.N)
			}
			if cut {
				g.cells[g.n-1].B = uint32(x.Behind(w.Place(0)))
			}
			cut = g.take(x, &w.Tokens, &t.places)
		}
		if !more && t.Partial() {
			if at, _ := w.Stop(); t.N-at <= mostCut {
				t.LoadMore(part)
				more = true
			} else {
				t.LoadMore(math.MaxInt)
			}
			w.Extend(x)
		}
	}
	at, stop := w.Stop()
	if cut && stop != wire.WithinText && stop != wire.WithinName {
		g.cells[g.n-1].B = uint32(x.Behind(at))
	}
	count := &g.cells[g.open+1].B
	object := x.At(int(g.cells[g.open].A)) == '{'
	switch stop {
	case wire.BehindOpen:
		if at = x.Token(at); x.At(at) == x.At(int(g.cells[g.open].A))+2 {
			*count-- // nothing is to be counted
			return at, at
		}
		return at, -1
	case wire.BehindValue:
		*count-- // it is counted again
		return at, at
	case wire.BeforeName:
		return x.Token(at), -1
	case wire.BeforeColon, wire.WithinName:
		g.n--
	case wire.BeforeValue:
		if !object {
			return x.Token(at), -1
		}
		g.n--
	case wire.WithinText:
		*count--
		if g.n--; object {
			g.n--
		}
	}
	// A member begins again with its name, and so does an element that is cut.
	return int(g.cells[g.n].A), -1
}

// take makes the cells of a group, and reports whether the last one is a scalar or name, which has no end yet. There is
// room for them. Their places go to at.
func (g *grouped) take(x *wire.Input, t *wire.Tokens, at *kernel.Places) (cut bool) {
	cells, n, open := g.cells, g.n, g.open
	t.Places(at)
	last := uint64(1) << uint(t.N-1)
	scalars, values := t.Scalars, t.Names|t.Scalars
	opens := t.Opens()
	brackets := opens | t.Closes()
	cut = values&last != 0
	for values &^= last; ; {
		// All bits are lower than those of no bracket.
		bracket := brackets & -brackets
		run := values & (bracket - 1)
		for values ^= run; run != 0; run &= run - 1 {
			i := bits.TrailingZeros64(run) & (kernel.MostTokens - 1)
			p, e := at[i], at[i+1]
			if x.At(int(e)-1) <= ' ' {
				e = uint32(x.Behind(int(e)))
			}
			cells[n] = Cell{p, e}
			n++
		}
		cells[open+1].B += uint32(bits.OnesCount64(scalars & (bracket - 1)))
		if bracket == 0 {
			break
		}
		scalars &^= bracket - 1
		brackets ^= bracket
		p := at[bits.TrailingZeros64(bracket)&(kernel.MostTokens-1)]
		if opens&bracket != 0 {
			cells[n], cells[n+1] = Cell{A: p}, Cell{A: open}
			open = uint32(n)
			n += 2
			g.depth++
			continue
		}
		o := cells[open : open+2 : open+2]
		open, o[0].B, o[1].A = o[1].A, p+1, uint32(n)
		cells[open+1].B++
		g.depth--
	}
	if cut {
		cells[n] = Cell{A: at[t.N-1]}
		n++
	}
	g.n, g.open = n, open
	return cut
}
