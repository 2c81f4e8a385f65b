package scan

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/wire"
)

func TestIsExact(t *testing.T) {
	for raw, want := range map[string]bool{
		`""`: true, `"a"`: true, `"é😀"`: true, "\"\xff\"": false, "\"\xe2\x82\"": false, `"\ufffd"`: true, "\"\ufffd\"": true, `"\ud83d\ude00"`: true, `"\ud83d"`: false,
		`"\ude00"`: false, `"\ude00\ud83d"`: false, `"\ud83d\n"`: false, `"\\ud83d"`: true, `"\\\ud83d"`: false, `"\n\t\u00e9\ud83d\ude00\""`: true, `"x\ud83dx"`: false,
		`"\ud83d\u0041"`: false, `"\n\ud800\udfff\udc00"`: false,
	} {
		if got := IsExact([]byte(raw)); got != want {
			t.Errorf("%s: %v", raw, got)
		}
		if text := wire.Unquote([]byte(raw)); !want && !strings.Contains(text, "\ufffd") {
			t.Errorf("%s: %q has nothing replaced", raw, text)
		}
	}
}

// TestWholeText cuts texts everywhere: what is whole and what follows say together what the text says.
func TestWholeText(t *testing.T) {
	parts := []string{`\`, `\\`, `\n`, `\ud834`, `\udd1e`, `\u00e9`, "a", "u", "d8", "é", "\xe2\x82\xac", "\xe2\x82", "\xf0\x9d\x84", "\x80"}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		text := []byte(`"`)
		for range r.IntN(8) {
			text = append(text, parts[r.IntN(len(parts))]...)
		}
		text = append(text, '"')
		if n, st := wire.String(text, 0); st != wire.Done || n != len(text) {
			continue
		}
		text = text[1 : len(text)-1]
		want := string(wire.AppendUnquoted(nil, text))
		for cut := range len(text) + 1 {
			n := WholeText(text[:cut])
			if got := wire.AppendUnquoted(wire.AppendUnquoted(nil, text[:n]), text[n:]); n < cut-14 || string(got) != want {
				t.Fatalf("%q cut at %d is whole up to %d: %q, want %q", text, cut, n, got, want)
			}
		}
	}
}
