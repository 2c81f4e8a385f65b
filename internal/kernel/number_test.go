package kernel

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"github.com/zetes-json/zetes/internal/tests/guard"
)

// numberRoom is the number of bytes that CopyNumber may overwrite.
const numberRoom = 32

// copyNumberGeneric does what CopyNumber does, in portable Go; tests compare the assembly with it. In
// -12.50 the whole is 12 and the fraction 50.
func copyNumberGeneric(dst, src unsafe.Pointer, n int) (plain bool) {
	text := unsafe.Slice((*byte)(src), n)
	copy(unsafe.Slice((*byte)(dst), n), text)
	if len(text) > 0 && text[0] == '-' {
		text = text[1:]
	}
	whole := digitsOf(text)
	if whole == 0 || text[0] == '0' && whole > 1 {
		return false
	}
	if text = text[whole:]; len(text) == 0 {
		return true
	}
	return text[0] == '.' && len(text) > 1 && digitsOf(text[1:]) == len(text)-1
}

// digitsOf returns the number of digits that text begins with.
func digitsOf(text []byte) int {
	for i, c := range text {
		if c-'0' > 9 {
			return i
		}
	}
	return len(text)
}

// TestCopyNumber compares with the twin, over all short texts of a number's characters and random ones of all lengths,
// each with digits behind it and at a page nobody may touch. Where a page is near the kernel may say nothing; elsewhere
// what it says is the same.
func TestCopyNumber(t *testing.T) {
	guard.EachKernel(t, func(t *testing.T) {
		mem := guard.New(t, 1<<12)
		taken := 0
		check := func(text string) {
			t.Helper()
			for _, behind := range []string{"", strings.Repeat("1", 64)} {
				src := mem.Ending(text + behind)[:len(text):len(text)]
				room := bytes.Repeat([]byte{'x'}, numberRoom+8)
				got := CopyNumber(ptr(room), ptr(src), len(src))
				if end := string(room[numberRoom:]); end != "xxxxxxxx" {
					t.Fatalf("%q: %q behind the room", text, end)
				}
				want := make([]byte, len(src)+1)
				plain := copyNumberGeneric(unsafe.Pointer(unsafe.SliceData(want)), ptr(src), len(src))
				says := copiesNumbers() && behind != "" && len(text) < numberRoom
				if got && !plain || says && got != plain {
					t.Fatalf("%q: %v, want %v", text, got, plain)
				}
				if got {
					taken++
					if copied := strings.TrimRight(string(room[:numberRoom]), "\x00"); copied != text {
						t.Fatalf("%q: copied %q", text, copied)
					}
				}
			}
		}
		var texts func(text string, more int)
		texts = func(text string, more int) {
			check(text)
			if more > 0 {
				for _, c := range "019-.e/:" {
					texts(text+string(c), more-1)
				}
			}
		}
		texts("", 4)
		r := rand.New(rand.NewPCG(61, 62))
		for range 20_000 {
			text := make([]byte, r.IntN(40))
			for i := range text {
				text[i] = '0' + byte(r.IntN(10))
			}
			if len(text) > 0 && r.IntN(2) == 0 {
				text[0] = '-'
			}
			for range r.IntN(3) {
				if len(text) > 0 {
					text[r.IntN(len(text))] = "..-e\x00\xae0"[r.IntN(7)]
				}
			}
			check(string(text))
		}
		if copiesNumbers() && taken < 5000 {
			t.Errorf("only %d texts are taken", taken)
		}
	})
}

// copiesNumbers reports whether CopyNumber says anything here.
func copiesNumbers() bool {
	var room [numberRoom]byte
	text := [64]byte{0: '1', 32: '1'}
	return CopyNumber(unsafe.Pointer(&room), unsafe.Pointer(&text), 1) || CopyNumber(unsafe.Pointer(&room), unsafe.Pointer(&text[32]), 1)
}
