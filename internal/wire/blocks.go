package wire

import (
	"math"
	"math/bits"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
)

// A blockScanner goes over JSON by whole tokens and looks at strings and white space by the bitmaps that
// [kernel.Masks] makes, 64 bytes at a time. Its state is a position, the kind of each open container (a bit in cur,
// the innermost lowest) and what may come next:
//
//	value ──────── scalar ────────────────┐          {"a":[1,2]}
//	  │ {  firstName ── "name" ── colon ──│─ value   ^ value ^ colon
//	  │ [  firstElem ── value, or ] ──────┤           ^ firstName
//	  └───────────────────────────────── after: , leads to nextName or value, } and ] to after
//
// White space keeps the state. The loop is one function with labels for states, since only then all of it stays in
// registers: a walk by recursion, with a call for each value, took two to three times as long over an array of small
// objects. Whatever is rare (a number at the end of the input, an invalid escape, the 65th level) ends the loop with
// atOdd, and the byte-wise [Scanner.step] or [Input.Skip] decides. Where a processor has the instructions for it, most
// of a long value is taken by groups of tokens, which begin and end in these states.

// event is why the loop of a blockScanner stops.
type event uint8

const (
	atEnd     event = iota // the value is complete
	atOdd                  // the token at i is rare, cut or wrong: the byte-wise machine knows
	atWindow               // the masks end here
	atLimit                // so do the bytes that may be looked at
	atCopy                 // the bytes from start to i are many, and white space follows
	atUnicode              // many escape sequences \uXXXX follow; run itself goes on behind them
)

// blockScanner is the state between two runs of the loop. It can go on from wherever it has stopped.
//
// Loops of their own fill it field by field where it stays: the compiler makes a composite literal elsewhere and copies
// it by wider loads than the stores before them, and for those a processor waits some 12 ns, a tenth of what 90 bytes
// take.
type blockScanner struct {
	p     mem.Ptr // the bytes, whose first is at position 0; at least 64 may be read behind limit
	mask  mem.Ptr // two words for each block of 64 bytes: special bytes of strings, and bytes that are not white space
	wrap  int     // which bits of a quarter of a position give the offset of its block's words: masks may be a ring
	hi    int     // mask is filled for the bytes before hi
	limit int     // where the loop stops with atLimit, or a token that passes it with atOdd
	end   int     // of the bytes; a number that ends there may go on
	i     int     // the position
	state state   // what may come next, or inString within one
	name  bool    // for inString: it is a name
	cur   uint64  // the kinds of the containers that are open, as nest has them; the outer levels are with the caller
	depth int     // containers that are open
	room  int     // the most that depth may become
	step  int     // how far it is from one try with groups to the next

	group *kernel.TokenGroup // memory for groups that need not be cleared, or nil

	// For compaction.
	dst   mem.Ptr // where the output goes, or nil; it has room for the rest of the input and 32 bytes more
	dn    int     // bytes written
	start int     // bytes from here on are still to be copied
	html  bool    // the masks that were made saw something to escape
}

// short is the size of the pieces that are copied without a call. Compaction copies the runs between gaps: of [1, 2, 3]
// those are "[1,", "2," and "3]".
const short = 32

// The values of wrap: masks of a window, which are used again and again, and masks of the whole text.
const (
	wrapWindow = (windowBlocks - 1) * 16
	wrapWhole  = math.MaxInt &^ 15
)

// spaces has the bits of white space.
const spaces uint64 = 1<<' ' | 1<<'\n' | 1<<'\r' | 1<<'\t'

// run goes on until something stops it.
func (k *blockScanner) run() (ev event) {
resume:
	p, mask := k.p, k.mask
	i, cur, depth := k.i, k.cur, k.depth
	// What changes all the time lies in local variables, which are written back at stop. There are no more of them
	// than registers: with the masks' ends and the copy's places too, each value and name took some ten stores and
	// loads, and Valid up to 10 % longer.
	if k.dst == nil {
		k.start = math.MaxInt // nothing is ever to be copied
	}
	var (
		e    int
		m    uint64
		c    byte
		st   state
		name bool // for strings
	)
	// The loop goes on in the state in which it stopped. States inside of a token, but for the text of a string, are
	// the Scanner's alone.
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
		e, name = i, k.name
		goto text
	}

