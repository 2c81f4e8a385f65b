package mem

import (
	"strings"
	"testing"
)

// TestTexts keeps and joins texts of many lengths, without an Arena and in Arenas for many texts. They must be there at
// the end, as they were given.
func TestTexts(t *testing.T) {
	one, two, many, most := ArenaOf(1, 10), ArenaOf(2, 10), ArenaOf(100, 16), ArenaOf(1<<20, 100)
	for _, a := range []*Arena{nil, &one, &two, &many, &most} {
		var got, want []string
		for n := range 2*ArenaMost/7 + 20 {
			part := strings.Repeat(string(rune('a'+n%26)), 7*n%(ArenaMost+9))
			b := []byte(part)
			got = append(got, a.Keep(b), a.Join("x", part, "", part[:len(part)/2]), a.Join(part), a.Join(), a.Join("", ""))
			want = append(want, part, "x"+part+part[:len(part)/2], part, "", "")
			clear(b)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("%v, text %d: %q, want %q", a != nil, i, got[i], want[i])
			}
		}
	}
}
