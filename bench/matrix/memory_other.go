//go:build !linux

package matrix

func resetPeak() (float64, bool) { return 0, false }

func readPeak() float64 { return 0 }
