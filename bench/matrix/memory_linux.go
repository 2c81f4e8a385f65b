package matrix

import (
	"os"
	"runtime/debug"
	"strconv"
	"strings"
)

// resetPeak gives unused memory back, makes the kernel forget the highest point, and returns the present use.
func resetPeak() (float64, bool) {
	debug.FreeOSMemory()
	if os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) != nil {
		return 0, false
	}
	return status("VmRSS:"), true
}

func readPeak() float64 { return status("VmHWM:") }

func status(name string) float64 {
	b, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(b)) {
		if f := strings.Fields(line); len(f) == 3 && f[0] == name {
			kb, _ := strconv.ParseFloat(f[1], 64)
			return kb * 1024
		}
	}
	return 0
}
