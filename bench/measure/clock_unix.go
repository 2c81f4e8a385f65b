//go:build unix && !linux

package measure

import (
	"time"

	"golang.org/x/sys/unix"
)

// CPUTime returns the processor time this process has used: all its threads, garbage collection included.
func CPUTime() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
