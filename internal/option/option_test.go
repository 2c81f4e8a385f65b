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

// TestBits: the choices of users count from the lowest bit upwards and those of releases from the highest downwards,
// and the two don't meet.
func TestBits(t *testing.T) {
	if EscapeHTML != 1 || QuoteNamedPointers != 1<<63 {
		t.Errorf("they begin at %b and %b", EscapeHTML, QuoteNamedPointers)
	}
	if last, lowest := bits.Len64(uint64(ChosenMembers))-1, bits.TrailingZeros64(uint64(BeforeGo1272)); last >= lowest {
		t.Errorf("the last choice of users is bit %d, the last of releases bit %d", last, lowest)
	}
}

// TestReleases: a difference is a bit that one release has and the other has not; every bit is one, and none is a
// choice of users.
func TestReleases(t *testing.T) {
	if both := Classic & OverV2; both != 0 {
		t.Errorf("both releases have %b", both)
	}
	users := ChosenMembers<<1 - 1
	if (Classic|OverV2)&users != 0 {
		t.Errorf("releases differ in choices of users: %b", (Classic|OverV2)&users)
	}
	if all := ^(WholeTokens - 1); Classic|OverV2 != all {
		t.Errorf("neither release has %b", all&^(Classic|OverV2))
	}
	if early := BeforeGo1271 | BeforeGo1272; Toolchain != Classic && Toolchain&^early != OverV2 {
		t.Errorf("the running release is %b", Toolchain)
	}
	if V1&^users != Toolchain {
		t.Errorf("V1 has the differences %b", V1&^users)
	}
}

// TestEarly: the first patch releases of Go 1.27 are known by their version, whatever stands behind that.
func TestEarly(t *testing.T) {
	both := BeforeGo1271 | BeforeGo1272
	for version, want := range map[string]Set{
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
