package conform

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets the collector wait: the table makes hundreds of thousands of small values, which took it a quarter of
// the time. GOGC, where it is set, stays.
func TestMain(m *testing.M) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	os.Exit(m.Run())
}
