package wire

import (
	"math/bits"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
)

// Long values are checked by groups of up to 64 tokens, which [kernel.GatherTokens] makes of whole blocks of bytes: a
// bit of a word for each token, so that the rules of the grammar are some forty operations on words for all of them.
// Of the value {"a":[1,true]} at the top, where the kernel has found the brackets' kinds,
//
//	token      { "a" : [ 1 , true ] }
//	Within     0  1  1 1 0 0   0  0 1    the container around the token is an object
//	names      .  1  . . . .   .  . .
//	scalars    .  .  . . 1 .   1  . .
//
// A loop over tokens knows one of them after the other, and mispredicts every other one in text that it has not seen
// before: by groups twitter is checked at 6.8 GB/s, by the blockScanner at 2.2, on AVX2 at 2.7 and 1.9.
//
// Any two tokens side by side decide what is wrong, since a name is a string that stands behind { or a comma within an
// object: a colon stands behind a name alone; a value behind a colon, or within an array behind [ or a comma; a comma
// behind a value alone; a closing bracket behind a value or an opening one. So behind a name nothing but a colon can
// stand, and behind that nothing but a value. That brackets match is the kernel's to say.
//
// Nothing is decided here about text that is wrong or rare: the group ends in front of the first such token, and the
// blockScanner goes on there.

const (
	// mostLevels is how many containers are followed, one less than there are bits above the one that marks the end.
	mostLevels = 62

	// leastGroups is the rest of a text from which on groups are worth their beginning.
	leastGroups = 1 << 10

	// firstStep is how many bytes of a value the blockScanner takes before groups are tried: most values are short, and
	// the first group is in vain where a value ends.
	firstStep = 256

	// These stand for the two where tokens are gathered without instructions that compress bytes, and groups gain less.
	leastShuffled = 8 << 10
	stepShuffled  = 2 << 10

	// leastGain is how many bytes groups are to take for the next try to come soon.
	leastGain = 1 << 10

	// firstBlocksOfGroups is how many blocks the first group is made of at most.
	firstBlocksOfGroups = 8
)

// The words that are values, each at bits 3 and 4 of its first letter, and behind them the number of their bits. The
// fourth is none that a text has.
var (
	words    = [4]uint64{'f' | 'a'<<8 | 'l'<<16 | 's'<<24 | 'e'<<32, 'n' | 'u'<<8 | 'l'<<16 | 'l'<<24, 't' | 'r'<<8 | 'u'<<16 | 'e'<<24, 1}
	wordBits = [4]uint8{40, 32, 32, 0}
)

// endsScalar has the bytes that may follow a number or word: white space, and what begins the next token. Whether that
// may come there, the group says.
var endsScalar = [256]bool{' ': true, '\t': true, '\r': true, '\n': true, ',': true, ':': true, '[': true, ']': true, '{': true, '}': true, '"': true}

// before is the token in front of a group: one of the bits is 1.
type before struct{ open, comma, colon, name, end uint64 }

// pace returns the rest of a text from which on groups are worth their beginning, how many bytes of a value the
// blockScanner takes before they are tried, and how many times as many it takes behind text over which they are slow.
func pace() (least, step, slow int) {
	if kernel.CompressesTokens() {
		return leastGroups, firstStep, 8
	}
	return leastShuffled, stepShuffled, 32
}

// stage has the loop stop where groups are to be tried, or at limit.
func (k *blockScanner) stage(limit int) {
	k.limit = limit
	if least, step, _ := pace(); limit-k.i >= least && fast.Groups && kernel.GathersTokens() {
		k.step = step
		k.limit = k.i + step
	}
}

// nextStage goes on by groups, up to limit, and has the loop stop where they are to be tried again.
func (k *blockScanner) nextStage(limit int) {
	k.tryGroups(limit)
	k.limit = limit
	if limit-k.i >= leastGroups && limit-k.i > k.step {
		k.limit = k.i + k.step
	}
}

// tryGroups goes on by groups, up to limit, and notes how far the loop is to go then. Each time that they take little
// that is twice as far, and much further where they are slow, as it reports.
func (k *blockScanner) tryGroups(limit int) (fast bool) {
	from := k.i
	_, step, slow := pace()
	switch fast = k.groups(limit, nil); {
	case !fast:
		k.step *= slow
	case k.i-from < leastGain:
		k.step *= 2
	default:
		k.step = step
	}
	return fast
}

