package long

import (
	"fmt"
	"testing"
)

// skipping is a test that notes why it is skipped.
type skipping struct {
	testing.TB
	why string
}

func (s *skipping) Skipf(format string, args ...any) { s.why = fmt.Sprintf(format, args...) }

// TestSwitch: "1" alone is on. Rounds follows it, and Only skips without it.
func TestSwitch(t *testing.T) {
	for value, on := range map[string]bool{"": false, "0": false, "1": true, "true": false} {
		t.Setenv(Variable, value)
		if On() != on {
			t.Errorf("%s=%q: On() = %v", Variable, value, On())
		}
		if got, want := Rounds(3, 70), map[bool]int{false: 3, true: 70}[on]; got != want {
			t.Errorf("%s=%q: Rounds(3, 70) = %d, want %d", Variable, value, got, want)
		}
		s, want := &skipping{TB: t}, "takes long: ZETES_LONG=1 go test -run '^TestSwitch$' runs it"
		if on {
			want = ""
		}
		if Only(s); s.why != want {
			t.Errorf("%s=%q: skips with %q, want %q", Variable, value, s.why, want)
		}
	}
}
