package kernel

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/zetes-json/zetes/internal/guard"
)

// TestWriteStrings has lists of strings that end at a page nobody may touch, up to ones that are too long, have to be
// escaped or find no room.
func TestWriteStrings(t *testing.T) {
	const plain = "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789 !#$%'()*+,-./:;=?@[]^_`{|}~\x7f"
	const odd = "\"\\<>&\x00\x1f\n\x80\xc3\xa9\xe2\xff"
	guard.EachKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(9, 10))
		text, out := guard.New(t, 1<<8), guard.New(t, 1<<13)
		for round := range 20_000 {
			list := make([]string, r.IntN(12))
			for i := range list {
				from := r.IntN(len(plain))
				list[i] = plain[from : from+r.IntN(len(plain)-from)]
				if len(list[i]) > mostListed && r.IntN(8) > 0 {
					list[i] = list[i][:mostListed]
				}
			}
			if n := len(list); n > 0 {
				// One of them lies at the end of memory, with a byte changed in every other round.
				b := []byte(list[r.IntN(n)])
				if len(b) > 0 && round%2 == 0 {
					b[r.IntN(len(b))] = odd[r.IntN(len(odd))]
				}
				b = text.Ending(string(b))
				list[r.IntN(n)] = unsafe.String(unsafe.SliceData(b), len(b))
			}
			room := r.IntN(700)
			for _, set := range []*EscapeSet{&EscapeHTML, &EscapeMinimal} {
				want := make([]byte, room+mostListed)
				done, n := writeStringsGeneric(unsafe.Pointer(unsafe.SliceData(want)), list, room, set)
				dst := out.Ending(string(make([]byte, room)))
				gotDone, got := WriteStrings(unsafe.Pointer(unsafe.SliceData(dst)), list, room, set)
				if gotDone != done || got != n || string(dst[:n]) != string(want[:n]) {
					t.Fatalf("%q into %d bytes: %d as %q, want %d as %q", list, room, gotDone, dst[:got], done, want[:n])
				}
			}
		}
	})
}
