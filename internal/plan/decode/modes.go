package decode

import "github.com/zetes-json/zetes/internal/option"

// The modes of a state, and which of them exclude one another. Tests with -tags invariants check this (checkModes) when
// decoding begins, and when the input has been checked. The fields of host, undo, limit and lending say what each mode
// means.

// checkModes panics if two modes that exclude one another are set.
func (s *state) checkModes() {
	for _, x := range [...]struct {
		what  string
		wrong bool
	}{
		{"old values are saved of an input that is known to be JSON", s.undo.saving && s.undo.checked && !s.options.Has(option.EndAtFault)},
		{"a resident is no guest", s.host.resident && !s.host.guest},
		{"an offer is taken by a state that is no guest", s.host.taken != nil && !s.host.guest},
		{"memory is taken without an offer", s.host.tookMemory && s.host.taken == nil},
		{"a state without memory", s.memory.Blocks == nil},
		{"the window is on lease without a reader", s.lending.leased && s.lending.reader == nil},
		{"the limit on memory is not the configuration's", s.limit.on != (s.cfg.Limits.Memory > 0)},
		{"memory is counted elsewhere without a limit", !s.limit.on && s.limit.left != &s.limit.own},
		{"a member is hidden in an input of the state's own", s.hidden > 0 && !s.host.guest},
		{"the run is above its own value", s.depth < int(s.undo.outset)},
		{"all faults are wanted, and one is noted", s.all != nil && s.fault.Code != 0},
		{"options are not the configuration's", s.options != s.cfg.Options},
	} {
		if x.wrong {
			panic("decode: " + x.what)
		}
	}
}
