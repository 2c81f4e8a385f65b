package load

import (
	"math/bits"
	"time"
)

// histogram counts durations in steps of at most 1/32: memory does not grow with the number of requests.
type histogram [64 * 32]uint32

// index returns the place of n: five bits after its first one, and its magnitude before them.
func index(n uint64) int {
	if n < 64 {
		return int(n)
	}
	shift := bits.Len64(n) - 6
	return shift*32 + int(n>>shift)
}

// middle returns the middle of the durations that are counted at place i.
func middle(i int) time.Duration {
	if i < 64 {
		return time.Duration(i)
	}
	shift := i/32 - 1
	return time.Duration(uint64(i%32+32)<<shift + 1<<shift/2)
}

func (h *histogram) add(d time.Duration) { h[index(uint64(max(d, 0)))]++ }

func (h *histogram) merge(o *histogram) {
	for i, n := range o {
		h[i] += n
	}
}

// quantile returns the duration that the share q of all does not exceed.
func (h *histogram) quantile(q float64) time.Duration {
	var all, seen uint64
	for _, n := range h {
		all += uint64(n)
	}
	if all == 0 {
		return 0
	}
	rank := min(uint64(q*float64(all)), all-1)
	for i, n := range h {
		if seen += uint64(n); seen > rank {
			return middle(i)
		}
	}
	return 0
}
