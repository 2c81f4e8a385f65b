package tree

import (
	"testing"

	"github.com/zetes-json/zetes/internal/wire"
)

// TestSays compares a name piece by piece with all that a string may be written as.
func TestSays(t *testing.T) {
	pieces := []string{"a", "é", "\U0001f600", "\xff", `\n`, `\"`, `\\`, `\/`, `\u0061`, `\u00e9`, `\ud83d\ude00`, `\ud83d`, `\ude00`, `\ufffd`, "\xe2\x82", "\u007f"}
	var names []string
	for _, x := range pieces {
		for _, y := range append([]string{""}, pieces...) {
			names = append(names, `"`+x+y+`"`, `"`+y+x+`"`)
		}
	}
	all := NoLimit
	for _, raw := range names {
		d := NewTape()
		if !d.Build([]byte(`{`+raw+`:1}`), 1) {
			t.Fatalf("%q is not a name", raw)
		}
		mine := wire.Unquote([]byte(raw))
		for _, other := range names {
			text := wire.Unquote([]byte(other))
			if got, want := all.Says([]byte(raw), text), mine == text; got != want || all.nameIs(d, 2, text) != want {
				t.Fatalf("%q says %q: %v and %v, want %v", raw, text, got, all.nameIs(d, 2, text), want)
			}
		}
		bytes := raw[1 : len(raw)-1]
		if all.Says([]byte(raw), bytes) != (mine == bytes) {
			t.Fatalf("%q and its own bytes", raw)
		}
	}
}
