package wire

// The Scanner is for a value that arrives in pieces: {"a":[1 and then 2]} . It is a machine of states that takes a
// byte at a time, so it can stop and go on at each of them, and it says what is wrong where. The faster loops, walk
// over short texts and blockScanner over long ones, hand over to it whatever is rare.

// Scanner finds the end of one JSON value that arrives in pieces, and checks it.
// No byte is looked at again when more bytes come. The zero Scanner is ready; Reset makes it so again.
type Scanner struct {
	state state
	name  bool   // the string at hand is an object's name
	hex   uint8  // hexadecimal digits still to come; for a literal: its bytes seen
	word  string // the literal at hand
	nest
}

// state says what the next byte may be.
type state uint8

const (
	value     state = iota // a value
	firstElem              // the first element of an array, or its end
	firstName              // the first name of an object, or its end
	nextName               // a further name
	colon                  // the colon behind a name
	after                  // what follows a value: a comma, or the end of what it is in; at the top: nothing

	// Inside a token.
	inString
	inEscape
	inHex
	inLiteral
	minus // behind the sign of a number
	zero  // behind the leading 0
	integer
	point // behind the decimal point
	fraction
	exp // behind the e
	expSign
	exponent
)

// nest remembers which of the open containers are objects: a bit each.
type nest struct {
	cur   uint64 // the innermost in bit 0
	depth int
	outer int // containers around the value
	spill []uint64
}

func (n *nest) push(object uint64) (ok bool) {
	if n.depth&63 == 0 && n.depth > 0 {
		n.spill = append(n.spill, n.cur)
	}
	n.cur = n.cur<<1 | object
	n.depth++
	return n.outer+n.depth <= MaxDepth
}

// full reports whether push would fail.
func (n *nest) full() bool { return n.outer+n.depth >= MaxDepth }

func (n *nest) pop() {
	n.depth--
	n.cur >>= 1
	if n.depth&63 == 0 && n.depth > 0 {
		n.cur = n.spill[len(n.spill)-1]
		n.spill = n.spill[:len(n.spill)-1]
	}
}

func (n *nest) inObject() bool { return n.cur&1 != 0 }

// Reset makes s ready for another value; it keeps its memory.
func (s *Scanner) Reset() { s.ResetWithin(0) }

// TooDeep reports whether what Scan found to be wrong is the nesting.
func (s *Scanner) TooDeep() bool { return s.outer+s.depth > MaxDepth }

// ResetWithin makes s ready for a value that lies in depth containers, which count for the limit of nesting.
func (s *Scanner) ResetWithin(depth int) {
	s.state = value
	s.nest = nest{outer: depth, spill: s.spill[:0]}
}

