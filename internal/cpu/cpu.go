package cpu

import "os"

// Generic, TierAVX2 and TierAVX512 are the names of the tiers, lowest first.
const (
	Generic    = "generic"
	TierAVX2   = "avx2"
	TierAVX512 = "avx512"
)

// order lists all tiers, lowest first.
var order = [...]string{Generic, TierAVX2, TierAVX512}

// AVX2 reports AVX2, BMI1, BMI2, LZCNT and POPCNT, with the vector state kept by the operating system.
// AVX512 reports AVX2 and AVX-512 F, BW, DQ and VL. Both are settled before any init function that imports
// this package runs, and never change; see Register for switches that do.
var AVX2, AVX512 = capped(os.Getenv("ZETES_CPU"))

// capped returns what detect says, limited to the tier named by limit; an unknown or empty name limits nothing.
func capped(limit string) (avx2, avx512 bool) {
	avx2, avx512 = detect()
	switch limit {
	case Generic:
		return false, false
	case TierAVX2:
		return avx2, false
	}
	return avx2, avx512
}

// knob is a registered switch: use is on when the tier in force is at least rank.
type knob struct {
	rank int
	use  *bool
}

var knobs []knob

func rank(tier string) int {
	for i, name := range order {
		if name == tier {
			return i
		}
	}
	panic("cpu: no tier named " + tier)
}

// top is the rank of the highest tier available.
func top() int {
	switch {
	case AVX512:
		return 2
	case AVX2:
		return 1
	}
	return 0
}

// Register makes *use the switch of an implementation that needs tier, and sets it to whether that is available.
// It is called from init functions only.
func Register(tier string, use *bool) {
	k := knob{rank(tier), use}
	knobs = append(knobs, k)
	*use = k.rank <= top()
}

// Tiers returns the names of the tiers this process can run, lowest first. "generic" is always among them.
func Tiers() []string { return append([]string(nil), order[:top()+1]...) }

// Force turns every registered implementation above tier off and those up to it on, and returns the function
// that goes back to what was. It panics when the machine lacks the tier. For tests: nothing else may run meanwhile.
func Force(tier string) (restore func()) {
	r := rank(tier)
	if r > top() {
		panic("cpu: this machine cannot run tier " + tier)
	}
	old := make([]bool, len(knobs))
	for i, k := range knobs {
		old[i] = *k.use
		*k.use = k.rank <= r
	}
	return func() {
		for i, was := range old {
			*knobs[i].use = was
		}
	}
}
