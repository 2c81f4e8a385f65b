package mem

import "testing"

// TestPattern changes one bit, or one in each of two places, of what a pattern was made of.
func TestPattern(t *testing.T) {
	for _, fill := range []byte{0, 0x55, 0xff} {
		var b [16]byte
		for i := range b {
			b[i] = fill ^ byte(i)
		}
		for n := range 18 {
			x := PatternAt(Ptr(&b), n)
			if x.DiffersAt(Ptr(&b)) {
				t.Fatalf("the first %d bytes differ from themselves", n)
			}
			for i := range 128 {
				for j := i; j < 128; j++ {
					c := b
					c[i/8] ^= 1 << (i % 8)
					if j != i {
						c[j/8] ^= 1 << (j % 8)
					}
					if differs := x.DiffersAt(Ptr(&c)); differs != (i/8 < n) {
						t.Fatalf("%d bytes, other bits %d and %d: %v", n, i, j, differs)
					}
				}
			}
		}
		if x := NoPattern; !x.DiffersAt(Ptr(&b)) {
			t.Error("something matches what nothing does")
		}
	}
}
