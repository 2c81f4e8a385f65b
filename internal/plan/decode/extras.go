package decode

import (
	"sync/atomic"
	"unsafe"

	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
)

// Most programs have encoding/json's meaning alone, and types that people have written. Code for other configurations,
// for generated methods and for package opt is reached by one table. It is linked in programs whose packages fill in
// that table: the root package and opt.

// extras are functions that not all programs need.
type extras struct {
	adapt       func(c *compiler, t *node)
	byOption    func(c *compiler, f *shape.Field) *node
	byRules     func(c *compiler, t *node, found *shape.Struct, all []shape.Field, aliases []int)
	badDefaults func(t *node, c *plan.Dialect, most int) []*shape.Problem
	validate    func(s *state) bool
	unique      decoder
	unknown     func(s *state, p int) int
	standsFor   func(s *state, t *node, p, e int, dst unsafe.Pointer) bool
	spelled     func(s *state, t *node, p, e int, dst unsafe.Pointer) bool
	generated   func(t *node)
	duration    special
	optional    special
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
		adapt:       (*compiler).adapt,
		byOption:    (*compiler).byOption,
		byRules:     (*compiler).byRules,
		badDefaults: (*node).badDefaults,
		validate:    (*state).validate,
		unique:      decodeUnique,
		unknown:     (*state).walkUnknown,
		standsFor:   (*state).standsFor,
		spelled:     (*state).spelled,
		generated:   (*node).byGenerated,
		duration:    durationRow(),
		optional:    special{compile: compileOptional, byMethod: true, holds: true},
	})
}
