package wire

import (
	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/kernel"
)

// Code that uses all tokens of a text gets them by groups too, if those are fast, and by single steps between the
// groups: a Grouping begins at a token, and says where and in which state it has stopped.

// Tokens are the valid tokens of a group.
type Tokens struct {
	N       int    // number of tokens
	From    int    // position of the group's first block
	Names   uint64 // which tokens are names
	Scalars uint64 // which tokens are numbers, true, false, null or strings that are not names

	group kernel.TokenGroup
}

// Place returns the position of token x < N.
func (t *Tokens) Place(x int) int { return t.From + t.group.Place(x) }

// Grow adds the cells of all tokens to a tree. Tokens in cells have a cell of their own. It returns which of these end
// before white space; their cells end after it. The last one has no end.
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

// The stops.
const (
	BeforeValue Stop = iota // after a colon, or a comma in an array
	BeforeName              // after a comma in an object
	BeforeColon             // after a name
	BehindOpen              // after { or [
	BehindValue             // after a value
	WithinName              // in a name
	WithinText              // in a string that is not a name
)

// Grouping goes over the tokens of a text by groups.
type Grouping struct {
	Tokens
	k blockScanner
	n int
}

// Groups reports whether a Grouping is faster on this processor than single steps.
func Groups() bool { return fast.Tree && kernel.CompressesTokens() }

// MostGrouped is the largest number of open containers where a Grouping may begin.
const MostGrouped = mostLevels

// Begin makes g begin at the token at p in t, which is a name, or a value without one. There are depth containers
// around it, at least one and at most MostGrouped. Their kinds are the lowest bits of kinds, the innermost lowest: 1 is
// an object. At most room may be open.
func (g *Grouping) Begin(t *Input, p int, kinds uint64, depth, room int) {
	g.k = blockScanner{p: t.In, i: p, cur: kinds, depth: depth, room: room, state: value}
	if kinds&1 != 0 {
		g.k.state = nextName
	}
	g.k.group, g.n = &g.group, t.N
}

// Extend makes g continue in t after more of the text has come into memory.
func (g *Grouping) Extend(t *Input) { g.n = t.N }

// Next handles the next group, and reports whether it was worthwhile.
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
