package locate

import (
	"encoding/json"

	"github.com/zetes-json/zetes/internal/fault"
)

// A Base says where a text starts in a longer text, by the number of bytes before it. Many errors are found in a part
// of an input: in a window, in the value for a codec or method, or in a short text that encoding/json has decoded. A
// Base turns their offsets into offsets in the input. A negative Base does the reverse.
type Base int64

// Move adds b to the offset in err, if err is an error of encoding/json with an offset.
func (b Base) Move(err error) error {
	switch e := err.(type) {
	case *json.SyntaxError:
		e.Offset += int64(b)
	case *json.UnmarshalTypeError:
		e.Offset += int64(b)
	}
	return err
}

// MoveFault adds b to the offset of f, but not to the offset of the error in f.
func (b Base) MoveFault(f *fault.Fault) {
	if f.Offset += int64(b); f.Within > 0 {
		f.Within += int64(b)
	}
}

// MoveOffset adds b to *at, the offset in an error of this library.
func (b Base) MoveOffset(at *int64) { *at += int64(b) }

// A Mover changes an error of the root package whose place counts from the start of a codec's value: Move turns it into
// a place in doc, the whole document, in which that value starts at doc[at]. Package engine, which has the document but
// cannot import the root package, finds the Mover in the error by errors.As.
type Mover struct {
	Move func(doc []byte, at int)
}

// Error is never called; errors.As needs it to accept a *Mover as target.
func (*Mover) Error() string { return "" }

// In adds b to an offset. ok reports that the offset is not negative, and that the result is at most size.
func (b Base) In(offset int64, size int) (at int, ok bool) {
	return int(int64(b) + offset), offset >= 0 && offset <= int64(size)-int64(b)
}
