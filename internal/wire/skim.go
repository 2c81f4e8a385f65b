package wire

import (
	"math"
	"math/bits"

	"github.com/zetes-json/zetes/internal/mem"
)

// event is why a skimmer stops.
type event uint8

const (
	atEnd    event = iota // the value is complete
	atOdd                 // the token at i is rare, cut or wrong: the byte-wise machine knows
	atWindow              // the masks end here
	atLimit               // so do the bytes that may be looked at
	atCopy                // the bytes from start to i are many, and white space follows
)

// skimmer goes over whole tokens without a call, so that what it needs stays in registers. It stops for
// everything that is rare, and can go on from there.
type skimmer struct {
	p     mem.Ptr // the bytes; at least 64 may be read behind limit
	mask  mem.Ptr // two words for each block of 64 bytes: special bytes of strings, and bytes that are not white space
	hi    int     // mask is filled for the bytes before hi
	limit int
	end   int // of the bytes; a number that ends there may go on
	i     int
	state state
	name  bool // for inString
	cur   uint64
	depth int
	room  int // levels that may still be opened

	// For compaction.
	dst   mem.Ptr // where the output goes, or nil; it has room for the rest of the input and 32 bytes more
	dn    int     // bytes written
	start int     // bytes from here on are still to be copied
}

// simpleEscape says which bytes behind a backslash make an escape sequence on their own.
var simpleEscape = [256]bool{'"': true, '\\': true, '/': true, 'b': true, 'f': true, 'n': true, 'r': true, 't': true}

// hexDigit says which bytes are hexadecimal digits.
var hexDigit = func() (is [256]uint8) {
	for c := range is {
		if isHex(byte(c)) {
			is[c] = 1
		}
	}
	return is
}()

// short is the size of the pieces that are copied without a call.
const short = 32

// maskOffset takes the offset of a block's masks out of a position divided by 4.
const maskOffset = (windowBlocks - 1) * 16

// spaces has the bits of white space.
const spaces uint64 = 1<<' ' | 1<<'\n' | 1<<'\r' | 1<<'\t'

// run goes on until something stops it.
func (k *skimmer) run() (ev event) {
	p, mask, hi, limit := k.p, k.mask, k.hi, k.limit
	i, cur, depth := k.i, k.cur, k.depth
	dn, start := k.dn, k.start
	if k.dst == nil {
		start = math.MaxInt // nothing is ever to be copied
	}
	var (
		e  int
		m  uint64
		c  byte
		st state
	)
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
		if e = i; k.name {
			goto nameText
		}
		goto valueText
	}

atValue:
	if i >= limit {
		st, ev = value, atLimit
		goto stop
	}
	c = mem.Load8(p, i)
again:
	switch c {
	case '"':
		goto inValue
	case '1', '2', '3', '4', '5', '6', '7', '8', '9':
		e = i + 1
		goto integer
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
		if mem.Load32(p, i) != 't'|'r'<<8|'u'<<16|'e'<<24 {
			st, ev = value, atOdd
			goto stop
		}
		i += 4
		goto atAfter
	case 'n':
		if mem.Load32(p, i) != 'n'|'u'<<8|'l'<<16|'l'<<24 {
			st, ev = value, atOdd
			goto stop
		}
		i += 4
		goto atAfter
	case 'f':
		if mem.Load32(p, i+1) != 'a'|'l'<<8|'s'<<16|'e'<<24 {
			st, ev = value, atOdd
			goto stop
		}
		i += 5
		goto atAfter
	}
	if c <= ' ' && spaces>>c&1 != 0 {
		st = value
		if e = i + 1; mem.Load8(p, e) <= ' ' {
			if e >= hi {
				goto skip
			}
			if m = mem.LoadWord(mask, e>>2&maskOffset+8) >> (uint(e) & 63); m == 0 {
				goto skip
			}
			e += bits.TrailingZeros64(m)
		}
		if k.dst != nil {
			if i-start > short {
				goto skip
			}
			mem.Copy32(k.dst, dn, p, start)
			dn += i - start
			start = e
		}
		i = e
		goto atValue
	}
	st, ev = value, atOdd
	goto stop

