package decode

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"unsafe"
)

// TestSpare: of types with one slot each has memory of its own, which nobody else has. Where there are no more types
// than ways and none is met within itself, no run takes new memory, whatever the order.
func TestSpare(t *testing.T) {
	types := []reflect.Type{reflect.TypeFor[map[int]int](), reflect.TypeFor[[1]string](), reflect.TypeFor[[2]string](), reflect.TypeFor[[3]string](),
		reflect.TypeFor[[4]string](), reflect.TypeFor[[5]string](), reflect.TypeFor[[6]string]()}
	type loan struct {
		of *Program
		at unsafe.Pointer
	}
	for _, slot := range []uint8{0, 3, 42, slabSlots - 1} {
		for n := 1; n <= len(types); n++ {
			for _, once := range []bool{true, false} {
				s := &Job{working: working{memory: newMemory(slabSlots)}}
				r := rand.New(rand.NewPCG(uint64(slot), uint64(n)))
				var programs []*Program
				for _, rt := range types[:n] {
					x := newNode(rt)
					x.slot = slot
					programs = append(programs, x)
				}
				var out []loan
				lent, owners := map[unsafe.Pointer]bool{}, map[unsafe.Pointer]*Program{}
				back := func() {
					i := r.IntN(len(out))
					s.GiveBack(out[i].of, out[i].at)
					delete(lent, out[i].at)
					out = append(out[:i], out[i+1:]...)
				}
				for range 500 {
					for _, i := range r.Perm(n) {
						if !once {
							i = r.IntN(n)
						}
						of := programs[i]
						at := s.Spare(of)
						if owner := owners[at]; lent[at] || owner != nil && owner != of {
							t.Fatalf("slot %d: a %v has the memory of a %v", slot, of.rtype, owner.rtype)
						}
						lent[at], owners[at] = true, of
						out = append(out, loan{of, at})
						if r.IntN(2) == 0 {
							back()
						}
					}
					for len(out) > 0 {
						back()
					}
				}
				if once && n <= spareWays && len(owners) != n {
					t.Errorf("slot %d: %d types took memory %d times", slot, n, len(owners))
				}
			}
		}
	}
}
