package decode

import (
	"reflect"
	"sync/atomic"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/plan"
)

// Values of types whose UnmarshalJSON was written by zetes gen. That method decodes by the type's node under the
// configuration of the generated file. decodeGenerated runs the same node in place, which saves finding the end of the
// value, calling the method, and making bitmaps again. [plan.GeneratedReader] says for which types the result is the
// same. The target must be zero: after a mismatch it is set to zero again, and UnmarshalJSON is called for its error.

// generated has the node that decodes a type in place of its generated UnmarshalJSON.
type generated struct {
	cfg  *plan.Dialect        // the configuration of the generated file
	node atomic.Pointer[node] // the type's node under cfg; nil before the first use
}

// nodeOf returns the node of rt, g's type, which it compiles at first use. It must not be compiled while another
// configuration's lock is held: two configurations whose types contain one another would wait for each other.
func (g *generated) nodeOf(rt reflect.Type) *node {
	t := g.node.Load()
	if t == nil {
		t = nodeFor(g.cfg, rt)
		g.node.Store(t)
	}
	return t
}

// decodeGenerated decodes a value whose UnmarshalJSON the command zetes gen has written. If it can, it decodes by a
// plan with the same result, which is faster than calling the method.
func decodeGenerated(s *state, t *node, p int, dst unsafe.Pointer) int {
	// Call the method like any other method in three cases: under a configuration other than encoding/json's; if all
	// faults are wanted; and if testing the target for zero would take longer than reading the input.
	if s.cfg.Own || s.all != nil || s.isLarge(t) {
		return decodeMethod(s, t, p, dst)
	}
	meter.Look(int(t.Size))
	if !isZero(dst, t.Size) {
		return decodeMethod(s, t, p, dst)
	}
	if s.undo.saving && !s.checkInput(nil) {
		return -1
	}
	// The node runs on this state, but under its own configuration. Earlier faults are removed, so that a new fault
	// is seen. Configuration, options, fault and depth are restored afterwards.
	cfg, options, f, depth := s.cfg, s.options, s.fault, s.depth
	s.cfg, s.options, s.fault = t.generated.cfg, t.generated.cfg.Options, fault.Fault{}
	in := t.generated.nodeOf(t.Type)
	end := in.run(s, in, p, dst)
	s.cfg, s.options = cfg, options
	switch s.fault.Code {
	case fault.None:
		s.fault = f
		return end
	case fault.Syntax:
		return -1
	}
	s.fault, s.depth = f, depth
	// The method must find the target as it was: zero.
	t.Zero(dst)
	return decodeMethod(s, t, p, dst)
}

// byGenerated makes t decode values without calling their generated method, if the result is the same.
func (t *node) byGenerated() {
	if c := plan.GeneratedReader(t.Type); c != nil {
		t.run, t.generated = decodeGenerated, &generated{cfg: c}
	}
}
