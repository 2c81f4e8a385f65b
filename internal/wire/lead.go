package wire

// For an error in a long text, encoding/json is called with a short text that has the same error.

// Lead describes the shortest text that brings a Scanner to the same state as b: lead, followed by the last bytes of b;
// token is their number. An error depends only on that state and on the token with the wrong byte, so it is the same
// after both texts. s must have scanned all of b. For ,"a":[1,2,trux after a megabyte the text is [0,trux with the
// token tru.
func (s *Scanner) Lead(b []byte) (lead string, token int) {
	n := len(b)
	before, quote := s.at.state, false
	switch s.at.state {
	case inString:
		quote, token = true, n-WholeRunes(b) // b may end inside a character, whose bytes are then the token
	case inEscape:
		quote, token = true, 1+escapeLeft-int(s.left)
	case inLiteral:
		token = len(s.word) - int(s.left)
	default:
		// The length of a number is not stored. Count its bytes from the end of b.
		if s.at.state > inLiteral {
			for token < n && numberBytes[b[n-1-token]] != otherByte {
				token++
			}
		}
	}
	// If b ends inside a token, set before to a state in which it can begin: firstName for a name, otherwise value.
	if before >= inString {
		before = value
		if quote && s.name {
			before = firstName
		}
	}
	switch {
	case s.at.depth > 0 && quote:
		lead = leadsQuoted[before][s.at.cur&1]
	case s.at.depth > 0:
		lead = leads[before][s.at.cur&1].Text
	case quote:
		lead = `"`
	case before == after:
		lead = `""`
	}
	return lead, token
}

// leadsQuoted has the results of Lead for a token that is a string: value for a string that is a value, firstName for a
// name. The first column is for an array, the second for an object.
var leadsQuoted = [...][2]string{value: {`[0,"`, `{"":"`}, firstName: {1: `{"`}}

// Where says in words where s has stopped, for the text of an error about a byte that is not allowed there.
func (s *Scanner) Where() string {
	if s.at.state > inLiteral {
		return "in a number"
	}
	return where[s.at.state]
}

var where = [...]string{
	value: "where a value should start", firstElem: "where a value should start",
	firstName: "where a name should start", nextName: "where a name should start",
	colon: "after a name", after: "after a value",
	inString: "in a string", inEscape: "in an escape sequence", inLiteral: "in true, false or null",
}
