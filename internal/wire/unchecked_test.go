package wire

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/guard"
)

// passPlain is the model of PassUnchecked: a quote behind a backslash is none, and brackets between quotes are none. A
// backslash behind another one has no meaning.
func passPlain(b []byte, p, depth int) int {
	inside, escaped := false, false
	for ; p < len(b); p++ {
		was := escaped
		escaped = b[p] == '\\' && !was
		switch c := b[p]; {
		case c == '"' && !was:
			inside = !inside
		case inside:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				return p + 1
			}
		}
	}
	return -1
}

// TestPassUnchecked compares with the model over texts of all kinds that end at a page nobody may touch.
func TestPassUnchecked(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	guard.EachKernel(t, func(t *testing.T) {
		mem := guard.New(t, 1<<14)
		ends := 0
		for try := range 4000 {
			text := make([]byte, r.IntN(1+try%3000))
			signs := []string{"{[]}", "[[]\"a", "\\\"[]", "\\\\\\\\\\\\\"[]", "{}aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\""}[r.IntN(5)]
			for i := range text {
				text[i] = signs[r.IntN(len(signs))]
			}
			b := mem.Ending(string(text))
			p, depth := r.IntN(len(text)+1), 1+r.IntN(3)*r.IntN(40)
			got, want := PassUnchecked(b, p, depth), passPlain(b, p, depth)
			if got != want {
				t.Fatalf("%q from %d, %d open: %d, want %d", text, p, depth, got, want)
			}
			if got >= 0 {
				ends++
			}
		}
		if ends < 1000 {
			t.Errorf("only %d ends", ends)
		}
	})
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
