//go:build !race

package kernel

// watched says whether the race detector is on. It does not see reads by assembly, so lists are not written by
// assembly then.
const watched = false
