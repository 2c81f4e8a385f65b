//go:build unix

package gocommand

import (
	"os/exec"
	"syscall"
)

// EndAll makes the end of c's context end the processes that c has started too, such as the program of a test.
func EndAll(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
}
