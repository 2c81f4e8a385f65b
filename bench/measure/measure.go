// Package measure times competing functions side by side.
//
// Every function first gets a number of calls that fills one budget (a "batch"), or up to two, to come near to the
// fastest. Then rounds go through all functions in turn, each round starting with another one and every second round
// going backwards, so that whatever slows the machine down hits all of them, and no function always follows the same one. A
// batch starts on a collected heap, which also empties pools: one call that is not timed fills them again, as they are
// in a program that goes on working. It pays for the collections that it causes. Time is that of the process, on all
// its threads. delta.go compares two samples.
package measure

import (
	"math"
	"runtime"
	"slices"
	"time"
)

// Func is one contestant.
type Func struct {
	// Run does the work n times.
	Run func(n int) error
}

// Config says how long to measure.
type Config struct {
	Rounds int           // batches per contestant
	Batch  time.Duration // processor time of a batch
	// Tick, when set, is called after each batch.
	Tick func()
	// Stop, when set, is asked before each batch whether that and all that follow are given up.
	Stop func() bool
}

// Sample is what one contestant needed, per call.
type Sample struct {
	CPU    []float64 // nanoseconds of the process, one per round
	Wall   []float64 // nanoseconds on the clock, one per round
	Allocs float64   // allocations
	Bytes  float64   // bytes allocated
	N      int       // calls per round
	Err    error     // why it was not measured
}

// Run measures the contestants against each other. A contestant that fails is dropped with its error. One that was
// stopped has fewer rounds, or none.
func Run(c Config, fs []Func) []Sample {
	out := make([]Sample, len(fs))
	stop := func() bool { return c.Stop != nil && c.Stop() }
	for i, f := range fs {
		if stop() {
			return out
		}
		out[i].N, out[i].Err = calibrate(f, c.Batch)
	}
	level(out)
	for r := range c.Rounds {
		for k := range fs {
			if stop() {
				return out
			}
			i := (r + k) % len(fs)
			if r%2 == 1 {
				i = len(fs) - 1 - i
			}
			if s := &out[i]; s.Err == nil {
				s.batch(fs[i])
			}
			if c.Tick != nil {
				c.Tick()
			}
		}
	}
	return out
}

// leastCalls is the number of calls in a batch of large documents: with fewer it would be chance how many of them
// pay for a collection of the garbage.
const leastCalls = 8

// level gives slower contestants as many calls as the fastest has, as far as that takes no more than twice the
// time: the first calls after a collection of the heap are free of the next.
func level(out []Sample) {
	most := 0
	for _, s := range out {
		if s.Err == nil {
			most = max(most, s.N)
		}
	}
	for i := range out {
		out[i].N = min(most, 2*out[i].N)
	}
}

// calibrate finds how many calls fill the budget; its calls also warm the contestant up.
func calibrate(f Func, budget time.Duration) (int, error) {
	for n := 1; ; {
		start := CPUTime()
		if err := f.Run(n); err != nil {
			return 0, err
		}
		took := CPUTime() - start
		if took >= budget/4 {
			return max(leastCalls, int(math.Round(float64(n)*float64(budget)/float64(took)))), nil
		}
		if took < budget/100 {
			n *= 10
		} else {
			n = int(float64(n)*float64(budget)/float64(took)/2) + 1
		}
	}
}

func (s *Sample) batch(f Func) {
	runtime.GC()
	if s.Err = f.Run(1); s.Err != nil {
		return
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	wall, cpu := time.Now(), CPUTime()
	err := f.Run(s.N)
	tookCPU, tookWall := CPUTime()-cpu, time.Since(wall)
	runtime.ReadMemStats(&after)
	if err != nil {
		s.Err = err
		return
	}
	n := float64(s.N)
	s.CPU = append(s.CPU, float64(tookCPU)/n)
	s.Wall = append(s.Wall, float64(tookWall)/n)
	// The smallest round: background work of the runtime also counts in the totals.
	allocs, bytes := float64(after.Mallocs-before.Mallocs)/n, float64(after.TotalAlloc-before.TotalAlloc)/n
	if len(s.CPU) == 1 || allocs < s.Allocs {
		s.Allocs, s.Bytes = allocs, bytes
	}
}

// Median returns the middle of xs, NaN for none.
func Median(xs []float64) float64 { return Quantile(xs, 0.5) }

// Quantile returns the q-quantile of xs, NaN for none.
func Quantile(xs []float64, q float64) float64 {
	if len(xs) == 0 {
		return math.NaN()
	}
	xs = slices.Sorted(slices.Values(xs))
	at := q * float64(len(xs)-1)
	lo := int(at)
	if lo+1 == len(xs) {
		return xs[lo]
	}
	return xs[lo] + (xs[lo+1]-xs[lo])*(at-float64(lo))
}

// Geomean returns the geometric mean of xs, NaN for none.
func Geomean(xs []float64) float64 {
	if len(xs) == 0 {
		return math.NaN()
	}
	var sum float64
	for _, x := range xs {
		sum += math.Log(x)
	}
	return math.Exp(sum / float64(len(xs)))
}

// Once returns the processor time of one call, in nanoseconds.
func Once(f func()) float64 {
	start := CPUTime()
	f()
	return float64(CPUTime() - start)
}
