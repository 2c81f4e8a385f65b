package wire

// The Scanner is for a value that arrives in pieces, such as {"a":[1 and then 2]} . It is a state machine that takes
// one byte at a time, so it can stop and go on at each byte, and it reports which byte is wrong. The faster loops, walk
// for short texts and blockScanner for long ones, leave rare cases to it.

// Between tokens a Structure decides. Within strings, escape sequences, literals and numbers there are states: for
// {"a":-1.5} the states after each byte are
//
//	{          "         a         "      :      -      1        .      5         }
//	firstName  inString  inString  colon  value  minus  integer  point  fraction  after

// Scanner finds the end of one JSON value that arrives in pieces, and checks it. It never looks at a byte again when
// more bytes come. The zero Scanner is ready for use, and ResetWithin makes it ready again.
type Scanner struct {
	at    Structure // where the text stands: after the last token, or within the current one
	name  bool      // the current string is the name of a member
	left  uint8     // bytes of the literal that are still to come, or the most that may come of an escape sequence
	word  string    // the current literal
	outer int       // containers around the value, which count towards the limit of nesting
}

// Depth returns the number of open containers of the value.
func (s *Scanner) Depth() int { return s.at.depth }

// TooDeep reports whether Scan found that the value is nested too deep.
func (s *Scanner) TooDeep() bool { return s.outer+s.at.depth > MaxDepth }

// ResetWithin makes s ready for a value within depth containers, which count towards the limit of nesting. It keeps its
// memory.
func (s *Scanner) ResetWithin(depth int) {
	s.at, s.outer = Structure{nest: nest{spill: s.at.spill[:0]}}, depth
}

// Scan scans b, the bytes after those of earlier calls, and returns how many of them belong to the value. With More
// they are all of b. With Done the value ends there; a number at the top is Done only when the next byte has come. With
// Bad, b[n] is not allowed.
func (s *Scanner) Scan(b []byte) (n int, st Status) {
	// Streams of numbers or strings are frequent: a complete scalar needs none of the loops.
	if s.at.state == value && s.at.depth == 0 {
		if n := s.scalar(b); n > 0 {
			return n, Done
		}
	}
	// A cut token is finished byte by byte, except a string of which much comes, since the blockScanner can begin in
	// one. A few bytes are not worth the start of a loop either.
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

// fewBytes is the number of bytes that are handled one by one in any state.
const fewBytes = 8

// scalar returns the end of the value at the top if it is a complete scalar, or 0. A number at the end of b is not
// complete, since it may go on.
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

// Cut reports whether the bytes so far end within a string value, or in a number that may go on.
func (s *Scanner) Cut() (text, number bool) {
	return !s.name && (s.at.state == inString || s.at.state == inEscape), s.at.state > inLiteral
}

// Blank reports whether only white space has come so far.
func (s *Scanner) Blank() bool { return s.at.depth == 0 && s.at.state == value }

// complete reports whether the current number may end here.
//
// At the end of the input 1 and 1.5 are numbers, while - and 1. are not.
func (s *Scanner) complete() bool {
	switch s.at.state {
	case zero, integer, fraction, exponent:
		return true
	}
	return false
}

// step is the grammar, one byte at a time. It is the specification of the faster loops, which tests compare with it.
// used reports whether c belongs to the value: with Done, the value ends after c if used, otherwise before it.
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
		// Only the next byte shows that a number has ended. In [12] that is the bracket, which is a token itself. So
		// the number has ended before c: look at c again, after it.
		if st, _ := s.ended(false); st != More {
			return st, false
		}
		return s.stepToken(c)
	default:
		s.at.state = next
	}
	return More, true
}

// stepToken is step between tokens.
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

// ended notes the end of a value.
func (s *Scanner) ended(used bool) (Status, bool) {
	s.at.state = after
	if s.at.depth == 0 {
		return Done, used
	}
	return More, used
}
