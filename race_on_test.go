//go:build race

package zetes_test

// raceEnabled: the race detector makes pools forget, so that allocations can't be counted.
const raceEnabled = true
