package wire

import (
	"math"
	"math/bits"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
)

// A blockScanner scans JSON by whole tokens. Bitmaps, which [kernel.MasksHTML] makes for each 64 bytes, show where
// strings and white space end. Between two tokens the state says what may come next:
//
//	state      allowed tokens -> state after the token
//	value      a scalar -> after    { -> firstName    [ -> firstElem
//	firstElem  as in value, and ] -> after
//	firstName  a name -> colon      } -> after
//	nextName   a name -> colon
//	colon      : -> value
//	after      , -> value in an array, nextName in an object    } or ] -> after
//
// White space keeps the state. The field cur has the kind of each open container as a bit, the innermost one lowest.
//
// The loop is one function with a label for each state, because the compiler then keeps its variables in registers: a
// recursive walk, with a call for each value, took two to three times as long over an array of small objects. The loop
// stops with the event atUnhandled at rare tokens: a number at the end of the bytes, an invalid escape, a bracket that
// opens the 65th level. A [Scanner] then scans the token byte by byte. Code that has the whole text in memory handles
// the few rare tokens that are correct, and reports an error for all others.
//
// The end of a number follows from its bytes, so a processor that looks ahead would have to wait for each number. The
// word m breaks this chain: it keeps the quotes of a block, and a string ends at its next bit. Objects of numbers,
// floats and strings are scanned 1.4, 1.6 and 1.9 times as fast as with a new load for each string.
//
// On processors with the instructions for it, most of a long value is scanned up to 64 tokens at a time (groups.go).
// The loop then only scans the start of the value, and the tokens at which that method stops.

// event says why run has stopped.
type event uint8

const (
	atEnd       event = iota // the value is complete
	atUnhandled              // the loop can't scan the token at i: it is rare, cut or wrong
	atWindow                 // there are no masks for the bytes from i on
	atLimit                  // the position has reached limit
	atCopy                   // white space follows, and more than short bytes before it must be copied
	atUnicode                // used only inside run: many \uXXXX escapes follow, which a kernel skips
)

// blockScanner has the state of the loop between two runs.
//
// Hot loops set its fields one by one. A composite literal is built in other memory by narrow stores, and copied by
// wide loads. Such loads wait for the stores for some 12 ns, a tenth of the time to scan 90 bytes.
type blockScanner struct {
	p     mem.Ptr // address of the byte at position 0; at least 64 bytes may be read beyond limit
	mask  mem.Ptr // two words for each block of 64 bytes: special characters of strings; all bytes but white space
	wrap  int     // i>>2 & wrap is the offset in mask of the words for position i; in long texts mask is a ring
	hi    int     // the bytes before this position have bits in mask
	limit int     // the loop stops from here on: with atLimit, or with atUnhandled in numbers and at closing brackets
	end   int     // the end of the bytes; a number that ends here may go on in later bytes
	i     int     // the position
	state state   // what may come next, or inString in a string
	name  bool    // with inString: whether the string is a name
	cur   uint64  // the kinds of the innermost 64 containers, as in nest
	depth int     // number of open containers
	room  int     // the largest allowed depth
	step  int     // number of bytes after which groups of tokens are tried again

	group *kernel.TokenGroup // memory for one group of tokens, or nil; it need not be cleared

	// The fields for compaction.
	dst   mem.Ptr // the address of the output, or nil; it has space for the rest of the input and 32 bytes
	dn    int     // the number of bytes written
	start int     // the bytes from this position on are not copied yet
	html  bool    // true if a byte so far may have to be escaped for HTML
}

// short is the length of the longest piece that compaction copies without a call, by [mem.Copy32]. The pieces are the
// text between white space: for [1, 2, 3] they are [1, and 2, and 3] .
const short = 32

// The values of wrap. With wrapWindow the masks are a ring for a window of the text; wrapWhole means all of the text.
const (
	wrapWindow = (windowBlocks - 1) * 16
	wrapWhole  = math.MaxInt &^ 15
)

// spaces has a bit for each white space character.
const spaces uint64 = 1<<' ' | 1<<'\n' | 1<<'\r' | 1<<'\t'

