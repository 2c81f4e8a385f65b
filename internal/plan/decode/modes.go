package decode

import "github.com/zetes-json/zetes/internal/option"

// The modes of a state, and which of them exclude one another. Tests with -tags invariants check this (checkModes) when
// decoding begins, and when the input has been checked.
//
//	guest      the input belongs to another state, and is read in place
//	taken      a guest whose input another state offers while that state calls a method (offer.go)
//	resident   a guest that stays one after decoding, for the next value of the same window
//	saving     old values of the target are saved before they are overwritten
//	checked    the input is known to be JSON that satisfies the rules: nothing has to be undone, except under
//	           option.EndAtFault
//	limited    the memory of values is limited; a decoding that a codec has started shares the outer countdown
//	leased     a codec is using the state's reader
//	guards     panics of codecs are recovered around the whole decoding
//	tookMemory the guest also uses the memory for values that was offered with its input
//	hidden     one member is ignored: the caller, which decodes a union, has read it already

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
