package doc

import (
	"errors"
	"fmt"
	"strings"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// The causes of errors. Errors about a text are a [*zetes.Error] with the place, and [errors.Is] finds the cause in it.
// For bad JSON the cause is encoding/json's *json.SyntaxError.
var (
	// ErrMissing reports that an object has no member with that name, or an array no element with that index.
	ErrMissing = errors.New("doc: no such value")
	// ErrTooLarge reports that the text has 4 GB or more, which [Parse] does not accept, or more bytes than a limit
	// allows.
	ErrTooLarge = errors.New("doc: the text is too large")
	// ErrReleased reports that the document has been released.
	ErrReleased = errors.New("doc: the document has been released")
)

// KindError reports that a value has the wrong kind: a name was looked up in an array, or an integer was asked of a
// string.
type KindError struct {
	Want codec.Kind
	Got  codec.Kind // Invalid if there is no value
}

// Error returns the text of the error.
func (e *KindError) Error() string {
	if e.Got == codec.Invalid {
		return fmt.Sprintf("doc: no value where there should be %s", kindName(e.Want))
	}
	return fmt.Sprintf("doc: %s where there should be %s", kindName(e.Got), kindName(e.Want))
}

func kindName(k codec.Kind) string {
	switch k {
	case codec.Array, codec.Object:
		return "an " + k.String()
	case codec.Null:
		return "null"
	}
	return "a " + k.String()
}

// RangeError reports that a number does not fit a Go type: 1.5 and 300 are not an int8.
type RangeError struct {
	Number string // as it stands in the document, or its beginning
	Type   string // the Go type
}

// Error returns the text of the error.
func (e *RangeError) Error() string { return "doc: the number " + e.Number + " is no " + e.Type }

func rangeError(text []byte, typ string) error {
	const most = 40
	if len(text) > most {
		return &RangeError{string(text[:most]) + "…", typ}
	}
	return &RangeError{string(text), typ}
}

// about returns err with a prefix that says what it is about.
func about(what string, err error) error { return &aboutError{what, err} }

type aboutError struct {
	what string
	err  error
}

func (e *aboutError) Error() string {
	return "doc: " + e.what + ": " + strings.TrimPrefix(fmt.Sprint(e.err), "doc: ")
}

func (e *aboutError) Unwrap() error { return e.err }

var root = zetes.Inside(loan.Within())

// errorAt returns err with the place of data[offset], and the path to it.
func errorAt(data []byte, offset int, err error) error {
	c, _, _ := root.Config(zetes.Standard())
	offset = min(max(offset, 0), len(data))
	e := root.PlaceError(c, err, locate.Place{Seen: data, Start: offset}, nil, nil)
	e.Pointer = locate.Find(data, offset).Pointer()
	return e
}

// syntaxError returns the error about data, which is not a JSON value or does not begin with one. If data itself has no
// fault, the text after it is wrong, or it is nested too deep for a limit.
func syntaxError(data []byte) error {
	at, _ := locate.Bad(data)
	if at < 0 {
		return errorAt(data, 0, errDepth)
	}
	return errorAt(data, at, toolchain.SyntaxError(data, 0))
}

var errDepth = errors.New("doc: nested deeper than a limit allows")
