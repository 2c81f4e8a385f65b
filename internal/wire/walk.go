package wire

import (
	"math/bits"

	"github.com/zetes-json/zetes/internal/mem"
)

// The walk is the Scanner's loop for texts of less than leastMasked bytes, such as {"id":7}. For these, making bitmaps
// takes longer than it saves: for 10 bytes Valid takes 32 ns, and 65 with bitmaps; for 50 bytes 90 and 98; from 58
// bytes on both take the same time (BenchmarkShort). On processors without vector instructions for bitmaps, the walk
// scans long texts too, unless they continue a string.

// Walk scans b as Scan does, but makes no masks. s must not be inside a token. n is the position after the value with
// Done, len(b) with More, and the position of the wrong byte with Bad.
//
// The labels are the states of the grammar, with the same names as in the blockScanner, and the jumps its rules.
// {"a":[1]} goes
//
//	atValue      {   one level deeper
//	atName       "   inString, for the name "a"
//	atColon      :
//	atValue      [   one level deeper
//	atValue      1   a number
//	atAfter      ]   one level up
//	atAfter      }   the value has ended
//
// If b ends between tokens, the state is stored for the next bytes. A token that is cut or wrong, and a number that
// ends with b, are scanned byte by byte by the method cut, which stores the state inside the token. A bracket that
// opens the 10,001st level is wrong. The level stays counted as open, so that TooDeep reports it.
func (s *Scanner) Walk(b []byte) (n int, st Status) {
	var i, e int
	var c byte
	name, at := false, s.at.state // name says whether the current string is a name
	switch at {
	case firstName, nextName:
		goto atName
	case colon:
		goto atColon
	case after:
		goto atAfter
	}

atValue:
	if uint(i) >= uint(len(b)) {
		return s.stop(i, at, More)
	}
	switch c = b[i]; c {
	case '"':
		name = false
		goto inString
	case '{':
		if s.at.push(1); s.TooDeep() {
			return i, Bad
		}
		i++
		at = firstName
		goto atName
	case '[':
		if s.at.push(0); s.TooDeep() {
			return i, Bad
		}
		i++
		at = firstElem
		goto atValue
	case ']':
		if at == firstElem {
			goto closed
		}
	case '1', '2', '3', '4', '5', '6', '7', '8', '9':
		for e = i + 1; uint(e) < uint(len(b)) && b[e]-'0' <= 9; {
			e++
		}
		if uint(e) < uint(len(b)) && (b[e] == ',' || b[e]|0x20 == '}') {
			i = e
			goto atAfter
		}
		fallthrough
	case '-', '0':
		if n, st = numberAt(b, i); st == Done {
			i = n
			goto atAfter
		}
	case 't', 'n', 'f':
		if e = wordEnd(b, i); e > 0 {
			i = e
			goto atAfter
		}
	case ' ', '\n', '\r', '\t':
		i = skipSpace(b, i)
		goto atValue
	}
	return s.cut(b, i, value)

inString:
	if e = i + 1; uint(e+8) <= uint(len(b)) {
		e += bits.TrailingZeros64(Specials(mem.Load64(mem.Data(b), e))) >> 3
	} else {
		e = Special(b, e)
	}
	if uint(e) >= uint(len(b)) || b[e] != '"' {
		if n, st = String(b[i:], e-i); st != Done {
			return s.cut(b, i, at)
		}
		e = i + n - 1
	}
	i = e + 1
	if !name {
		goto atAfter
	}

atColon:
	if uint(i) >= uint(len(b)) {
		return s.stop(i, colon, More)
	}
	if b[i] == ':' {
		if i++; uint(i) < uint(len(b)) && b[i] == ' ' {
			i++
		}
		at = value
		goto atValue
	}
	if IsSpace(b[i]) {
		i = skipSpace(b, i)
		goto atColon
	}
	return s.stop(i, colon, Bad)

atAfter:
	if s.at.depth == 0 {
		return s.stop(i, after, Done)
	}
	if uint(i) >= uint(len(b)) {
		return s.stop(i, after, More)
	}
	if c = b[i]; c == ',' {
		if i++; uint(i) < uint(len(b)) && b[i] == ' ' {
			i++
		}
		if s.at.cur&1 != 0 {
			at = nextName
			goto atName
		}
		at = value
		goto atValue
	}
	if c != '}' && c != ']' {
		if IsSpace(c) {
			i = skipSpace(b, i)
			goto atAfter
		}
		return s.stop(i, after, Bad)
	}
	if (c == '}') != s.at.InObject() {
		return s.stop(i, after, Bad)
	}
closed:
	s.at.pop()
	i++
	goto atAfter

atName:
	if uint(i) >= uint(len(b)) {
		return s.stop(i, at, More)
	}
	switch c = b[i]; c {
	case '"':
		name = true
		goto inString
	case '}':
		if at == firstName {
			goto closed
		}
	case ' ', '\n', '\r', '\t':
		i = skipSpace(b, i)
		goto atName
	}
	return s.stop(i, at, Bad)
}

// wordEnd returns the position after the true, false or null at i, or 0 if there is none. It reads nothing beyond b.
func wordEnd(b []byte, i int) int {
	if uint(i+3) < uint(len(b)) {
		if w := mem.Load32(mem.Data(b), i); w == WordTrue || w == WordNull {
			return i + 4
		}
	}
	if b[i] == 'f' && uint(i+4) < uint(len(b)) && mem.Load32(mem.Data(b), i+1) == WordAlse {
		return i + 5
	}
	return 0
}

// stop sets the state of s to at, and returns i and st, the results of the walk.
func (s *Scanner) stop(i int, at state, st Status) (int, Status) {
	s.at.state = at
	return i, st
}

// skipSpace returns the position after the white space that starts at b[i].
func skipSpace(b []byte, i int) (e int) {
	if e = i + 1; e < len(b) && b[e] <= ' ' {
		e += spaceSlow(b[e:])
	}
	return e
}

// cut scans b from i on byte by byte, since the token there is cut or wrong. before is the state before that token.
func (s *Scanner) cut(b []byte, i int, before state) (n int, st Status) {
	s.at.state = before
	for n = i; n < len(b); n++ {
		if st, _ := s.step(b[n]); st != More {
			return n, st
		}
	}
	return n, More
}
