package decode

import (
	"reflect"
	"sync/atomic"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/plan"
)

// Values of types whose UnmarshalJSON zetes gen has written. That method decodes by the type's node under the
// configuration of its file. The run uses the same node where the value lies, so that it need not look for the value's
// end, call the method and make the bitmaps again. [plan.GeneratedReader] says for which types the result is the same.
// The value must be zero. Where something does not fit it becomes zero again, and UnmarshalJSON is called for the
// error.

// generated is what decodes values of a type with a generated UnmarshalJSON.
type generated struct {
	cfg  *plan.Dialect        // of the generated file
	node atomic.Pointer[node] // of the type under cfg, or nil before the first use
}

// nodeOf returns the node of rt, g's type. It is compiled at first use: two configurations whose types hold one another
// would wait for each other if one compiled while the other does.
func (g *generated) nodeOf(rt reflect.Type) *node {
	t := g.node.Load()
	if t == nil {
		t = nodeFor(g.cfg, rt)
		g.node.Store(t)
	}
	return t
}

// decodeGenerated decodes a value whose UnmarshalJSON is generated.
func decodeGenerated(s *state, t *node, p int, dst unsafe.Pointer) int {
	// Under a configuration of the caller's own, or where all faults are wanted, the method is called as any other. So
	// it is for a value whose zeros would take longer to look at than the input.
	if s.cfg.Own || s.all != nil || t.Size > smallTarget && (s.host.guest || t.Size > uintptr(s.N)) {
		return decodeMethod(s, t, p, dst)
	}
	meter.Look(int(t.Size))
	if !isZero(dst, t.Size) {
		return decodeMethod(s, t, p, dst)
	}
	if s.undo.saving && !s.sure(nil) {
		return -1
	}
	// The node runs under its own configuration on this state, and without a fault, so that one of its own shows. All
	// four are put back.
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
	// It was zero before, so zero is how the method has to find it.
	t.Zero(dst)
	return decodeMethod(s, t, p, dst)
}

// byGenerated makes t a node whose values are decoded without a call of their generated method, if they may be.
func (t *node) byGenerated() {
	if c := plan.GeneratedReader(t.Type); c != nil {
		t.run, t.generated = decodeGenerated, &generated{cfg: c}
	}
}
