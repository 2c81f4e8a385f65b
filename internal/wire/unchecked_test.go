package wire

import (
	"math/rand/v2"
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
