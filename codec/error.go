package codec

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/zetes-json/zetes/internal/locate"
)

// Code says what went wrong.
type Code uint8

// The codes.
const (
	Syntax      Code = iota + 1 // the input is not JSON
	Truncated                   // the input ended inside a value
	WrongKind                   // the value is of another kind than the call reads
	OutOfRange                  // a number does not fit its type, or a string does not have the required form
	Misuse                      // the call is not allowed here, such as a value without a name in an object
	TooDeep                     // containers are nested deeper than allowed
	Unsupported                 // a Go value that has no JSON form: NaN, an infinity
	IO                          // the source or the destination failed
	Limit                       // the input is beyond one of the [Limits]
	Failed                      // [Reader.Fail] or [Writer.Fail] was called, with the error in Err
)

var codeNames = [...]string{
	Syntax: "invalid JSON", Truncated: "unexpected end of JSON input", WrongKind: "value of another kind", OutOfRange: "value out of range",
	Misuse: "call out of place", TooDeep: "nested too deep", Unsupported: "value without a JSON form", IO: "input or output failed",
	Limit: "beyond a limit", Failed: "refused",
}

// String returns a short description.
func (c Code) String() string {
	if int(c) < len(codeNames) && codeNames[c] != "" {
		return codeNames[c]
	}
	return "code " + strconv.Itoa(int(c))
}

// Error is the first error of a [Reader] or a [Writer], with its place. Formatted with %+v it shows the excerpt, and a
// caret below the place.
type Error struct {
	Code    Code
	Offset  int64  // bytes before the value or the wrong byte; for a codec's reader, counted from the codec's value
	Line    int    // the line of the input, from 1; 0 if not known: for writers, and for readers that codecs get
	Column  int    // the column in that line, counted from 1, in characters
	Pointer string // JSON Pointer (RFC 6901) to the value; "" if a Writer has already sent the start of its output
	Excerpt string // the part of the input's line around the place, or ""
	What    string // what the call expected or what was wrong, or ""
	Err     error  // the cause, or nil

	caret  int  // number of characters in the excerpt before the place
	nested bool // the codec's caller adds the place to the error
	placed bool // the text of Err already says the place
	whole  bool // Pointer is complete: it was found by a walk over the input from its start
}

// Error describes e. It shortens a very long Pointer. It leaves the place out if the caller of the codec reports it.
func (e *Error) Error() string {
	if e.placed {
		return "codec: " + e.Err.Error()
	}
	text := "codec: " + e.words()
	if e.nested {
		return text
	}
	text += " at offset " + strconv.FormatInt(e.Offset, 10)
	if e.Line > 0 {
		text += fmt.Sprintf(" (line %d, column %d)", e.Line, e.Column)
	}
	if e.Pointer != "" {
		text += " in " + locate.Short(e.Pointer)
	}
	return text
}

// words describes e, without its place.
func (e *Error) words() string {
	if e.Code == Failed && e.Err != nil {
		return e.Err.Error()
	}
	text := e.Code.String()
	if e.What != "" {
		text += ": " + e.What
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Format writes e's text; with %+v the excerpt follows on a second line, and a caret on a third.
func (e *Error) Format(f fmt.State, verb rune) {
	fmt.Fprintf(f, strings.ReplaceAll(fmt.FormatString(f, verb), "+", ""), e.Error())
	if verb == 'v' && f.Flag('+') && e.Excerpt != "" {
		fmt.Fprintf(f, "\n\t%s\n\t%s^", e.Excerpt, strings.Repeat(" ", e.caret))
	}
}
