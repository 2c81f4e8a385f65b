package scan

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/wire"
)

// nearMember is a member of an object that Member searches.
type nearMember struct {
	name                   string // as it stands in the text
	at, colon, value, past int    // positions of its name, colon and value, and after the value
	wrong                  bool   // the value is not JSON
}

// nearObject returns an object and its members. If checks is false, its arrays and objects are JSON.
func nearObject(r *rand.Rand, checks bool) (text string, members []nearMember) {
	spaces := func() { text += []string{"", "", "", " ", "\n\t "}[r.IntN(5)] }
	text = "{"
	spaces()
	for range r.IntN(5) {
		if members != nil {
			text += ","
			spaces()
		}
		m := nearMember{name: nearName(r), at: len(text)}
		if r.IntN(20) == 0 {
			m.name += []string{`\n`, "\x01", `\"":1`}[r.IntN(3)]
		}
		text += `"` + m.name + `"`
		spaces()
		m.colon = len(text)
		text += ":"
		spaces()
		m.value = len(text)
		long := strings.Repeat("x", r.IntN(20))
		values := []string{"1", "-1.5e9", "true", "null", `"` + long + `"`, `"\u00e9` + long + `"`, `"é` + long + `"`, "{}",
			"[" + strings.Repeat("1,", r.IntN(140)) + "1]", `{"a":"}` + long + `","b":[[],{}]}`, "tru ", `"\x"`, "\"\x01\"", "[1}", `{"a"}`, `[1,]`}
		if !checks {
			values = values[:13]
		}
		k := r.IntN(len(values))
		text += values[k]
		m.wrong, m.past = k >= 10, len(text)
		spaces()
		members = append(members, m)
	}
	return text + "}", members
}

// nearName returns a name of at most 20 bytes. Many differ only in length or in one bit.
func nearName(r *rand.Rand) string {
	b := []byte("abcdefghé\xffklmnopqrs"[:r.IntN(20)])
	if i := r.IntN(40); i < len(b) {
		b[i] ^= 1 << r.IntN(8)
	}
	if r.IntN(20) == 0 {
		b = append(b, '"'|0x80)
	}
	if special(string(b)) {
		return "a"
	}
	return string(b)
}

// special reports whether Member must not accept the name.
func special(name string) bool {
	return strings.ContainsFunc(name, func(c rune) bool { return c < ' ' || c == '"' || c == '\\' })
}

// TestMember searches objects and their beginnings, which end at a page that must not be read. The results follow from
// the places of the members.
func TestMember(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	memory := guard.New(t, 1<<14)
	guard.EachKernel(t, func(t *testing.T) {
		for range 2000 {
			checks := r.IntN(2) == 0
			text, members := nearObject(r, checks)
			name, most := nearName(r), 1<<30
			if len(members) > 0 {
				if last := members[len(members)-1].name; r.IntN(2) == 0 && !special(last) {
					name = last
				}
			}
			if r.IntN(4) == 0 {
				most = r.IntN(len(text))
			}
			fits := func(a, b string) bool { return a == b }
			var matches func(name, pattern string) bool
			if r.IntN(4) == 0 {
				fits = func(name, pattern string) bool { return len(name) > len(pattern) && strings.HasPrefix(name, pattern) }
				matches = fits
			}
			for n := 1; n <= len(text); n++ {
				value, child, st := -1, 0, wire.Bad
				if n == len(text) {
					st = wire.Done
				}
				for _, m := range members {
					if m.at >= n {
						break
					}
					if child = m.at; m.at >= most || m.colon >= n || special(m.name) {
						st = wire.Bad
						break
					}
					if fits(m.name, name) {
						value, st = min(m.value, n), wire.Done
						break
					}
					if m.wrong {
						st = wire.Bad
						break
					}
				}
				for _, b := range [][]byte{memory.Ending(text[:n]), slices.Clip([]byte(text[:n]))} {
					if v, c, s := Member(b, 0, name, matches, most, 0, checks); v != value || c != child || s != st {
						t.Fatalf("%q in %q, most %d, checks %v: %d %d %d, want %d %d %d", name, b, most, checks, v, c, s, value, child, st)
					}
				}
			}
			for _, m := range members {
				for n := m.value; n <= len(text); n++ {
					want := m.past
					if c := text[m.value]; m.wrong || n < m.past || n == m.past && (c == '1' || c == '-') {
						want = -1
					}
					if got := ValueEnd(memory.Ending(text[:n]), m.value, 1, checks); got != want {
						t.Fatalf("value at %d of %q: %d, want %d", m.value, text[:n], got, want)
					}
				}
			}
		}
	})
	for outer, want := range map[int]int{wire.MaxDepth - 1: 2, wire.MaxDepth: -1} {
		if got := ValueEnd([]byte("[]"), 0, outer, true); got != want {
			t.Errorf("an array in %d containers: %d, want %d", outer, got, want)
		}
	}
}