atValue:
	// A value starts at i, or white space in front of it.
	if i >= k.limit {
		st, ev = value, atLimit
		goto stop
	}
	c = mem.Load8(p, i)
again:
	// The same where c is the byte at i already.
	switch c {
	case '"':
		goto inValue
	case '1', '2', '3', '4', '5', '6', '7', '8', '9':
		e = i + 1
		goto integer
	// cur has room for 64 levels. The 65th is pushed by the byte-wise machine, which keeps the bits of the outer ones.
	case '{':
		if depth&63 == 0 && depth > 0 || depth >= k.room {
			st, ev = value, atOdd
			goto stop
		}
		cur = cur<<1 | 1
		depth++
		i++
		goto atFirstName
	case '[':
		if depth&63 == 0 && depth > 0 || depth >= k.room {
			st, ev = value, atOdd
			goto stop
		}
		cur <<= 1
		depth++
		i++
		goto atFirstElem
	// A sign, and one digit: with a zero behind it the number has no further digits before its point.
	case '-':
		e = i + 1
		if c = mem.Load8(p, e); c == '0' {
			e++
			goto fraction
		}
		if c-'1' > 8 {
			st, ev = value, atOdd
			goto stop
		}
		e++
		goto integer
	case '0':
		e = i + 1
		goto fraction
	case 't':
		// A literal is compared as a word wherever it starts, for 64 bytes behind the limit may be looked at. One that
		// the text's end cuts has other bytes there, and the byte-wise machine takes it.
		if mem.Load32(p, i) != WordTrue {
			st, ev = value, atOdd
			goto stop
		}
		i += 4
		goto atAfter
	case 'n':
		if mem.Load32(p, i) != WordNull {
			st, ev = value, atOdd
			goto stop
		}
		i += 4
		goto atAfter
	case 'f':
		if mem.Load32(p, i+1) != WordAlse {
			st, ev = value, atOdd
			goto stop
		}
		i += 5
		goto atAfter
	}
	st = value
	goto other

integer:
	// Digits from e on, eight bytes at a time. Without the bits of '0' a digit is below 10, and the sum sets the top
	// bit of every byte that is not. The lowest such bit is where the digits end: of 12345,67 it is that of the comma.
	for {
		if e >= k.limit {
			st, ev = value, atOdd
			goto stop
		}
		m = mem.Load64(p, e) ^ lows*'0'
		if m = (((m &^ highs) + lows*(0x80-10)) | m) & highs; m != 0 {
			break
		}
		e += 8
	}
	e += bits.TrailingZeros64(m) >> 3
