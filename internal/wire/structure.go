package wire

// The structure of JSON: which token may follow which. Structure.Next gets the first byte of each token, without
// white space, and returns the role of the token. For {"a":[1]} it returns
//
//	{     "      :          [     1       ]      }
//	Open  Name   Separator  Open  Scalar  Close  Close
//
// For a byte that is not allowed it returns Wrong and keeps its state.

// Part is the role of a token in the structure.
type Part uint8

// The roles of tokens.
const (
	Wrong     Part = iota // the byte starts no token, or one that is not allowed here
	Open                  // { or [
	Close                 // } or ]
	Separator             // a comma or a colon
	Name                  // the quote that opens a name
	Scalar                // the first byte of a string, number or literal
)

// state says what may come next.
type state uint8

const (
	value     state = iota // a value
	firstElem              // the first element of an array, or its end
	firstName              // the first name of an object, or its end
	nextName               // another name
	colon                  // the colon after a name
	after                  // after a value: a comma, or the end of its container; at the top: another value

	// States inside a token. A Scanner uses them, and a blockScanner uses inString; Structure.Next never sets them.
	inString
	inEscape
	inLiteral
	minus // after the sign of a number
	zero  // after a leading 0
	integer
	point // after the decimal point
	fraction
	exp // after the e
	expSign
	exponent
)

// Structure is the state of the grammar between two tokens: which containers are open, and what may come next. The zero
// Structure is the top level, where values follow one another. To try a token, call Next on a copy.
type Structure struct {
	state state // what may come next; only a Scanner also uses the states inside tokens
	nest
}

// Next moves past the whole token whose first byte is c, and returns its role. It does not limit the depth.
func (s *Structure) Next(c byte) Part {
	switch c {
	case '{', '[':
		if !s.WantsValue() {
			return Wrong
		}
		object := uint64(c) >> 5 & 1 // the bit that is 1 in { and 0 in [
		s.push(object)
		s.state = firstElem + state(object)
		return Open
	case '}', ']':
		object := c == '}'
		if s.depth == 0 || object != s.InObject() || s.state != after && s.state != firstElem && s.state != firstName {
			return Wrong
		}
		s.pop()
		s.state = after
		return Close
	case ',':
		if s.Comma() {
			return Separator
		}
		return Wrong
	case ':':
		if s.state != colon {
			return Wrong
		}
		s.state = value
		return Separator
	case '"':
		if s.WantsName() {
			s.state = colon
			return Name
		}
	case '-', 'n', 't', 'f':
	default:
		if !isDigit(c) {
			return Wrong
		}
	}
	if !s.WantsValue() {
		return Wrong
	}
	s.state = after
	return Scalar
}

// Comma moves past a comma if one is allowed here, and reports whether it is.
func (s *Structure) Comma() bool {
	if s.state != after || s.depth == 0 {
		return false
	}
	if s.state = value; s.InObject() {
		s.state = nextName
	}
	return true
}

// Arrays moves past n opening brackets of arrays. An array must be allowed here. It does not limit the depth.
func (s *Structure) Arrays(n int) {
	for range n {
		s.push(0)
		s.state = firstElem
	}
}

// Passed moves past a whole value. A value must be allowed here.
func (s *Structure) Passed() { s.state = after }

// PassedName moves past a name, which must be allowed here. If colonToo is true, it also moves past the colon.
func (s *Structure) PassedName(colonToo bool) {
	if s.state = colon; colonToo {
		s.state = value
	}
}

// Depth returns the number of open containers.
func (s *Structure) Depth() int { return s.depth }

// InObject reports whether the innermost container is an object.
func (s *Structure) InObject() bool { return s.cur&1 != 0 && s.depth > 0 }

// WantsValue reports whether a value may come next.
func (s *Structure) WantsValue() bool {
	return s.state <= firstElem || s.state == after && s.depth == 0
}

// WantsName reports whether a name may come next.
func (s *Structure) WantsName() bool { return s.state == firstName || s.state == nextName }

// WantsColon reports whether a colon must come next.
func (s *Structure) WantsColon() bool { return s.state == colon }

// Past reports whether the last token has ended a value, in a container or at the top level.
func (s *Structure) Past() bool { return s.state == after }

// nest has one bit for each open container: 1 for an object, 0 for an array. After [{"a":[ the bits are 010, with the
// outermost container first. cur has at most the innermost 64 levels: each time it is full it is appended to spill.
type nest struct {
	cur   uint64   // the innermost level is bit 0
	depth int      // number of open containers
	spill []uint64 // the outer levels, in groups of 64, outermost first
}

// push opens a container: an object if the bit object is 1, an array if it is 0. It does not limit the depth.
func (n *nest) push(object uint64) {
	if n.depth&63 == 0 && n.depth > 0 {
		n.spill = append(n.spill, n.cur)
	}
	n.cur = n.cur<<1 | object
	n.depth++
}

// pop closes the innermost container. There must be one.
func (n *nest) pop() {
	n.depth--
	n.cur >>= 1
	if n.depth&63 == 0 && n.depth > 0 {
		n.cur = n.spill[len(n.spill)-1]
		n.spill = n.spill[:len(n.spill)-1]
	}
}

// object reports whether the container at this level is an object. The outermost container has level 1.
func (n *nest) object(level int) bool {
	if in := n.depth - level; in <= (n.depth-1)&63 {
		return n.cur>>in&1 != 0
	}
	level-- // from here on levels count from 0; spill has the outermost levels
	return n.spill[level>>6]>>(63-(level&63))&1 != 0
}

// A Lead is a short text that brings a reader to the same state as another. Tokens counts no commas and colons.
type Lead struct {
	Text   string
	Tokens int
}

// leads has the shortest text that leads to each state. The first column is for an array, the second for an object.
var leads = [...][2]Lead{
	value:     {{`[0,`, 2}, {`{"":`, 2}},
	firstElem: {{`[`, 1}, {}},
	firstName: {{}, {`{`, 1}},
	nextName:  {{}, {`{"":"",`, 3}},
	colon:     {{}, {`{""`, 2}},
	after:     {{`[""`, 2}, {`{"":""`, 3}},
}

// Lead returns the shortest text after which the same tokens may come as after s: for [[{"a" it is {"" .
func (s *Structure) Lead() Lead {
	switch {
	case s.depth == 0:
		return Lead{}
	case s.InObject():
		return leads[s.state][1]
	}
	return leads[s.state][0]
}

// WholeLead returns a text like Lead, but one that opens all containers, and not only the innermost one.
func (s *Structure) WholeLead() (text []byte, tokens int) {
	for level := 1; level < s.depth; level++ {
		if s.nest.object(level) {
			text, tokens = append(text, `{"":`...), tokens+2
		} else {
			text, tokens = append(text, '['), tokens+1
		}
	}
	inner := s.Lead()
	return append(text, inner.Text...), tokens + inner.Tokens
}
