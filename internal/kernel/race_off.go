//go:build !race

package kernel

// raceDetector says whether the program is built with -race. The race detector does not see reads by assembly, so Go
// code then writes the lists of strings and integers.
const raceDetector = false
