package wire

import (
	"fmt"
	"testing"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// TestNameIndex finds every name of sets of all sizes, and nothing else.
func TestNameIndex(t *testing.T) {
	sizes := []int{300, 1000, 1 << 16, 1<<16 + 1}
	if !long.On() {
		sizes = []int{300, 3000}
	}
	for n := range 120 {
		sizes = append(sizes, n)
	}
	for _, n := range sizes {
		for _, form := range []string{"%d", "name%d", "a_longer_%d_name_for_all", "%03d", "the same at both ends %07d and long in between, the same at both ends"} {
			var names []string
			for i := range n {
				names = append(names, fmt.Sprintf(form, i))
			}
			x := IndexNames(names)
			for i, name := range names {
				if got := x.Find(name); got != i {
					t.Fatalf("%q of %d: %d", name, n, got)
				}
			}
			for i := n; i < n+50; i++ {
				if got := x.Find(fmt.Sprintf(form, i)); got != -1 {
					t.Fatalf(form+" of %d: %d", i, n, got)
				}
			}
			if x.Find("") != -1 || x.Find("x") != -1 {
				t.Fatal("found what is not there")
			}
		}
	}
	twice := IndexNames([]string{"a", "", "b", "a", ""})
	if twice.Find("a") != 0 || twice.Find("") != 1 || twice.Find("b") != 2 {
		t.Error("not the first of equal names")
	}
}

// TestNamePattern: a document matches the pattern of a name if it has the name's first 16 bytes, or the name and a
// quote.
func TestNamePattern(t *testing.T) {
	const text = `abcdefghijklmnopqrstuvwxyz`
	for n := range 20 {
		x, size := NamePattern(text[:n])
		if size != n+1 {
			t.Fatalf("%d bytes: size %d", n, size)
		}
		b := append([]byte(text[:n]+`"`), "some more of a document"...)
		if x.DiffersAt(mem.Data(b)) {
			t.Fatalf("%d bytes differ from themselves", n)
		}
		for at := range 20 {
			for bit := range 8 {
				b[at] ^= 1 << bit
				if differs := x.DiffersAt(mem.Data(b)); differs != (at <= min(n, 15)) {
					t.Fatalf("%d bytes, another at %d: %v", n, at, differs)
				}
				b[at] ^= 1 << bit
			}
		}
	}
	for _, odd := range []string{`"`, `\`, "\x00", "\xff"} {
		if x, size := NamePattern(odd); size != 0 || x != mem.NoPattern {
			t.Errorf("%q has a pattern", odd)
		}
	}
}
