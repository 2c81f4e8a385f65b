// Package jlexer has the names of github.com/mailru/easyjson/jlexer over zetes.
//
// A [Lexer] accepts JSON only: numbers such as 01 and 1., strings with control characters, and wrong escape sequences
// are errors, in values that are passed over too, and arrays and objects nest up to 10,000 deep. Bytes that are not
// UTF-8 are read as U+FFFD, as encoding/json reads them. Errors are a *[LexerError], or io.EOF where the text ends too
// early.
//
// Results of methods whose names begin with Unsafe are valid as long as the Data stays unchanged. All other results are
// copies.
//
// The caller says where commas and colons stand, by WantComma and WantColon. For new code package codec has a reader
// that knows this.
package jlexer

import "fmt"

// LexerError says what is wrong with a text.
type LexerError struct {
	Reason string // what is wrong
	Offset int    // where, in bytes
	Data   string // the text there
}

// Error returns the Reason with the place.
func (l *LexerError) Error() string {
	return fmt.Sprintf("parse error: %s near offset %d of '%s'", l.Reason, l.Offset, l.Data)
}

// TokenKind is the kind of a token.
type TokenKind byte

// The kinds. TokenUndef stands for no token, and TokenDelim for brackets and braces.
const (
	TokenUndef TokenKind = iota
	TokenDelim
	TokenString
	TokenNumber
	TokenBool
	TokenNull
)
