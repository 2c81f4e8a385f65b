package wire

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/mem"
)

// TestExtendCutCharacter makes the masks of a text in two steps, cut at every place around the end of a block, with
// characters there that are whole, cut off, or followed by what does not belong to them.
func TestExtendCutCharacter(t *testing.T) {
	for _, char := range []string{"é", "日", "😀", "\xc3", "\xe6\x97", "\xf0\x9f\x98", "\x80"} {
		for at := 120; at <= 130; at++ {
			text := make([]byte, 0, 256)
			for len(text) < at {
				text = append(text, 'a')
			}
			text = append(text, char...)
			for len(text) < 200 {
				text = append(text, 'b')
			}
			for cut := 64; cut <= 192; cut++ {
				room := make([]byte, len(text)+InputPadding)
				masks := make([]uint64, InputWords(len(text)))
				in := Input{In: mem.Data(room), Masks: mem.Ptr(&masks[0])}
				in.Extend(room[:copy(room, text[:cut])])
				in.Extend(room[:copy(room, text)])
				if valid := utf8.Valid(text); in.Dirty == valid {
					t.Fatalf("%q at %d, cut at %d: dirty is %v", char, at, cut, in.Dirty)
				}
			}
		}
	}
}

// TestInput compares the bitmaps with the text, at every position, and in texts of a few blocks of 64 bytes.
func TestInput(t *testing.T) {
	for _, text := range []string{
		``, `{"a b": 12}`, " \t\r\n1", "\"\\\x00\x1f\x7f\"", strings.Repeat(" ", 63) + "x", strings.Repeat(" ", 200), strings.Repeat("x", 200),
		strings.Repeat(`{"name" : "value"} ,`+"\n", 20),
	} {
		in := load(text)
		for p := 0; p <= len(text); p++ {
			end, space := p, p // the zero behind the text ends both
			for end < len(text) && text[end] != '"' && text[end] != '\\' && text[end] >= ' ' {
				end++
			}
			for space < len(text) && IsSpace(text[space]) {
				space++
			}
			if got := in.StringEnd(p); got != end {
				t.Errorf("%q: a string goes on at %d up to %d, want %d", text, p, got, end)
			}
			if got := in.Space(p); got != space {
				t.Errorf("%q: white space goes on at %d up to %d, want %d", text, p, got, space)
			}
			if got := in.Token(p); got != space {
				t.Errorf("%q: the token from %d is at %d, want %d", text, p, got, space)
			}
			if got, want := in.NearToken(p), min(space, p+63); got != want {
				t.Errorf("%q: the token near %d is at %d, want %d", text, p, got, want)
			}
			if got, want := in.NearEnd(p), min(end, p+63); got != want {
				t.Errorf("%q: near %d a string goes on up to %d, want %d", text, p, got, want)
			}
		}
	}
}

// TestLiteralsInPlace: a literal is told by its bytes alone, whatever follows it.
func TestLiteralsInPlace(t *testing.T) {
	for _, text := range []string{"null", "nullx", "true", "tru", "false", "fals", "falsy", "malse", "Null", "nul", ""} {
		in := load(" " + text)
		for word, is := range map[string]bool{"null": in.IsNull(1), "true": in.IsTrue(1), "false": in.IsFalse(1)} {
			if want := strings.HasPrefix(text, word); is != want {
				t.Errorf("%q is %s: %v", text, word, is)
			}
		}
	}
}

// TestInputWords: two words for each block of 64 bytes, for the zeros behind the text, and for the block behind those.
func TestInputWords(t *testing.T) {
	for n, want := range map[int]int{0: 4, 1: 4, 63: 4, 64: 6, 127: 6, 128: 8} {
		if got := InputWords(n); got != want {
			t.Errorf("%d bytes: %d, want %d", n, got, want)
		}
	}
}
