package measure

import (
	"time"

	"golang.org/x/sys/unix"
)

// CPUTime returns the processor time this process has used: all its threads, garbage collection included.
func CPUTime() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &ts); err != nil {
		panic(err)
	}
	return time.Duration(ts.Nano())
}
