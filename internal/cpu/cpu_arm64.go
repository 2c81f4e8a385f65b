//go:build !purego

package cpu

// detect need not ask: all processors that Go's arm64 programs run on have NEON.
func detect() []string { return []string{TierNEON} }
