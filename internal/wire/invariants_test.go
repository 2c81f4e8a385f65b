//go:build invariants

package wire

import "testing"

// TestAtWithin: a position that is not of the text or of the zeros after it is found.
func TestAtWithin(t *testing.T) {
	x := load("[1]")
	if x.At(0) != '[' || x.At(x.N+InputPadding-1) != 0 {
		t.Error("text or zeros")
	}
	for _, p := range []int{-1, x.N + InputPadding} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("position %d is read", p)
				}
			}()
			x.At(p)
		}()
	}
}