fraction:
	// Behind the digits before the point: .25, e10, both or neither.
	c = mem.Load8(p, e)
	if c == '.' {
		e++
		if mem.Load8(p, e)-'0' > 9 {
			st, ev = value, atOdd
			goto stop
		}
		for {
			if e >= k.limit {
				st, ev = value, atOdd
				goto stop
			}
			m = mem.Load64(p, e) ^ lows*'0'
			if m = (((m &^ highs) + lows*(0x80-10)) | m) & highs; m != 0 {
				break
			}
			e += 8
		}
		e += bits.TrailingZeros64(m) >> 3
		c = mem.Load8(p, e)
	}
	if c|0x20 == 'e' {
		e++
		if c = mem.Load8(p, e); c == '+' || c == '-' {
			e++
		}
		if mem.Load8(p, e)-'0' > 9 {
			st, ev = value, atOdd
			goto stop
		}
		for mem.Load8(p, e)-'0' <= 9 {
			if e++; e >= k.limit {
				st, ev = value, atOdd
				goto stop
			}
		}
	}
	// A number that ends with the bytes may go on in the next ones.
	if e >= k.end {
		st, ev = value, atOdd
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
	e = i + 1
text:
	// The string goes on at e. A shift leaves the bits of its block from e on, and the lowest of them is the next
	// quote, backslash or control character. Blocks without one are passed over whole.
	if e >= k.hi {
		st, ev = inString, atWindow
		i = e
		goto stop
	}
	m = mem.LoadWord(mask, e>>2&k.wrap) >> (uint(e) & 63)
	for m == 0 {
		e = (e &^ 63) + 64
		if e >= k.hi {
			st, ev = inString, atWindow
			i = e
			goto stop
		}
		m = mem.LoadWord(mask, e>>2&k.wrap)
	}
	e += bits.TrailingZeros64(m)
	if e >= k.limit {
		st, ev = inString, atLimit
		i = e
		goto stop
	}
	if c = mem.Load8(p, e); c != '"' {
		// An escape sequence has 6 bytes at most, and one load has 8. With one that is cut or invalid, or a control
		// character, i stays at its first byte.
		for c == '\\' {
			n := escapeLen(mem.Load64(p, e))
			if n == 0 {
				break
			}
			// Escapes come in runs, as \u00e9\u00e8 does. The next one needs no look at the masks.
			e += n
			if c = mem.Load8(p, e); c != '\\' || e >= k.limit {
				goto text
			}
			// With one five sequences ahead it is likely to be a long run, as of Japanese text: the kernel takes it.
			if mem.Load8(p, e+5*6) == '\\' && mem.Load8(p, e+5*6+1) == 'u' {
				st, ev = inString, atUnicode
				i = e
				goto stop
			}
		}
		st, ev = inString, atOdd
		i = e
		goto stop
	}
	// The string has ended before i.
	i = e + 1
	if !name {
		goto atAfter
	}

atColon:
	// A name has ended before i.
	if c = mem.Load8(p, i); c == ':' {
		i++
		// A blank behind a colon is the most frequent white space.
		if mem.Load8(p, i) == ' ' && mem.Load8(p, i+1) > ' ' && i-k.start <= short {
			// A copy of 32 bytes is no call, so that many are copied. What is too much is written over.
			if k.dst != nil {
				mem.Copy32(k.dst, k.dn, p, k.start)
				k.dn += i - k.start
				k.start = i + 1
			}
			i++
		}
		goto atValue
	}
	st = colon
	goto other

atAfter:
	// A value has ended before i.
	c = mem.Load8(p, i)
	// The value at the top ends before i. What may stand there is not the loop's to say: a stream has a next value,
	// Valid only white space.
	if depth == 0 {
		st, ev = after, atEnd
		goto stop
	}
	if c == ',' {
		i++
		// A comma leads to a value in an array and to a name in an object. It never leads to the end: [1,] and {"a":1,}
		// are wrong.
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
	// A comma in an object stands before i.
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
	// An object has begun before i: a name, or its end.
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
	// An array has begun before i: a value, or its end.
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
		// The byte-wise machine takes it: the other containers' bits are not here.
		st, ev = after, atOdd
		goto stop
	}
	cur >>= 1
	depth--
	i++
	goto atAfter

other:
	// No token that the state expects: white space, or something wrong.
	if c > ' ' || spaces>>c&1 == 0 {
		ev = atOdd
		goto stop
	}
	// White space starts at i, in state st.
	if e = i + 1; mem.Load8(p, e) <= ' ' {
		for {
			if e >= k.hi {
				ev = atWindow
				break
			}
			m = mem.LoadWord(mask, (e>>2&k.wrap)+8) >> (uint(e) & 63)
			if m != 0 {
				e += bits.TrailingZeros64(m)
				break
			}
			e = (e &^ 63) + 64
		}
	}
	if k.dst != nil {
		// Of {"a": [1, 2]} the run {"a": goes out at the first gap and [1, at the second. 32 bytes are written each
		// time, and what is too much is written over.
		if i-k.start > short {
			// The rest of the gap is found again.
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
	// White space has ended at i, where a token starts: back to the state.
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
	// Here nothing is in registers that a call would have to save. Each call comes behind a sequence that the loop has
	// taken, so that it goes on even where the kernel takes none.
	if ev == atUnicode {
		k.i += kernel.SkipUnicode(mem.Add(k.p, uintptr(k.i)), k.limit-k.i)
		ev = atEnd
		goto resume
	}
	return ev
}
