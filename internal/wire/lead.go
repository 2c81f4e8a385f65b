package wire

import (
	"unicode/utf8"
)

// Lead returns the shortest text that has the same error behind it as b, all of which s has scanned: lead, and the
// last token bytes of b.
func (s *Scanner) Lead(b []byte) (lead string, token int) {
	n := len(b)
	before, quote := s.at.state, 0
	switch s.at.state {
	case inString:
		quote = 1
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
		quote, token = 1, 1+escapeLeft-int(s.left)
	case inLiteral:
		token = len(s.word) - int(s.left)
	default:
		if s.at.state > inLiteral {
			for token < n && isNumberByte(b[n-1-token]) {
				token++
			}
		}
	}
	if before >= inString {
		before = value
		if quote > 0 && s.name {
			before = firstName
		}
	}
	switch {
	case s.at.depth > 0:
		lead = leads[before][s.at.cur&1].Text
	case before == after:
		lead = `""`
	}
	if quote > 0 {
		lead += `"`
	}
	return lead, token
}

func isNumberByte(c byte) bool {
	return isDigit(c) || c == '-' || c == '+' || c == '.' || c|0x20 == 'e'
}
