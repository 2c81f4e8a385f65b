package gen

import (
	"strings"
	"testing"
)

func TestSystems(t *testing.T) {
	for name, want := range map[string]string{
		"a.go": "", "a_linux.go": "linux", "a_linux_amd64.go": "linux amd64", "a_b_arm64.go": "arm64", "linux.go": "", "a_b.go": "",
		"a_linux_test.go": "linux", "linux_amd64.go": "amd64", "/x_linux/a.go": "", "a_amd64_linux.go": "linux",
	} {
		if got := strings.Join(systems(name), " "); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}
