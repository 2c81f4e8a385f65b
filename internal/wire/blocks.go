package wire

import (
	"math"
	"math/bits"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
)

// A blockScanner scans JSON by whole tokens. It finds the ends of strings and of white space by the bitmaps that
// [kernel.MasksHTML] makes, 64 bytes at a time. Its state is a position, the kind of each open container (a bit in cur,
// the innermost lowest) and what may come next:
//
//	value ──────── scalar ────────────────┐          {"a":[1,2]}
//	  │ {  firstName ── "name" ── colon ──│─ value   ^ value ^ colon
//	  │ [  firstElem ── value, or ] ──────┤           ^ firstName
//	  └───────────────────────────────── after: , leads to nextName or value, } and ] to after
//
// White space keeps the state. The loop is one function with labels for states, since only then all of its state stays
// in registers: a recursive walk, with a call for each value, took two to three times as long over an array of small
// objects. Rare cases (a number at the end of the input, an invalid escape, the 65th level) end the loop with atOdd,
// and the byte-wise [Scanner.step] or [Input.Skip] handles them. If a processor has the instructions for it, most of a
// long value is scanned by groups of tokens, which begin and end in these states.

// event says why the loop of a blockScanner stopped.
type event uint8

const (
	atEnd     event = iota // the value is complete
	atOdd                  // the token at i is rare, cut or wrong: the byte-wise machine handles it
	atWindow               // the masks end here
	atLimit                // the bytes that may be read end here
	atCopy                 // the bytes from start to i are many, and white space follows
	atUnicode              // many escape sequences \uXXXX follow; run handles this event itself
)

// blockScanner is the state between two runs of the loop, which goes on where it stopped.
//
// Callers in hot loops fill it field by field in place: the compiler makes a composite literal elsewhere and copies it
// by wider loads than the stores before them. A processor waits some 12 ns for those, a tenth of the time for 90 bytes.
type blockScanner struct {
	p     mem.Ptr // address of the byte at position 0; at least 64 bytes may be read beyond limit
	mask  mem.Ptr // two words for each block of 64 bytes: the special bytes of strings, and the bytes that are not white space
	wrap  int     // mask for a quarter of a position, which gives the offset of its block's words: the words may be a ring
	hi    int     // the bytes before this position have their bits in mask
	limit int     // the loop stops there with atLimit, or with atOdd at a token that crosses it
	end   int     // end of the bytes; a number that ends there may go on
	i     int     // the position
	state state   // what may come next, or inString within a string
	name  bool    // with inString: the string is a name
	cur   uint64  // the kinds of the open containers, as in nest; the caller has the outer levels
	depth int     // number of open containers
	room  int     // largest allowed depth
	step  int     // distance from one try with groups to the next

	group *kernel.TokenGroup // memory for the tokens of one group, or nil; what it had before does not matter

	// For compaction.
	dst   mem.Ptr // address of the output, or nil; it has space for the rest of the input and 32 bytes more
	dn    int     // bytes written
	start int     // the bytes from here on are still to be copied
	html  bool    // the masks so far showed something to escape
}

// short is the largest size of pieces that are copied without a call. Compaction copies the runs between gaps: of [1,
// 2, 3] those are "[1,", "2," and "3]".
const short = 32

// The values of wrap: for masks of a window, which are used again and again, and for masks of the whole text.
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
	// State that changes all the time is in local variables, which are written back at stop. There are no more of them
	// than registers: when the masks' ends and the copy's places were local too, each value and name took some ten
	// stores and loads, and Valid took up to 10 % longer.
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
	// The loop goes on in the state in which it stopped. Among the states within a token it knows only the one within
	// the text of a string.
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
	// A value starts at i, or white space before it.
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
	// A sign, and one digit: with a zero after it the number has no further digits before its point.
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
		// A literal is compared as a word wherever it starts, since 64 bytes beyond the limit may be read. If the end
		// of the text cuts it, the word differs, and the byte-wise machine handles it.
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
	// After the digits before the point: .25, e10, both or neither.
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
	// quote, backslash or control character. Blocks without one are skipped.
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
		// An escape sequence has at most 6 bytes, and one load has 8. At one that is cut or invalid, and at a control
		// character, the loop stops, and i is its first byte.
		for c == '\\' {
			n := escapeLen(mem.Load64(p, e))
			if n == 0 {
				break
			}
			// Escapes come in runs, such as \u00e9\u00e8. The next one needs no look at the masks.
			e += n
			if c = mem.Load8(p, e); c != '\\' || e >= k.limit {
				goto text
			}
			// If there is one five sequences ahead, a long run is likely, as in Japanese text: a kernel skips it.
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
		// A blank after a colon is the most frequent white space.
		if mem.Load8(p, i) == ' ' && mem.Load8(p, i+1) > ' ' && i-k.start <= short {
			// Copy 32 bytes, which needs no call. Later output overwrites the bytes that are too many.
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
	// The value at the top ends before i. The caller knows what may follow: in a stream a value, in Valid only white
	// space.
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
		// The byte-wise machine handles it: cur does not have the bits of the outer containers.
		st, ev = after, atOdd
		goto stop
	}
	cur >>= 1
	depth--
	i++
	goto atAfter

other:
	// Not a token that the state expects: white space, or an error.
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
		// In {"a": [1, 2]} the run {"a": is copied at the first gap and [1, at the second. 32 bytes are copied each
		// time, and later output overwrites those that are too many.
		if i-k.start > short {
			// The next run finds the rest of the gap again.
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
	// A call here has no registers to save. The loop has passed at least one sequence before each call, so it makes
	// progress even if the kernel skips none.
	if ev == atUnicode {
		k.i += kernel.SkipUnicode(mem.Add(k.p, uintptr(k.i)), k.limit-k.i)
		ev = atEnd
		goto resume
	}
	return ev
}