// Scan looks at b, the bytes that follow those of the calls before, and returns how many belong to the value. With
// More they are all of b. With Done the value ends there; only a number at the top needs the byte behind it to be
// Done. With Bad, b[n] cannot stand there.
func (s *Scanner) Scan(b []byte) (n int, st Status) {
	if s.state == value && s.depth == 0 {
		if n := s.scalar(b); n > 0 {
			return n, Done
		}
	}
	// Few bytes are not worth the bitmaps, and a token that was cut is finished byte by byte.
	for n < len(b) && (s.state >= inString || len(b)-n < 24) {
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
	m, st := s.run(b[n:], nil)
	return n + m, st
}

// scalar returns the end of the value at the top if it is a whole scalar, or 0.
func (s *Scanner) scalar(b []byte) int {
	i := Space(b)
	if i == len(b) {
		return 0
	}
	var n int
	var st Status
	switch c := b[i]; {
	case c == '"':
		n, st = String(b[i:], 0)
	case c == '-' || isDigit(c):
		n, st = Number(b[i:])
	default:
		n, st = Literal(b[i:])
	}
	if st != Done {
		return 0
	}
	s.state = after
	return i + n
}

// End reports whether the bytes so far are a complete value if nothing follows.
func (s *Scanner) End() bool {
	return s.depth == 0 && (s.state == after || s.complete())
}

// Blank reports whether nothing but white space came so far.
func (s *Scanner) Blank() bool { return s.depth == 0 && s.state == value }

// complete reports whether the number at hand may end here.
func (s *Scanner) complete() bool {
	switch s.state {
	case zero, integer, fraction, exponent:
		return true
	}
	return false
}

// step is the grammar, a byte at a time. used says that c belongs to the value, which with Done ends behind it, or
// else before it.
func (s *Scanner) step(c byte) (st Status, used bool) {
	switch s.state {
	case value, firstElem:
		switch {
		case isSpace(c):
			return More, true
		case c == '{':
			s.state = firstName
			return s.begin(1)
		case c == '[':
			s.state = firstElem
			return s.begin(0)
		case c == ']' && s.state == firstElem:
			s.pop()
			return s.ended(true)
		case c == '"':
			s.state, s.name = inString, false
		case c == '-':
			s.state = minus
		case c == '0':
			s.state = zero
		case isDigit(c):
			s.state = integer
		default:
			if s.word = literal(c); s.word == "" {
				return Bad, false
			}
			s.state, s.hex = inLiteral, 1
		}
		return More, true
	case firstName, nextName:
		switch {
		case isSpace(c):
			return More, true
		case c == '"':
			s.state, s.name = inString, true
			return More, true
		case c == '}' && s.state == firstName:
			s.pop()
			return s.ended(true)
		}
		return Bad, false
	case colon:
		if c == ':' {
			s.state = value
			return More, true
		}
		return blank(c)
	case after:
		switch {
		case s.depth == 0:
			return Done, false
		case c == ',' && s.inObject():
			s.state = nextName
			return More, true
		case c == ',':
			s.state = value
			return More, true
		case c == '}' && s.inObject() || c == ']' && !s.inObject():
			s.pop()
			return s.ended(true)
		}
		return blank(c)

	case inString:
		switch {
		case c == '"' && s.name:
			s.state = colon
		case c == '"':
			return s.ended(true)
		case c == '\\':
			s.state = inEscape
		case c < ' ':
			return Bad, false
		}
		return More, true
	case inEscape:
		switch {
		case unescaped[c] != 0:
			s.state = inString
		case c == 'u':
			s.state, s.hex = inHex, 4
		default:
			return Bad, false
		}
		return More, true
	case inHex:
		if !isHex(c) {
			return Bad, false
		}
		if s.hex--; s.hex == 0 {
			s.state = inString
		}
		return More, true
	case inLiteral:
		if c != s.word[s.hex] {
			return Bad, false
		}
		if s.hex++; int(s.hex) == len(s.word) {
			return s.ended(true)
		}
		return More, true
	}
	return s.stepNumber(c)
}

func (s *Scanner) stepNumber(c byte) (st Status, used bool) {
	digit := isDigit(c)
	switch s.state {
	case minus:
		switch {
		case c == '0':
			s.state = zero
		case digit:
			s.state = integer
		default:
			return Bad, false
		}
		return More, true
	case point, expSign, exp:
		switch {
		case digit && s.state == point:
			s.state = fraction
		case digit:
			s.state = exponent
		case s.state == exp && (c == '+' || c == '-'):
			s.state = expSign
		default:
			return Bad, false
		}
		return More, true
	}
	switch {
	case digit && s.state != zero:
	case c == '.' && (s.state == zero || s.state == integer):
		s.state = point
	case c|0x20 == 'e' && s.state != exponent:
		s.state = exp
	default:
		// The number ended before c: look at c again, behind it.
		if st, _ := s.ended(false); st != More {
			return st, false
		}
		return s.step(c)
	}
	return More, true
}

func (s *Scanner) begin(object uint64) (st Status, used bool) {
	if !s.push(object) {
		return Bad, false
	}
	return More, true
}

// ended notes the end of a value.
func (s *Scanner) ended(used bool) (Status, bool) {
	s.state = after
	if s.depth == 0 {
		return Done, used
	}
	return More, used
}

// blank is the verdict on c where only white space may still come.
func blank(c byte) (st Status, used bool) {
	if isSpace(c) {
		return More, true
	}
	return Bad, false
}
