package encode

import (
	"reflect"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
)

// Most Go programs use only encoding/json's meaning and no generated methods. The code for other configurations, for
// generated methods and for package opt is called through one table of functions, which only the root package and
// package opt fill in. So the linker leaves the code out of programs that import neither of them.

type extras struct {
	chosen             func(w *builder, key blockKey, offset uintptr) bool
	changesAny         func(c *compiler) bool
	byOption           func(w *builder, f *shape.Field, addr bool, offset uintptr) bool
	choice             func(w *builder, fields []shape.Field, offset uintptr, addr bool)
	whole              func(w *builder, key blockKey, offset uintptr) bool
	rest               func(w *builder, t reflect.Type, s *shape.Struct, offset uintptr)
	generator          func(t reflect.Type) *plan.Dialect
	generated          func(w *builder, x exitInfo, t reflect.Type, offset uintptr)
	duration, optional special
}

var linked atomic.Pointer[extras]

// extra returns the table, which is empty in programs that do not fill it in. A goroutine that an init function has
// started may read it before it is filled in: it has no type or configuration yet for which it needs the table.
func extra() *extras {
	if x := linked.Load(); x != nil {
		return x
	}
	return new(extras)
}

// LinkExtras fills in the table. Packages that need it call LinkExtras in their init functions.
func LinkExtras() {
	linked.CompareAndSwap(nil, &extras{
		chosen:     (*builder).chosen,
		changesAny: (*compiler).changesAny,
		byOption:   (*builder).byOption,
		choice:     (*builder).choice,
		whole:      (*builder).whole,
		rest:       (*builder).rest,
		generator:  plan.GeneratedWriter,
		generated:  (*builder).generated,
		duration:   special{write: writeDuration, only: option.DurationAsString, simple: true, quotes: true, key: appendDuration},
		optional:   special{write: writeOptional, zero: zeroOptional},
	})
}
