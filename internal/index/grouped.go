package index

import (
	"math"
	"math/bits"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/scan"
	"github.com/zetes-json/zetes/internal/wire"
)

// A cell of a Tape has the start and end of a value or name. On processors that can scan groups of tokens at once
// ([wire.Groups]), most cells of a long text are made from such groups. Words with a bit for each token say what the
// tokens are. Vector instructions make the cells of names and scalars ([kernel.TokenGroup.Grow]). Then a loop goes from
// bracket to bracket, makes the cells of arrays and objects, and moves the other cells after them. A scalar ends where
// the next token begins, or before the white space there, so its end needs no search. For {"a":1,"b":[2] the group is
//
//	token     { "a" : 1 , "b" : [ 2 ]
//	values    .  1  . 1 .  1  . . 1 .
//	brackets  1  .  . . .  .  . 1 . 1

const (
	// leastGrouped is the length of the shortest text for groups. If a program reads similar short texts again and
	// again, the processor predicts the branches of the loop over single tokens, and groups gain less.
	leastGrouped = 4 << 10

	// firstStep is the number of bytes that the loop over single tokens scans before groups are tried.
	firstStep = 256

	// leastGain is the number of bytes that groups must scan; otherwise the distance to the next try doubles. It is
	// also the shortest rest of a text for which groups are tried.
	leastGain = 1 << 10

	// A text of at least leastInParts bytes is copied in parts, so that each part is scanned while it is in the cache.
	// A part has as many bytes as the constant of that name. From leastSmall bytes on, the text, its copy and its cells
	// no longer fit into the near caches together: then all parts but the first have only smallPart bytes, so that the
	// processor scans a group while it still stores the part before. If a part ends inside a character, the UTF-8 of
	// the next part is checked twice.
	leastInParts = 256 << 10
	leastSmall   = 1 << 20
	part         = 32 << 10
	smallPart    = 1 << 10

	// ahead is how many bytes of the text must be loaded from the start of a group on: all bytes that the group may
	// have, and some more for a number that goes on after them.
	ahead = kernel.MostTokenBlocks*64 + 128
)

// byGroups makes the cells for the text from p on, a group of tokens at a time. p is a position where a value or a name
// starts. depth containers are open there, and at most room may be. next is the position at which the caller continues,
// and open is the number of containers that are open there. If e is -1, a value or name starts at next. Otherwise e is
// the position after a value, or of the bracket that closes an empty container: the caller must add 1 to the count of
// the innermost container, and continue as after a value.
func (t *Tape) byGroups(p, depth, room int) (next, e, open int) {
	if next, e, open = p, -1, depth; depth > 0 && depth <= wire.MostGrouped {
		next, e, open = t.groups(p, depth, room)
	} else if t.Partial() {
		t.LoadMore(math.MaxInt)
	}
	if t.step *= 2; next-p >= leastGain {
		t.step = firstStep
	}
	if t.try = next + t.step; t.try > t.N-leastGain {
		t.try = math.MaxInt
	}
	return next, e, open
}

// groups is byGroups for a depth from 1 to wire.MostGrouped. It does not choose the position of the next try.
func (t *Tape) groups(p, depth, room int) (next, e, open int) {
	x, w, g := &t.Input, &t.grouping, &t.tree
	kinds := uint64(0)
	for i, o := 0, g.Open; i < depth; i++ {
		kinds |= ((uint64(x.At(int(g.Cells[o].A))) >> 5) & 1) << i
		o = int(g.Cells[o+1].A)
	}
	w.Begin(x, p, kinds, depth, room)
	cut := false // whether the last scalar or name goes on after the group, so that its cell has no end yet
	for more := true; more; {
		for at, _ := w.Stop(); t.Partial() && t.N-at < ahead; {
			t.LoadMore(t.part)
			w.Extend(x)
		}
		if more = w.Next(); w.N > 0 {
			if g.N+kernel.TreeRoom > len(g.Cells) {
				g.Cells = grown(g.Cells[:g.N], w.From, t.size)
			}
			if cut {
				g.Cells[g.N-1].B = uint32(scan.SpaceStart(x, w.Place(0)))
			}
			cut = grow(x, &w.Tokens, g)
			depth += bits.OnesCount64(w.Opens()) - bits.OnesCount64(w.Closes())
		}
		if !more && t.Partial() {
			t.LoadMore(math.MaxInt)
		}
	}
	at, stop := w.Stop()
	if cut && stop != wire.WithinText && stop != wire.WithinName {
		g.Cells[g.N-1].B = uint32(scan.SpaceStart(x, at))
	}
	count := &g.Cells[g.Open+1].B
	object := x.At(int(g.Cells[g.Open].A)) == '{'
	switch stop {
	case wire.AfterOpen:
		if at = x.Token(at); x.At(at) == x.At(int(g.Cells[g.Open].A))+2 {
			*count-- // because the caller adds 1, although no element or member has ended
			return at, at, depth
		}
		return at, -1, depth
	case wire.AfterValue:
		*count-- // because the group has counted the value, and the caller counts it again
		return at, at, depth
	case wire.BeforeName:
		return x.Token(at), -1, depth
	case wire.BeforeColon, wire.WithinName:
		g.N--
	case wire.BeforeValue:
		if !object {
			return x.Token(at), -1, depth
		}
		g.N--
	case wire.WithinText:
		*count--
		if g.N--; object {
			g.N--
		}
	}
	// The cells of a member or element that is cut were removed above. The caller scans it again, from its name or its
	// start on.
	return int(g.Cells[g.N].A), -1, depth
}

// grow makes the cells of a group. It reports whether the last cell is for a scalar or name that goes on after the
// group: then the cell has no end yet.
func grow(x *wire.Input, t *wire.Tokens, g *kernel.Tree) (cut bool) {
	values, n := t.Names|t.Scalars, g.N
	for late := t.Grow(values, g); late != 0; late &= late - 1 {
		before := (late & -late) - 1
		c := &g.Cells[n+bits.OnesCount64(values&before)+2*bits.OnesCount64(t.Opens()&before)]
		c.B = uint32(scan.SpaceStart(x, int(c.B)))
	}
	return (values>>uint(t.N-1))&1 != 0
}
