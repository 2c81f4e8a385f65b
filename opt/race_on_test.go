//go:build race

package opt_test

// raceEnabled: the race detector makes pools forget, so that allocations can't be counted.
const raceEnabled = true