// groups goes on by groups of tokens in front of limit, behind which 64 bytes may be looked at, and ends at the first
// token that is rare or wrong, for compaction in front of white space, or behind the last group. It reports whether
// this is faster than the loop, which it is not over text that is made of escape sequences, and where density says so.
// With t it takes one group, and notes there what its tokens are.
//
//go:noinline
func (k *blockScanner) groups(limit int, t *Tokens) (fast bool) {
	if t != nil {
		t.N = 0
	}
	levels := ((k.depth - 1) & 63) + 1
	if k.depth == 0 {
		// The text's own array or object. Its end is left to the loop, as that of each last container is.
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
	// The bit above those of the open containers tells where they end.
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
		// Each of these words has, for each token, what the token before it is.
		opens := g.Open<<1 | was.open
		begins := opens | g.Comma<<1 | was.comma
		names := g.Quote & g.Within & begins
		scalars := g.Word | g.Number | (g.Quote &^ names)
		ends := scalars | g.Close
		ended := ends<<1 | was.end
		all := ^uint64(0) >> (64 - uint(g.N))
		odd := g.Colon &^ ((names << 1) | was.name)
		odd |= (scalars | g.Open) &^ ((g.Colon << 1) | was.colon | (begins &^ g.Within))
		odd |= g.Comma &^ ended
		odd |= g.Close &^ (ended | opens)
		odd |= all &^ (ends | g.Open | g.Colon | g.Comma | names)
		first := mem.Add(k.p, uintptr(i))
		odd |= oddWords(g, first) | oddNumbers(g, first)
		if g.Wrong != 0 {
			odd |= oddBracket(g, nest)
		}
		end := g.N
		if odd != 0 {
			end = bits.TrailingZeros64(odd) & 63
		}
		if end > 0 {
			last := uint(end-1) & 63
			was = before{g.Open >> last & 1, g.Comma >> last & 1, g.Colon >> last & 1, names >> last & 1, ends >> last & 1}
		}
		if t != nil {
			right := uint64(1)<<uint(end) - 1
			t.N, t.From, t.Names, t.Scalars = end, i, names&right, scalars&right
		}
		if odd != 0 {
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
		// The loop cannot begin within an escape sequence: it goes over all of that again.
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

// density counts what groups have taken.
type density struct{ blocks, tokens, numbers int }

// pays adds a group of so many blocks, and reports whether groups are faster than the loop over such text, which they
// are with instructions that compress bytes. Else they are not where a block has few tokens, for each takes its time,
// or has many, so that a group is few blocks, or where the loop finds the ends of many numbers as fast.
func (d *density) pays(g *kernel.TokenGroup, blocks int) bool {
	if kernel.CompressesTokens() {
		return true
	}
	d.blocks += blocks
	d.tokens += g.N
	d.numbers += bits.OnesCount64(g.Number)
	return d.tokens >= 3*d.blocks && d.tokens <= 11*d.blocks && 4*d.numbers <= d.tokens
}

// scalarEnd returns the end of the number or word that goes on at i. It was looked at as a whole and ends before most,
// unless another goroutine changes the text meanwhile: without most this would go on to where memory ends.
func scalarEnd(p mem.Ptr, i, most int) int {
	for i < most && !endsScalar[mem.Load8(p, i)] {
		i++
	}
	return i
}

// spaces reports whether there is white space between the tokens of g, whose blocks begin at i, and notes whether there
// is something to escape. It makes masks in place of those that there are, unless each of the blocks has its own.
func (k *blockScanner) spaces(g *kernel.TokenGroup, i, blocks int) bool {
	words := i >> 2 // of the block at i
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

// oddWords returns which tokens of g begin with a small letter, and are not true, false or null. The first block of g
// is at text.
func oddWords(g *kernel.TokenGroup, text mem.Ptr) (odd uint64) {
	for rest := g.Word; rest != 0; rest &= rest - 1 {
		x := bits.TrailingZeros64(rest)
		c := mem.Load64(text, g.Place(x))
		word := c >> 3 & 3
		if n := wordBits[word] & 63; c&(1<<n-1) != words[word] || !endsScalar[byte(c>>n)] {
			odd |= 1 << (x & 63)
		}
	}
	return odd
}

// oddNumbers returns which tokens of g begin as numbers do, and are none or rare: 57 digits and more, and exponents
// that are as long.
func oddNumbers(g *kernel.TokenGroup, text mem.Ptr) (odd uint64) {
	for rest := g.Number; rest != 0; rest &= rest - 1 {
		x := bits.TrailingZeros64(rest)
		i := g.Place(x)
		c := mem.Load8(text, i)
		if c == '-' {
			i++
			c = mem.Load8(text, i)
		}
		// A bit for each byte from i on that is no digit, as far as 57 bytes: what is shifted in does not count as one.
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
			c = behindExponent(text, i+e+1)
		}
		if !ok || !endsScalar[c] {
			odd |= 1 << (x & 63)
		}
	}
	return odd
}

// behindExponent returns the byte behind the sign and digits of an exponent at text[i], or 0.
func behindExponent(text mem.Ptr, i int) byte {
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

// oddBracket returns the first bracket of g that opens too many levels, closes the last one, or another than is open.
func oddBracket(g *kernel.TokenGroup, nest uint64) (odd uint64) {
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

// nestBefore returns the containers that are open in front of token end of g, where nest are open in front of g.
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
