package zetes

import (
	"io"

	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/transfer"
)

// Append appends the JSON form of v to dst and returns the extended slice. The bytes are those of json.Marshal. On
// an error dst is returned as it came. Once the encoder of v's type is compiled, only growing dst allocates, and
// what the methods of v's own allocate. A value that is no pointer is copied to the heap by the call itself, as for
// any argument that is an interface: hand a pointer to what is there already, or use a [TypedEncoder]. Append may
// write anywhere between dst's length and its capacity before it reads v: no memory of v may lie there.
//
// An error is an [*Error] that tells where in v it is, about one of encoding/json: *json.UnsupportedTypeError,
// *json.UnsupportedValueError, *json.MarshalerError.
func Append(dst []byte, v any) ([]byte, error) {
	return standard().Append(dst, v)
}

// Marshal returns the JSON form of v in memory of its own. The errors are those of [Append].
func Marshal(v any) ([]byte, error) {
	return standard().Marshal(v)
}

// MarshalString is [Marshal] with a string as its result.
func MarshalString(v any) (string, error) {
	b, err := Marshal(v)
	// b is fresh and nobody else has it.
	return mem.Frozen(b), err
}

// MarshalTo writes the JSON form of v to w in one call of Write. Nothing is written when v can't be encoded.
// Besides the errors of [Append] it returns those of w, and io.ErrShortWrite for a writer that takes less without one.
func MarshalTo(w io.Writer, v any) error {
	b := engine.Borrow()
	defer b.Release()
	var err error
	if b.Bytes, err = Append(b.Bytes[:0], v); err != nil {
		return err
	}
	return transfer.WriteAll(w, b.Bytes)
}

// Unmarshal decodes the JSON value data into *v as json.Unmarshal does: what *v holds is reused, names match fields
// regardless of case, and members without a field are passed over. Nothing in *v aliases data. A local variable that v
// points to lies on the heap, as with json.Unmarshal.
//
// An error is an [*Error] that tells its place, about one of encoding/json. A *json.SyntaxError leaves *v as it
// was; a *json.UnmarshalTypeError, the first of what does not fit, leaves it with all that did. A
// *json.InvalidUnmarshalError, for a nil v, has no place and is returned as it is.
func Unmarshal[T any](data []byte, v *T) error { return decodeLocated(data, v, false) }

// UnmarshalString is [Unmarshal] from a string.
func UnmarshalString[T any](s string, v *T) error {
	return decodeLocated(mem.View(s), v, true)
}

// UnmarshalFrom reads r to its end, which must hold one JSON value, and decodes that into *v as [Unmarshal] does.
// An error of r is returned as it is and leaves *v as it was.
func UnmarshalFrom[T any](r io.Reader, v *T) error {
	b := engine.Borrow()
	defer b.Release()
	if err := b.ReadAll(r); err != nil {
		return err
	}
	return decodeLocated(b.Bytes, v, true)
}
