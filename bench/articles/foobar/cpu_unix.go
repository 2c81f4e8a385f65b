//go:build unix

package foobar

import "syscall"

// cpuTime returns the processor time of the process in nanoseconds.
func cpuTime() int64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return u.Utime.Nano() + u.Stime.Nano()
}
