//go:build !purego

package cpu

// detect returns NEON without asking: all processors that Go's arm64 programs run on have it.
func detect() []string { return []string{TierNEON} }
