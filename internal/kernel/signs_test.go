package kernel

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/zetes-json/zetes/internal/guard"
)

// TestLoadSigns compares with the twin, from sources that end at a page nobody may touch, of all bytes and of those
// that JSON has.
func TestLoadSigns(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	signs := "{}[]:,\"\"\"\"\\ \n0019-.eaztx<"
	guard.EachKernel(t, func(t *testing.T) {
		mem := guard.New(t, 1<<12)
		for n := range 700 {
			text := make([]byte, n)
			for i := range text {
				if text[i] = signs[r.IntN(len(signs))]; n%3 == 0 || r.IntN(20) == 0 {
					text[i] = byte(r.Uint32())
				}
			}
			src := mem.Ending(string(text))
			blocks := n>>6 + 1
			load := func(by func(dst, src unsafe.Pointer, n int, out unsafe.Pointer, signs *Signs) bool) ([]byte, []uint64, []Signs, bool) {
				dst := bytes.Repeat([]byte{'"'}, n+128)
				out, words := make([]uint64, 2*blocks), make([]Signs, blocks)
				html := by(unsafe.Pointer(unsafe.SliceData(dst)), unsafe.Pointer(unsafe.SliceData(src)), n, unsafe.Pointer(unsafe.SliceData(out)), &words[0])
				return dst[:(blocks+1)<<6], out, words, html
			}
			dst, out, words, html := load(LoadSigns)
			wantDst, wantOut, wantWords, wantHTML := load(loadSignsGeneric)
			if !bytes.Equal(dst, wantDst) || html != wantHTML {
				t.Fatalf("%q: copied %q, HTML %v, want %v", src, dst, html, wantHTML)
			}
			for i := range words {
				// What a byte without a sign has for Brace is nothing.
				words[i].Brace &= words[i].Open | words[i].Close
				wantWords[i].Brace &= wantWords[i].Open | wantWords[i].Close
				if words[i] != wantWords[i] || out[2*i] != wantOut[2*i] || out[2*i+1] != wantOut[2*i+1] {
					t.Fatalf("%q, block %d: %x and %x, want %x and %x", src, i, words[i], out[2*i:], wantWords[i], wantOut[2*i:])
				}
			}
		}
	})
}
