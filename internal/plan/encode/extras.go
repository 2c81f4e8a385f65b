package encode

import (
	"reflect"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
)

// Most programs have encoding/json's meaning alone, and types that people have written. Code for other configurations,
// for generated methods and for package opt is reached by one table. It is linked in programs whose packages fill in
// that table: the root package and opt.

// extras are functions that not all programs need.
type extras struct {
	chosen   func(w *builder, key blockKey, offset uintptr) bool
	oddAny   func(c *compiler) bool
	byOption func(w *builder, f *shape.Field, addr bool, offset uintptr) bool
	choice   func(w *builder, fields []shape.Field, offset uintptr, addr bool)
	whole    func(w *builder, key blockKey, offset uintptr) bool
	rest     func(w *builder, r *shape.Rest, offset uintptr)

	generator func(t reflect.Type) *plan.Dialect // nil in programs without generated code
	generated func(w *builder, x exitInfo, t reflect.Type, offset uintptr)

	duration, optional special
}

var linked atomic.Pointer[extras]

// extra returns the table, which is empty in programs without it. Goroutines that a package has started at its own
// beginning may be at work while another package fills it in: they know of no type and configuration that needs it.
func extra() *extras {
	if x := linked.Load(); x != nil {
		return x
	}
	return &noExtras
}

var noExtras extras

// LinkExtras fills in the table. Packages call it when the program starts.
func LinkExtras() {
	if linked.Load() != nil {
		return
	}
	linked.Store(&extras{
		chosen:   (*builder).chosen,
		oddAny:   (*compiler).oddAny,
		byOption: (*builder).byOption,
		choice:   (*builder).choice,
		whole:    (*builder).whole,
		rest:     (*builder).rest,

		generator: plan.GeneratedWriter,
		generated: (*builder).generated,

		duration: durationRow(),
		optional: special{write: writeOptional, zero: zeroOptional},
	})
}
