package static

import (
	"reflect"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/plan/encode"
)

// Type is what is remembered about the type T from one value to the next: the plans of a type without a generated
// function, and how large values have been. The zero Type is ready.
type Type[T any] struct {
	decode  atomic.Pointer[decode.Program]
	encode  atomic.Pointer[encode.Block]
	results encode.Program
	slices  decode.Elements // whose elements a function reads
	alone   decode.Elements // for NewScalar, which knows no such function
}

// program returns what decodes a T.
func (t *Type[T]) program(in *Input) *decode.Program {
	if p := t.decode.Load(); p != nil {
		return p
	}
	p := in.ProgramFor(reflect.TypeFor[T]())
	t.decode.Store(p)
	return p
}

// block returns what encodes a T.
func (t *Type[T]) block(w *Output) *encode.Block {
	if b := t.encode.Load(); b != nil {
		return b
	}
	b := w.BlockFor(reflect.TypeFor[T]())
	t.encode.Store(b)
	return b
}
