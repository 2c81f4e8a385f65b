package option

import (
	"math/bits"
	"testing"
)

func TestHas(t *testing.T) {
	for _, row := range []struct {
		s, of Set
		want  bool
	}{
		{EscapeHTML | SortMapKeys, EscapeHTML, true},
		{EscapeHTML | SortMapKeys, EscapeHTML | SortMapKeys, true},
		{EscapeHTML, EscapeHTML | SortMapKeys, false},
		{0, EscapeHTML, false},
		{EscapeHTML, 0, true},
	} {
		if got := row.s.Has(row.of); got != row.want {
			t.Errorf("%b has %b: %v", row.s, row.of, got)
		}
	}
}

// TestBits: the choices of users leave half of their word to those of encoding/json/v2.
func TestBits(t *testing.T) {
	if n := bits.Len64(uint64(ChosenMembers)); n > 32 || ChosenMembers != 1<<(n-1) {
		t.Errorf("%d bits are taken, to %b", n, ChosenMembers)
	}
}

// TestReleases: a difference is a bit that one release has and the other has not; every bit is one.
func TestReleases(t *testing.T) {
	early := BeforeGo1271 | BeforeGo1272
	if both := Classic & OverV2; both != 0 {
		t.Errorf("both releases have %b", both)
	}
	if all := BeforeGo1272<<1 - 1; Classic|OverV2|early != all {
		t.Errorf("neither release has %b", all&^(Classic|OverV2|early))
	}
	if Toolchain != Classic && Toolchain&^early != OverV2 {
		t.Errorf("the running release is %b", Toolchain)
	}
}

// TestEarly: the first patch releases of Go 1.27 are known by their version, whatever stands behind that.
func TestEarly(t *testing.T) {
	both := BeforeGo1271 | BeforeGo1272
	for version, want := range map[string]Release{
		"go1.27": both, "go1.27.0": both, "go1.27rc1": both, "go1.27rc2 X:x": both, "go1.27.0 X:jsonv2": both, "go1.27.0-vendor": both,
		"go1.27.1": BeforeGo1272, "go1.27.1 X:jsonv2": BeforeGo1272,
		"go1.27.2": 0, "go1.27.4": 0, "go1.27.10": 0, "go1.27.11-x": 0, "go1.27.01": 0, "go1.27-devel_abc": 0,
		"go1.26.0": 0, "go1.28.0": 0, "devel go1.28-abc": 0, "": 0,
	} {
		if got := early(version); got != want {
			t.Errorf("%q: %b, want %b", version, got, want)
		}
	}
}
