//go:build !unix

package measure

import "time"

var start = time.Now()

// CPUTime falls back to wall time where the system has no clock of the process.
func CPUTime() time.Duration { return time.Since(start) }
