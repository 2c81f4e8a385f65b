package decode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/plan"
)

// Values of types whose UnmarshalJSON was written by zetes gen. That method decodes by the type's node under the
// configuration of the generated file. decodeGenerated runs the same node in place, which saves finding the end of the
// value, calling the method, and making bitmaps again. [plan.GeneratedReader] says for which types the result is the
// same. The target must be zero: after a mismatch it is set to zero again, and UnmarshalJSON is called for its error.

// decodeGenerated decodes a value of a type whose UnmarshalJSON zetes gen has written, under the file's configuration.
func decodeGenerated(s *state, t *node, p int, dst unsafe.Pointer) int {
	// Call the method like any other in three cases: under a configuration other than encoding/json's; if all faults
	// are wanted; and if testing the target for zero would take longer than reading the input.
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
	// The node runs on this state. Earlier faults are removed, so that a new fault is seen.
	cfg, options, f, depth := s.cfg, s.options, s.fault, s.depth
	s.cfg, s.options, s.fault = t.generated, t.generated.Options, fault.Fault{}
	// The node is compiled only now. Under the lock of t's configuration two of them could wait for each other's lock.
	in := nodeFor(t.generated, t.Type)
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
	t.Zero(dst)
	return decodeMethod(s, t, p, dst)
}

// byGenerated makes t decode values by a plan, without calling their method, if zetes gen has written that method.
func (t *node) byGenerated() {
	if c := plan.GeneratedReader(t.Type); c != nil {
		t.run, t.generated = decodeGenerated, c
	}
}
