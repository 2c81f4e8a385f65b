package wire

import (
	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/kernel"
)

// Code that needs all tokens of a text can get them by groups too, and by single steps between the groups. A Grouping
// begins at a token, and reports where and in which state it has stopped.

// Tokens has the valid tokens of a group.
type Tokens struct {
	N       int    // number of tokens
	From    int    // position of the group's first block
	Names   uint64 // which tokens are names
	Scalars uint64 // which tokens are numbers, true, false, null or strings that are not names

	group kernel.TokenGroup
}

// Place returns the position of token x < N.
func (t *Tokens) Place(x int) int { return t.From + t.group.Place(x) }

// Grow adds the cells of all tokens to a tree (kernel.Tree). Only the tokens in the bitmap cells have a cell of their
// own. It returns those of them that have white space after them, since their cells end after it. The end of the last
// token is not known.
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

// Stop says where a Grouping has stopped.
type Stop uint8

// The places at which a Grouping may stop.
const (
	BeforeValue Stop = iota // after a colon, or a comma in an array
	BeforeName              // after a comma in an object
	BeforeColon             // after a name
	BehindOpen              // after { or [
	BehindValue             // after a value
	WithinName              // in a name
	WithinText              // in a string that is not a name
)

// Grouping finds the tokens of a text by groups.
type Grouping struct {
	Tokens
	k blockScanner
	n int
}

// Groups reports whether a Grouping is faster than single steps on this processor.
func Groups() bool { return fast.Tree && kernel.CompressesTokens() }

// MostGrouped is the largest number of open containers at which a Grouping may begin.
const MostGrouped = mostLevels

// Begin makes g begin at the token at p in t: a name in an object, or a value in an array. It has depth containers
// around it, from one to MostGrouped. The lowest bits of kinds are their kinds, with the innermost lowest: 1 for
// objects. At most room containers may be open.
func (g *Grouping) Begin(t *Input, p int, kinds uint64, depth, room int) {
	g.k = blockScanner{p: t.In, i: p, cur: kinds, depth: depth, room: room, state: value}
	if kinds&1 != 0 {
		g.k.state = nextName
	}
	g.k.group, g.n = &g.group, t.N
}

// Extend tells g that more of the text of t is in memory.
func (g *Grouping) Extend(t *Input) { g.n = t.N }

// Next finds the next group, and reports whether that was worthwhile.
func (g *Grouping) Next() bool {
	from := g.k.i
	return g.k.groups(g.n, &g.Tokens) && g.k.i > from
}

// Forget drops the reference to the text.
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
