package zetes

import (
	"io"
	"math"
	"sync"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/transfer"
)

// Append appends the JSON form of v to dst and returns the extended slice. The bytes are those of json.Marshal. On an
// error it returns dst unchanged.
//
// After the first value of a type, Append allocates only to grow dst, apart from what methods of v allocate. Converting
// v to an interface copies a value that is not a pointer to the heap: pass a pointer to a value that is there already,
// or use a [TypedEncoder]. Append may write anywhere between dst's length and its capacity before it reads v: no memory
// of v may lie there.
//
// An error is an [*Error] that says where in v it is. It wraps one of encoding/json's errors:
// *json.UnsupportedTypeError, *json.UnsupportedValueError, *json.MarshalerError.
func Append(dst []byte, v any) ([]byte, error) {
	return standard().Append(dst, v)
}

// Marshal returns the JSON form of v in newly allocated memory. The errors are those of [Append].
func Marshal(v any) ([]byte, error) {
	return standard().Marshal(v)
}

// MarshalString returns the JSON form of v, as [Marshal] does, as a string.
func MarshalString(v any) (string, error) {
	b, err := Marshal(v)
	// b was allocated by this call, and no other code has a reference to it.
	return mem.Frozen(b), err
}

// MarshalTo writes the JSON form of v to w in one call of Write. It writes nothing if v can't be encoded. Besides the
// errors of [Append] it returns those of w, and io.ErrShortWrite for a writer that writes less and returns no error.
func MarshalTo(w io.Writer, v any) error {
	b := engine.Borrow()
	defer b.Release()
	var err error
	if b.Bytes, err = Append(b.Bytes[:0], v); err != nil {
		return err
	}
	return transfer.WriteAll(w, b.Bytes)
}

// Unmarshal decodes the JSON value data into *v as json.Unmarshal does: it reuses what *v holds, matches names to
// fields regardless of case, and skips members without a field. Nothing in *v aliases data. A local variable that v
// points to is allocated on the heap, as with json.Unmarshal.
//
// An error is an [*Error] that says where it is. It wraps one of encoding/json's errors. A *json.SyntaxError leaves *v
// unchanged. A *json.UnmarshalTypeError is about the first value that does not fit; all other values are decoded. A
// *json.InvalidUnmarshalError, for a nil v, has no place and is returned without an [*Error] around it.
func Unmarshal[T any](data []byte, v *T) error { return decodeLocated(data, v, false) }

// UnmarshalString decodes the JSON value s into *v, as [Unmarshal] does.
func UnmarshalString[T any](s string, v *T) error {
	return decodeLocated(mem.View(s), v, true)
}

// UnmarshalFrom reads r to its end, which must hold one JSON value, and decodes it into *v as [Unmarshal] does. An
// error of r is returned unchanged, and leaves *v unchanged.
func UnmarshalFrom[T any](r io.Reader, v *T) error {
	b := engine.Borrow()
	defer b.Release()
	if err := b.ReadAll(r, math.MaxInt); err != nil {
		return err
	}
	return decodeLocated(b.Bytes, v, true)
}

// UnmarshalAll does what [Unmarshal] does, but returns all errors, not only the first, as [Errors]. It returns at most
// limit errors, or 100 if limit is 0, and never more than 65,536. All values that fit are in *v. An error of a method
// does not end the decoding. Input that is not JSON is a single error and leaves *v unchanged. If names of more than
// 256 bytes lead to errors, fewer errors may be returned: together their names are at most some four times as long as
// data.
func UnmarshalAll[T any](data []byte, v *T, limit int) error {
	return standard().UnmarshalAll(data, v, limit)
}

// decodeLocated decodes data into v, and adds the place to an error. borrowed says that the caller may change data
// later.
func decodeLocated[T any](data []byte, v *T, borrowed bool) error {
	a := standard()
	f, err := engine.Unmarshal(&decode.Call{Config: a.c, Borrowed: borrowed}, data, v)
	return tell(a.c, data, v, f, err)
}

// The package's own functions belong to an API, which is frozen at the first use of any of them, with the codecs that
// are registered by then.
var (
	frozen     atomic.Pointer[API]
	registry   sync.Mutex // guards registered and the freezing
	registered Config
)

// standard returns the API of the package's functions.
func standard() *API {
	if a := frozen.Load(); a != nil {
		return a
	}
	return freeze()
}

// Standard returns the API of the package's own functions. It behaves as encoding/json does, with the codecs of
// [Register]. After the first call of Standard no codec can be registered.
func Standard() *API { return standard() }

func freeze() *API {
	registry.Lock()
	defer registry.Unlock()
	if a := frozen.Load(); a != nil {
		return a
	}
	a := registered.Freeze()
	frozen.Store(a)
	return a
}
