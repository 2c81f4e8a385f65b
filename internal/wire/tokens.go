package wire

import (
	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/kernel"
)

// Who makes something of all tokens of a text takes them by groups too, where those are, and by single steps between
// them: a Grouping begins at a token, and tells where and in which state it has stopped.

// Tokens are those of a group that are right.
type Tokens struct {
	N       int    // how many there are
	From    int    // the position of the group's first block
	Names   uint64 // which of them are names
	Scalars uint64 // which of them are strings that are no names, numbers, true, false or null

	group kernel.TokenGroup
}

// Place returns the position of token x < N.
func (t *Tokens) Place(x int) int { return t.From + t.group.Place(x) }

// Grow adds the cells of all tokens to a tree. Of the tokens those in cells have one of their own. It returns which of
// these end in front of white space, behind which their cells end. The last one has no end.
func (t *Tokens) Grow(cells uint64, to *kernel.Tree) (late uint64) {
	last := uint64(1) << uint(t.N-1)
	return t.group.Grow(t.From, t.all(), cells, t.Scalars, to) &^ last
}

// Opens returns which tokens are { or [.
func (t *Tokens) Opens() uint64 { return t.group.Open & t.all() }

// Closes returns which tokens are } or ].
func (t *Tokens) Closes() uint64 { return t.group.Close & t.all() }

// all returns a bit for each token.
func (t *Tokens) all() uint64 { return 1<<uint(t.N) - 1 }

// Stop is where a Grouping has stopped.
type Stop uint8

// The stops.
const (
	BeforeValue Stop = iota // behind a colon, or a comma within an array
	BeforeName              // behind a comma within an object
	BeforeColon             // behind a name
	BehindOpen              // behind { or [
	BehindValue             // behind a value
	WithinName              // in a name
	WithinText              // in a string that is no name
)

// Grouping goes over the tokens of a text by groups.
type Grouping struct {
	Tokens
	k blockScanner
	n int
}

// Groups reports whether a Grouping is faster on this processor than single steps.
func Groups() bool { return fast.Tree && kernel.CompressesTokens() }

// MostGrouped is how many containers may be open where a Grouping begins.
const MostGrouped = mostLevels

// Begin has g begin at the token at p in t, which is a name, or a value that none is in front of. There are depth
// containers around it, MostGrouped at most and one at least, whose kinds are the lowest bits of kinds, the innermost
// lowest: 1 is an object. No more than room may be open.
func (g *Grouping) Begin(t *Input, p int, kinds uint64, depth, room int) {
	g.k = blockScanner{p: t.In, i: p, cur: kinds, depth: depth, room: room, state: value}
	if kinds&1 != 0 {
		g.k.state = nextName
	}
	g.k.group, g.n = &g.group, t.N
}

// Extend has g go on in t, of which more has come into memory.
func (g *Grouping) Extend(t *Input) { g.n = t.N }

// Next takes the next group, and reports whether it was worth it.
func (g *Grouping) Next() bool {
	from := g.k.i
	return g.k.groups(g.n, &g.Tokens) && g.k.i > from
}

// Forget drops the text.
func (g *Grouping) Forget() { g.k.p = nil }

// Stop returns where g has stopped.
func (g *Grouping) Stop() (p int, s Stop) {
	p = g.k.i
	switch g.k.state {
	case value:
		return p, BeforeValue
	case nextName:
		return p, BeforeName
	case colon:
		return p, BeforeColon
	case firstElem, firstName:
		return p, BehindOpen
	case after:
		return p, BehindValue
	}
	if g.k.name {
		return p, WithinName
	}
	return p, WithinText
}
