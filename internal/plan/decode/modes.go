package decode

// The modes of a run, and which of them exclude one another. Tests with -tags invariants check the table where a run
// begins.
//
//	guest      the input is another state's; taken: of an offer; resident: and stays it for the next run
//	saving     old values of the target are saved before they are overwritten
//	checked    the input is known to be JSON that keeps to the rules: nothing has to be undone
//	limited    a limit counts the memory of values; a guest counts down the number of the run around it
//	leased     a codec's reader has the window; guards: panics of codecs are caught around the run
//	tookMemory slabs and arena are those of the offer
//	hidden     a member is passed over, for a union that has read it

// checkModes panics where modes are set that exclude one another.
func (s *state) checkModes() {
	for _, x := range [...]struct {
		what  string
		wrong bool
	}{
		{"old values are saved of an input that is known to be JSON", s.saving && s.checked},
		{"a resident is no guest", s.resident && !s.guest},
		{"an offer is taken by a state that is no guest", s.taken != nil && !s.guest},
		{"memory is taken without an offer", s.tookMemory && s.taken == nil},
		{"a state without memory", s.memory == nil},
		{"the window is on lease without a reader", s.leased && s.reader == nil},
		{"the limit on memory is not the configuration's", s.limited != (s.cfg.Limits.Memory > 0)},
		{"memory is counted elsewhere without a limit", !s.limited && s.left != &s.ownLeft},
		{"a member is hidden in an input of the state's own", s.hidden > 0 && !s.guest},
		{"the run is above its own value", s.depth < s.outset},
		{"all faults are wanted, and one is noted", s.all != nil && s.fault.Code != 0},
		{"options are not the configuration's", s.options != s.cfg.Options},
	} {
		if x.wrong {
			panic("decode: " + x.what)
		}
	}
}
