package kernel

import (
	"bytes"
	"encoding/base64"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"github.com/zetes-json/zetes/internal/tests/guard"
)

// TestEncodeBase64 compares with package encoding/base64 over all lengths. Both sides end at a page nobody may touch.
func TestEncodeBase64(t *testing.T) {
	LoadBase64()
	r := rand.New(rand.NewPCG(9, 10))
	guard.EachKernel(t, func(t *testing.T) {
		from, to := guard.New(t, 1<<12), guard.New(t, 1<<12)
		for n := range 400 {
			src := from.Last(n)
			for i := range src {
				src[i] = byte(r.Uint32())
			}
			want := base64.StdEncoding.EncodeToString(src)
			dst := to.Last(len(want))
			clear(dst)
			if got := EncodeBase64(ptr(dst), ptr(src), n); got != len(want) || string(dst) != want {
				t.Fatalf("%x: %q, length %d, want %q", src, dst, got, want)
			}
		}
		for n := range ShortBase64 + 1 {
			for range 200 {
				src := from.Last(n)
				for i := range src {
					src[i] = byte(r.Uint32())
				}
				dst := to.Last(8) // all of it is written
				got := EncodeShortBase64(ptr(dst), ptr(src), n)
				if want := base64.StdEncoding.EncodeToString(src); string(dst[:got]) != want {
					t.Fatalf("%x: %q, want %q", src, dst[:got], want)
				}
			}
		}
		// The heap's memory too, where the end of a value is that of its allocation.
		for n := range 100 {
			src := make([]byte, n)
			want := base64.StdEncoding.EncodeToString(src)
			dst := make([]byte, len(want), len(want)+1)
			if EncodeBase64(ptr(dst), ptr(src), n); string(dst) != want {
				t.Fatalf("%d bytes of the heap: %q, want %q", n, dst, want)
			}
		}
		// Every value of each sextet.
		for i := range 256 {
			src := bytes.Repeat([]byte{byte(i), byte(i * 7), byte(i * 31)}, 16)
			dst := make([]byte, 64)
			if EncodeBase64(ptr(dst), ptr(src), len(src)); string(dst) != base64.StdEncoding.EncodeToString(src) {
				t.Fatalf("%x: %q", src, dst)
			}
		}
	})
}

// TestDecodeBase64 compares with package encoding/base64: texts of all lengths, with padding or without, whole or with
// a byte that is another.
func TestDecodeBase64(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	guard.EachKernel(t, func(t *testing.T) {
		from := guard.New(t, 1<<12)
		check := func(text string) {
			t.Helper()
			src := from.Ending(text)
			want, wantErr := base64.StdEncoding.AppendDecode([]byte("old"), src)
			got, err := AppendDecodeBase64([]byte("old"), src)
			if !bytes.Equal(got, want) || err != wantErr {
				t.Fatalf("%q: %x, %v, want %x, %v", text, got, err, want, wantErr)
			}
		}
		for n := range 300 {
			src := make([]byte, n)
			for i := range src {
				src[i] = byte(r.Uint32())
			}
			text := base64.StdEncoding.EncodeToString(src)
			check(text)
			check(strings.TrimRight(text, "="))
			if n > 0 {
				b := []byte(text)
				b[r.IntN(len(b))] = "\n\r=-_ \x00\xff\x80"[r.IntN(9)]
				check(string(b))
				at := r.IntN(len(text))
				check(text[:at] + "\r\n" + text[at:])
			}
		}
		// Each byte at each place.
		text := []byte(strings.Repeat("Az0+", 16))
		for at := range 32 {
			old := text[at]
			for c := range 256 {
				text[at] = byte(c)
				check(string(text))
			}
			text[at] = old
		}
		for _, short := range []string{"Az0+", "Az0=", "Az==", "+/09Az0+", "+/09Az0=", "+/09Az=="} {
			text := []byte(short)
			for at := range text {
				for c := range 256 {
					text[at] = byte(c)
					check(string(text))
				}
				text[at] = short[at]
			}
		}
	})
}

// decodeBase64Generic is the specification of decodeBase64, which writes the bytes for each 32 of the n characters at
// src to dst, as long as all 32 belong to the alphabet, and returns the number of these characters.
func decodeBase64Generic(dst, src unsafe.Pointer, n int) (done int) {
	for ; n-done >= 32; done += 32 {
		var block [24]byte
		if k, err := base64.StdEncoding.Decode(block[:], unsafe.Slice((*byte)(unsafe.Add(src, done)), 32)); k < 24 || err != nil {
			break
		}
		*(*[24]byte)(unsafe.Add(dst, done/4*3)) = block
	}
	return done
}

// TestDecodeBase64Blocks holds the kernel in force to its specification.
func TestDecodeBase64Blocks(t *testing.T) {
	guard.EachKernel(t, func(t *testing.T) {
		for at := range 97 {
			text := []byte(strings.Repeat("Zm9v", 24))
			if at < 96 {
				text[at] = '='
			}
			got, want := make([]byte, 72), make([]byte, 72) // what lies behind the bytes stays as it is
			done := decodeBase64(ptr(got), ptr(text), len(text))
			if all := decodeBase64Generic(ptr(want), unsafe.Pointer(unsafe.SliceData(text)), len(text)); done != 0 && (done != all || !bytes.Equal(got, want)) {
				t.Fatalf("%d: %d characters, want %d", at, done, all)
			}
		}
	})
}
