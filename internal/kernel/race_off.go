//go:build !race

package kernel

// watched says that the race detector is on. It does not see what assembly reads of callers' lists.
const watched = false
