package v1

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/zetes-json/zetes/internal/wire"
	"github.com/zetes-json/zetes/json"
)

// FFParseState is where a generated method stands in an object.
type FFParseState int

// The states.
const (
	FFParse_map_start FFParseState = iota
	FFParse_want_key
	FFParse_want_colon
	FFParse_want_value
	FFParse_after_value
)

// String returns the name of the state.
func (state FFParseState) String() string {
	return nameOf(int(state), []string{"map:start", "want_key", "want_colon", "want_value", "after_value"})
}

// FFTok is a kind of token.
type FFTok int

// The tokens. Names with bracket are for { and }, names with brace for [ and ].
const (
	FFTok_init FFTok = iota
	FFTok_bool
	FFTok_colon
	FFTok_comma
	FFTok_eof
	FFTok_error
	FFTok_left_brace
	FFTok_left_bracket
	FFTok_null
	FFTok_right_brace
	FFTok_right_bracket
	FFTok_integer
	FFTok_double
	FFTok_string
	FFTok_comment // never returned
)

// String returns the name of the token.
func (tok FFTok) String() string {
	return nameOf(int(tok), []string{"tok:init", "tok:bool", "tok:colon", "tok:comma", "tok:eof", "tok:error", "tok:left_brace", "tok:left_bracket", "tok:null",
		"tok:right_brace", "tok:right_bracket", "tok:integer", "tok:double", "tok:string", "comment"})
}

func nameOf(n int, names []string) string {
	if n < 0 || n >= len(names) {
		return fmt.Sprintf("unknown: %d", n)
	}
	return names[n]
}

// FFErr is a kind of error. An [FFLexer] sets FFErr_invalid_string only, and its BigError says what is wrong.
type FFErr int

// The errors.
const (
	FFErr_e_ok FFErr = iota
	FFErr_io
	FFErr_string_invalid_utf8
	FFErr_string_invalid_escaped_char
	FFErr_string_invalid_json_char
	FFErr_string_invalid_hex_char
	FFErr_invalid_char
	FFErr_invalid_string
	FFErr_missing_integer_after_decimal
	FFErr_missing_integer_after_exponent
	FFErr_missing_integer_after_minus
	FFErr_unallowed_comment
	FFErr_incomplete_comment
	FFErr_unexpected_token_type
)

// ToError returns err as an error, or nil for FFErr_e_ok.
func (err FFErr) ToError() error {
	if err == FFErr_e_ok {
		return nil
	}
	return errors.New("ffjson: " + nameOf(int(err), []string{"", "IO error", "string with invalid UTF-8 sequence", "string with invalid escaped character", "string with invalid JSON character",
		"string with invalid hex character", "invalid character", "invalid string", "missing integer after decimal", "missing integer after exponent",
		"missing integer after minus", "unallowed comment", "incomplete comment", "unexpected token sequence"}))
}

// LexerError is an error with its place in the input.
type LexerError struct {
	offset, line, char int
	err                error
}

// Error describes the error and its place.
func (le *LexerError) Error() string {
	return fmt.Sprintf("ffjson error: (%T)%s offset=%d line=%d char=%d", le.err, le.err.Error(), le.offset, le.line, le.char)
}

// Unwrap returns the error without its place.
func (le *LexerError) Unwrap() error { return le.err }

// FFLexer splits a JSON value into tokens. The first call checks the whole input: if it is not one JSON value, there is
// no token but FFTok_error, and BigError is the error of package json. Generated methods rely on this, for they do not
// look at what they skip.
type FFLexer struct {
	Output   DecodingBuffer // the text of the last token: strings without quotes and escapes
	Token    FFTok
	Error    FFErr
	BigError error

	input   []byte
	pos     int // of the next token
	start   int // of the last token
	checked bool
}

// NewFFLexer returns an FFLexer of input.
func NewFFLexer(input []byte) *FFLexer {
	ffl := new(FFLexer)
	ffl.Reset(input)
	return ffl
}

// Reset makes ffl read input.
func (ffl *FFLexer) Reset(input []byte) {
	if ffl.Output == nil {
		ffl.Output = new(Buffer)
	}
	ffl.Output.Reset()
	*ffl = FFLexer{Output: ffl.Output, input: input}
}

