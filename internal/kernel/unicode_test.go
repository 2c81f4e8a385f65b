package kernel

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/guard"
)

// run is what SkipUnicode passes over at most.
var run = regexp.MustCompile(`^(\\u[0-9a-fA-F]{4})*`)

// unicodeSkipper runs SkipUnicode on memory between pages that nobody may touch.
type unicodeSkipper struct{ mem *guard.Memory }

func (u *unicodeSkipper) check(t testing.TB, s string) {
	t.Helper()
	want := len(run.FindString(s))
	if got := skipUnicodeGeneric(ptr([]byte(s+" ")), len(s)); got != want {
		t.Fatalf("skipUnicodeGeneric(%q) = %d, want %d", s, got, want)
	}
	for _, b := range [][]byte{u.mem.Ending(s), u.mem.Starting(s)} {
		if got := SkipUnicode(ptr(b), len(b)); got > want || got%6 != 0 || want-got >= 64 {
			t.Fatalf("SkipUnicode(%q) = %d of %d", s, got, want)
		}
	}
}

// TestSkipUnicode has runs of all lengths, cut and followed in all ways.
func TestSkipUnicode(t *testing.T) {
	guard.EachKernel(t, func(t *testing.T) {
		u := &unicodeSkipper{guard.New(t, 1<<12)}
		r := rand.New(rand.NewPCG(13, 14))
		for n := range 60 {
			var b strings.Builder
			for range n {
				fmt.Fprintf(&b, []string{`\u%04x`, `\u%04X`}[r.IntN(2)], r.IntN(1<<16))
			}
			s := b.String()
			for _, behind := range []string{"", `"`, `\`, `\u`, `\u1`, `\u123`, `\n\u1234`, `\U1234`, ` \u1234\u1234\u1234\u1234\u1234\u1234\u1234\u1234\u1234\u1234`} {
				u.check(t, s+behind)
			}
			for cut := range min(len(s), 12) {
				u.check(t, s[:len(s)-cut])
			}
		}
	})
}

// TestSkipUnicodeBytes has each byte at each place of a run.
func TestSkipUnicodeBytes(t *testing.T) {
	guard.EachKernel(t, func(t *testing.T) {
		u := &unicodeSkipper{guard.New(t, 1<<12)}
		text := []byte(strings.Repeat(`\u09aF`, 34))
		for at := range text {
			old := text[at]
			for c := range 256 {
				if text[at] = byte(c); at < 72 || c&7 == at&7 {
					u.check(t, string(text))
				}
			}
			text[at] = old
		}
	})
}

func FuzzSkipUnicode(f *testing.F) {
	f.Add(`\u09af`, uint8(9), `\u09aF\u123`)
	f.Add(`\uABCD\u`, uint8(30), "")
	f.Fuzz(func(t *testing.T, s string, n uint8, end string) {
		s = strings.Repeat(s, int(n)) + end
		if len(s) > 1<<13 {
			return
		}
		guard.EachKernel(t, func(t *testing.T) { (&unicodeSkipper{guard.New(t, 1<<13)}).check(t, s) })
	})
}

func BenchmarkSkipUnicode(b *testing.B) {
	for _, n := range []int{4, 10, 20, 100, 1000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			guard.EachKernelB(b, func(b *testing.B) {
				src := []byte(strings.Repeat(`\u65e5`, n) + `"` + strings.Repeat(" ", 64))
				b.SetBytes(int64(6 * n))
				for b.Loop() {
					SkipUnicode(ptr(src), len(src))
				}
			})
		})
	}
}
