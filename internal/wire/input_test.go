package wire

import (
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
