package wire

import (
	"math/bits"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
)

// Long values are checked by groups of up to 64 tokens, which [kernel.GatherTokens] finds in whole blocks of bytes. A
// word has one bit for each token, so some forty operations on words apply the rules of the grammar to all tokens at
// once. For the value {"a":[1,true]} the words are
//
//	token      { "a" : [ 1 , true ] }
//	Within     0  1  1 1 0 0   0  0 1    the container around the token is an object
//	names      .  1  . . . .   .  . .
//	scalars    .  .  . . 1 .   1  . .
//
// A loop over single tokens mispredicts every other branch on a token in text that it has not seen before. Groups check
// twitter.json at 6.8 GB/s, and the blockScanner at 2.2; with AVX2 alone they reach 2.7 and 1.9.
//
// Each rule is about two neighbouring tokens. A name is a string after { or after a comma in an object. A colon follows
// only a name. A value follows a colon, or in an array [ or a comma. A comma follows only a value. A closing bracket
// follows a value or an opening bracket. To apply a rule, one word is combined with another word that is shifted by one
// token. The kernel tests whether brackets match.
//
// A group is rejected from its first wrong or rare token on, and the loop of the blockScanner continues at that token.

const (
	// mostLevels is the largest number of containers for groups: TokenGroup.Nest has a bit for each, and one as an end.
	mostLevels = 62

	// leastGroups is the shortest rest of a text for which groups of tokens are worthwhile.
	leastGroups = 1 << 10

	// firstStep is the number of bytes of a value that the blockScanner scans before it tries groups. Most values are
	// short, and the first group is wasted if the value ends in it. Input.dense has texts that need no such step.
	firstStep = 256

	// leastShuffled and stepShuffled replace the two on processors that cannot compress bytes: groups gain less there.
	leastShuffled = 8 << 10
	stepShuffled  = 2 << 10

	// leastGain is the number of bytes that a try of groups must scan; otherwise the distance to the next try doubles.
	leastGain = 1 << 10

	// firstBlocksOfGroups is the largest number of blocks in the first group, which is small: the value may end soon.
	firstBlocksOfGroups = 8

	// leastWhole is the length of the shortest text whose first value may be scanned by groups from its first byte on.
	leastWhole = 512

	// leastDense is the least number of special characters in the first leastWhole/2 bytes for which that is faster.
	leastDense = 24
)

// words has false, null and true as numbers, and wordBits the number of their bits. The index is taken from bits 3
// and 4 of the first letter: 0 for f, 1 for n, 2 for t. The fourth entry matches no text.
var (
	words    = [4]uint64{'f' | 'a'<<8 | 'l'<<16 | 's'<<24 | 'e'<<32, 'n' | 'u'<<8 | 'l'<<16 | 'l'<<24, 't' | 'r'<<8 | 'u'<<16 | 'e'<<24, 1}
	wordBits = [4]uint8{40, 32, 32, 0}
)

// endsScalar says which bytes may follow a number or literal: white space, and the first bytes of any tokens.
var endsScalar = [256]bool{' ': true, '\t': true, '\r': true, '\n': true, ',': true, ':': true, '[': true, ']': true, '{': true, '}': true, '"': true}

// EndsScalar reports whether c may follow a number or literal.
func EndsScalar(c byte) bool { return endsScalar[c] }

// before says which kind of token comes before a group: one of its fields is 1, and the others are 0. The field end
// stands for the end of a value: a scalar that is not a name, or a closing bracket.
type before struct{ open, comma, colon, name, end uint64 }

// pace returns the length of the shortest text for which groups are worthwhile; the number of bytes of a value that are
// scanned before groups are tried; and the factor by which that number grows after text for which groups are slow.
func pace() (least, step, slow int) {
	if kernel.CompressesTokens() {
		return leastGroups, firstStep, 8
	}
	return leastShuffled, stepShuffled, 32
}

// stage sets the position at which the loop of the blockScanner stops: where groups of tokens are tried next, or limit.
func (k *blockScanner) stage(limit int) {
	k.limit = limit
	if least, step, _ := pace(); limit-k.i >= least && fast.Groups && kernel.GathersTokens() {
		k.step = step
		k.limit = k.i + step
	}
}

