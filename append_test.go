package zetes_test

import (
	"testing"

	"github.com/zetes-json/zetes"
)

// TestAppendAllocations holds what the documentation of Append says: a pointer to what is there takes no memory, and a
// value is copied to the heap.
func TestAppendAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	type point struct{ X, Y float64 }
	buf := make([]byte, 0, 100)
	p := &point{1, 2}
	encoder := zetes.NewTypedEncoder[point]()
	for name, c := range map[string]struct {
		want  float64
		write func() ([]byte, error)
	}{
		"pointer": {0, func() ([]byte, error) { return zetes.Append(buf, p) }},
		"typed":   {0, func() ([]byte, error) { return encoder.Append(buf, p) }},
		"value":   {1, func() ([]byte, error) { return zetes.Append(buf, *p) }},
	} {
		got := testing.AllocsPerRun(100, func() {
			if _, err := c.write(); err != nil {
				t.Fatal(err)
			}
			p.X++
		})
		if got != c.want {
			t.Errorf("%s: %v allocations, want %v", name, got, c.want)
		}
	}
}