// run scans until an event stops it.
func (k *blockScanner) run() (ev event) {
resume:
	p, mask := k.p, k.mask
	i, cur, depth := k.i, k.cur, k.depth
	// Only variables that change all the time are local; at the label stop they are written back. There are as many
	// as there are registers. When hi, limit and the fields for copying were local too, each value and name took some
	// ten more stores and loads, and Valid took up to 10 % longer.
	if k.dst == nil {
		k.start = math.MaxInt // so that no piece is ever too long to copy
	}
	var (
		e    int    // the end of a number, or of white space
		w    uint64 // bits of bytes of a number or of white space
		base int    // the position of bit 0 of m
		m    uint64 // special characters after the last quote, up to the end of its block
		c    byte
		st   state
		name bool // whether the current string is a name
	)
	// Continue in the state at which the loop stopped: between two tokens, or in a string.
	switch k.state {
	case value:
		goto atValue
	case firstElem:
		goto atFirstElem
	case firstName:
		goto atFirstName
	case nextName:
		goto atName
	case colon:
		goto atColon
	case after:
		goto atAfter
	default:
		base, name = i, k.name
		goto text
	}

atValue:
	// A value is expected at i, perhaps after white space.
	if i >= k.limit {
		st, ev = value, atLimit
		goto stop
	}
	c = mem.Load8(p, i)
again:
	// This is like atValue, but c is already the byte at i.
	switch c {
	case '"':
		goto inValue
	case '1', '2', '3', '4', '5', '6', '7', '8', '9':
		e = i + 1
		goto integer
	// cur has bits for 64 levels, so the loop stops before a bracket that opens the 65th level, the 129th and so on.
	case '{':
		if depth&63 == 0 && depth > 0 || depth >= k.room {
			st, ev = value, atUnhandled
			goto stop
		}
		cur = cur<<1 | 1
		depth++
		i++
		goto atFirstName
	case '[':
		if depth&63 == 0 && depth > 0 || depth >= k.room {
			st, ev = value, atUnhandled
			goto stop
		}
		cur <<= 1
		depth++
		i++
		goto atFirstElem
	// A number starts with a minus. If a zero follows, no other digit may come before the point.
	case '-':
		e = i + 1
		if c = mem.Load8(p, e); c == '0' {
			e, w = e+1, 0
			goto fraction
		}
		if c-'1' > 8 {
			st, ev = value, atUnhandled
			goto stop
		}
		e++
		goto integer
	case '0':
		e, w = i+1, 0
		goto fraction
	case 't':
		// A literal is compared as a word: 64 bytes beyond the limit may be read. If it is cut, the word differs.
		if mem.Load32(p, i) != WordTrue {
			st, ev = value, atUnhandled
			goto stop
		}
		i += 4
		goto atAfter
	case 'n':
		if mem.Load32(p, i) != WordNull {
			st, ev = value, atUnhandled
			goto stop
		}
		i += 4
		goto atAfter
	case 'f':
		if mem.Load32(p, i+1) != WordAlse {
			st, ev = value, atUnhandled
			goto stop
		}
		i += 5
		goto atAfter
	}
	st = value
	goto other

integer:
	// Skip digits from e on, eight bytes at a time. After the XOR a digit is below 10. The sum sets the top bit of
	// every byte that is not a digit. The lowest such bit is where the digits end: in 12345,67 at the comma.
	for {
		if e >= k.limit {
			st, ev = value, atUnhandled
			goto stop
		}
		w = mem.Load64(p, e) ^ lows*'0'
		if w = (((w &^ highs) + lows*(0x80-10)) | w) & highs; w != 0 {
			break
		}
		e += 8
	}
	e += bits.TrailingZeros64(w) >> 3
fraction:
	// The fraction and the exponent may follow, as in 1.25 and 1e10. Both may be absent. The lowest bit of w is that of
	// the byte at e, or w is 0.
	c = mem.Load8(p, e)
	if c == '.' {
		e++
		if mem.Load8(p, e)-'0' > 9 {
			st, ev = value, atUnhandled
			goto stop
		}
		// The next bit of w is the end of a short fraction. A load would wait for the position of the point.
		if rest := w & (w - 1); rest != 0 {
			e += (bits.TrailingZeros64(rest)-bits.TrailingZeros64(w))>>3 - 1
			c = mem.Load8(p, e)
			goto exponent
		}
		for {
			if e >= k.limit {
				st, ev = value, atUnhandled
				goto stop
			}
			w = mem.Load64(p, e) ^ lows*'0'
			if w = (((w &^ highs) + lows*(0x80-10)) | w) & highs; w != 0 {
				break
			}
			e += 8
		}
		e += bits.TrailingZeros64(w) >> 3
		c = mem.Load8(p, e)
	}
exponent:
	if c|0x20 == 'e' {
		e++
		if c = mem.Load8(p, e); c == '+' || c == '-' {
			e++
		}
		if mem.Load8(p, e)-'0' > 9 {
			st, ev = value, atUnhandled
			goto stop
		}
		for mem.Load8(p, e)-'0' <= 9 {
			if e++; e >= k.limit {
				st, ev = value, atUnhandled
				goto stop
			}
		}
	}
	// A number at the end of the bytes may continue in the next ones.
	if e >= k.end {
		st, ev = value, atUnhandled
		goto stop
	}
	i = e
	goto atAfter

inName:
	// A string starts at i.
	name = true
	goto inText
inValue:
	name = false
inText:
	// The quote at i is usually the lowest bit of m. The position of the next quote then does not depend on i, and the
	// processor need not wait for the end of a number before i.
	if base+bits.TrailingZeros64(m) == i {
		if m &= m - 1; m != 0 {
			goto quote
		}
	}
	base = i + 1
text:
	// The string continues at base. A shift removes the bits of the block before base. Then the lowest bit is the next
	// quote, backslash or control character. Blocks without such a bit are skipped.
	if base >= k.hi {
		st, ev = inString, atWindow
		i = base
		goto stop
	}
	m = mem.LoadWord(mask, base>>2&k.wrap) >> (uint(base) & 63)
	for m == 0 {
		base = (base &^ 63) + 64
		if base >= k.hi {
			st, ev = inString, atWindow
			i = base
			goto stop
		}
		m = mem.LoadWord(mask, base>>2&k.wrap)
	}
quote:
	// Bit 0 of m stands for the byte at base.
	i = base + bits.TrailingZeros64(m)
	if i >= k.limit {
		st, ev = inString, atLimit
		goto stop
	}
	if c = mem.Load8(p, i); c != '"' {
		// An escape sequence has at most 6 bytes, so one load of 8 bytes has all of it. If a sequence is cut or
		// invalid, or c is a control character, the loop stops with i at its first byte.
		for c == '\\' {
			n := escapeLen(mem.Load64(p, i))
			if n == 0 {
				break
			}
			// Another escape often follows directly, as in \u00e9\u00e8. It is scanned without the masks.
			i += n
			if c = mem.Load8(p, i); c != '\\' || i >= k.limit {
				base = i
				goto text
			}
			// A \u escape five sequences ahead is a sign of many more, as in Japanese text: a kernel skips them.
			if mem.Load8(p, i+5*6) == '\\' && mem.Load8(p, i+5*6+1) == 'u' {
				st, ev = inString, atUnicode
				goto stop
			}
		}
		st, ev = inString, atUnhandled
		goto stop
	}
	// The string has ended before i. If another string follows after a colon or comma, its quote is the next bit of m.
	i++
	m &= m - 1
	c = mem.Load8(p, i)
	if name {
		if c != ':' {
			goto atColon
		}
		i++
		if mem.Load8(p, i) != '"' {
			goto afterColon
		}
		name = false
	} else {
		if c != ',' || mem.Load8(p, i+1) != '"' || depth == 0 {
			goto atAfter
		}
		i++
		name = cur&1 != 0
	}
	if m &= m - 1; m != 0 {
		goto quote
	}
	base = i + 1
	goto text

atColon:
	// A name has ended before i.
	if c = mem.Load8(p, i); c != ':' {
		st = colon
		goto other
	}
	i++
afterColon:
	// A colon is before i. A blank there is the most frequent white space.
	if mem.Load8(p, i) == ' ' && mem.Load8(p, i+1) > ' ' && i-k.start <= short {
		if k.dst != nil {
			mem.Copy32(k.dst, k.dn, p, k.start)
			k.dn += i - k.start
			k.start = i + 1
		}
		i++
	}
	goto atValue

atAfter:
	// A value has ended before i.
	c = mem.Load8(p, i)
	// At depth 0 the whole value ends before i. The caller knows what may follow.
	if depth == 0 {
		st, ev = after, atEnd
		goto stop
	}
	if c == ',' {
		i++
		// After a comma the container can't end: [1,] and {"a":1,} are wrong.
		if cur&1 == 0 {
			goto atValue
		}
		goto atName
	}
	if c == '}' && cur&1 != 0 || c == ']' && cur&1 == 0 {
		goto closed
	}
	st = after
	goto other

atName:
	// A comma in an object is before i.
	if i >= k.limit {
		st, ev = nextName, atLimit
		goto stop
	}
	if c = mem.Load8(p, i); c == '"' {
		goto inName
	}
	st = nextName
	goto other

atFirstName:
	// An object has begun before i: a name or the closing brace follows.
	if i >= k.limit {
		st, ev = firstName, atLimit
		goto stop
	}
	if c = mem.Load8(p, i); c == '"' {
		goto inName
	}
	if c == '}' {
		goto closed
	}
	st = firstName
	goto other

atFirstElem:
	// An array has begun before i: a value or the closing bracket follows.
	if i >= k.limit {
		st, ev = firstElem, atLimit
		goto stop
	}
	c = mem.Load8(p, i)
	if c == ']' {
		goto closed
	}
	if c > ' ' {
		goto again
	}
	st = firstElem
	goto other

closed:
	// The bracket that closes the innermost container is at i.
	if depth&63 == 1 && depth > 1 || i >= k.limit {
		// cur does not have the bits of the outer containers: stop with atUnhandled.
		st, ev = after, atUnhandled
		goto stop
	}
	cur >>= 1
	depth--
	i++
	goto atAfter

other:
	// The byte at i starts no token that the state st allows. It is white space or an error.
	if c > ' ' || spaces>>c&1 == 0 {
		ev = atUnhandled
		goto stop
	}
	if e = i + 1; mem.Load8(p, e) <= ' ' {
		for {
			if e >= k.hi {
				ev = atWindow
				break
			}
			w = mem.LoadWord(mask, (e>>2&k.wrap)+8) >> (uint(e) & 63)
			if w != 0 {
				e += bits.TrailingZeros64(w)
				break
			}
			e = (e &^ 63) + 64
		}
	}
	if k.dst != nil {
		// Copy the piece before the white space. A copy always has 32 bytes; later output overwrites the excess.
		if i-k.start > short {
			// A long piece: compact copies it and calls run again, which finds this white space again.
			ev = atCopy
			goto stop
		}
		mem.Copy32(k.dst, k.dn, p, k.start)
		k.dn += i - k.start
		k.start = e
	}
	i = e
	if ev != atEnd {
		goto stop
	}
	if i >= k.limit {
		ev = atLimit
		goto stop
	}
	// After white space a token starts at i: return to the code of the state st.
	switch st {
	case value:
		c = mem.Load8(p, i)
		goto again
	case nextName:
		goto atName
	case after:
		goto atAfter
	case colon:
		goto atColon
	case firstName:
		goto atFirstName
	}
	goto atFirstElem

stop:
	k.i, k.cur, k.depth, k.state, k.name = i, cur, depth, st, name
	// Skip the \uXXXX escapes that follow by a kernel. The loop's variables are stored here, so the call saves no
	// registers. The loop has passed an escape since the last call, so it makes progress even if the kernel skips none.
	if ev == atUnicode {
		k.i += kernel.SkipUnicode(mem.Add(k.p, uintptr(k.i)), k.limit-k.i)
		ev = atEnd
		goto resume
	}
	return ev
}