// dense reports whether groups are worthwhile from the first byte of the text on. The value that starts there is
// usually the whole text. With few special characters the text has long strings, of which the blockScanner skips whole
// blocks, or arrays of numbers: for these groups gain nothing.
func (t *Input) dense() bool {
	if t.N < leastWhole || !fast.Groups || !kernel.CompressesTokens() {
		return false
	}
	n := 0
	for block := range leastWhole / 2 / 64 {
		n += bits.OnesCount64(mem.LoadWord(t.Masks, block<<4))
	}
	return n >= leastDense
}

// nextStage scans groups of tokens, up to limit, and sets where the loop stops: at the next try of groups, or at limit.
// The distance to the next try doubles each time that groups scan little text, and grows more if they are slow.
func (k *blockScanner) nextStage(limit int) {
	from := k.i
	_, step, slow := pace()
	switch fast := k.groups(limit, nil); {
	case !fast:
		k.step *= slow
	case k.i-from < leastGain:
		k.step *= 2
	default:
		k.step = step
	}
	k.limit = limit
	if limit-k.i >= leastGroups && limit-k.i > k.step {
		k.limit = k.i + k.step
	}
}

// groups scans groups of tokens up to limit; 64 bytes beyond limit may be read. It stops at the first token that is
// rare or wrong, or after the last group. When compacting it also stops before a group that has white space between
// tokens. fast reports whether groups are faster than the loop of the blockScanner for such text; they are not if it
// consists of escape sequences, or if density.pays says so. If t is not nil, it scans only one group, and stores its
// tokens in t.
//
//go:noinline
func (k *blockScanner) groups(limit int, t *Tokens) (fast bool) {
	if t != nil {
		t.N = 0
	}
	levels := ((k.depth - 1) & 63) + 1
	if k.depth == 0 {
		// At the top level, continue only at an array or object. Its closing bracket ends the groups, and is left to
		// the loop of the blockScanner.
		if levels = 0; k.state != value || mem.Load8(k.p, k.i)|0x20 != '{' {
			return false
		}
	}
	if levels > mostLevels || k.room-k.depth < 64 {
		return false
	}
	fast = true
	outer := k.depth - levels
	var (
		was  before
		seen density
	)
	g := k.group
	if g == nil {
		g = new(kernel.TokenGroup)
	}
	g.Text, g.Escaped, g.Scalar = 0, 0, 0
	g.Nest = (k.cur & (1<<levels - 1)) | 1<<levels
	switch object := g.Nest & 1; k.state {
	case firstElem, firstName:
		was.open = 1
	case nextName:
		was.comma = 1
	case value:
		was.colon, was.comma = object, object^1
	case colon:
		was.name = 1
	case after:
		was.end = 1
	default:
		g.Text, was.end = ^uint64(0), 1
		if k.name {
			was.name, was.end = 1, 0
		}
	}
	i, most := k.i, firstBlocksOfGroups
	if t != nil {
		most = kernel.MostTokenBlocks
	}
	for ; ; most = kernel.MostTokenBlocks {
		blocks := min((limit-i)>>6, most)
		if blocks <= 0 {
			break
		}
		nest, text, escaped, scalar := g.Nest, g.Text, g.Escaped, g.Scalar
		passed := kernel.GatherTokens(mem.Add(k.p, uintptr(i)), blocks, g)
		if passed == 0 {
			break
		}
		if k.dst != nil && k.spaces(g, i, passed) {
			g.Nest, g.Text, g.Escaped, g.Scalar = nest, text, escaped, scalar
			break
		}
		// A shift by one moves the bit of each token to the token after it. So a token has a bit in opens after an
		// opening bracket, in begins after an opening bracket or comma, and in ended after the end of a value.
		opens := g.Open<<1 | was.open
		begins := opens | g.Comma<<1 | was.comma
		names := g.Quote & g.Within & begins
		scalars := g.Word | g.Number | (g.Quote &^ names)
		ends := scalars | g.Close
		ended := ends<<1 | was.end
		all := ^uint64(0) >> (64 - uint(g.N))
		rejected := g.Colon &^ ((names << 1) | was.name)
		rejected |= (scalars | g.Open) &^ ((g.Colon << 1) | was.colon | (begins &^ g.Within))
		rejected |= g.Comma &^ ended
		rejected |= g.Close &^ (ended | opens)
		rejected |= all &^ (ends | g.Open | g.Colon | g.Comma | names)
		first := mem.Add(k.p, uintptr(i))
		rejected |= rejectWords(g, first) | rejectNumbers(g, first)
		if g.Wrong != 0 {
			rejected |= rejectBracket(g, nest)
		}
		end := g.N
		if rejected != 0 {
			end = bits.TrailingZeros64(rejected) & 63
		}
		if end > 0 {
			last := uint(end-1) & 63
			was = before{g.Open >> last & 1, g.Comma >> last & 1, g.Colon >> last & 1, names >> last & 1, ends >> last & 1}
		}
		if t != nil {
			right := uint64(1)<<uint(end) - 1
			t.N, t.From, t.Names, t.Scalars = end, i, names&right, scalars&right
		}
		if rejected != 0 {
			g.Nest = nestBefore(g, nest, end)
			i += g.Place(end)
			g.Text, g.Escaped, g.Scalar = 0, 0, 0
			break
		}
		i += passed << 6
		escapes := g.Text != 0 && passed == kernel.MostTokenBlocks && mem.Load32(k.p, i-g.EscapedBy())&0xffff == '\\'|'u'<<8
		if escapes || !seen.pays(g, passed) {
			fast = false
			break
		}
		if t != nil {
			break
		}
	}
	switch {
	case g.Text != 0:
		k.state, k.name = inString, was.name != 0
		// The loop can't begin inside an escape sequence, so it scans the whole sequence again.
		i -= g.EscapedBy()
	case was.open != 0:
		k.state = firstElem + state(g.Nest&1)
	case was.comma != 0:
		k.state = value
		if g.Nest&1 != 0 {
			k.state = nextName
		}
	case was.colon != 0:
		k.state = value
	case was.name != 0:
		k.state = colon
	default:
		k.state = after
		if g.Scalar != 0 {
			i = scalarEnd(k.p, i, limit+64)
		}
	}
	levels = bits.Len64(g.Nest) - 1
	k.i, k.cur, k.depth = i, g.Nest&^(1<<levels), outer+levels
	return fast
}

