package zetes

import (
	"encoding/json"
	"reflect"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// TypedEncoder writes values of type T. [NewTypedEncoder] or [TypedEncoderOf] finds its compiled code once. Its methods
// look nothing up, allocate only their results, and are safe for concurrent use. A nil pointer is written as null. A
// local variable whose address is passed to a method is allocated on the heap: encode values that are there already.
type TypedEncoder[T any] struct {
	api  *API
	call encode.Call
}

// NewTypedEncoder returns an encoder that writes the same JSON as encoding/json, with the codecs of [Register].
func NewTypedEncoder[T any]() *TypedEncoder[T] { return TypedEncoderOf[T](standard()) }

// TypedEncoderOf returns an encoder that writes under a's configuration. If a is nil, it does as [NewTypedEncoder].
func TypedEncoderOf[T any](a *API) *TypedEncoder[T] {
	if a == nil {
		a = standard()
	}
	return &TypedEncoder[T]{a, encode.Call{Config: a.c, Program: encode.ProgramOf(a.c, reflect.TypeFor[T]())}}
}

// Append appends the JSON of *v to dst and returns the extended slice. On an error it returns dst unchanged. The memory
// between dst's length and its capacity may be overwritten before *v is read. A buffer.Buffer has memory from a pool:
//
//	dst, err := enc.Append(b.Reserve(4<<10), v)
//	b.Commit(dst)
func (e *TypedEncoder[T]) Append(dst []byte, v *T) ([]byte, error) {
	if v == nil {
		return append(dst, "null"...), nil
	}
	return e.api.append(&e.call, dst, v)
}

// Marshal returns the JSON of *v in newly allocated memory.
func (e *TypedEncoder[T]) Marshal(v *T) ([]byte, error) {
	if v == nil {
		return e.api.Marshal(v)
	}
	return e.api.marshal(&e.call, v)
}

// TypedDecoder reads values of type T. [NewTypedDecoder] or [TypedDecoderOf] finds its compiled code once. Its methods
// look nothing up and are safe for concurrent use. A local variable that they decode into is allocated on the heap.
type TypedDecoder[T any] struct {
	api  *API
	call decode.Call
}

// NewTypedDecoder returns a decoder that reads JSON as encoding/json does, with the codecs of [Register].
func NewTypedDecoder[T any]() *TypedDecoder[T] { return TypedDecoderOf[T](standard()) }

// TypedDecoderOf returns a decoder that reads under a's configuration. If a is nil, it does as [NewTypedDecoder].
func TypedDecoderOf[T any](a *API) *TypedDecoder[T] {
	if a == nil {
		a = standard()
	}
	return &TypedDecoder[T]{a, decode.Call{Config: a.c, Program: decode.ProgramOf(a.c, reflect.TypeFor[T]())}}
}

// Decode decodes the JSON value data into *v. Its results and errors are those of [API.Unmarshal].
func (d *TypedDecoder[T]) Decode(data []byte, v *T) error {
	if v == nil {
		return d.api.Unmarshal(data, v)
	}
	return d.api.decode(&d.call, data, v)
}

// Generated is called by the methods that zetes gen writes. Each file of the generator has one in a variable, with the
// flags that zetes gen was called with. The results and errors of its methods are those of encoding/json for types
// without such methods, under these flags. It is for the generator alone, and changes with it.
//
// The variable costs nothing when the program starts. A type is compiled when one of its methods is called first.
type Generated struct {
	Flags

	plan atomic.Pointer[plan.Dialect]
}

// Flags are the flags of zetes gen that change what a type means as JSON. They are for the generator alone.
type Flags = shape.Flags

// Generation is what a generated method ZetesType returns: which methods of its type are generated. By this method the
// library recognizes generated methods, and compiles the type's fields in place of calling them. It is for the
// generator alone.
type Generation = shape.Generation

func (g *Generated) config() *plan.Dialect {
	if c := g.plan.Load(); c != nil {
		return c
	}
	c := plan.Generated(g.Flags)
	g.plan.Store(c)
	return c
}

// Marshal returns the JSON of the value that the pointer v points to. The value may lie on the stack.
func (g *Generated) Marshal(v any) ([]byte, error) {
	b, failed, err := (&encode.Call{Config: g.config()}).MarshalLocal(v)
	if err != nil {
		return toolchain.PlainMarshalError(failed, err.(*fault.Fault))
	}
	return b, nil
}

// Append appends the JSON of the value that the pointer v points to, or null, to dst. On an error it returns dst
// unchanged.
func (g *Generated) Append(dst []byte, v any) ([]byte, error) {
	b, err := (&encode.Call{Config: g.config()}).Append(dst, v)
	if err == nil {
		return b, nil
	}
	b, err = toolchain.PlainMarshalError(v, err.(*fault.Fault))
	return append(dst, b...), err
}

// Unmarshal decodes the JSON value data into the value that the pointer v points to.
func (g *Generated) Unmarshal(data []byte, v any) error {
	c := decode.Call{Config: g.config()}
	f := c.Unmarshal(data, v)
	if f == nil {
		return nil
	}
	switch f.Code {
	case fault.BadTarget:
		return json.Unmarshal(data, v) // v is a nil pointer: json.Unmarshal returns the error
	case fault.MissingMember, fault.UnknownName:
		return ruledBy(f, f, nil)
	}
	return toolchain.UnmarshalError(data, v, c.Config.Options, f)
}
