//go:build !unix

package gocommand

import "os/exec"

// EndAll does nothing: only the process of c itself ends with its context.
func EndAll(*exec.Cmd) {}
