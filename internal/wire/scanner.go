package wire

// The Scanner is for a value that arrives in pieces: {"a":[1 and then 2]} . It is a machine of states that takes a
// byte at a time, so it can stop and go on at each of them, and it says what is wrong where. The faster loops, walk
// over short texts and blockScanner over long ones, hand over to it whatever is rare.

// Between tokens a Structure decides. Within tokens there are states for strings, escape sequences, literals and
// numbers: of {"a":-1.5} the states behind each byte are
//
//	{          "         a         "      :      -      1        .      5         }
//	firstName  inString  inString  colon  value  minus  integer  point  fraction  after

// Scanner finds the end of one JSON value that arrives in pieces, and checks it.
// No byte is looked at again when more bytes come. The zero Scanner is ready; Reset makes it so again.
type Scanner struct {
	at    Structure // behind the token before, or in a state inside of the token at hand
	name  bool      // the string at hand is an object's name
	left  uint8     // bytes of a literal, or of an escape sequence at most, that are still to come
	word  string    // the literal at hand
	outer int       // containers around the value, which count for the limit of nesting
}

// Reset makes s ready for another value; it keeps its memory.
func (s *Scanner) Reset() { s.ResetWithin(0) }

// Depth returns how many containers of the value are open.
func (s *Scanner) Depth() int { return s.at.depth }

// TooDeep reports whether what Scan found to be wrong is the nesting.
func (s *Scanner) TooDeep() bool { return s.outer+s.at.depth > MaxDepth }

// ResetWithin makes s ready for a value that lies in depth containers, which count for the limit of nesting.
func (s *Scanner) ResetWithin(depth int) {
	s.at, s.outer = Structure{nest: nest{spill: s.at.spill[:0]}}, depth
}

// Scan looks at b, the bytes that follow those of the calls before, and returns how many belong to the value. With
// More they are all of b. With Done the value ends there; only a number at the top needs the byte behind it to be
// Done. With Bad, b[n] cannot stand there.
func (s *Scanner) Scan(b []byte) (n int, st Status) {
	// Streams of numbers or strings are frequent: a scalar that is there as a whole needs none of the loops.
	if s.at.state == value && s.at.depth == 0 {
		if n := s.scalar(b); n > 0 {
			return n, Done
		}
	}
	// A token that was cut is finished byte by byte, but for a string of which much comes: the blockScanner can begin
	// in one. So are a few bytes, which are not worth a loop's beginning.
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

// fewBytes is how many bytes are taken one by one in any state.
const fewBytes = 8

// scalar returns the end of the value at the top if it is a whole scalar, or 0. Of a number that b ends with more may
// come: it is not whole.
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

// Cut reports whether the bytes so far end within a string that is a value, or in a number that may go on.
func (s *Scanner) Cut() (text, number bool) {
	return !s.name && (s.at.state == inString || s.at.state == inEscape), s.at.state > inLiteral
}

// Blank reports whether nothing but white space came so far.
func (s *Scanner) Blank() bool { return s.at.depth == 0 && s.at.state == value }

// complete reports whether the number at hand may end here.
//
// At the end of the input 1 and 1.5 are numbers, while - and 1. are not.
func (s *Scanner) complete() bool {
	switch s.at.state {
	case zero, integer, fraction, exponent:
		return true
	}
	return false
}

// step is the grammar, a byte at a time, and the specification of the loops: tests compare them with it.
// used says that c belongs to the value, which with Done ends behind it, or
// else before it.
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
		// Only what follows tells that a number is over. In [12] that is the bracket, which is a token itself.
		// The number has ended before c: look at c again, behind it.
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
	case isSpace(c):
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
