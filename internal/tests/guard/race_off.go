//go:build !race

package guard

// Race says that the race detector is on, which makes pools forget.
const Race = false