// density counts the blocks, tokens and numbers of the groups so far.
type density struct{ blocks, tokens, numbers int }

// pays adds the group g, which has the given number of blocks, to the counts. It reports whether groups are faster than
// the loop of the blockScanner for such text. If the processor can compress bytes, they are faster unless strings are
// so long that there is less than one token in four blocks: then the loop takes 0.6 to 0.8 of their time. On other
// processors groups are slower in three cases: if blocks have few tokens, since each block has a fixed cost; if blocks
// have so many tokens that a group is a single one; and for many numbers, since the loop finds their ends as fast.
func (d *density) pays(g *kernel.TokenGroup, blocks int) bool {
	d.blocks += blocks
	d.tokens += g.N
	if kernel.CompressesTokens() {
		return 4*d.tokens >= d.blocks
	}
	d.numbers += bits.OnesCount64(g.Number)
	return d.tokens >= 3*d.blocks && d.tokens <= 32*d.blocks && 4*d.numbers <= d.tokens
}

// scalarEnd returns the end of the number or literal that contains position i, but not more than the limit most. The
// limit is for a text that another goroutine changes after it was checked: the loop must not run to the end of memory.
func scalarEnd(p mem.Ptr, i, most int) int {
	for i < most && !endsScalar[mem.Load8(p, i)] {
		i++
	}
	return i
}

