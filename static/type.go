package static

import (
	"reflect"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/shape"
)

// Type is what is remembered about the type T from one value to the next: the plans of a type without a generated
// function, and how large values have been. The zero Type is ready.
type Type[T any] struct {
	same    atomic.Pointer[plan.Config] // that of T's generated code, or nil: not met yet
	decode  atomic.Pointer[reader]
	encode  atomic.Pointer[writer]
	results encode.Program
	slices  decode.Elements // whose elements a function reads
}

// reader is what decodes values of a type under one configuration.
type reader struct {
	under   *plan.Config
	program *decode.Program
}

// writer is what encodes values of a type under one configuration.
type writer struct {
	under *plan.Config
	block *encode.Block
}

// program returns what decodes a T under in's configuration, which may be that of code around the type's file: then
// what is remembered is another's.
func (t *Type[T]) program(in *Input) *decode.Program {
	if r := t.decode.Load(); r != nil && r.under == in.Config() {
		return r.program
	}
	r := &reader{in.Config(), in.ProgramFor(reflect.TypeFor[T]())}
	t.decode.CompareAndSwap(nil, r)
	return r.program
}

// block returns what encodes a T under w's configuration.
func (t *Type[T]) block(w *Output) *encode.Block {
	if x := t.encode.Load(); x != nil && x.under == w.Config() {
		return x.block
	}
	x := &writer{w.Config(), w.BlockFor(reflect.TypeFor[T]())}
	t.encode.CompareAndSwap(nil, x)
	return x.block
}

// Reads reports whether T's generated code has the options of the code that reads in, so that it may read a T there.
func Reads[T any](in *Input, t *Type[T]) bool { return t.shares(in.Config()) }

// Writes reports whether T's generated code has the options of the code that writes w, so that it may write a T there.
func Writes[T any](w *Output, t *Type[T]) bool { return t.shares(w.Config()) }

// shares reports whether c is the configuration of T's generated code.
func (t *Type[T]) shares(c *plan.Config) bool {
	own := t.same.Load()
	if own == nil {
		code, ok := shape.GenerationOf(reflect.TypeFor[T]()).Config.(plan.Generator)
		if !ok {
			return false
		}
		own = code.Plan()
		t.same.Store(own)
	}
	return own == c
}
