package memory

import (
	"math"
	"testing"
)

// TestFloat boxes numbers around those that share their memory: -0 is another number than 0.
func TestFloat(t *testing.T) {
	var b Boxes
	for _, f := range []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 254.5, 255, 256, 257, 512, 1 << 32, 1<<32 + 5, 1e300, -1e300, math.MaxInt64, math.SmallestNonzeroFloat64} {
		if got, ok := b.Float(f).(float64); !ok || math.Float64bits(got) != math.Float64bits(f) {
			t.Errorf("%v became %v", f, got)
		}
	}
}
