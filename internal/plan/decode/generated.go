package decode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/plan"
)

// Values of types whose UnmarshalJSON zetes gen has written: what that calls reads where the value lies, under its own
// configuration, and calls nobody's methods. It begins at zero values alone, so that all can be as before where
// something does not fit: UnmarshalJSON is called then, as anybody's, and says what.

// generatedDecoder has what generated code consists of.
type generatedDecoder interface {
	DecodeZetes(s *Job, p int) int
}

// decodeGenerated decodes by the generated code of the value's type.
func decodeGenerated(s *state, t *node, p int, dst unsafe.Pointer) int {
	// Under another meaning, or where all faults are wanted, the method is called as anybody's. So it is for a
	// value whose zeros would take longer to look at than the input.
	if s.cfg.Own || s.all != nil || t.size > smallTarget && (s.guest || t.size > uintptr(s.N)) {
		return decodeMethod(s, t, p, dst)
	}
	meter.Look(int(t.size))
	if !isZero(dst, t.size) {
		return decodeMethod(s, t, p, dst)
	}
	if s.saving && !s.sure(nil) {
		return -1
	}
	// The code runs under its own configuration on this state, and without a fault, so that one of its own shows.
	// All four are put back.
	cfg, options, f, depth := s.cfg, s.options, s.fault, s.depth
	s.cfg, s.options, s.fault = t.generated, t.generated.Options, fault.Fault{}
	end := t.receiver(dst).(generatedDecoder).DecodeZetes(s, p)
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
	t.zero(dst)
	return decodeMethod(s, t, p, dst)
}

// byGenerated makes t a node that generated code reads, if there is some.
func (t *node) byGenerated() {
	if c := plan.GeneratedReader(t.rtype); c != nil {
		t.run, t.generated = decodeGenerated, c
	}
}
