package kernel

import (
	"math/rand/v2"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/guard"
)

// TestPassBlocks compares with a look at each byte, over blocks that end at a page nobody may touch: where the last
// array or object ends, or else where the blocks end. It begins in strings and behind backslashes too.
func TestPassBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	guard.EachKernel(t, func(t *testing.T) {
		mem := guard.New(t, 1<<12)
		ends, passes := 0, 0
		for try := range 2400 {
			text := make([]byte, 64*(try%40))
			signs := []string{`{[]}`, `[[]"a`, `\"[]`, `\\\\\\"[]`, `{}aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"`, "\xdb\xfb\xdc\xa2[{]}"}[r.IntN(6)]
			for i := range text {
				text[i] = signs[r.IntN(len(signs))]
			}
			n := Nesting{Depth: 1 + r.IntN(3)*r.IntN(40), Text: -uint64(r.IntN(2)), Escaped: uint64(r.IntN(2))}
			want, end := n, -1
			for i, c := range text {
				escaped := want.Escaped == 1
				want.Escaped = 0
				switch {
				case c == '\\' && !escaped:
					want.Escaped = 1
				case c == '"' && !escaped:
					want.Text = ^want.Text
				case want.Text != 0:
				case c == '{' || c == '[':
					want.Depth++
				case c == '}' || c == ']':
					if want.Depth--; want.Depth == 0 {
						end = i
					}
				}
				if end >= 0 {
					break
				}
			}
			blocks := len(text) / 64
			passed := PassBlocks(ptr(mem.Ending(string(text))), blocks, &n)
			if end >= 0 {
				ends++
				if passed == blocks || 64*passed+n.End != end {
					t.Fatalf("%q: ends at %d of block %d, want %d", text, n.End, passed, end)
				}
				continue
			}
			passes++
			if want.End = n.End; passed != blocks || n != want {
				t.Fatalf("%q: passed %d blocks to %+v, want all to %+v", text, passed, n, want)
			}
		}
		if ends < 400 || passes < 200 {
			t.Errorf("%d ends and %d passes", ends, passes)
		}
	})
}
