package wire

// The Scanner is for a value that arrives in pieces, such as {"a":[1 and then 2]} . It is a state machine that takes
// one byte at a time, so it can stop and continue at each byte, and it reports which byte is wrong. There are two
// faster loops: Walk for short texts and blockScanner for long ones. They leave rare cases to the state machine.

// Between tokens a Structure decides what is allowed. Inside strings, escape sequences, literals and numbers the
// Scanner has states of its own. For {"a":-1.5} the states after each byte are
//
//	{          "         a         "      :      -      1        .      5         }
//	firstName  inString  inString  colon  value  minus  integer  point  fraction  after

// Scanner finds the end of one JSON value that arrives in pieces, and checks it. It looks at each byte once, even if
// more bytes come later. The zero Scanner is ready for use, and ResetWithin makes it ready again.
type Scanner struct {
	at    Structure // the state after the last token, or inside the current one
	name  bool      // the current string is the name of a member
	left  uint8     // literal: number of bytes to come; escape sequence: the most bytes that may come
	word  string    // the current literal
	outer int       // number of containers around the value; they count for the limit on nesting
}

// Depth returns the number of open containers of the value.
func (s *Scanner) Depth() int { return s.at.depth }

// TooDeep reports whether Scan found that the value is nested too deep.
func (s *Scanner) TooDeep() bool { return s.outer+s.at.depth > MaxDepth }

// ResetWithin makes s ready for a value inside depth containers, which count for the limit. It keeps the memory.
func (s *Scanner) ResetWithin(depth int) {
	s.at, s.outer = Structure{nest: nest{spill: s.at.spill[:0]}}, depth
}

// Scan scans b, which follows the bytes of earlier calls, and returns how many of its bytes belong to the value. With
// More, all of them do, and the value may go on. With Done, the value ends there. A number that is the whole value is
// Done only when another byte follows. With Bad, b[n] is not allowed.
func (s *Scanner) Scan(b []byte) (n int, st Status) {
	// Streams of numbers or strings are frequent, and a complete scalar needs none of the loops.
	if s.at.state == value && s.at.depth == 0 && len(b) > 0 && b[0]|0x20 != '{' {
		if n := s.scalar(b); n > 0 {
			return n, Done
		}
	}
	// If the last call ended inside a token, scan the rest of the token byte by byte, unless it is the long rest of a
	// string, in which the blockScanner can begin. For a few bytes it is not worth starting a loop.
	for n < len(b) && (len(b) <= fewBytes || s.at.state > inString || s.at.state == inString && len(b)-n < leastMasked) {
		st, used := s.step(b[n])
		if used {
			n++
		}
		if st != More {
			return n, st
		}
	}
	if n == len(b) {
		return n, More
	}
	m, st := s.run(b[n:])
	return n + m, st
}

// fewBytes is the length up to which Scan scans all bytes of b one by one.
const fewBytes = 8

// scalar returns the end of b's value if it is a complete string, number or literal; otherwise it returns 0. A number
// at the end of b is not complete, since more digits may come.
func (s *Scanner) scalar(b []byte) int {
	i := Space(b)
	if i == len(b) {
		return 0
	}
	n, st := ScalarLen(b[i:])
	if st != Done {
		return 0
	}
	s.at.state = after
	return i + n
}

// End reports whether the bytes so far are a complete value if nothing follows.
func (s *Scanner) End() bool {
	return s.at.depth == 0 && (s.at.state == after || s.complete())
}

// Cut reports whether the bytes so far end inside a string that is a value, and whether in a number that may go on.
func (s *Scanner) Cut() (text, number bool) {
	return !s.name && (s.at.state == inString || s.at.state == inEscape), s.at.state > inLiteral
}

// Blank reports whether all bytes so far were white space.
func (s *Scanner) Blank() bool { return s.at.depth == 0 && s.at.state == value }

// complete reports whether the current number may end here: 1 and 1.5 may, - and 1. may not.
func (s *Scanner) complete() bool {
	switch s.at.state {
	case zero, integer, fraction, exponent:
		return true
	}
	return false
}

// step scans one byte. It defines the grammar: tests compare the faster loops with it. used reports whether c belongs
// to the value. With Done, the value ends after c if used is true; otherwise it ends before c.
func (s *Scanner) step(c byte) (st Status, used bool) {
	switch s.at.state {
	case value, firstElem, firstName, nextName, colon, after:
		return s.stepToken(c)
	case inString:
		switch {
		case c == '"' && s.name:
			s.at.state = colon
		case c == '"':
			return s.ended(true)
		case c == '\\':
			s.at.state, s.left = inEscape, escapeLeft
		case c < ' ':
			return Bad, false
		}
		return More, true
	case inEscape:
		left, ok := escaped(s.left, c)
		if !ok {
			return Bad, false
		}
		if s.left = left; left == 0 {
			s.at.state = inString
		}
		return More, true
	case inLiteral:
		if c != s.word[len(s.word)-int(s.left)] {
			return Bad, false
		}
		if s.left--; s.left == 0 {
			return s.ended(true)
		}
		return More, true
	}
	switch next := number(s.at.state, c); next {
	case value:
		return Bad, false
	case after:
		// Only the next byte shows that a number has ended, such as the bracket in [12]. So c is outside the number.
		if st, _ := s.ended(false); st != More {
			return st, false
		}
		return s.stepToken(c)
	default:
		s.at.state = next
	}
	return More, true
}

// stepToken is the part of step for a byte between two tokens. c is then white space or the first byte of a token.
func (s *Scanner) stepToken(c byte) (st Status, used bool) {
	switch {
	case s.at.state == after && s.at.depth == 0:
		return Done, false
	case IsSpace(c):
		return More, true
	}
	switch s.at.Next(c) {
	case Wrong:
		return Bad, false
	case Open:
		if s.TooDeep() {
			return Bad, false
		}
	case Close:
		return s.ended(true)
	case Name:
		s.at.state, s.name = inString, true
	case Scalar:
		switch c {
		case '"':
			s.at.state, s.name = inString, false
		case 't', 'f', 'n':
			s.at.state, s.word = inLiteral, literal(c)
			s.left = uint8(len(s.word) - 1)
		default:
			s.at.state = number(value, c)
		}
	}
	return More, true
}

// ended is called when a value has ended. It returns Done and used if that was the whole value; otherwise More.
func (s *Scanner) ended(used bool) (Status, bool) {
	s.at.state = after
	if s.at.depth == 0 {
		return Done, used
	}
	return More, used
}
