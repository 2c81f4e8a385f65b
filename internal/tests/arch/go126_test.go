package arch

import (
	"slices"
	"strings"
	"testing"
)

// go126 are the files with code that goes when Go 1.26 is no longer supported. The marker says how much of each.
var go126 = []string{
	"internal/option/release.go", "internal/option/toolchain_classic.go", "internal/shape/methods_classic.go", "internal/tag/classic.go",
	"internal/toolchain/differences.go", "internal/toolchain/words_classic.go", "json/stepwise.go",
}

// TestGo126 holds that the files with the marker are those of the list, and that each file that only Go 1.26 builds has
// it.
func TestGo126(t *testing.T) {
	var marked []string
	for _, s := range sources(t) {
		if s.test || strings.HasPrefix(s.name, "internal/tests/cases/") {
			continue
		}
		if strings.Contains(s.text, "// go1.26 "+"only: ") {
			marked = append(marked, s.name)
		} else if strings.HasPrefix(s.text, "//go:build !goexperiment.jsonv2\n") {
			t.Errorf("%s is built by Go 1.26 alone, and has no marker", s.name)
		}
	}
	if slices.Sort(marked); !slices.Equal(marked, go126) {
		t.Errorf("the marker is in\n%q, want\n%q", marked, go126)
	}
}
