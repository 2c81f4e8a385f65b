package kernel

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"unicode/utf8"
	"unsafe"

	"github.com/zetes-json/zetes/internal/guard"
)

// TestLoad compares with copying and masking by hand, from sources that end at a page nobody may touch.
func TestLoad(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	parts := []string{"a", "\"", "\\", " ", "\n", "{", "1", "é", "日", "😀", "\x01", "\xff", "\xe6\x97", "xxxxxxxxxxxxxxxx"}
	guard.EachKernel(t, func(t *testing.T) {
		mem := guard.New(t, 1<<12)
		for n := range 700 {
			text := make([]byte, 0, n+16)
			most := len(parts)
			if n%3 == 0 {
				most = 7
			}
			for len(text) < n {
				text = append(text, parts[r.IntN(most)]...)
			}
			src := mem.Ending(string(text[:n]))
			blocks := n>>6 + 1
			want := make([]byte, (blocks+1)<<6)
			copy(want, src)
			dst := bytes.Repeat([]byte{'"'}, n+128)
			out, wantOut := make([]uint64, 2*blocks), make([]uint64, 2*blocks)
			valid := Load(unsafe.Pointer(unsafe.SliceData(dst)), unsafe.Pointer(unsafe.SliceData(src)), n, unsafe.Pointer(unsafe.SliceData(out)))
			masksGeneric(unsafe.Pointer(unsafe.SliceData(want)), blocks, unsafe.Pointer(unsafe.SliceData(wantOut)))
			if valid != utf8.Valid(src) {
				t.Fatalf("length %d: valid is %v for %q", n, valid, src)
			}
			if !bytes.Equal(dst[:len(want)], want) {
				t.Fatalf("length %d: copied %q, want %q", n, dst[:len(want)], want)
			}
			for i := range out {
				if out[i] != wantOut[i] {
					t.Fatalf("length %d, word %d: %#x, want %#x", n, i, out[i], wantOut[i])
				}
			}
		}
	})
}
