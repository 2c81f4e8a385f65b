package encode

import "testing"

// TestCasts tries all kinds of elements in more and larger maps than the first use of a map does: full groups of the
// runtime's maps, several groups, and several tables.
func TestCasts(t *testing.T) {
	for _, size := range []int{0, 1, 7, 8, 9, 15, 40, 300, 1000, 3000} {
		if mapsCast() && !castsWork(size, castKinds) {
			t.Errorf("maps of %d entries can't be taken for others", size)
		}
	}
	// A map that is taken for one of another size is noticed.
	m := map[string]uint8{"a": 1, "b": 2, "c": 3}
	if castWorks[string, uint64](m) {
		t.Error("a map[string]uint8 was taken for a map[string]uint64")
	}
}
