//go:build !goexperiment.jsonv2

package toolchain

// valuesAsFound: the value in an UnsupportedValueError is the one found, not a copy.
const valuesAsFound = true
