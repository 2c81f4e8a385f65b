//go:build !race

package doc

const raceEnabled = false
