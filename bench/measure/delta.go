package measure

import (
	"fmt"
	"slices"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"
)

// Delta is the difference of two samples as benchstat sees it: the ranges that hold the medians, and whether the
// difference may be chance.
type Delta struct {
	Old, New   benchmath.Summary
	Comparison benchmath.Comparison
}

// Compare compares two samples without assumptions about how they are distributed.
func Compare(before, after []float64) Delta {
	const confidence = 0.95
	sample := func(v []float64) *benchmath.Sample {
		return benchmath.NewSample(slices.Clone(v), &benchmath.DefaultThresholds) // which sorts what it gets
	}
	a, b := sample(before), sample(after)
	return Delta{benchmath.AssumeNothing.Summary(a, confidence), benchmath.AssumeNothing.Summary(b, confidence), benchmath.AssumeNothing.Compare(a, b)}
}

// String returns the change in percent, "~" if it may be chance, and how sure that is.
func (d Delta) String() string {
	return fmt.Sprintf("%s (%s)", d.Comparison.FormatDelta(d.Old.Center, d.New.Center), d.Comparison)
}

// Warnings returns what else is to be known about the samples.
func (d Delta) Warnings() (list []string) {
	for _, err := range slices.Concat(d.Old.Warnings, d.New.Warnings, d.Comparison.Warnings) {
		list = append(list, err.Error())
	}
	return list
}

// CPUOf returns the processor time of a line of benchmarks in nanoseconds, whichever unit its reader has made of it.
func CPUOf(r *benchfmt.Result) (ns float64, ok bool) {
	if ns, ok = r.Value("cpu-ns/op"); ok {
		return ns, true
	}
	s, ok := r.Value("cpu-sec/op")
	return s * 1e9, ok
}
