package jsondoc

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/wire"
)

// TestText compares the text of strings with wire.Unquote, over strings of all lengths around those that are read with
// bitmaps, and parts of them, which end at a page nobody may touch. What is no string has no text.
func TestText(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	memory := guard.New(t, 1<<17)
	parts := []string{"a", "some text ", "é", "€", "😀", "\xff", "\xe2\x82", `\n`, `\"`, `\\`, `\/`, `\u00e9`, `\ud83d\ude00`, `\ud83d`, `\ude00\u0041`, `\u20ac\u20ac\u20ac`}
	long, wrong := 0, 0
	for try := range 6000 {
		var b strings.Builder
		b.WriteByte('"')
		for size := r.IntN(1 + try%300); b.Len() < size; {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		if try%1000 == 0 {
			b.WriteString(strings.Repeat("x", 60<<10+r.IntN(8<<10)))
		}
		b.WriteByte('"')
		raw := []byte(b.String())
		switch r.IntN(6) {
		case 0:
			raw = raw[:1+r.IntN(len(raw))]
		case 1:
			raw[r.IntN(len(raw))] = "\"\\\x00\nu"[r.IntN(5)]
		}
		v := Value{text: memory.Ending(string(raw))}
		n, st := wire.String(raw, 0)
		whole := st == wire.Done && n == len(raw)
		want := ""
		if whole {
			want = wire.Unquote(raw)
		}
		if isMapped(raw) {
			long++
			if !whole {
				wrong++
			}
		}
		got, err := v.Text()
		if got != want || (err == nil) != whole {
			t.Fatalf("%.2000q: %.2000q, %v, want %.2000q", raw, got, err, want)
		}
		dst, err := v.AppendText([]byte("x"))
		if string(dst) != "x"+want || (err == nil) != whole {
			t.Fatalf("%.2000q: appended %.2000q, %v, want %.2000q", raw, dst, err, want)
		}
	}
	if long < 1000 || wrong < 200 {
		t.Errorf("%d strings are long, %d of them wrong", long, wrong)
	}
}
