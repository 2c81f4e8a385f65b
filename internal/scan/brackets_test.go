package scan

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/wire"
)

// TestDeeperThan: brackets count outside of strings, and text that is not JSON does no harm.
func TestDeeperThan(t *testing.T) {
	for _, row := range []struct {
		text string
		most int
		want int
	}{
		{`[[1],{"[":"]{\"["}]`, 2, -1}, {`[[1],{"a":[]}]`, 2, 10}, {`[]`, 1, -1}, {`{"":{}}`, 1, 4}, {``, 1, -1}, {`]]}[[`, 1, 4}, {`["[[[`, 1, -1}, {`"`, 1, -1},
		{strings.Repeat(`[`, wire.MaxDepth+1) + strings.Repeat(`]`, wire.MaxDepth+1), wire.MaxDepth, wire.MaxDepth}, {strings.Repeat(`[`, wire.MaxDepth+1) + strings.Repeat(`]`, wire.MaxDepth+1), wire.MaxDepth + 1, -1},
	} {
		if got := DeeperThan([]byte(row.text), row.most); got != row.want {
			t.Errorf("%.40s, %d: %d, want %d", row.text, row.most, got, row.want)
		}
	}
}

// TestUnclosed compares with a stack over the beginnings of texts whose brackets match.
func TestUnclosed(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	guard.EachKernel(t, func(t *testing.T) {
		mem := guard.New(t, 1<<14)
		deepest := 0
		for try := range 3000 {
			var text, closing []byte
			var want []int
			for size := r.IntN(1 + try%2000); len(text) < size; {
				switch r.IntN(6) {
				case 0, 1:
					open := "{["[r.IntN(2)]
					want, closing, text = append(want, len(text)), append(closing, open+2), append(text, open)
				case 2, 3:
					if n := len(closing); n > 0 {
						want, closing, text = want[:n-1], closing[:n-1], append(text, closing[n-1])
					}
				case 4:
					text = append(text, []string{`"`, `"]{\\"`, `"\"[}"`, `"\\\"[[["`, `"[[[["`}[1+r.IntN(4)]...)
				default:
					text = append(text, "                                        1"[r.IntN(41):]...)
				}
			}
			if r.IntN(3) == 0 {
				text = append(text, []string{`"`, `"[`, `"\"[{`, `"[]]]\`}[r.IntN(4)]...)
			}
			deepest = max(deepest, len(want))
			if got := Unclosed(nil, mem.Ending(string(text)), 0); !slices.Equal(got, want) {
				t.Fatalf("%q: %d, want %d", text, got, want)
			}
		}
		if deepest < 20 {
			t.Errorf("at most %d are open", deepest)
		}
	})
}
