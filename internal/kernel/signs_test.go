package kernel

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"github.com/zetes-json/zetes/internal/guard"
)

// TestLoadSigns compares with the twin, from sources that end at a page nobody may touch and from those with more text
// behind them, of all bytes and of those that JSON has.
func TestLoadSigns(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	signs := "{}[]:,\"\"\"\"\\ \n0019-.eaztx<"
	guard.EachKernel(t, func(t *testing.T) {
		mem := guard.New(t, 1<<12)
		for try := range 40 * 64 {
			n := try & 63
			text := make([]byte, n)
			for i := range text {
				if text[i] = signs[r.IntN(len(signs))]; try%3 == 0 || r.IntN(20) == 0 {
					text[i] = byte(r.Uint32())
				}
			}
			src := mem.Ending(string(text))
			if r.IntN(2) == 0 {
				src = mem.Ending(string(text) + strings.Repeat(`{"a1`, 40))[:n:n]
			}
			load := func(by func(dst, src unsafe.Pointer, n int, out unsafe.Pointer, signs *Signs) bool) ([]byte, [2]uint64, Signs, bool) {
				dst := bytes.Repeat([]byte{'"'}, n+128)
				var out [2]uint64
				var words Signs
				html := by(unsafe.Pointer(unsafe.SliceData(dst)), unsafe.Pointer(unsafe.SliceData(src)), n, unsafe.Pointer(&out), &words)
				return dst[:128], out, words, html
			}
			dst, out, words, html := load(LoadSigns)
			wantDst, wantOut, wantWords, wantHTML := load(loadSignsGeneric)
			if !bytes.Equal(dst, wantDst) || html != wantHTML {
				t.Fatalf("%q: copied %q, HTML %v, want %v", src, dst, html, wantHTML)
			}
			// What a byte without a sign has for Brace is nothing.
			words.Brace &= words.Open | words.Close
			wantWords.Brace &= wantWords.Open | wantWords.Close
			if words != wantWords || out != wantOut {
				t.Fatalf("%q: %x and %x, want %x and %x", src, words, out, wantWords, wantOut)
			}
		}
	})
}
