package jsondoc

import (
	"errors"
	"fmt"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/query"
	"github.com/zetes-json/zetes/jsondoc/internal/document"
)

// The causes of errors. Errors about a text are a [*zetes.Error] with the place, and [errors.Is] finds the cause in it.
// For bad JSON the cause is encoding/json's *json.SyntaxError.
var (
	// ErrMissing reports that an object has no member with that name, or an array no element with that index.
	ErrMissing = document.ErrMissing
	// ErrTooLarge reports that the text has 4 GB or more, which [Parse] does not accept, or more bytes than a limit
	// allows.
	ErrTooLarge = document.ErrTooLarge
	// ErrBudget reports that a query, a patch or an edit needs more steps or memory than [Options.Budget] allows, or,
	// if no Budget is set, than the default, which is proportional to the input.
	ErrBudget = query.ErrBudget
	// ErrReleased reports that the document has been released.
	ErrReleased = errors.New("jsondoc: the document has been released")
)

// KindError reports that a value has the wrong kind: for example, a path has a name where the value is an array, or
// Int64 was called for a string.
type KindError struct {
	Want codec.Kind
	Got  codec.Kind // Invalid if there is no value
}

// Error returns the text of the error.
func (e *KindError) Error() string {
	if e.Got == codec.Invalid {
		return fmt.Sprintf("jsondoc: no value where there should be %s", kindName(e.Want))
	}
	return fmt.Sprintf("jsondoc: %s where there should be %s", kindName(e.Got), kindName(e.Want))
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
	Number string // the number's text in the document, or the beginning of the text
	Type   string // the name of the Go type
}

// Error returns the text of the error.
func (e *RangeError) Error() string { return "jsondoc: the number " + e.Number + " is no " + e.Type }

func rangeError(text []byte, typ string) error {
	const most = 40
	if len(text) > most {
		return &RangeError{string(text[:most]) + "…", typ}
	}
	return &RangeError{string(text), typ}
}
