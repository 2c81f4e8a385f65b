package index

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

// TestCompareUTF16 compares with the code units themselves.
func TestCompareUTF16(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	random := func() string {
		var b strings.Builder
		for range r.IntN(4) {
			b.WriteRune([]rune{'a', 'b', 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xfb33, 0xffff, 0x10000, 0x1f600, 0x10ffff}[r.IntN(13)])
		}
		return b.String()
	}
	for range 20000 {
		a, b := random(), random()
		want := slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
		if got := cmp.Compare(compareUTF16(a, b), 0); got != want {
			t.Fatalf("%+q and %+q: %d, want %d", a, b, got, want)
		}
	}
}
