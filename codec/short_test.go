package codec

import (
	"testing"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/tests/guard"
)

// TestWriteName compares with AppendString what is written at once: names of letters must be, and nothing else than
// what AppendString writes may be.
func TestWriteName(t *testing.T) {
	src, dst := guard.New(t, 64), guard.New(t, nameRoom)
	check := func(name string, must bool) {
		t.Helper()
		b := src.Ending(name)
		out := dst.Last(nameRoom)
		n := writeName(mem.Data(out), mem.Frozen(b))
		for _, set := range []*kernel.EscapeSet{kernel.EscapeHTML, kernel.EscapeMinimal} {
			if want := string(kernel.AppendString(nil, name, set)) + ":"; n != 0 && string(out[:n]) != want {
				t.Fatalf("%q: %q, want %q", name, out[:n], want)
			}
		}
		if must && n == 0 {
			t.Errorf("%q is not written at once", name)
		}
	}
	const letters = "abcXYZ_-.0189~\x7f"
	for n := range 40 {
		plain := make([]byte, n)
		for i := range plain {
			plain[i] = letters[i%len(letters)]
		}
		check(string(plain), n > 0 && n <= 16)
		for at := range plain {
			for c := range 256 {
				was := plain[at]
				plain[at] = byte(c)
				check(string(plain), false)
				plain[at] = was
			}
		}
	}
}
