package wire

import (
	"math/bits"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
)

// Long values are checked by groups of up to 64 tokens, which [kernel.GatherTokens] makes of whole blocks of bytes: a
// word has one bit for each token, so the rules of the grammar are some forty operations on words for all tokens
// together. For the value {"a":[1,true]} at the top, for which the kernel has found the kinds of brackets,
//
//	token      { "a" : [ 1 , true ] }
//	Within     0  1  1 1 0 0   0  0 1    the container around the token is an object
//	names      .  1  . . . .   .  . .
//	scalars    .  .  . . 1 .   1  . .
//
// A loop over single tokens mispredicts every other one in text that it has not seen before: by groups twitter is
// checked at 6.8 GB/s, by the blockScanner at 2.2, with AVX2 at 2.7 and 1.9.
//
// Two neighbouring tokens show every fault, since a name is a string after { or after a comma in an object: a colon
// follows only a name; a value follows a colon, or in an array [ or a comma; a comma follows only a value; a closing
// bracket follows a value or an opening bracket. So after a name only a colon is allowed, and after that only a value.
// The kernel tests whether brackets match.
//
// Wrong or rare text is not handled here: the group ends before the first such token, and the blockScanner continues
// there.

const (
	// mostLevels is the largest number of containers, one less than there are bits below the one that marks the end.
	mostLevels = 62

	// leastGroups is the shortest rest of a text for which groups are worthwhile.
	leastGroups = 1 << 10

	// firstStep is the number of bytes of a value that the blockScanner scans before groups are tried: most values are
	// short, and a first group is wasted if the value ends.
	firstStep = 256

	// The same two limits if no instructions compress bytes, and groups gain less.
	leastShuffled = 8 << 10
	stepShuffled  = 2 << 10

	// leastGain is the number of bytes that groups must handle for the next try to come soon.
	leastGain = 1 << 10

	// firstBlocksOfGroups is the largest number of blocks of the first group.
	firstBlocksOfGroups = 8
)

// The words that are values, each at bits 3 and 4 of its first letter, followed by the number of their bits. The fourth
// matches no text.
var (
	words    = [4]uint64{'f' | 'a'<<8 | 'l'<<16 | 's'<<24 | 'e'<<32, 'n' | 'u'<<8 | 'l'<<16 | 'l'<<24, 't' | 'r'<<8 | 'u'<<16 | 'e'<<24, 1}
	wordBits = [4]uint8{40, 32, 32, 0}
)

// endsScalar has the bytes that may follow a number or word: white space, and the first bytes of tokens. The group
// decides whether such a token is allowed there.
var endsScalar = [256]bool{' ': true, '\t': true, '\r': true, '\n': true, ',': true, ':': true, '[': true, ']': true, '{': true, '}': true, '"': true}

// EndsScalar reports whether c may follow a number or word.
func EndsScalar(c byte) bool { return endsScalar[c] }

// before is the token before a group: one of the bits is 1.
type before struct{ open, comma, colon, name, end uint64 }

// pace returns the shortest rest of a text for which groups are worthwhile, the number of bytes of a value that the
// blockScanner scans before they are tried, and the factor by which that number grows after text for which they are
// slow.
func pace() (least, step, slow int) {
	if kernel.CompressesTokens() {
		return leastGroups, firstStep, 8
	}
	return leastShuffled, stepShuffled, 32
}

// stage makes the loop stop at the next place for groups, or at limit.
func (k *blockScanner) stage(limit int) {
	k.limit = limit
	if least, step, _ := pace(); limit-k.i >= least && fast.Groups && kernel.GathersTokens() {
		k.step = step
		k.limit = k.i + step
	}
}

// nextStage continues by groups, up to limit, and makes the loop stop at the next place for them.
func (k *blockScanner) nextStage(limit int) {
	k.tryGroups(limit)
	k.limit = limit
	if limit-k.i >= leastGroups && limit-k.i > k.step {
		k.limit = k.i + k.step
	}
}

// tryGroups continues by groups, up to limit, and sets the distance to the next try. That distance doubles each time
// that groups handle little, and grows by more if they are slow, which the result reports.
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

// groups continues by groups of tokens up to limit, beyond which 64 bytes may be read. It ends at the first token that
// is rare or wrong, for compaction before white space, or after the last group. It reports whether this is faster than
// the loop, which is not so for text made of escape sequences, and where density says so. With t it handles one group,
// and stores its tokens in t.
//
//go:noinline
func (k *blockScanner) groups(limit int, t *Tokens) (fast bool) {
	if t != nil {
		t.N = 0
	}
	levels := ((k.depth - 1) & 63) + 1
	if k.depth == 0 {
		// The array or object that is the whole text. The loop handles its end, like that of each last container.
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
	// The bit above those of the open containers marks their end.
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
		// Each of these words says for each token what the token before it is.
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
		// The loop can't begin within an escape sequence, so it scans all of it again.
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

// density counts what groups have handled.
type density struct{ blocks, tokens, numbers int }

// pays adds a group of blocks blocks, and reports whether groups are faster than the loop for such text. With
// instructions that compress bytes they are, unless there are several blocks of text in strings for each token: then
// the loop takes 0.6 to 0.8 of their time. Otherwise they are slower for blocks with few tokens, since each block takes
// its time, with many tokens, so that a group has few blocks, or with many numbers, whose ends the loop finds as fast.
func (d *density) pays(g *kernel.TokenGroup, blocks int) bool {
	d.blocks += blocks
	d.tokens += g.N
	if kernel.CompressesTokens() {
		return 4*d.tokens >= d.blocks
	}
	d.numbers += bits.OnesCount64(g.Number)
	return d.tokens >= 3*d.blocks && d.tokens <= 11*d.blocks && 4*d.numbers <= d.tokens
}

// scalarEnd returns the end of the number or word that contains i. It was checked completely and ends before most,
// unless another goroutine changes the text meanwhile: without most the loop could then run to the end of memory.
func scalarEnd(p mem.Ptr, i, most int) int {
	for i < most && !endsScalar[mem.Load8(p, i)] {
		i++
	}
	return i
}

// spaces reports whether there is white space between the tokens of g, whose blocks begin at i, and notes whether there
// is something to escape. Its masks replace the existing ones, unless each of the blocks has its own.
func (k *blockScanner) spaces(g *kernel.TokenGroup, i, blocks int) bool {
	words := i >> 2 // the index of the words for the block at i
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

// oddWords returns the tokens of g that begin with a lower case letter and are not true, false or null. The first block
// of g is at text.
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

// oddNumbers returns the tokens of g that begin like numbers, but are not numbers or are rare: with 57 digits and more,
// or with exponents of that length.
func oddNumbers(g *kernel.TokenGroup, text mem.Ptr) (odd uint64) {
	for rest := g.Number; rest != 0; rest &= rest - 1 {
		x := bits.TrailingZeros64(rest)
		i := g.Place(x)
		c := mem.Load8(text, i)
		if c == '-' {
			i++
			c = mem.Load8(text, i)
		}
		// A bit for each byte from i on that is not a digit, up to 57 bytes: the bits that are shifted in are zero.
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

// behindExponent returns the position after the sign and digits of an exponent at text[i], or 0.
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

// oddBracket returns the first bracket of g that opens too many levels, closes the last one, or closes the wrong kind.
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

// nestBefore returns the containers that are open before token end of g, if nest are open before g.
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
