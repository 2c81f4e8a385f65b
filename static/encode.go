package static

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// Output is a document that is being encoded.
type Output = encode.Machine

// Start begins to encode a T.
func (c *Config) Start(r Results) *Output {
	return encode.Start(&encode.Call{Config: c.get()}, r.sizes())
}

// Results is a Type, whatever it is of.
type Results interface{ sizes() *encode.Program }

func (t *Type[T]) sizes() *encode.Program { return &t.results }

// Result ends what Start has begun: n is where the value ends.
func (t *Type[T]) Result(w *Output, n int) []byte { return w.Result(&t.results, n) }

// MarshalAgain ends what Start has begun where generated code has given up: a plan writes *v, or says why not.
//
//go:noinline
func MarshalAgain[T any](c *Config, w *Output, v *T) ([]byte, error) {
	w.Abandon()
	return appendAgain(c, nil, v)
}

func appendAgain[T any](c *Config, dst []byte, v *T) ([]byte, error) {
	t := copied(v)
	call := &encode.Call{Config: c.get(), Program: encode.ProgramOf(c.get(), reflect.TypeFor[T]())}
	b, err := call.Append(dst, t)
	if err == nil {
		return b, nil
	}
	if f, ok := err.(*fault.Fault); ok {
		return dst, toolchain.PlainMarshalError(t, f)
	}
	return dst, err
}

// Append appends the JSON of *v, which write writes, to dst, or null. On an error dst is returned as it came.
func Append[T any](c *Config, r Results, dst []byte, v *T, write func(v *T, w *Output, n int) int) ([]byte, error) {
	if v == nil {
		return append(dst, "null"...), nil
	}
	w, n, direct := encode.StartBehind(&encode.Call{Config: c.get()}, r.sizes(), dst)
	if n = write(v, w, n); n >= 0 {
		return w.ResultBehind(r.sizes(), dst, n, direct), nil
	}
	w.Abandon()
	return appendAgain(c, dst, v)
}

// EncodeCopy writes a copy of *v by the plan of its type, so that v itself may stay on the stack.
//
//go:noinline
func EncodeCopy[T any](w *Output, n int, v *T) int {
	return EncodeOf(w, n, copied(v))
}

// Encode writes a value by the plan of its type, of which the code has what it is made of.
func Encode[T, F any](w *Output, n int, v *F, t *Type[T]) int {
	return w.Value(n, t.block(w), unsafe.Pointer(v))
}

// EncodeOf is Encode for types that depend on type parameters.
func EncodeOf[T any](w *Output, n int, v *T) int {
	return w.Value(n, w.BlockFor(reflect.TypeFor[T]()), unsafe.Pointer(v))
}

// Stringer writes what v's method String returns, or gives up where it has none by now.
func Stringer[T any](w *Output, n int, v *T) int {
	if s, ok := any(v).(interface{ String() string }); ok {
		return w.String(n, s.String())
	}
	return -1
}

// Map writes a map by the plan of its type.
func Map[M ~map[K]V, K comparable, V any](w *Output, n int, v M, t *Type[M]) int {
	return w.Map(n, t.block(w), *(*unsafe.Pointer)(unsafe.Pointer(&v)))
}

// Empty reports whether the tag option "omitempty" leaves *v out: for types that are not known.
func Empty[T any](v *T) bool {
	p := unsafe.Pointer(v)
	switch t := reflect.TypeFor[T](); t.Kind() {
	case reflect.String, reflect.Slice:
		return (*mem.StringHeader)(p).Len == 0
	case reflect.Map:
		return len(*(*map[string]struct{})(p)) == 0
	case reflect.Pointer, reflect.Interface:
		return *(*unsafe.Pointer)(p) == nil
	case reflect.Array:
		return t.Len() == 0
	case reflect.Float32:
		return *(*float32)(p) == 0
	case reflect.Float64:
		return *(*float64)(p) == 0
	case reflect.Bool, reflect.Int8, reflect.Uint8:
		return *(*uint8)(p) == 0
	case reflect.Int16, reflect.Uint16:
		return *(*uint16)(p) == 0
	case reflect.Int32, reflect.Uint32:
		return *(*uint32)(p) == 0
	case reflect.Int64, reflect.Uint64:
		return *(*uint64)(p) == 0
	case reflect.Int, reflect.Uint, reflect.Uintptr:
		return *(*uintptr)(p) == 0
	}
	return false
}
