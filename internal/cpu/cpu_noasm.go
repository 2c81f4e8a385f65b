//go:build purego || !(amd64 || arm64)

package cpu

// detect returns nothing: there is no assembly to run.
func detect() []string { return nil }
