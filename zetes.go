package zetes

import (
	"io"
	"sync"
	"sync/atomic"
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
func Append(dst []byte, v any) ([]byte, error) { return standard().Append(dst, v) }

// Marshal returns the JSON form of v in newly allocated memory. The errors are those of [Append].
func Marshal(v any) ([]byte, error) { return standard().Marshal(v) }

// MarshalString returns the JSON form of v, as [Marshal] does, as a string.
func MarshalString(v any) (string, error) { return standard().MarshalString(v) }

// MarshalTo writes the JSON form of v to w in one call of Write. It writes nothing if v can't be encoded. Besides the
// errors of [Append] it returns those of w, and io.ErrShortWrite for a writer that writes less and returns no error.
func MarshalTo(w io.Writer, v any) error { return standard().MarshalTo(w, v) }

// Unmarshal decodes the JSON value data into *v as json.Unmarshal does: it reuses what *v holds, matches names to
// fields regardless of case, and skips members without a field. Nothing in *v aliases data. A local variable that v
// points to is allocated on the heap, as with json.Unmarshal.
//
// An error is an [*Error] that says where it is. It wraps one of encoding/json's errors. A *json.SyntaxError leaves *v
// unchanged. A *json.UnmarshalTypeError is about the first value that does not fit; all other values are decoded. A
// *json.InvalidUnmarshalError, for a nil v, has no place and is returned without an [*Error] around it.
func Unmarshal[T any](data []byte, v *T) error { return standard().Unmarshal(data, v) }

// UnmarshalString decodes the JSON value s into *v, as [Unmarshal] does.
func UnmarshalString[T any](s string, v *T) error { return standard().UnmarshalString(s, v) }

// UnmarshalFrom reads r to its end and decodes the text, which must be one JSON value, into *v as [Unmarshal] does. An
// error of r is returned unchanged, and leaves *v unchanged.
func UnmarshalFrom[T any](r io.Reader, v *T) error { return standard().UnmarshalFrom(r, v) }

// UnmarshalAll does what [Unmarshal] does, but returns all errors, not only the first, as [Errors]. It returns at most
// limit errors, or 100 if limit is 0, and never more than 65,536. All values that fit are in *v. An error of a method
// does not end the decoding. Input that is not JSON is a single error and leaves *v unchanged. Fewer errors may be
// returned if the names on the path to an error have more than 256 bytes: further bytes of names, in the paths of all
// errors together, are limited to about four times the length of data.
func UnmarshalAll[T any](data []byte, v *T, limit int) error {
	return standard().UnmarshalAll(data, v, limit)
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
