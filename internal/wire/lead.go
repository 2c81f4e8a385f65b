package wire

import (
	"unicode/utf8"
)

// The toolchain is asked about an error in a long text by a short text that has the same error.

// Lead returns the shortest text that has the same error after it as b, all of which s has scanned: lead, and the last
// token bytes of b.
//
// An error of encoding/json depends on the state before the wrong byte and on the token that the byte is part of, not
// on the text before them. For a megabyte that ends in ,"a":[1,2,tru: the text [0,tru: has the same error in 8 bytes:
// lead is [0, and the token has 3 bytes before the wrong one. encoding/json is asked about this text.
func (s *Scanner) Lead(b []byte) (lead string, token int) {
	n := len(b)
	before, quote := s.at.state, false
	switch s.at.state {
	case inString:
		quote = true
		// The end of b may have cut a character.
		for i := n - 1; i >= 0 && i > n-utf8.UTFMax; i-- {
			if utf8.RuneStart(b[i]) {
				if !utf8.FullRune(b[i:]) {
					token = n - i
				}
				break
			}
		}
	case inEscape:
		quote, token = true, 1+escapeLeft-int(s.left)
	case inLiteral:
		token = len(s.word) - int(s.left)
	default:
		// How long a number is so far is not kept: its bytes are those that numbers are made of.
		if s.at.state > inLiteral {
			for token < n && numberBytes[b[n-1-token]] != otherByte {
				token++
			}
		}
	}
	// A token stands where a value was due, or a name if it is that. Whether others came before it makes no difference.
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

// leadsQuoted are the leads that end within a string.
var leadsQuoted = [...][2]string{value: {`[0,"`, `{"":"`}, firstName: {1: `{"`}}

// Where says in what part of a text s is, for words about a byte that cannot stand there.
func (s *Scanner) Where() string {
	switch s.at.state {
	case value, firstElem:
		return "where a value should start"
	case firstName, nextName:
		return "where a name should start"
	case colon:
		return "after a name"
	case after:
		return "after a value"
	case inString:
		return "in a string"
	case inEscape:
		return "in an escape sequence"
	case inLiteral:
		return "in true, false or null"
	}
	return "in a number"
}
