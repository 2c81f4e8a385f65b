package wire

// What may follow what: the structure of JSON without the insides of its tokens. A Structure is asked about the first
// byte of each token, white space left out. Of {"a":[1]} it says
//
//	{     "      :          [     1       ]      }
//	Open  Name   Separator  Open  Scalar  Close  Close
//
// and of a byte that cannot stand there it says Wrong and stays where it was. The Scanner is built on it, and whoever
// reads JSON by tokens or between the values of an array.

// Part is the part that a token has in the structure.
type Part uint8

// The parts.
const (
	Wrong     Part = iota // no token, or one that cannot stand here
	Open                  // { or [
	Close                 // } or ]
	Separator             // a comma or a colon
	Name                  // the quote that opens a name
	Scalar                // the first byte of a string, number or literal
)

// state says what the next byte may be.
type state uint8

const (
	value     state = iota // a value
	firstElem              // the first element of an array, or its end
	firstName              // the first name of an object, or its end
	nextName               // a further name
	colon                  // the colon behind a name
	after                  // what follows a value: a comma, or the end of what it is in; at the top: a further value

	// Inside a token, which is for the Scanner alone.
	inString
	inEscape
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

// Structure is a place between two tokens: the containers around it, and what may come next. The zero Structure is
// the top, where values follow one another. A copy may go one token further on trial, and be dropped.
type Structure struct {
	state state // one of those between tokens; the Scanner alone has others
	nest
}

// Next goes behind the token that starts with c. Behind a Name or Scalar it is as if all of that token had been seen.
// It has no limit on the depth.
func (s *Structure) Next(c byte) Part {
	switch c {
	case '{', '[':
		if !s.WantsValue() {
			return Wrong
		}
		object := uint64(c) >> 5 & 1 // the bit that tells { from [
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
		if s.state != after || s.depth == 0 {
			return Wrong
		}
		if s.state = value; s.InObject() {
			s.state = nextName
		}
		return Separator
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

// Passed goes behind a value as a whole, where one may stand.
func (s *Structure) Passed() { s.state = after }

// Depth returns the number of containers around the place.
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

// Past reports whether the place is behind a value, in a container or at the top.
func (s *Structure) Past() bool { return s.state == after }

// nest remembers which of the open containers are objects: a bit each. Behind [{"a":[ the bits of cur are 010, the
// outermost container's first. cur has the innermost 64 levels at most, and is kept in spill each time it is full.
type nest struct {
	cur   uint64   // the innermost in bit 0
	depth int      // containers that are open
	spill []uint64 // the levels further out, in groups of 64, outermost first
}

// push opens a container, an object if the bit is 1. It has no limit.
func (n *nest) push(object uint64) {
	if n.depth&63 == 0 && n.depth > 0 {
		n.spill = append(n.spill, n.cur)
	}
	n.cur = n.cur<<1 | object
	n.depth++
}

// pop closes the innermost container. Promise: there is one.
func (n *nest) pop() {
	n.depth--
	n.cur >>= 1
	if n.depth&63 == 0 && n.depth > 0 {
		n.cur = n.spill[len(n.spill)-1]
		n.spill = n.spill[:len(n.spill)-1]
	}
}

// object reports whether the container that is the nth from outside, from 1 on, is an object.
func (n *nest) object(level int) bool {
	if in := n.depth - level; in <= (n.depth-1)&63 {
		return n.cur>>in&1 != 0
	}
	level-- // the groups of 64 begin at the outermost
	return n.spill[level>>6]>>(63-(level&63))&1 != 0
}

// A Lead is a text that leads a reader to where it is in another text, and the number of tokens in it. Separators are
// no tokens.
type Lead struct {
	Text   string
	Tokens int
}

// leads are the shortest texts behind which a Structure is in a state: within an array or at the top, and within an
// object.
var leads = [...][2]Lead{
	value:     {{`[0,`, 2}, {`{"":`, 2}},
	firstElem: {{`[`, 1}, {}},
	firstName: {{}, {`{`, 1}},
	nextName:  {{}, {`{"":"",`, 3}},
	colon:     {{}, {`{""`, 2}},
	after:     {{`[""`, 2}, {`{"":""`, 3}},
}

// Lead returns the shortest lead behind which the same may come next as here. It has one container where there are
// many: [[{"a" is as {"" .
func (s *Structure) Lead() Lead {
	switch {
	case s.depth == 0:
		return Lead{}
	case s.InObject():
		return leads[s.state][1]
	}
	return leads[s.state][0]
}

// WholeLead is Lead with all the containers that there are.
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
