package static

import (
	"encoding/json"
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// Input is a document that is being decoded.
type Input = decode.Job

// Names are the names of a struct's members.
type Names = decode.MemberNames

// Flags say how a type is to be decoded.
type Flags uint8

// The flags.
const (
	// Careful is for types that methods of the caller's take part in: these must not see a document that is broken
	// further on, and get parts of the caller's own bytes.
	Careful Flags = 1 << iota
	// Alias is for documents that stay as they are as long as what is decoded from them is used: strings of fields with
	// the tag option "nocopy" are parts of them.
	Alias
)

// Open begins to decode data.
func (c *Config) Open(data []byte, f Flags) *Input {
	return decode.Open(c.get(), data, f&Careful != 0, f&Alias != 0)
}

// Begin returns the position of the value that becomes *v, or a negative one.
func Begin[T any](in *Input, v *T, f Flags) int {
	if v == nil {
		in.Begin(nil, 0, true)
		return -1
	}
	return in.Begin(unsafe.Pointer(v), unsafe.Sizeof(*v), f&Careful != 0)
}

// End ends what Open has begun: p is where the value ends, or negative.
func End[T any](in *Input, p int, data []byte, v *T) error {
	if in.Ended(p) {
		return nil
	}
	return failed(in, p, data, v)
}

// failed finds the words for what went wrong. What it is handed on to may keep addresses: a copy of the target has one
// that may be kept.
//
//go:noinline
func failed[T any](in *Input, p int, data []byte, v *T) error {
	missing := v == nil
	if missing {
		v = new(T)
	}
	t := copied(v)
	options := in.Options()
	f := in.Conclude(in.ProgramFor(reflect.TypeFor[T]()), p, unsafe.Pointer(t))
	if missing { // releases differ in what they look at first, the text or the pointer
		return json.Unmarshal(data, (*T)(nil))
	}
	if f == nil {
		return nil
	}
	if f.Code == fault.Syntax {
		*v = *t // it has been cleared
	}
	if f.Code == fault.MissingMember || f.Code == fault.UnknownName {
		return toolchain.RuleError(f)
	}
	return toolchain.UnmarshalError(data, t, options, f)
}

// copied returns a copy of *v, with an address that may be kept.
//
//go:noinline
func copied[T any](v *T) *T {
	t := new(T)
	*t = *v
	return t
}

// Other treats the value at p, which is of another kind than *v, or does not fit it.
//
//go:noinline
func Other[T any](in *Input, p int, v *T) int {
	t := copied(v)
	p = in.Run(in.ProgramFor(reflect.TypeFor[T]()), p, unsafe.Pointer(t))
	*v = *t
	return p
}

// Value reads a value by the plan of its type, of which the code has what it is made of.
func Value[T, F any](in *Input, p int, v *F, t *Type[T]) int {
	return in.Run(t.program(in), p, unsafe.Pointer(v))
}

// Aside is Value for types whose address no method of people's is told: the plan works on a copy, so that the variable
// may be on the stack.
func Aside[T, F any](in *Input, p int, v *F, t *Type[T]) int {
	return aside(in, t.program(in), p, v)
}

// aside decodes into *v by way of a copy. What has not changed is not written: of a map or a pointer that is there
// nothing but what it leads to is, and others may read it meanwhile.
func aside[F any](in *Input, t *decode.Program, p int, v *F) int {
	x, was := (*F)(in.Spare(t)), *v
	*x = was
	p = in.Run(t, p, unsafe.Pointer(x))
	if !sameBytes(unsafe.Pointer(x), unsafe.Pointer(&was), unsafe.Sizeof(was)) {
		*v = *x
	}
	Zero(x)
	in.GiveBack(t, unsafe.Pointer(x))
	return p
}

func sameBytes(a, b unsafe.Pointer, n uintptr) bool {
	return unsafe.String((*byte)(a), n) == unsafe.String((*byte)(b), n)
}

// ValueOf is Value for types that depend on type parameters.
func ValueOf[T any](in *Input, p int, v *T) int {
	return in.Run(in.ProgramFor(reflect.TypeFor[T]()), p, unsafe.Pointer(v))
}

// Slice reads an array, with a function that reads an element. It returns ^p for any other value but null.
func Slice[E any](in *Input, p int, v *[]E, t *Type[E], read func(v *E, in *Input, p int) int) int {
	if q := in.ReadSlice(t.sliceBy(read), p, unsafe.Pointer(v)); q != 0 {
		return q
	}
	return ^p
}

// SliceOf is Slice for the slice *v, of which the code has what it is made of: its plan treats other values.
func SliceOf[T, E any](in *Input, p int, v *T, f *[]E, t *Type[E], read func(v *E, in *Input, p int) int) int {
	if q := in.ReadSlice(t.sliceBy(read), p, unsafe.Pointer(f)); q != 0 {
		return q
	}
	return Other(in, p, v)
}

// sliceBy returns what decodes slices whose elements read reads.
func (t *Type[T]) sliceBy(read func(v *T, in *Input, p int) int) *decode.Program {
	if e := t.slices.Get(); e != nil {
		return e
	}
	return t.slices.Make(reflect.TypeFor[[]T](), func(in *Input, _ *decode.Program, p int, dst unsafe.Pointer) int {
		return read((*T)(dst), in, p)
	}, made[T])
}

// made returns zeroed memory for n values.
func made[T any](n int) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(make([]T, n))) }

// List reads an array whose elements the plan of their type reads. It returns ^p for any other value but null.
func List[S, E any](in *Input, p int, v *[]E, t *Type[S]) int {
	if q := in.ReadSlice(t.program(in), p, unsafe.Pointer(v)); q != 0 {
		return q
	}
	return ^p
}

// New returns a zero value, for the JSON value at p.
func New[T any](in *Input, p int, t *Type[T], read func(v *T, in *Input, p int) int) *T {
	return (*T)(in.Pointee(t.sliceBy(read).Element(), p))
}

// Zero makes *v zero.
func Zero[T any](v *T) {
	var zero T
	*v = zero
}

// NewScalar is New for scalars, which lie in the same blocks as elements of slices that T's plan decodes.
func NewScalar[T any](in *Input, p int, t *Type[T]) *T { return (*T)(in.Pointee(t.program(in), p)) }

// Member reads the value of the member of that name, the i-th, of the struct *v, a T, by the plan of the struct.
func Member[T, F any](in *Input, p int, v *F, i int, name string, t *Type[T]) int {
	return in.ReadMember(t.program(in), i, name, p, unsafe.Pointer(v))
}

// MemberAside is Member where x is the field, of a type whose address no method of people's is told. Where x is behind
// embedded pointers these are there.
func MemberAside[T, X any](in *Input, p int, x *X, i int, name string, t *Type[T]) int {
	program := t.program(in)
	if f := in.MemberProgram(program, i, name, unsafe.Sizeof(*x)); f != nil {
		return aside(in, f, p, x)
	}
	return in.ReadMember(program, i, name, p, unsafe.Pointer(new(T))) // the plan of a T has other fields
}
