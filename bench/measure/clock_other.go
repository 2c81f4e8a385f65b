//go:build !unix

package measure

import "time"

var start = time.Now()

// cpuTime falls back to wall time where the system has no clock of the process.
func cpuTime() time.Duration { return time.Since(start) }
