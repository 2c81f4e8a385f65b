//go:build race

package kernel

// watched reports whether the race detector is on. It does not see reads by assembly.
const watched = true
