package cpu

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

var on2, on512 bool

func init() {
	Register(TierAVX2, &on2)
	Register(TierAVX512, &on512)
}

func TestForce(t *testing.T) {
	was2, was512 := on2, on512
	if was2 != AVX2 || was512 != AVX512 {
		t.Fatalf("Register set %v %v, CPU has %v %v", was2, was512, AVX2, AVX512)
	}
	for i, tier := range Tiers() {
		restore := Force(tier)
		if on2 != (i >= 1) || on512 != (i >= 2) {
			t.Errorf("Force(%q): switches %v %v", tier, on2, on512)
		}
		restore()
		if on2 != was2 || on512 != was512 {
			t.Errorf("after Force(%q): switches %v %v, were %v %v", tier, on2, on512, was2, was512)
		}
	}
}

func TestCapped(t *testing.T) {
	has2, has512 := detect()
	for _, c := range []struct {
		limit        string
		avx2, avx512 bool
	}{
		{"", has2, has512},
		{"unknown", has2, has512},
		{Generic, false, false},
		{TierAVX2, has2, false},
		{TierAVX512, has2, has512},
	} {
		if avx2, avx512 := capped(c.limit); avx2 != c.avx2 || avx512 != c.avx512 {
			t.Errorf("capped(%q) = %v, %v", c.limit, avx2, avx512)
		}
	}
}

// TestEnvironment runs this test in a process of its own for each value of ZETES_CPU.
func TestEnvironment(t *testing.T) {
	const mark = "tiers="
	if os.Getenv("ZETES_CPU_CHILD") != "" {
		os.Stdout.WriteString(mark + strings.Join(Tiers(), ",") + "\n")
		return
	}
	self, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	for i, tier := range order {
		cmd := exec.Command(self, "-test.run=^TestEnvironment$", "-test.v")
		cmd.Env = append(os.Environ(), "ZETES_CPU_CHILD=1", "ZETES_CPU="+tier)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Skipf("cannot run a process: %v", err)
		}
		want := mark + strings.Join(Tiers()[:min(i+1, len(Tiers()))], ",")
		if !slices.Contains(strings.Fields(string(out)), want) {
			t.Errorf("ZETES_CPU=%s: want %s in\n%s", tier, want, out)
		}
	}
}

func TestForceUnknown(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	Force("abacus")
}
