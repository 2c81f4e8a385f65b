//go:build !goexperiment.jsonv2

package toolchain

const (
	// valuesAsFound: the value in an UnsupportedValueError is the one found, not a copy.
	valuesAsFound = true
	// overlooksPointers: a cycle of pointers alone is not found but overflows the stack, which no program survives.
	overlooksPointers = false
	// CountsWhole: the offset in the error of a method's bad output counts from the beginning of the whole output.
	CountsWhole = false
)
