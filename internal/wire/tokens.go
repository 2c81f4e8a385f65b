package wire

import (
	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/kernel"
)

// Code that needs all tokens of a text can get them in groups of up to 64. A Grouping stops before a token that is rare
// or wrong. The code that uses it then continues by the steps of an Input, and may begin a Grouping again later. The
// method Stop says where a Grouping has stopped and what may come next.

// Tokens has the tokens of a group, up to the first one that is rare or wrong.
type Tokens struct {
	N       int    // number of tokens
	From    int    // position of the group's first block
	Names   uint64 // a bit for each token: 1 if it is a name
	Scalars uint64 // a bit for each token: 1 if it is a number, a literal, or a string that is not a name

	group kernel.TokenGroup
}

// Place returns the position of token x < N.
func (t *Tokens) Place(x int) int { return t.From + t.group.Place(x) }

// Grow adds the tokens to a tree (kernel.Tree), whose cells have the start and end of each value. Brackets always get
// cells; other tokens get one only if their bit in cells is set. Such a cell ends where the next token starts. If white
// space comes before that token, the value ends earlier: its bit in late is set, and the caller must correct the end.
// The end of the last token is not known.
func (t *Tokens) Grow(cells uint64, to *kernel.Tree) (late uint64) {
	last := uint64(1) << uint(t.N-1)
	return t.group.Grow(t.From, t.all(), cells, t.Scalars, to) &^ last
}

// Opens returns a word with a bit for each token: 1 if it is { or [.
func (t *Tokens) Opens() uint64 { return t.group.Open & t.all() }

// Closes returns a word with a bit for each token: 1 if it is } or ].
func (t *Tokens) Closes() uint64 { return t.group.Close & t.all() }

// all returns a word in which the bits of all tokens are 1.
func (t *Tokens) all() uint64 { return 1<<uint(t.N) - 1 }

// Stop says where a Grouping has stopped.
type Stop uint8

// The places at which a Grouping stops, each with the token before it.
const (
	BeforeValue Stop = iota // after a colon, or a comma in an array
	BeforeName              // after a comma in an object
	BeforeColon             // after a name
	AfterOpen               // after { or [
	AfterValue              // after a value
	WithinName              // inside a name
	WithinText              // inside a string that is not a name
)

// Grouping finds the tokens of a text in groups.
type Grouping struct {
	Tokens
	k blockScanner
	n int
}

// Groups reports whether a Grouping is faster than single steps on this processor.
func Groups() bool { return fast.Tree && kernel.CompressesTokens() }

// MostGrouped is the largest number of open containers at which a Grouping may begin.
const MostGrouped = mostLevels

// Begin makes g begin at position p in t, where a name in an object or a value in an array starts. depth containers
// are open there, from one to MostGrouped. The lowest bits of kinds are their kinds, with the innermost lowest: 1 for
// an object, 0 for an array. At most room containers may be open.
func (g *Grouping) Begin(t *Input, p int, kinds uint64, depth, room int) {
	g.k = blockScanner{p: t.In, i: p, cur: kinds, depth: depth, room: room, state: value}
	if kinds&1 != 0 {
		g.k.state = nextName
	}
	g.k.group, g.n = &g.group, t.N
}

// Extend must be called when more of the text of t is in memory: g may then read it.
func (g *Grouping) Extend(t *Input) { g.n = t.N }

// Next stores the tokens of the next group in g.Tokens, also if it returns false. It returns false if another call is
// not worthwhile: this call has found nothing, or groups are slower than single steps for such text.
func (g *Grouping) Next() bool {
	from := g.k.i
	return g.k.groups(g.n, &g.Tokens) && g.k.i > from
}

// Forget drops the reference to the text.
func (g *Grouping) Forget() { g.k.p = nil }

// Stop returns the position at which g has stopped, and what is there.
func (g *Grouping) Stop() (p int, s Stop) {
	if s = stops[g.k.state]; s == WithinText && g.k.name {
		s = WithinName
	}
	return g.k.i, s
}

var stops = [...]Stop{
	value: BeforeValue, nextName: BeforeName, colon: BeforeColon, firstElem: AfterOpen, firstName: AfterOpen, after: AfterValue, inString: WithinText,
}
