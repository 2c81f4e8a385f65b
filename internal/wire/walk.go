package wire

import (
	"math/bits"

	"github.com/zetes-json/zetes/internal/mem"
)

// The walk is the Scanner's loop for texts of less than leastMasked bytes, such as {"id":7}: making bitmaps takes 20 to
// 30 ns and saves less. Valid takes 32 ns for 10 bytes, and 65 with bitmaps; for 32 bytes 46 and 75, for 50 bytes 90
// and 98, and from 58 bytes on the same (BenchmarkShort). Steps through a Structure, with a call for each token, took
// twice as long as the walk. If no vector instructions make the masks, they cost more than they save in long texts too,
// except in texts of numbers.

// walk is run without masks.
//
// The labels are the states of the grammar, and the jumps its rules. {"a":[1]} goes
//
//	atValue      {   one level deeper
//	atFirstName  "   inString, with name set: the string is a
//	atColon      :
//	atValue      [   one level deeper
//	atFirstElem  1   as at atValue
//	atAfter      ]   up again, and atAfter once more
//	atAfter      }   the value has ended
//
// It returns the position after the value, or len(b) with More, or the position of the wrong byte.
func (s *Scanner) walk(b []byte) (n int, st Status) {
	var (
		i, e int
		c    byte
		name bool // the current string is a name
	)
	switch s.at.state {
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
		panic("wire: inside a token")
	}

atValue:
	// The states are those of the blockScanner, with the same names. If b ends in one, the state is kept for the next
	// bytes. The method cut handles a token that is cut or wrong, by entering the state within it.
	if uint(i) >= uint(len(b)) {
		s.at.state = value
		return i, More
	}
	c = b[i]
first:
	// The same where c is the byte at i already.
	switch c {
	case '"':
		name = false
		goto inString
	case '{':
		// A brace that opens the 10,001st level is wrong. The level stays open, so that TooDeep knows what was wrong.
		if s.at.push(1); s.TooDeep() {
			return i, Bad
		}
		i++
		goto atFirstName
	case '[':
		if s.at.push(0); s.TooDeep() {
			return i, Bad
		}
		i++
		goto atFirstElem
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		// A number that ends with b is More. The method cut scans it again, for a state that says whether the number
		// may end there.
		n, st = numberAt(b, i)
		if st != Done {
			return s.cut(b, i, value)
		}
		i = n
		goto atAfter
	case 't':
		// The test of i+3 keeps the load within b, beyond which nothing may be read.
		if uint(i+3) < uint(len(b)) && mem.Load32(mem.Data(b), i) == WordTrue {
			i += 4
			goto atAfter
		}
		return s.cut(b, i, value)
	case 'n':
		if uint(i+3) < uint(len(b)) && mem.Load32(mem.Data(b), i) == WordNull {
			i += 4
			goto atAfter
		}
		return s.cut(b, i, value)
	case 'f':
		if uint(i+4) < uint(len(b)) && mem.Load32(mem.Data(b), i+1) == WordAlse {
			i += 5
			goto atAfter
		}
		return s.cut(b, i, value)
	case ' ', '\n', '\r', '\t':
		i = skipSpace(b, i)
		goto atValue
	}
	s.at.state = value
	return i, Bad

inString:
	// A string starts at i. Eight bytes are tested together: in name":1, the fifth is marked.
	e = i + 1
	for {
		if uint(e+8) <= uint(len(b)) {
			// Most strings are short.
			if m := specials(mem.Load64(mem.Data(b), e)); m != 0 {
				e += bits.TrailingZeros64(m) >> 3
			} else {
				e = special(b, e+8)
			}
		} else {
			e = special(b, e)
		}
		if uint(e) >= uint(len(b)) {
			goto cutString
		}
		if b[e] == '"' {
			break
		}
		if b[e] != '\\' {
			goto cutString
		}
		if e = escapes(b, e); e < 0 {
			goto cutString
		}
	}
	i = e + 1
	if !name {
		goto atAfter
	}

atColon:
	// A name has ended before i.
	if uint(i) >= uint(len(b)) {
		s.at.state = colon
		return i, More
	}
	if b[i] == ':' {
		i++
		// A blank after a colon is the most frequent white space.
		if uint(i+1) < uint(len(b)) && b[i] == ' ' && b[i+1] > ' ' {
			i++
		}
		goto atValue
	}
	if IsSpace(b[i]) {
		i = skipSpace(b, i)
		goto atColon
	}
	s.at.state = colon
	return i, Bad

atAfter:
	// A value has ended before i.
	if s.at.depth == 0 {
		s.at.state = after
		return i, Done
	}
	if uint(i) >= uint(len(b)) {
		s.at.state = after
		return i, More
	}
	if c = b[i]; c == ',' {
		i++
		if s.at.cur&1 != 0 {
			goto atName
		}
		goto atValue
	}
	if c == '}' || c == ']' {
		if (c == '}') != s.at.InObject() {
			s.at.state = after
			return i, Bad
		}
		s.at.pop()
		i++
		goto atAfter
	}
	if IsSpace(c) {
		i = skipSpace(b, i)
		goto atAfter
	}
	s.at.state = after
	return i, Bad

atName:
	// A comma in an object stands before i.
	if uint(i) >= uint(len(b)) {
		s.at.state = nextName
		return i, More
	}
	if b[i] == '"' {
		name = true
		goto inString
	}
	if IsSpace(b[i]) {
		i = skipSpace(b, i)
		goto atName
	}
	s.at.state = nextName
	return i, Bad

atFirstName:
	// An object has begun before i: a name, or its end.
	if uint(i) >= uint(len(b)) {
		s.at.state = firstName
		return i, More
	}
	switch c = b[i]; c {
	case '"':
		name = true
		goto inString
	case '}':
		goto empty
	case ' ', '\n', '\r', '\t':
		i = skipSpace(b, i)
		goto atFirstName
	}
	s.at.state = firstName
	return i, Bad

atFirstElem:
	// An array has begun before i: a value, or its end.
	if uint(i) >= uint(len(b)) {
		s.at.state = firstElem
		return i, More
	}
	if c = b[i]; IsSpace(c) {
		i = skipSpace(b, i)
		goto atFirstElem
	}
	if c == ']' {
		goto empty
	}
	goto first

empty:
	// The container ends at i, before it has a value.
	s.at.pop()
	i++
	goto atAfter

cutString:
	// The string that starts at i goes on after b, or is wrong.
	if name {
		return s.cut(b, i, nextName)
	}
	return s.cut(b, i, value)
}

// escapes returns where the run of escape sequences that starts at b[i] ends, or -1 if one of them is cut or wrong.
//
//go:noinline
func escapes(b []byte, i int) int {
	for i < len(b) && b[i] == '\\' {
		n := 0
		if i+8 <= len(b) {
			n = escapeLen(mem.Load64(mem.Data(b), i))
		} else if m, st := escape(b[i:]); st == Done {
			n = m
		}
		if n == 0 {
			return -1
		}
		i += n
	}
	return i
}

// skipSpace returns where the white space at b[i] ends.
func skipSpace(b []byte, i int) (e int) {
	// A single blank is the most frequent.
	if e = i + 1; e < len(b) && b[e] <= ' ' {
		e += spaceSlow(b[e:])
	}
	return e
}

// cut scans the bytes from i on, which start a token or are wrong, one by one.
func (s *Scanner) cut(b []byte, i int, before state) (n int, st Status) {
	s.at.state = before
	for n = i; n < len(b); n++ {
		if st, _ := s.step(b[n]); st != More {
			return n, st
		}
	}
	return n, More
}