// WrapErr returns err with the place after the last token.
func (ffl *FFLexer) WrapErr(err error) error {
	before := ffl.input[:ffl.pos]
	return &LexerError{ffl.pos, bytes.Count(before, []byte{'\n'}) + 1, len(before) - bytes.LastIndexByte(before, '\n') - 1, err}
}

// Scan reads the next token and returns its kind.
func (ffl *FFLexer) Scan() FFTok {
	ffl.Token = ffl.scan()
	return ffl.Token
}

func (ffl *FFLexer) scan() FFTok {
	if !ffl.checked {
		ffl.checked = true
		if !json.Valid(ffl.input) {
			ffl.Error, ffl.BigError = FFErr_invalid_string, json.Unmarshal(ffl.input, new(json.RawMessage))
		}
	}
	if ffl.Error != FFErr_e_ok {
		return FFTok_error
	}
	ffl.Output.Reset()
	for ffl.pos < len(ffl.input) && ffl.input[ffl.pos] <= ' ' {
		ffl.pos++
	}
	if ffl.start = ffl.pos; ffl.pos == len(ffl.input) {
		return FFTok_eof
	}
	ffl.pos++
	switch c := ffl.input[ffl.start]; c {
	case '{':
		return FFTok_left_bracket
	case '}':
		return FFTok_right_bracket
	case '[':
		return FFTok_left_brace
	case ']':
		return FFTok_right_brace
	case ',':
		return FFTok_comma
	case ':':
		return FFTok_colon
	case '"':
		return ffl.text()
	case 't', 'f', 'n':
		ffl.pos += 3
		if c == 'f' {
			ffl.pos++
		}
		ffl.Output.Write(ffl.input[ffl.start:ffl.pos])
		if c == 'n' {
			return FFTok_null
		}
		return FFTok_bool
	}
	tok := FFTok_integer
	for ; ffl.pos < len(ffl.input); ffl.pos++ {
		if c := ffl.input[ffl.pos]; c == '.' || c|' ' == 'e' {
			tok = FFTok_double
		} else if (c < '0' || c > '9') && c != '+' && c != '-' {
			break
		}
	}
	ffl.Output.Write(ffl.input[ffl.start:ffl.pos])
	return tok
}

// text reads a string.
func (ffl *FFLexer) text() FFTok {
	ffl.pos = ffl.closing(ffl.pos)
	raw := ffl.input[ffl.start:ffl.pos]
	if b, ok := ffl.Output.(*Buffer); ok {
		b.Write(wire.AppendUnquote(b.AvailableBuffer(), raw))
	} else {
		ffl.Output.Write(wire.AppendUnquote(nil, raw))
	}
	return FFTok_string
}

// closing returns the position after the string whose text begins at i, or the end of an input that was not checked.
func (ffl *FFLexer) closing(i int) int {
	for ; i < len(ffl.input) && ffl.input[i] != '"'; i++ {
		if ffl.input[i] == '\\' {
			i++
		}
	}
	return min(i+1, len(ffl.input))
}

// CaptureField returns the text of a value whose first token, which is the last that Scan returned, is start. It reads
// the rest of the value. The text is a part of the input, and the caller must not change it.
func (ffl *FFLexer) CaptureField(start FFTok) ([]byte, error) {
	from := ffl.start
	if err := ffl.SkipField(start); err != nil {
		return nil, err
	}
	return ffl.input[from:ffl.pos:ffl.pos], nil
}

// SkipField reads the rest of a value whose first token, which is the last that Scan returned, is start.
func (ffl *FFLexer) SkipField(start FFTok) error {
	if ffl.BigError != nil {
		return ffl.BigError
	}
	switch start {
	case FFTok_bool, FFTok_integer, FFTok_null, FFTok_double, FFTok_string:
		return nil
	case FFTok_left_brace, FFTok_left_bracket:
	default:
		return fmt.Errorf("ffjson: invalid capture type: %v", start)
	}
	for depth := 1; depth > 0; ffl.pos++ {
		if ffl.pos == len(ffl.input) {
			return errors.New("ffjson: unexpected EOF")
		}
		switch ffl.input[ffl.pos] {
		case '"':
			ffl.pos = ffl.closing(ffl.pos+1) - 1
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
	}
	return nil
}
