package cpu

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// names are all tiers, of whatever architecture.
var names = []string{Generic, TierAVX2, TierAVX512, TierVBMI2, TierNEON}

// on has a switch for each of them.
var on [5]bool

func init() {
	for i, tier := range names {
		Register(tier, &on[i])
	}
}

// upTo is what the switches are when the tiers of a ladder are in force.
func upTo(ladder []string) (want [5]bool) {
	for i, tier := range names {
		want[i] = slices.Contains(ladder, tier)
	}
	return want
}

func TestForce(t *testing.T) {
	all := upTo(Tiers())
	if on != all {
		t.Fatalf("Register set %v, the tiers are %v", on, Tiers())
	}
	for i, tier := range Tiers() {
		restore := Force(tier)
		if want := upTo(Tiers()[:i+1]); on != want {
			t.Errorf("Force(%q): switches %v, want %v", tier, on, want)
		}
		restore()
		if on != all {
			t.Errorf("after Force(%q): switches %v, were %v", tier, on, all)
		}
	}
}

func TestCapped(t *testing.T) {
	has := append([]string{Generic}, detect()...)
	for _, limit := range append([]string{"", "unknown"}, names...) {
		want := has
		if at := slices.Index(has, limit); at >= 0 {
			want = has[:at+1]
		}
		if got := capped(limit); !slices.Equal(got, want) {
			t.Errorf("capped(%q) = %v, want %v", limit, got, want)
		}
	}
	if got := capped(Generic); len(got) != 1 {
		t.Errorf("capped(%q) = %v", Generic, got)
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
		t.Fatal(err)
	}
	for i, tier := range Tiers() {
		cmd := exec.Command(self, "-test.run=^TestEnvironment$", "-test.v")
		cmd.Env = append(os.Environ(), "ZETES_CPU_CHILD=1", "ZETES_CPU="+tier)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		want := mark + strings.Join(Tiers()[:i+1], ",")
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