integer:
	for {
		if e >= limit {
			st, ev = value, atOdd
			goto stop
		}
		m = mem.Load64(p, e) ^ lows*'0'
		if m = (m&^highs + lows*(0x80-10) | m) & highs; m != 0 {
			break
		}
		e += 8
	}
	e += bits.TrailingZeros64(m) >> 3
fraction:
	c = mem.Load8(p, e)
	if c == '.' {
		e++
		if mem.Load8(p, e)-'0' > 9 {
			st, ev = value, atOdd
			goto stop
		}
		for {
			if e >= limit {
				st, ev = value, atOdd
				goto stop
			}
			m = mem.Load64(p, e) ^ lows*'0'
			if m = (m&^highs + lows*(0x80-10) | m) & highs; m != 0 {
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
			if e++; e >= limit {
				st, ev = value, atOdd
				goto stop
			}
		}
	}
	if e >= k.end {
		st, ev = value, atOdd
		goto stop
	}
	i = e
	goto atAfter

inValue:
	e = i + 1
valueText:
	if e >= hi {
		k.name = false
		st, ev = inString, atWindow
		i = e
		goto stop
	}
	m = mem.LoadWord(mask, e>>2&maskOffset) >> (uint(e) & 63)
	for m == 0 {
		e = e&^63 + 64
		if e >= hi {
			k.name = false
			st, ev = inString, atWindow
			i = e
			goto stop
		}
		m = mem.LoadWord(mask, e>>2&maskOffset)
	}
	e += bits.TrailingZeros64(m)
	if e >= limit {
		k.name = false
		st, ev = inString, atLimit
		i = e
		goto stop
	}
	if c = mem.Load8(p, e); c != '"' {
		if c == '\\' {
			c = mem.Load8(p, e+1)
			if simpleEscape[c] {
				e += 2
				goto valueText
			}
			if c == 'u' && hexDigit[mem.Load8(p, e+2)]&hexDigit[mem.Load8(p, e+3)]&hexDigit[mem.Load8(p, e+4)]&hexDigit[mem.Load8(p, e+5)] != 0 {
				e += 6
				goto valueText
			}
		}
		k.name = false
		st, ev = inString, atOdd
		i = e
		goto stop
	}
	i = e + 1
	goto atAfter

inName:
	e = i + 1
nameText:
	if e >= hi {
		k.name = true
		st, ev = inString, atWindow
		i = e
		goto stop
	}
	m = mem.LoadWord(mask, e>>2&maskOffset) >> (uint(e) & 63)
	for m == 0 {
		e = e&^63 + 64
		if e >= hi {
			k.name = true
			st, ev = inString, atWindow
			i = e
			goto stop
		}
		m = mem.LoadWord(mask, e>>2&maskOffset)
	}
	e += bits.TrailingZeros64(m)
	if e >= limit {
		k.name = true
		st, ev = inString, atLimit
		i = e
		goto stop
	}
	if c = mem.Load8(p, e); c != '"' {
		if c == '\\' {
			c = mem.Load8(p, e+1)
			if simpleEscape[c] {
				e += 2
				goto nameText
			}
			if c == 'u' && hexDigit[mem.Load8(p, e+2)]&hexDigit[mem.Load8(p, e+3)]&hexDigit[mem.Load8(p, e+4)]&hexDigit[mem.Load8(p, e+5)] != 0 {
				e += 6
				goto nameText
			}
		}
		k.name = true
		st, ev = inString, atOdd
		i = e
		goto stop
	}
	i = e + 1

atColon:
	if c = mem.Load8(p, i); c == ':' {
		i++
		// A blank behind a colon is the most frequent white space.
		if mem.Load8(p, i) == ' ' && mem.Load8(p, i+1) > ' ' && i-start <= short {
			if k.dst != nil {
				mem.Copy32(k.dst, dn, p, start)
				dn += i - start
				start = i + 1
			}
			i++
		}
		goto atValue
	}
	st = colon
	goto other

atAfter:
	c = mem.Load8(p, i)
	if depth == 0 {
		st, ev = after, atEnd
		goto stop
	}
	if c == ',' {
		i++
		if cur&1 == 0 {
			goto atValue
		}
		goto atName
	}
	if c == '}' && cur&1 != 0 || c == ']' && cur&1 == 0 {
		goto closed
	}
	if c <= ' ' && spaces>>c&1 != 0 {
		st = after
		if e = i + 1; mem.Load8(p, e) <= ' ' {
			if e >= hi {
				goto skip
			}
			if m = mem.LoadWord(mask, e>>2&maskOffset+8) >> (uint(e) & 63); m == 0 {
				goto skip
			}
			e += bits.TrailingZeros64(m)
		}
		if k.dst != nil {
			if i-start > short {
				goto skip
			}
			mem.Copy32(k.dst, dn, p, start)
			dn += i - start
			start = e
		}
		i = e
		goto atAfter
	}
	st = after
	goto other

atName:
	if i >= limit {
		st, ev = nextName, atLimit
		goto stop
	}
	if c = mem.Load8(p, i); c == '"' {
		goto inName
	}
	if c <= ' ' && spaces>>c&1 != 0 {
		st = nextName
		if e = i + 1; mem.Load8(p, e) <= ' ' {
			if e >= hi {
				goto skip
			}
			if m = mem.LoadWord(mask, e>>2&maskOffset+8) >> (uint(e) & 63); m == 0 {
				goto skip
			}
			e += bits.TrailingZeros64(m)
		}
		if k.dst != nil {
			if i-start > short {
				goto skip
			}
			mem.Copy32(k.dst, dn, p, start)
			dn += i - start
			start = e
		}
		i = e
		goto atName
	}
	st = nextName
	goto other

atFirstName:
	if i >= limit {
		st, ev = firstName, atLimit
		goto stop
	}
	if c = mem.Load8(p, i); c == '"' {
		goto inName
	}
	if c == '}' {
		goto closed
	}
	if c <= ' ' && spaces>>c&1 != 0 {
		st = firstName
		if e = i + 1; mem.Load8(p, e) <= ' ' {
			if e >= hi {
				goto skip
			}
			if m = mem.LoadWord(mask, e>>2&maskOffset+8) >> (uint(e) & 63); m == 0 {
				goto skip
			}
			e += bits.TrailingZeros64(m)
		}
		if k.dst != nil {
			if i-start > short {
				goto skip
			}
			mem.Copy32(k.dst, dn, p, start)
			dn += i - start
			start = e
		}
		i = e
		goto atFirstName
	}
	st = firstName
	goto other

atFirstElem:
	if i >= limit {
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
	if c <= ' ' && spaces>>c&1 != 0 {
		st = firstElem
		if e = i + 1; mem.Load8(p, e) <= ' ' {
			if e >= hi {
				goto skip
			}
			if m = mem.LoadWord(mask, e>>2&maskOffset+8) >> (uint(e) & 63); m == 0 {
				goto skip
			}
			e += bits.TrailingZeros64(m)
		}
		if k.dst != nil {
			if i-start > short {
				goto skip
			}
			mem.Copy32(k.dst, dn, p, start)
			dn += i - start
			start = e
		}
		i = e
		goto atFirstElem
	}
	st = firstElem
	goto other

closed:
	if depth&63 == 1 && depth > 1 || i >= limit {
		// The byte-wise machine takes it: the other containers' bits are not here.
		st, ev = after, atOdd
		goto stop
	}
	cur >>= 1
	depth--
	i++
	goto atAfter

other:
	if c > ' ' || spaces>>c&1 == 0 {
		ev = atOdd
		goto stop
	}
skip:
	// White space starts at i, in state st.
	if e = i + 1; mem.Load8(p, e) <= ' ' {
		for {
			if e >= hi {
				ev = atWindow
				break
			}
			m = mem.LoadWord(mask, e>>2&maskOffset+8) >> (uint(e) & 63)
			if m != 0 {
				e += bits.TrailingZeros64(m)
				break
			}
			e = e&^63 + 64
		}
	}
	if k.dst != nil {
		if i-start > short {
			// The rest of the gap is found again.
			ev = atCopy
			goto stop
		}
		mem.Copy32(k.dst, dn, p, start)
		dn += i - start
		start = e
	}
	i = e
	if ev != atEnd {
		goto stop
	}
	if i >= limit {
		ev = atLimit
		goto stop
	}
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
	k.i, k.cur, k.depth, k.state = i, cur, depth, st
	k.dn, k.start = dn, start
	return ev
}
