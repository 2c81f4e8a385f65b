package locate

import (
	"encoding/json"

	"github.com/zetes-json/zetes/internal/fault"
)

// A Base is where a text starts in a longer one: the number of bytes before it. Many errors are found in a part of an
// input, such as a window, or the value that a codec or method got, or in a short text that encoding/json has decoded.
// A Base turns their offsets into offsets in the input. A negative Base does the reverse: it turns an offset in a
// window into an offset in a value of the window.
type Base int64

// Move moves the place in err, which it changes, if err is an error of encoding/json with a place.
func (b Base) Move(err error) error {
	switch e := err.(type) {
	case *json.SyntaxError:
		e.Offset += int64(b)
	case *json.UnmarshalTypeError:
		e.Offset += int64(b)
	}
	return err
}

// MoveFault moves the place of f, but not that of the error in it.
func (b Base) MoveFault(f *fault.Fault) {
	if f.Offset += int64(b); f.Within > 0 {
		f.Within += int64(b)
	}
}

// MoveOffset moves the place of an error of this library, whose offset is at.
func (b Base) MoveOffset(at *int64) { *at += int64(b) }

// A Mover moves the place of an error of the root package from the value of a codec to a document, in which that value
// starts at at. errors.As finds it for such errors: package json has a document and does not know the root package.
type Mover struct {
	Move func(doc []byte, at int)
}

// Error makes a Mover a target of errors.As.
func (*Mover) Error() string { return "" }

// In returns the place of an offset, and whether it is in a text of size bytes, or at its end.
func (b Base) In(offset int64, size int) (at int, ok bool) {
	return int(int64(b) + offset), offset >= 0 && offset <= int64(size)-int64(b)
}
