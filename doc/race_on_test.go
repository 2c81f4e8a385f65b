//go:build race

package doc

// raceEnabled: the race detector makes pools forget, so that allocations can't be counted.
const raceEnabled = true
