package kernel

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
	"unicode/utf8"
	"unsafe"

	"github.com/zetes-json/zetes/internal/tests/guard"
)

// inFrontOf returns a copy of s that ends n bytes in front of the end of m. These n bytes are any.
func inFrontOf(m *guard.Memory, n int, s []byte) []byte {
	b := m.Last(len(s) + n)
	for i := range b {
		b[i] = "\"<\xff"[i%3]
	}
	copy(b, s)
	return b[:len(s):len(s)]
}

// behinds are how many bytes a source has behind it in its page: some that a last block ends in, and some that it does
// not.
var behinds = []int{0, 1, 31, 32, 33, 62, 63, 64, 65, 100}

// TestLoad compares with copying and masking by hand, from sources that end at a page nobody may touch, or in front of
// it.
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
			blocks := n>>6 + 1
			want := make([]byte, (blocks+1)<<6)
			copy(want, text[:n])
			wantOut := make([]uint64, 2*blocks)
			masksGeneric(ptr(want), blocks, unsafe.Pointer(unsafe.SliceData(wantOut)))
			for _, behind := range behinds {
				src := inFrontOf(mem, behind, text[:n])
				dst, out := bytes.Repeat([]byte{'"'}, n+128), make([]uint64, 2*blocks)
				valid := Load(ptr(dst), ptr(src), n, unsafe.Pointer(unsafe.SliceData(out)))
				if valid != utf8.Valid(src) {
					t.Fatalf("length %d in front of %d: valid is %v for %q", n, behind, valid, src)
				}
				if !bytes.Equal(dst[:len(want)], want) {
					t.Fatalf("length %d in front of %d: copied %q, want %q", n, behind, dst[:len(want)], want)
				}
				if !slices.Equal(out, wantOut) {
					t.Fatalf("length %d in front of %d: %#x, want %#x", n, behind, out, wantOut)
				}
			}
		}
	})
}
