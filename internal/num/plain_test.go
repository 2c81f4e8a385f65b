package num

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	traps "github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// TestWritePlain compares with Len over texts of all lengths made of a number's characters and others. The text ends at
// a page nobody may touch.
func TestWritePlain(t *testing.T) {
	page := traps.New(t, 1<<12)
	r := rand.New(rand.NewPCG(11, 12))
	rounds := long.Rounds(200_000, 2_000_000)
	letters := []string{"0", "00", "7", "123456789", "-", ".", "e", "+", "E5", "/", ":", "\xae", "\xb5", "\x00", " "}
	accepted := 0
	check := func(text string) {
		src := page.Ending(text)
		buf := newScratch()
		got := WritePlain(unsafe.Pointer(buf), unsafe.Pointer(unsafe.SliceData(src)), len(src))
		written := buf.written(t, min(len(text), Room))
		read := append([]byte(text), make([]byte, Room)...)
		isNumber := len(text) > 0 && Len(unsafe.Pointer(unsafe.SliceData(read))) == len(text)
		if want := isNumber && len(text) <= mostPlain && !strings.ContainsAny(text, "eE"); got != want {
			t.Fatalf("%q: %v, want %v", text, got, want)
		}
		if got {
			accepted++
			if written != text {
				t.Fatalf("%q: wrote %q", text, written)
			}
		}
	}
	for _, text := range []string{"", "-", "0", "-0", "0.", ".0", "-.5", "1.5", "1..5", "1.5.2", "01", "0.01", "-01.5", "123456789012345678901234", "1234567890123456789012345"} {
		check(text)
	}
	var b strings.Builder
	for range rounds {
		b.Reset()
		n := 1 + r.IntN(28)
		if r.IntN(3) == 0 {
			b.WriteByte('-')
		}
		for b.Len() < n {
			k := r.IntN(40)
			switch {
			case k >= len(letters):
				b.WriteByte('0' + byte(r.IntN(10)))
			case k > 5 && r.IntN(4) > 0:
				b.WriteByte('1')
			default:
				b.WriteString(letters[k])
			}
		}
		check(b.String()[:n])
	}
	if accepted < rounds/20 {
		t.Errorf("only %d of %d texts were numbers", accepted, rounds)
	}
}
