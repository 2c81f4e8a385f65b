package outside

import (
	stdjson "encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/json"
)

// TestEscapes decodes every \u escape, alone and before every kind of neighbour.
func TestEscapes(t *testing.T) {
	for r := range 0x10000 {
		if !long.On() && r%16 != 5 && (r < 0xD780 || r > 0xE080) {
			continue
		}
		for _, after := range []string{"", "x", `\n`, `\uDC00`, `\u0041`, `\uD800`} {
			doc := fmt.Sprintf(`"a\u%04x%s"`, r, after)
			var got, want string
			if err := json.Unmarshal([]byte(doc), &got); err != nil {
				t.Fatal(doc, err)
			}
			if err := stdjson.Unmarshal([]byte(doc), &want); err != nil {
				t.Fatal(doc, err)
			}
			if got != want {
				t.Fatalf("%s: got %q, want %q", doc, got, want)
			}
		}
	}
}

// TestStrings decodes random strings of all lengths, clean, escaped, broken and not UTF-8.
func TestStrings(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	parts := []string{"a", "bc", "defghijk", `\n`, `\"`, `\\`, `\/`, `\u00e9`, "é", "日本", "😀", `\ud83d\ude00`, `\ud83d`, "\xff", "\xe6\x97", `\x`, `\u12`, "\x01", "\u2028"}
	for range 20000 {
		var b strings.Builder
		b.WriteString(strings.Repeat(" ", r.IntN(3)) + `["`)
		for range r.IntN(40) {
			n := len(parts)
			if r.IntN(4) > 0 {
				n = 12
			}
			b.WriteString(parts[r.IntN(n)])
		}
		b.WriteString(`" ]`)
		same(t, b.String(), func() any { return new([]string) })
		same(t, b.String(), func() any { return new(any) })
	}
}
