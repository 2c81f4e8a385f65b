package kernel

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/zetes-json/zetes/internal/tests/guard"
)

// TestBrackets compares with a look at each byte, over blocks that end at a page nobody may touch.
func TestBrackets(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	guard.EachKernel(t, func(t *testing.T) {
		mem := guard.New(t, 1<<12)
		for try := range 600 {
			text := make([]byte, 64*(try%9))
			for i := range text {
				if text[i] = byte(r.IntN(256)); r.IntN(2) == 0 {
					text[i] = "\"\\[]{}:;|Z\xdb\xfb\xa2\xdc\x02\x1b"[r.IntN(16)]
				}
			}
			src := mem.Ending(string(text))
			out := make([]uint64, 4*len(text)/64+1)
			Brackets(ptr(src), len(text)/64, unsafe.Pointer(unsafe.SliceData(out)))
			want := make([]uint64, len(out))
			for i, c := range text {
				bit := uint64(1) << (i % 64)
				switch c {
				case '"':
					want[i/64*4] |= bit
				case '\\':
					want[i/64*4+1] |= bit
				case '[', '{':
					want[i/64*4+2] |= bit
				case ']', '}':
					want[i/64*4+3] |= bit
				}
			}
			for i := range want {
				if out[i] != want[i] {
					t.Fatalf("%q: word %d is %#x, want %#x", text, i, out[i], want[i])
				}
			}
		}
	})
}