// spaces reports whether there is white space between the tokens of g, whose blocks begin at i. It also sets k.html if
// a character may have to be escaped. Missing masks are made at the start of k.mask, in place of older masks.
func (k *blockScanner) spaces(g *kernel.TokenGroup, i, blocks int) bool {
	words := i >> 2 // the offset in k.mask of the words for the block at i: 16 bytes for 64
	if k.wrap != wrapWhole || i&63 != 0 || i+blocks<<6 > k.hi {
		if words = 0; kernel.MasksHTML(mem.Add(k.p, uintptr(i)), blocks, k.mask) {
			k.html = true
		}
	}
	all := ^uint64(0)
	for block, text := range g.Strings[:blocks] {
		all &= text | mem.LoadWord(k.mask, words+block*16+8)
	}
	return all != ^uint64(0)
}

// rejectWords returns the tokens of g, whose first block is at text, that begin with a letter and are not literals.
func rejectWords(g *kernel.TokenGroup, text mem.Ptr) (rejected uint64) {
	for rest := g.Word; rest != 0; rest &= rest - 1 {
		x := bits.TrailingZeros64(rest)
		c := mem.Load64(text, g.Place(x))
		word := c >> 3 & 3
		if n := wordBits[word] & 63; c&(1<<n-1) != words[word] || !endsScalar[byte(c>>n)] {
			rejected |= 1 << (x & 63)
		}
	}
	return rejected
}

// rejectNumbers returns the tokens of g that begin like numbers, but are wrong or too long for this test: with 57
// digits or more, or an exponent of 8 digits or more.
func rejectNumbers(g *kernel.TokenGroup, text mem.Ptr) (rejected uint64) {
	for rest := g.Number; rest != 0; rest &= rest - 1 {
		x := bits.TrailingZeros64(rest)
		i := g.Place(x)
		c := mem.Load8(text, i)
		if c == '-' {
			i++
			c = mem.Load8(text, i)
		}
		// m has a 1 for each byte from i on that is not a digit. g.Digits is known for at least 57 bytes; the bits
		// after them become ones.
		m := ^(mem.Load64(mem.Ptr(&g.Digits), i>>3) >> (uint(i) & 7))
		e := bits.TrailingZeros64(m)
		ok := e > 0 && (c != '0' || e == 1)
		c = mem.Load8(text, i+e)
		if c == '.' {
			point := e
			m &= m - 1
			e = bits.TrailingZeros64(m)
			ok = ok && e > point+1
			c = mem.Load8(text, i+e)
		}
		if c|0x20 == 'e' {
			c = byteAfterExponent(text, i+e+1)
		}
		if !ok || !endsScalar[c] {
			rejected |= 1 << (x & 63)
		}
	}
	return rejected
}

// byteAfterExponent returns the byte after an exponent whose sign or first digit is at text[i]. It returns 0 if the
// exponent has no digit or too many.
func byteAfterExponent(text mem.Ptr, i int) byte {
	c := mem.Load8(text, i)
	if c == '+' || c == '-' {
		i++
	}
	for n := range 8 {
		if c = mem.Load8(text, i+n); c-'0' > 9 {
			if n == 0 {
				return 0
			}
			return c
		}
	}
	return 0
}

// rejectBracket returns the bit of the first bracket of g that opens too many levels, closes the outermost container,
// or does not match its opening bracket. nest has the containers that are open before g, like TokenGroup.Nest.
func rejectBracket(g *kernel.TokenGroup, nest uint64) (rejected uint64) {
	for rest := g.Open | g.Close; rest != 0; rest &= rest - 1 {
		bracket := rest & -rest
		kind := uint64(0)
		if g.Brace&bracket != 0 {
			kind = 1
		}
		switch {
		case g.Open&bracket == 0:
			if nest&1 != kind || nest>>1 <= 1 {
				return bracket
			}
			nest >>= 1
		case nest>>mostLevels != 0:
			return bracket
		default:
			nest = nest<<1 | kind
		}
	}
	return 0
}

// nestBefore returns the containers that are open before token number end of g. nest has them before token 0.
func nestBefore(g *kernel.TokenGroup, nest uint64, end int) uint64 {
	for rest := (g.Open | g.Close) & (1<<end - 1); rest != 0; rest &= rest - 1 {
		if x := bits.TrailingZeros64(rest); g.Open>>x&1 != 0 {
			nest = nest<<1 | (g.Brace >> x & 1)
		} else {
			nest >>= 1
		}
	}
	return nest
}
