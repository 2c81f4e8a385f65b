//go:build !purego

package cpu

// detect asks nobody: all processors that Go's arm64 programs run on have NEON.
func detect() []string { return []string{TierNEON} }
