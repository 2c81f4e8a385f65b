package json

import (
	"math/rand/v2"
	"testing"

	"github.com/zetes-json/zetes/internal/wire"
)

// TestNames: names that share a place, have escapes, are no UTF-8 or long are what Unquote makes of them.
func TestNames(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	parts := []string{"a", "b", "c", "é", "\xff", `\n`, `\u0061`, `\ud800`, `\"`, "some of the names are long ones"}
	var n names
	for range 20_000 {
		raw := []byte{'"'}
		for range rnd.IntN(6) {
			raw = append(raw, parts[rnd.IntN(len(parts))]...)
		}
		raw = append(raw, '"')
		want := wire.Unquote(raw)
		for range 2 {
			if got := n.token(raw); got != Token(want) {
				t.Fatalf("%q: %q, want %q", raw, got, want)
			}
		}
	}
}

// TestNamesAreKept: a name that comes again is not allocated again.
func TestNamesAreKept(t *testing.T) {
	var n names
	raw := []byte(`"name"`)
	if got := testing.AllocsPerRun(100, func() { n.token(raw) }); got > 0 {
		t.Errorf("%v allocations", got)
	}
}
