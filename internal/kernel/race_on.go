//go:build race

package kernel

// raceDetector says whether the program is built with -race.
const raceDetector = true
