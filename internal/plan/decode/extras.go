package decode

import (
	"sync/atomic"
	"unsafe"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// Most programs use only encoding/json's meaning and no generated methods. The code for other configurations, for
// generated methods and for package opt is called through one table of functions, which only the root package and
// package opt fill in. So the linker leaves the code out of programs that import neither of them.

// extras are functions that only some programs need.
type extras struct {
	adapt       func(c *compiler, t *node)
	byOption    func(c *compiler, f *shape.Field) *node
	byRules     func(c *compiler, t *node, found *shape.Struct, all []shape.Field, aliases []int)
	listFaults  func(s *state, t *node)
	badDefaults func(t *node, c *plan.Dialect, most int) []*shape.Problem
	validate    func(s *state) bool
	unique      decoder
	unknown     func(s *state, p int) int
	rest        func(s *state, t *node, name, p int) int
	standsFor   func(s *state, t *node, p, e int, dst unsafe.Pointer) bool
	spelled     func(s *state, t *node, p, e int, dst unsafe.Pointer) bool
	ruled       func(s *state, f *field, p int, dst unsafe.Pointer) int
	generated   func(t *node)
	duration    special
	optional    special
}

var linked atomic.Pointer[extras]

// extra returns the table. It is empty in programs that do not fill it in. linked is atomic, since a goroutine that a
// package has started in its init function may read it while another package fills it in.
func extra() *extras {
	if x := linked.Load(); x != nil {
		return x
	}
	return &noExtras
}

var noExtras extras

// LinkExtras fills in the table. Packages call it in their init functions.
func LinkExtras() {
	if linked.Load() != nil {
		return
	}
	toolchain.LinkDecoder()
	linked.Store(&extras{
		adapt:       (*compiler).adapt,
		byOption:    (*compiler).byOption,
		byRules:     (*compiler).byRules,
		listFaults:  (*state).listFaults,
		badDefaults: (*node).badDefaults,
		validate:    (*state).validate,
		unique:      decodeUnique,
		unknown:     (*state).walkUnknown,
		rest:        (*state).restMember,
		standsFor:   (*state).standsFor,
		spelled:     (*state).spelled,
		ruled:       (*state).byRules,
		generated:   (*node).byGenerated,
		duration:    special{run: decodeDuration, only: option.DurationAsString, parse: parseDuration, unquoted: true},
		optional:    special{run: decodeOptional, compile: compileOptional, byMethod: true, holds: true},
	})
}
