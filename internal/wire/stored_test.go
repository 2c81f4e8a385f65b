package wire

import (
	"testing"

	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// TestStoredParts: a text that comes into memory in parts is there as if it had come at once.
func TestStoredParts(t *testing.T) {
	guard.EachKernel(t, func(t *testing.T) {
		g := newGroupTest(t)
		var whole, parts Stored
		dirty, rounds := 0, 2000
		if !long.On() {
			rounds = 500
		}
		for range rounds {
			b := []byte(g.long(2))[:64+g.r.IntN(400)]
			for range g.r.IntN(3) {
				b[g.r.IntN(len(b))] = "\xff\xe4a\x96"[g.r.IntN(4)]
			}
			whole.Load(b)
			for parts.LoadPart(b, 64); parts.Partial(); {
				parts.LoadMore(64 * (1 + g.r.IntN(2)))
			}
			if parts.Dirty {
				dirty++
			}
			if parts.Dirty != whole.Dirty || string(parts.Text()) != string(whole.Text()) || parts.src != nil {
				t.Fatalf("%q: dirty is %v, want %v", b, parts.Dirty, whole.Dirty)
			}
			for i := range 2 * (len(b)>>6 + 1) {
				if parts.words[i] != whole.words[i] {
					t.Fatalf("%q: word %d of the masks is another", b, i)
				}
			}
		}
		if dirty < rounds/10 || dirty > rounds*9/10 {
			t.Errorf("%d dirty texts", dirty)
		}
	})
}
