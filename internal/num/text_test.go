package num

import (
	"strconv"
	"testing"
	"unsafe"

	traps "github.com/zetes-json/zetes/internal/tests/guard"
)

// TestCopyText has texts that end at a page nobody may touch.
func TestCopyText(t *testing.T) {
	page := traps.New(t, 1<<12)
	for text, want := range map[string]bool{
		"": false, "-": false, "0": true, "-0": true, "0.": false, ".0": false, "-.5": false, "1.5": true, "1..5": false, "01": false, "1e5": true, "1e": false, "1,": false,
		"12\x00": false, "1 ": false, "123456789012345678901234567890123456789012345678901234567890.5": true,
	} {
		src, dst := page.Ending(text), make([]byte, len(text)+Room)
		if got := CopyText(unsafe.Pointer(&dst[0]), unsafe.Pointer(unsafe.SliceData(src)), len(src)); got != want || string(dst[:len(text)]) != text {
			t.Errorf("%q: %v, copied %q", text, got, dst)
		}
	}
}

// TestDigitsOf has each byte in each place of up to eight digits.
func TestDigitsOf(t *testing.T) {
	for n := range 9 {
		for at := range n {
			for c := range 256 {
				text := []byte("70000000"[:n])
				text[at] = byte(c)
				u, err := strconv.ParseUint(string(text), 10, 64)
				want := err == nil && n < 8 && (text[0] != '0' || n == 1)
				if got, ok := Digits(text); ok != want || ok && got != u {
					t.Errorf("Digits(%q) = %v, %v, want %v", text, got, ok, u)
				}
			}
		}
	}
	if _, ok := Digits(nil); ok {
		t.Error("no text is a number")
	}
}
