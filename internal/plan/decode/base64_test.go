package decode

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
)

// TestBytesReused decodes into memory that others see, with all that package base64 leaves behind its result there.
func TestBytesReused(t *testing.T) {
	c := plan.Under(option.Toolchain|option.ReuseBase64, option.V1)
	for n := range 100 {
		for _, end := range []string{"", "=", "==", "!"} {
			text := strings.Repeat("x", n) + end
			memory, want := bytes.Repeat([]byte{0xc7}, 120), bytes.Repeat([]byte{0xc7}, 120)
			b, bad := base64.StdEncoding.AppendDecode(want[:0], []byte(text))
			target := memory[:50]
			if err := errorOf((&Call{Config: c}).Unmarshal([]byte(`"`+text+`"`), &target)); (err == nil) != (bad == nil) {
				t.Fatalf("%s: %v, want %v", text, err, bad)
			}
			if bad != nil {
				b = want[:50]
			}
			if !bytes.Equal(target, b) || !bytes.Equal(memory, want) {
				t.Fatalf("%s:\n got %x in %x\nwant %x in %x", text, target, memory, b, want)
			}
		}
	}
}
