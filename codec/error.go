package codec

import "strconv"

// Code says what went wrong.
type Code uint8

// The codes.
const (
	Syntax      Code = iota + 1 // the input is not JSON
	Truncated                   // the input ended inside of a value
	WrongKind                   // the value is of another kind than was asked for
	OutOfRange                  // a number does not fit, or the text of a string is not what was asked for
	Misuse                      // a call that cannot stand here, such as a member without a name
	TooDeep                     // containers are nested deeper than allowed
	Unsupported                 // a Go value that has no JSON form: NaN, an infinity
	IO                          // the source or the destination failed
)

var codeNames = [...]string{
	Syntax:      "invalid JSON",
	Truncated:   "unexpected end of JSON input",
	WrongKind:   "value of another kind",
	OutOfRange:  "value out of range",
	Misuse:      "call out of place",
	TooDeep:     "nested too deep",
	Unsupported: "value without a JSON form",
	IO:          "input or output failed",
}

// String returns a short description.
func (c Code) String() string {
	if int(c) < len(codeNames) && codeNames[c] != "" {
		return codeNames[c]
	}
	return "code " + strconv.Itoa(int(c))
}

// Error is the first thing that went wrong with a [Reader] or a [Writer].
type Error struct {
	Code   Code
	Offset int64  // in the input or output, in bytes
	What   string // what was asked for or what was wrong, or ""
	Err    error  // the cause, or nil
}

// Error describes e.
func (e *Error) Error() string {
	s := "codec: " + e.Code.String()
	if e.What != "" {
		s += ": " + e.What
	}
	s += " at offset " + strconv.FormatInt(e.Offset, 10)
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }
