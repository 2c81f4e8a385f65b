//go:build !amd64 || purego

package cpu

// detect finds nothing: there is no assembly to run.
func detect() (avx2, avx512 bool) { return false, false }
