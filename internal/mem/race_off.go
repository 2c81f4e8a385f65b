//go:build !race

package mem

// raceEnabled says that the race detector is on.
const raceEnabled = false
