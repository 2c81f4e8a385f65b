package decode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
)

// Most programs have encoding/json's meaning alone, of types that people have written. What other configurations ask
// for, what generated code needs and what values of package opt need is reached by one table, and linked in programs
// whose packages fill that in: the root package, static and opt.

// extras are functions that not all programs need.
type extras struct {
	adapt       func(c *compiler, t *node)
	byOption    func(c *compiler, f *shape.Field) *node
	byRules     func(c *compiler, t *node, found *shape.Struct, all []shape.Field, aliases []int)
	badDefaults func(t *node, c *plan.Config, most int) []*shape.Problem
	validate    func(s *state) bool
	standsFor   func(s *state, t *node, p, e int, dst unsafe.Pointer) bool
	spelled     func(s *state, t *node, p, e int, dst unsafe.Pointer) bool
	generated   func(t *node)
	duration    special
	optional    special
}

var extra extras

// LinkExtras fills in the table. Packages call it when the program starts.
func LinkExtras() {
	extra = extras{
		adapt:       (*compiler).adapt,
		byOption:    (*compiler).byOption,
		byRules:     (*compiler).byRules,
		badDefaults: (*node).badDefaults,
		validate:    (*state).validate,
		standsFor:   (*state).standsFor,
		spelled:     (*state).spelled,
		generated:   (*node).byGenerated,
		duration:    durationRow(),
		optional:    special{compile: compileOptional, byMethod: true, holds: true},
	}
}
