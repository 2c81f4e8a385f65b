package encode

import "testing"

// TestCasts does what mapsCast does when a process first writes a map, but with all kinds of elements and larger maps:
// in the runtime's memory these fill one group, several groups, and several tables.
func TestCasts(t *testing.T) {
	for _, size := range []int{0, 1, 7, 8, 9, 15, 40, 300, 1000, 3000} {
		if mapsCast() && !castsWork(size, castKinds) {
			t.Errorf("maps of %d entries can't be taken for others", size)
		}
	}
	// castWorks must notice that the two types have elements of different sizes.
	m := map[string]uint8{"a": 1, "b": 2, "c": 3}
	if castWorks[string, uint64](m) {
		t.Error("a map[string]uint8 was taken for a map[string]uint64")
	}
}
