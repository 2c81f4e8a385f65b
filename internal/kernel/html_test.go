package kernel

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/zetes-json/zetes/internal/tests/guard"
)

// hasHTML is the plain model of what MasksHTML reports.
func hasHTML(text []byte) bool {
	return bytes.ContainsAny(text, "<>&") || bytes.IndexByte(text, 0xe2) >= 0
}

// TestHTML compares LoadHTML, and MasksHTML of what it has copied, with Masks and a plain search, over texts of all
// lengths that end at a page nobody may touch, or in front of it.
func TestHTML(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	parts := []string{"a", "\"", "\\", " ", "\n", "{", "1", "é", "日", "\x01", "\xff", "xxxxxxxxxxxxxxxx", "<", ">", "&", "\u2028", "=", "\xa2", "\xbc"}
	guard.EachKernel(t, func(t *testing.T) {
		mem := guard.New(t, 1<<12)
		for n := range 600 {
			text := make([]byte, 0, n+16)
			most := 12 + n%2*7
			for len(text) < n {
				text = append(text, parts[r.IntN(most)]...)
			}
			blocks := n>>6 + 1
			want := make([]byte, (blocks+1)<<6)
			copy(want, text[:n])
			wantOut := make([]uint64, 2*blocks)
			masksGeneric(ptr(want), blocks, unsafe.Pointer(unsafe.SliceData(wantOut)))
			out := make([]uint64, 2*blocks+2)
			for _, behind := range behinds {
				src := inFrontOf(mem, behind, text[:n])
				dst := bytes.Repeat([]byte{'<'}, n+128)
				clear(out)
				if html := LoadHTML(ptr(dst), ptr(src), n, unsafe.Pointer(unsafe.SliceData(out))); html != hasHTML(text[:n]) {
					t.Fatalf("length %d in front of %d: loaded, html is %v for %q", n, behind, html, text[:n])
				}
				if !bytes.Equal(dst[:len(want)], want) {
					t.Fatalf("length %d in front of %d: copied %q, want %q", n, behind, dst[:len(want)], want)
				}
				if !slices.Equal(out[:2*blocks], wantOut) {
					t.Fatalf("length %d in front of %d: loaded %#x, want %#x", n, behind, out, wantOut)
				}
			}
			clear(out)
			whole := mem.Ending(string(want))
			if html := MasksHTML(ptr(whole), len(whole)/64, unsafe.Pointer(unsafe.SliceData(out))); html != hasHTML(text[:n]) {
				t.Fatalf("length %d: html is %v for %q", n, html, text[:n])
			}
			for i := range wantOut {
				if out[i] != wantOut[i] {
					t.Fatalf("length %d, word %d: %#x, want %#x", n, i, out[i], wantOut[i])
				}
			}
		}
	})
}

// TestHTMLBytes has each byte at each place of a block.
func TestHTMLBytes(t *testing.T) {
	guard.EachKernel(t, func(t *testing.T) {
		for _, fill := range []string{"a", "\xe3", "\x00"} {
			text, out := []byte(strings.Repeat(fill, 128)), make([]uint64, 4)
			for at := range 128 {
				old := text[at]
				for c := range 256 {
					text[at] = byte(c)
					want := hasHTML([]byte{byte(c)})
					if got := MasksHTML(ptr(text), 2, unsafe.Pointer(unsafe.SliceData(out))); got != want {
						t.Fatalf("%#x at %d among %q: %v", c, at, fill, got)
					}
				}
				text[at] = old
			}
		}
	})
}
