//go:build invariants

package decode

import (
	"testing"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode/memory"
)

// TestModes: modes that exclude one another are found, each pair by itself.
func TestModes(t *testing.T) {
	for name, set := range map[string]func(s *state){
		"saving":     func(s *state) { s.undo.saving, s.undo.checked = true, true },
		"resident":   func(s *state) { s.host.resident = true },
		"taken":      func(s *state) { s.host.taken = new(offer) },
		"tookMemory": func(s *state) { s.host.tookMemory = true },
		"memory":     func(s *state) { s.memory.Blocks = nil },
		"leased":     func(s *state) { s.lending.leased, s.lending.reader = true, nil },
		"limited":    func(s *state) { s.limit.on = true },
		"left":       func(s *state) { s.limit.left = new(int64) },
		"hidden":     func(s *state) { s.hidden = 1 },
		"depth":      func(s *state) { s.undo.outset = 1 },
		"all":        func(s *state) { s.all, s.fault.Code = new(findings), fault.Mismatch },
		"options":    func(s *state) { s.options++ },
	} {
		s := &state{memory: memory.Supply{Blocks: memory.NewBlocks(make([]memory.Slab, 1))}}
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
	atFault := *plan.V1
	atFault.Options |= option.EndAtFault
	s := &state{memory: memory.Supply{Blocks: memory.NewBlocks(make([]memory.Slab, 1))}}
	s.ready(&atFault, 0)
	s.undo.saving, s.undo.checked = true, true
	s.checkModes() // a run that ends at its first fault may still restore the target
}
