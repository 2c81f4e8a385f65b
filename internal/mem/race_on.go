//go:build race

package mem

// raceEnabled says that the race detector is on, which is told of what Go's own iteration reads.
const raceEnabled = true
