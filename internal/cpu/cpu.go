package cpu

import (
	"os"
	"slices"
)

// The names of all tiers.
const (
	Generic    = "generic"
	TierAVX2   = "avx2"
	TierAVX512 = "avx512"
	TierVBMI2  = "vbmi2"
	TierNEON   = "neon"
)

// tiers has the names of the tiers that this process can run, lowest first. It is set before the init function of any
// package that imports this one runs, and never changes: [Force] changes only the switches that [Register] was given.
var tiers = capped(os.Getenv("ZETES_CPU"))

// capped returns the names of the tiers, lowest first: Generic, and the tiers that detect finds. limit is the name of
// the highest tier to return. If no tier has that name, capped returns all.
func capped(limit string) []string {
	all := append([]string{Generic}, detect()...)
	if at := slices.Index(all, limit); at >= 0 {
		return all[:at+1]
	}
	return all
}

// knob is a switch that was registered. rank is the index in tiers of the tier that it needs: [Force] turns the switch
// on only for that tier or a higher one.
type knob struct {
	rank int
	use  *bool
}

var knobs []knob

// Register makes *use the switch of an implementation that needs tier. It sets *use to true if this process can run the
// tier, otherwise to false. It is called from init functions only.
func Register(tier string, use *bool) {
	rank := slices.Index(tiers, tier)
	if *use = rank >= 0; *use {
		knobs = append(knobs, knob{rank, use})
	}
}

// Tiers returns the names of the tiers that this process can run, lowest first.
func Tiers() []string { return append([]string(nil), tiers...) }

// Force turns off every registered implementation above tier, and turns on the others. It returns a function that
// restores the switches. It panics if the processor lacks the tier. It is for tests: no kernel may run meanwhile.
func Force(tier string) (restore func()) {
	rank := slices.Index(tiers, tier)
	if rank < 0 {
		panic("cpu: this machine cannot run tier " + tier)
	}
	old := make([]bool, len(knobs))
	for i, k := range knobs {
		old[i] = *k.use
		*k.use = k.rank <= rank
	}
	return func() {
		for i, was := range old {
			*knobs[i].use = was
		}
	}
}
