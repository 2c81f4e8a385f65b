//go:build invariants

package decode

import (
	"testing"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/plan"
)

// TestModes: modes that exclude one another are found, each pair by itself.
func TestModes(t *testing.T) {
	for name, set := range map[string]func(s *state){
		"saving":     func(s *state) { s.saving, s.checked = true, true },
		"resident":   func(s *state) { s.resident = true },
		"taken":      func(s *state) { s.taken = new(offer) },
		"tookMemory": func(s *state) { s.tookMemory = true },
		"memory":     func(s *state) { s.memory = nil },
		"leased":     func(s *state) { s.leased, s.reader = true, nil },
		"limited":    func(s *state) { s.limited = true },
		"left":       func(s *state) { s.left = new(int64) },
		"hidden":     func(s *state) { s.hidden = 1 },
		"depth":      func(s *state) { s.outset = 1 },
		"all":        func(s *state) { s.all, s.fault.Code = new(findings), fault.Mismatch },
		"options":    func(s *state) { s.options++ },
	} {
		s := &state{working: working{memory: newMemory(1)}}
		s.ready(plan.V1, 0)
		s.checkModes()
		set(s)
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: nothing is found", name)
				}
			}()
			s.checkModes()
		}()
	}
}
