package order

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSort sorts lists of all lengths up to some hundred, with few and many values that are equal, and compares with
// package slices; the number of comparisons stays in proportion.
func TestSort(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for n := range 300 {
		for _, values := range []int{1, 2, 10, 1 << 20} {
			list := make([]int, n)
			for i := range list {
				list[i] = rnd.IntN(values)
			}
			for _, list := range [][]int{list, slices.Sorted(slices.Values(list))} {
				want := slices.Sorted(slices.Values(list))
				calls := 0
				Sort(n, func(i, j int) bool { calls++; return list[i] < list[j] }, func(i, j int) { list[i], list[j] = list[j], list[i] })
				if !slices.Equal(list, want) {
					t.Fatalf("got %v, want %v", list, want)
				}
				if calls > 20*n {
					t.Errorf("%d comparisons of %d values", calls, n)
				}
			}
		}
	}
}
